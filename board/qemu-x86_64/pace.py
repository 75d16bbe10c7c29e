"""Frame timing: every vertical blank shows the frame of its time."""

import json

from checksum import checksum
from report import expect
from suite import Suite
from target import BUILD
from trace import Trace, vertical_blanks


SECONDS = 60


class Pace(Suite):
    """Checks with vkms on a counted machine, where the refresh rate is exactly 60 Hz."""

    counted = True

    def __init__(self, board, report):
        super().__init__(board, report)
        self.second = board.drawing("Second")

    def run(self):
        trace = Trace(self.board)
        self.board.play(1)
        before, after, events = self.count(trace, f"sleep {SECONDS}")

        with self.report.check(f"loaderd shows {60 * SECONDS} frames in {SECONDS} s, none skipped, none late"):
            seconds, shown, skipped, late = self.figures(before, after)
            expect(abs(shown - 60 * seconds) <= 1, f"{shown} frames in {seconds:.3f} s")
            expect(skipped == 0 and late == 0, f"{skipped} skipped, {late} late")
        with self.report.check(f"the kernel reports a frame at each of {60 * SECONDS} vertical blanks"):
            blanks = vertical_blanks(events)
            expect(len(blanks) >= 60 * SECONDS, f"{len(blanks)} frames")
            expect(blanks == list(range(blanks[0], blanks[0] + len(blanks))), "vertical blanks without a frame")
        self.check_busy_processor(trace)
        with self.report.check("a frame equals the rendering of shimmer 'Thinking…'"):
            self.match(self.first, "thinking")
        with self.report.check("show changes the text"):
            self.board.succeed("loaderctl show shimmer Second")
            self.board.play(0.5)
            self.match(self.second, "second")
        with self.report.check("after hide loaderd does not wake up"):
            self.board.succeed("loaderctl hide")
            self.board.until_still()
            expect(self.board.rests(), "loaderd wakes up")
        with self.report.check("the legacy API shows a frame at each vertical blank"):
            self.board.quit_loaderd()
            self.board.succeed("printf '[Screen]\\natomic = no\\n' >/run/legacy.conf")
            self.board.start_loaderd("--config /run/legacy.conf")
            self.board.until_lit(1)
            expect(self.board.output()["path"] == "legacy", f"{self.board.output()}")
            before, after, events = self.count(trace, "sleep 10")
            seconds, shown, skipped, late = self.figures(before, after)
            counts = f"{shown} frames in {seconds:.3f} s, {skipped} skipped, {late} late"
            expect(abs(shown - 60 * seconds) <= 1 and skipped == 0 and late == 0, counts)
            blanks = vertical_blanks(events)
            expect(blanks == list(range(blanks[0], blanks[0] + len(blanks))), "vertical blanks without a frame")
        with self.report.check("quit ends loaderd with status 0"):
            status = self.board.quit_loaderd()
            expect(status == 0, f"status {status}")

    def check_busy_processor(self, trace):
        """Frame timing while other processes use the processor."""
        burn = "{ while :; do :; done; } & "
        with self.report.check("with one busy process, at most 1 % of the frames are late or skipped"):
            before, after, _ = self.count(trace, burn + "sleep 10; kill $!")
            seconds, shown, skipped, late = self.figures(before, after)
            expect(abs(shown - 60 * seconds) <= 6, f"{shown} frames in {seconds:.3f} s")
            expect(skipped + late <= shown / 100, f"{skipped} skipped, {late} late")
        with self.report.check("with four busy processes every second vertical blank has a frame, later every one"):
            burners = (burn + "b=\"$b $!\"; ") * 4
            settle = "sleep 3; : >/sys/kernel/tracing/trace"
            before, after, events = self.count(trace, f"b=; {burners} {settle}; sleep 8; kill $b")
            blanks = vertical_blanks(events)
            steps = [two - one for one, two in zip(blanks, blanks[1:])]
            expect(steps.count(2) >= 0.97 * len(steps) and len(steps) > 200, f"vertical blanks between frames: {steps}")
            self.board.watch(4)
            expect(self.board.frame()["refreshes"] == 1, f"{self.board.frame()}")

    def count(self, trace, command):
        """loaderd's frame counters before and after a command, and the traced events."""
        # One command, because a counted machine's clock runs on between commands.
        states, events = trace.record(f"loaderctl --json state; echo @; {command}; loaderctl --json state", 300)
        before, after = (json.loads(state)["frame"] for state in states.split("@"))
        return before, after, events

    def figures(self, before, after):
        """The differences of time, shown, skipped and late frames."""
        seconds = after["time"] - before["time"]
        shown, skipped, late = (after[name] - before[name] for name in ("shown", "skipped", "late"))
        self.report.note(f"{shown} frames in {seconds:.3f} s, {skipped} skipped, {late} late")
        return seconds, shown, skipped, late

    def match(self, drawing, name):
        """The checksum of a frame must be that of a rendering of its frame time."""
        output = self.board.succeed(
            "loaderctl --json state; echo @; head -n 1 /sys/kernel/debug/dri/0/crtc-0/crc/data; echo @; "
            "loaderctl --json state"
        )
        before, entry, after = output.split("@")
        first, last = (round(json.loads(state)["frame"]["time"] * 1000) for state in (before, after))
        sum = int(entry.split()[1], 16)
        drawing.draw(range(first, last + 1))
        for moment in range(first, last + 1):
            if checksum(drawing.at(moment)) == sum:
                drawing.at(moment).write_png(BUILD / f"{self.board.display}-{name}.png")
                return
        raise AssertionError(f"the checksum {sum:08x} is that of no rendering of {first} to {last} ms")
