"""Hand-over of the display between loaderd and compositors, and restarts of loaderd, examined in films."""

import itertools
import json
import re

from film import Film, others
from report import expect
from screens import match
from suite import Suite
from target import BUILD
from trace import Trace

REFUSED = re.compile("EBUSY|EACCES|busy|not permitted|permission denied|set.?master|DRM master", re.IGNORECASE)


class Boot(Suite):
    """Checks during the boot."""

    text = "Loading…"
    at_boot = True

    def run(self):
        with self.report.check("loaderd shows the shimmer before the boot is complete"):
            expect(self.board.output()["state"] == "lit", f"{self.board.output()}")
            match(self.board, self.first, "boot")
        with self.report.check("no unit of ours is on the critical chain of the boot, except the socket"):
            # The socket is made within milliseconds, and starts no process.
            chain = self.board.until("systemd-analyze critical-chain --no-pager --fuzz=1h default.target")
            ours = set(re.findall(r"loader[\w@.-]*", chain)) - {"loaderd.socket"}
            expect("sysinit.target" in chain and not ours, chain)


class Handover(Suite):
    """Checks of compositors that start while loaderd is active: without a call, after yield, after quit --retain."""

    text = "Loading…"

    def run(self):
        self.trace = Trace(self.board)
        for compositor in ("weston", "cage"):
            self.start(compositor, "without a call", "")
            self.check_end(compositor)
            self.start(compositor, "after yield", "loaderctl yield")
            with self.report.check(f"resume shows the loader again after {compositor} has ended"):
                self.board.succeed(f"systemctl stop {compositor}; loaderctl resume", 60)
                self.board.until_lit()
                self.match(f"{compositor}-resumed")
            self.start(compositor, "after quit --retain", "loaderctl quit --retain")
            with self.report.check(f"loaderd has ended after the start of {compositor}"):
                self.board.until("! systemctl -q is-active loaderd.service")
                status = self.board.succeed("systemctl show -P ExecMainStatus loaderd.service").strip()
                expect(status == "0", f"status {status}")
            self.board.succeed(f"systemctl stop {compositor}; systemctl start loaderd", 60)
            self.board.until_lit()

    def start(self, compositor, name, before):
        """Films the start of a compositor; its first commit is known from the kernel's trace."""
        with self.report.check(f"{compositor} starts {name}, and no picture is black before its first commit"):
            committed = f"grep -qE '^ *{compositor}-.*: (commit|queue):' /sys/kernel/tracing/trace"
            wait = f"n=0; until {committed} || [ $n = 60 ]; do n=$((n+1)); sleep 0.5; done; sleep 3"
            command = self.trace.around(f"{before or ':'}; systemctl start {compositor}; {wait}")
            since = self.board.succeed("date +%s").strip()
            film = Film(self.board, command, 300)
            film.strip(BUILD / f"film-{compositor}-{name.replace(' ', '-')}.png")
            expect(film.answer.status == 0, f"{film.answer}")
            units = f"-u {compositor} -u seatd"
            log = self.board.succeed(f"journalctl -b --since @{since} {units} --no-pager -o cat | tail -60")
            refused = [line for line in log.splitlines() if REFUSED.search(line)]
            # The card can be opened during one of our commits (docs/display.md); Restart=on-failure is the remedy.
            restarts = int(self.board.succeed(f"systemctl show -P NRestarts {compositor}"))
            self.report.note(f"{compositor} was refused in {restarts} starts")
            expect(restarts <= (0 if before else 1), f"{restarts} restarts; {compositor} logs {refused!r}")
            expect(restarts or not refused, f"{compositor} logs {refused!r}")
            commits = [
                float(event["time"]) * 1e9
                for event in self.trace.events()
                if event["name"] in ("commit", "queue") and event["process"].strip() == compositor
            ]
            expect(commits, f"{compositor} made no commit")
            first = commits[0]
            ours = [frame for when, frame in film.frames if when < first]
            theirs = [frame for when, frame in film.frames if when >= first]
            black = [sum(frame.is_black for frame in part) for part in (ours, theirs)]
            counts = f"{len(ours)} pictures before the commit, {black[0]} black"
            self.report.note(f"{counts}; {len(theirs)} after it, {black[1]} black")
            expect(len(ours) > 10, f"only {len(ours)} pictures are before the commit")
            expect(black[0] == 0, f"{black[0]} of {len(ours)} pictures before the commit are black")
            different = others(ours)
            expect(not different, f"{len(different)} of {len(ours)} pictures before the commit show something else")
            expect(theirs and not theirs[-1].is_black, f"{compositor} showed no picture")

    def check_end(self, compositor):
        with self.report.check(f"after the end of {compositor} the display shows the loader at its current time"):
            state = json.loads(self.board.succeed("loaderctl --json state"))
            expect(state["output"]["state"] == "aside", f"{state['output']}")
            # Another one starts now. It must not take the compositor's background colour.
            process = "systemctl show -P MainPID loaderd"
            self.board.succeed(f"{process} >/run/before; systemctl kill -s KILL loaderd")
            self.board.until(f"{process} | grep -vqxe 0 -f /run/before")
            self.board.until_output("aside")
            self.board.succeed(f"systemctl stop {compositor}", 60)
            self.board.until_lit()
            self.match(f"{compositor}-back")

    def match(self, name):
        match(self.board, self.first, name)


