"""Costs of loaderd and of the baseline program: time to the first picture, instructions and memory."""

import itertools
import statistics

import target
from loaders import LOADERS
from pictures import Pictures
from report import expect
from trace import Trace, first_picture

FIRST_PICTURE_LIMIT = 25  # ms
INSTRUCTIONS_LIMIT = getattr(target, "INSTRUCTIONS_LIMIT", 10)  # million a second
END_LIMIT = 25  # million, with a landing of half a second
SECONDS = 10
LOADER_SECONDS = 3


class Costs(Pictures):
    """The costs in README's table of all programs, on a counted machine, where one instruction takes 2 ns."""

    counted = True

    def run(self):
        with self.report.check("the picture equals the rendering by the program for x86_64"):
            self.match(self.first, "costs")
        self.board.quit_loaderd()
        self.measure_first_picture(Trace(self.board, has_probes=False))
        self.measure_running()

    def measure_first_picture(self, trace):
        with self.report.check("the baseline's first picture is measured"):
            times = []
            for _ in range(3):
                _, events = trace.record("baseline & sleep 0.5; kill $!; wait $! || true")
                times.append(first_picture(events, "baseline"))
            self.figure("baseline_first_picture", statistics.median(times), "ms")
        with self.report.check(f"loaderd's first picture comes within {FIRST_PICTURE_LIMIT} ms"):
            times = []
            for _ in range(3):
                _, events = trace.record(self.board.loaderd + " sleep 0.5")
                times.append(first_picture(events, "loaderd"))
                self.board.until("loaderctl state")
                self.board.quit_loaderd()
            self.figure("loaderd_first_picture", statistics.median(times), "ms")
            expect(statistics.median(times) <= FIRST_PICTURE_LIMIT, f"{times} ms")

    def measure_running(self):
        with self.report.check("the baseline's instructions and memory are measured"):
            self.board.succeed("baseline move & sleep 1")
            self.measure("baseline")
            self.board.succeed("kill $(pidof baseline)")
        with self.report.check(f"loaderd needs at most {INSTRUCTIONS_LIMIT} million instructions a second at 60 Hz"):
            self.board.succeed(self.board.loaderd)
            self.board.until("loaderctl state")
            self.board.succeed("sleep 1")
            before = self.board.frame()
            instructions = self.measure("loaderd")
            after = self.board.frame()
            rate = (after["shown"] - before["shown"]) / (after["time"] - before["time"])
            self.figure("loaderd_frame_rate", rate, "Hz")
            expect(instructions <= INSTRUCTIONS_LIMIT, f"{instructions:.2f} million")
            expect(abs(rate - 60) < 1, f"at {rate:.2f} Hz")

    def measure(self, program, name="", seconds=SECONDS):
        """Measures a running program; returns its instructions in millions a second. `name` is that of the figures."""
        run_time = f"for process in $(pidof {program}); do cat /proc/$process/task/*/schedstat; done"
        output = self.board.succeed(f"{run_time}; echo @; sleep {seconds}; {run_time}", 120)
        before, after = (
            sum(int(line.split()[0]) for line in part.strip().splitlines()) for part in output.split("@")
        )
        instructions = (after - before) / 2 / seconds / 1e6  # run time in ns, 2 ns each
        self.figure(f"{name or program}_instructions", instructions, "million/s")
        # Rss is exact; VmRSS in status may differ by 64 pages of each kind.
        processes = sorted(self.board.succeed(f"pidof {program}").split(), key=int)
        for process, label in zip(processes, [name] if name else (program, f"{program}_reader")):
            memory = self.board.succeed(f"grep ^Rss /proc/{process}/smaps_rollup").split()[1]
            self.figure(f"{label}_memory", int(memory), "kB")
        return instructions

    def figure(self, name, value, unit):
        self.report.figure(name, round(value, 2), unit)


class Figures(Costs):
    """All costs."""

    def run(self):
        super().run()
        trace = Trace(self.board, {"take": "drm_setmaster_ioctl", "drop": "drm_dropmaster_ioctl"})
        self.measure_loaders()
        self.measure_master(trace)
        self.measure_handover(trace)
        self.measure_end()

    def measure_loaders(self):
        with self.report.check("the instructions, frames and memory of each loader are measured, at one pixel a point"):
            for name, text in LOADERS:
                self.board.succeed(f"loaderctl show {name} '{text}' --scale 1 --transition none")
                self.board.play(1)
                before = self.board.frame()
                self.measure("loaderd", name, LOADER_SECONDS)
                after = self.board.frame()
                rate = (after["shown"] - before["shown"]) / (after["time"] - before["time"])
                self.figure(f"{name}_frame_rate", rate, "Hz")
            self.board.succeed("loaderctl show shimmer 'Thinking…' --transition none")

    def measure_master(self, trace):
        with self.report.check("the time that loaderd is DRM master in a frame is measured"):
            _, events = trace.record("sleep 1")
            calls = [(event["name"], float(event["time"])) for event in events if event["name"] in ("take", "drop")]
            times = [
                (end - start) * 1e6
                for (first, start), (second, end) in itertools.pairwise(calls)
                if (first, second) == ("take", "drop")
            ]
            expect(len(times) > 50, f"{len(times)} commits in a second")
            self.figure("loaderd_master", statistics.median(times), "us")

    def measure_handover(self, trace):
        # The old process and the new one may be anywhere in a period of the display: the times before the start differ.
        with self.report.check("no frame is left out when a successor takes over"):
            self.board.succeed("loaderctl show ring --transition none")  # each frame of it differs
            successor = self.board.loaderd.replace("loaderd --show", "loaderd --replace --show")
            pauses = []
            for number in range(8):
                self.board.succeed(trace.around(f"sleep {0.3 + number * 0.002:.3f}; {successor} sleep 0.5"), 60)
                commits = [event for event in trace.events() if event["name"] in ("commit", "queue")]
                times = [float(event["time"]) * 1000 for event in commits if event["process"].strip() == "loaderd"]
                expect(len(times) > 30, f"{len(times)} commits")
                pauses.append(max(end - start for start, end in itertools.pairwise(times)))
            log = self.board.succeed("loaderctl timeline")
            expect(log.count("replaced by its successor") == len(pauses), log)
            self.figure("handover_pause", statistics.median(pauses), "ms")
            self.figure("handover_longest_pause", max(pauses), "ms")
            expect(max(pauses) < 25, f"{pauses} ms")

    def measure_end(self):
        with self.report.check(f"the end of the boot takes at most {END_LIMIT} million instructions"):
            time = "cut -d ' ' -f 1 /proc/$process/schedstat"
            times = self.board.succeed(
                f"""process=$(pidof loaderd | tr ' ' '\\n' | sort -n | head -1)
                (while now=$({time} 2>/dev/null); do echo $now; sleep 0.005; done >/run/times) &
                loaderctl quit --handover; printf 'login: ' >/dev/tty0; wait; cat /run/times""",
                60,
            ).split()
            instructions = (int(times[-1]) - int(times[0])) / 2 / 1e6
            self.figure("loaderd_end", instructions, "million")
            expect(instructions <= END_LIMIT, f"{instructions:.2f} million")