class Crash(Suite):
    """Checks of restarts of loaderd."""

    text = "Loading…"

    def run(self):
        for time in ("first", "second"):
            with self.report.check(f"after the {time} SIGKILL the picture stays and the loader continues"):
                self.end(f"crash-{time}", "systemctl kill -s KILL loaderd")
        for name, command in (("stopped", "kill -s STOP loaderd;"), ("killed", "kill -s KILL loaderd &")):
            with self.report.check(f"`systemctl restart` of a process that is {name} keeps the picture"):
                self.end(f"restart-{name}", f"systemctl {command} systemctl restart loaderd", is_asked=True)
        with self.report.check("a process that is killed before it reads the signal of a restart leaves the terminal"):
            self.check_terminal()
        with self.report.check("after SIGTERM at the end of the initramfs the loader continues in the next process"):
            self.end("successor", "touch /etc/initrd-release; systemctl kill -s TERM loaderd")
            self.board.succeed("rm /etc/initrd-release")
        with self.report.check("after the start limit is reached the terminal is in text mode"):
            before = self.restarts()
            kill = "systemctl kill -s KILL loaderd; sleep 0.3; systemctl -q is-failed loaderd"
            self.board.succeed(f"until {kill}; do :; done; sleep 2", 120)
            # systemd counts starts per interval; two intervals may overlap the test.
            restarts = self.restarts() - before
            expect(restarts <= 2 * 5, f"it was started again {restarts} times")
            self.board.succeed("echo 'to be seen' >/dev/tty1")
            picture = self.board.until_picture(lambda picture: picture.box and picture.box[1] < 100)
            picture.write_png(BUILD / "debian-console.png")

    def check_terminal(self):
        """loaderd-console.service starts after such an end, which is a failure; it must not reset the terminal."""
        folder = "/run/systemd/system/loaderd.service.d"
        # It ignores this signal, so that there is time to kill it.
        self.board.succeed(f"mkdir {folder}; printf '[Service]\\nRestartKillSignal=SIGWINCH\\n' >{folder}/late.conf")
        # The start limit is checked below.
        self.board.succeed("systemctl daemon-reload; systemctl reset-failed loaderd", 60)
        self.board.succeed("systemctl restart --no-block loaderd; systemctl kill -s KILL loaderd", 60)
        self.board.until('[ -z "$(systemctl list-jobs --no-legend)" ]')
        self.board.until_lit()
        state = self.board.succeed("vt state 1").strip()
        expect(state == "graphics process", f"terminal 1 is in mode {state}")
        self.board.succeed(f"rm -r {folder}; systemctl daemon-reload", 60)

    def end(self, name, command, is_asked=False):
        """Films the end of loaderd by a command, and its restart; `is_asked` if the command asks for a restart."""
        self.board.succeed("loaderctl show shimmer 'Loading…' --transition none")
        self.board.play(1)
        since = round(self.board.frame()["time"] * 1000)
        before = self.restarts()
        film = Film(self.board, f"sleep 1; {command}; sleep 2", 300)
        film.strip(BUILD / f"film-{name}.png")
        self.check_film(film, since, is_crash=not is_asked)
        expect(is_asked or self.restarts() == before + 1, f"{self.restarts()} restarts, {before} before")

    def restarts(self):
        return int(self.board.succeed("systemctl show -P NRestarts loaderd.service"))

    def check_film(self, film, since, is_crash):
        """No picture is black, the pause is short, and pictures after it have the frame times of an unbroken clock."""
        black = [index for index, (_, frame) in enumerate(film.frames) if frame.is_black]
        expect(not black, f"{len(black)} black pictures of {len(film.frames)}, at {black[:5]}")
        frames = [frame for _, frame in film.frames]
        different = others(frames)
        expect(not different, f"{len(different)} of {len(frames)} pictures show something else, or nothing")
        # The longest time without a new picture is the restart.
        new = [film.frames[0]]
        for (_, one), (when, two) in itertools.pairwise(film.frames):
            if one.packed != two.packed:
                new.append((when, two))
        pause, place = max((two - one, place) for place, ((one, _), (two, _)) in enumerate(itertools.pairwise(new), 1))
        # `first` is loaderd's share, from exec to its first picture; the rest is systemd's on an emulated processor. The
        # limits are far above both, because the machine's clock also counts while the host does something else.
        ours = self.board.frame()["first"] * 1e9
        times = f"pause {pause / 1e6:.0f} ms, {ours / 1e6:.0f} ms of it in loaderd"
        self.report.note(f"{len(film.frames)} pictures, none black; {times}")
        expect(ours < 2e9 or not is_crash, times)  # two processes may draw at a restart
        expect(pause < 4e9, times)
        expect(place < len(new) - 1, "the loader does not continue")
        # The frame time of the first picture and the clock give the frame times of all others.
        start, first = film.frames[0]
        phases = self.first.moments(first.picture, since, since + 4000)
        expect(phases, f"the first picture is no rendering of {since} to {since + 4000} ms")
        parts = [new[1:place][-5:], new[place + 1 :][-9:]]
        duration = (new[-1][0] - start) / 1e6
        self.report.note(f"frame time of the first picture {' or '.join(map(str, phases))} ms; film {duration:.0f} ms")
        fits = any(all(self.has_frame_times(part, start, phase) for part in parts) for phase in phases)
        expect(fits, "the pictures do not have the expected frame times")

    def has_frame_times(self, frames, start, phase):
        """Whether pictures are renderings of the times when they were taken.

        Each may be up to 2 s late on a busy host, the median and the last one up to 120 ms: a clock that stands still
        during the pause is later.
        """
        found = []
        for when, frame in frames:
            expected, picture = phase + round((when - start) / 1e6), frame.picture
            for first, last in ((expected - 60, expected + 60), (expected - 2000, expected - 60)):
                moment = self.first.moment(picture, max(0, first), max(0, last))
                if self.first.at(moment) == picture:
                    break
            else:
                return False
            found.append(moment - expected)
        self.report.note(f"from {phase} ms: differences {found}")
        return bool(found) and min(sorted(found)[len(found) // 2], found[-1]) >= -120
