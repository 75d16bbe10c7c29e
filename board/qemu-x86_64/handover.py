"""What is on the display while loaderd and other programs take it from each other: films, picture by picture."""

import itertools
import json
import re

from board import BUILD
from film import Film, others
from report import expect
from screens import match
from suite import Suite
from trace import Trace

REFUSED = re.compile("EBUSY|EACCES|busy|not permitted|permission denied|set.?master|DRM master", re.IGNORECASE)


class Boot(Suite):
    """The checks of a system that is starting."""

    text = "Loading…"
    at_boot = True

    def run(self):
        with self.report.check("loaderd is up before the system is, and shows the shimmer"):
            expect(self.board.output()["state"] == "lit", f"{self.board.output()}")
            match(self.board, self.first, "boot")


class Handover(Suite):
    """The checks of compositors that start while loaderd shows something, without a word to it."""

    text = "Loading…"

    def run(self):
        self.trace = Trace(self.board)
        for compositor in ("weston", "cage"):
            self.start(compositor, "unasked", "")
            self.back(compositor)
            self.start(compositor, "asked", "loaderctl yield")
            with self.report.check(f"after {compositor} what was yielded is taken back when asked"):
                self.board.succeed(f"systemctl stop {compositor}; loaderctl resume", 60)
                self.board.until_lit()
                self.match(f"{compositor}-resumed")
            self.start(compositor, "retained", "loaderctl quit --retain")
            with self.report.check(f"loaderd ended when {compositor} was there"):
                self.board.until("! systemctl -q is-active loaderd.service")
                status = self.board.succeed("systemctl show -P ExecMainStatus loaderd.service").strip()
                expect(status == "0", f"status {status}")
            self.board.succeed(f"systemctl stop {compositor}; systemctl start loaderd", 60)
            self.board.until_lit()

    def start(self, compositor, name, before):
        """Films the start of a compositor, up to the kernel's word that it made its first commit."""
        with self.report.check(f"{compositor} starts {name}, and nothing is black before its first commit"):
            committed = f"grep -qE '^ *{compositor}-.*: (commit|queue):' /sys/kernel/tracing/trace"
            wait = f"n=0; until {committed} || [ $n = 60 ]; do n=$((n+1)); sleep 0.5; done; sleep 3"
            command = self.trace.around(f"{before or ':'}; systemctl start {compositor}; {wait}")
            film = Film(self.board, command, 300)
            film.strip(BUILD / f"film-{compositor}-{name}.png")
            expect(film.answer.status == 0, f"{film.answer}")
            log = self.board.succeed(f"journalctl -b -u {compositor} -u seatd --no-pager -o cat | tail -60")
            refused = [line for line in log.splitlines() if REFUSED.search(line)]
            expect(not refused, f"it says {refused!r}")
            commits = [
                float(event["time"]) * 1e9
                for event in self.trace.events()
                if event["name"] in ("commit", "queue") and event["process"].strip() == compositor
            ]
            expect(commits, "it made no commit")
            first = commits[0]
            ours = [frame for when, frame in film.frames if when < first]
            theirs = [frame for when, frame in film.frames if when >= first]
            black = [sum(frame.is_black for frame in part) for part in (ours, theirs)]
            self.report.note(f"{len(ours)} pictures of ours, {black[0]} black; then {len(theirs)}, {black[1]} black")
            expect(len(ours) > 10, f"only {len(ours)} pictures are from before it")
            expect(black[0] == 0, f"{black[0]} of our last {len(ours)} pictures are black")
            expect(not others(ours), f"{len(others(ours))} of our last {len(ours)} pictures show something else")
            expect(theirs and not theirs[-1].is_black, "the compositor never showed anything")

    def back(self, compositor):
        with self.report.check(f"when {compositor} ends loaderd has the display back, its clock unbroken"):
            state = json.loads(self.board.succeed("loaderctl --json state"))
            expect(state["output"]["state"] == "aside", f"{state['output']}")
            self.board.succeed(f"systemctl stop {compositor}", 60)
            self.board.until_lit()
            self.match(f"{compositor}-back")

    def match(self, name):
        match(self.board, self.first, name)


class Crash(Suite):
    """The checks of a loaderd that is killed while it shows something."""

    text = "Loading…"

    def run(self):
        for time, restarts in (("first", 1), ("second", 2)):
            with self.report.check(f"killed for the {time} time, the picture stays and goes on at its phase"):
                self.end(f"crash-{time}", "systemctl kill -s KILL loaderd", restarts)
        with self.report.check("ended as at the end of an initramfs, it has a successor in the same way"):
            self.end("successor", "touch /etc/initrd-release; systemctl kill -s TERM loaderd", 3)
            self.board.succeed("rm /etc/initrd-release")
        with self.report.check("when it fails for good, the terminal has its text back"):
            before = self.restarts()
            kill = "systemctl kill -s KILL loaderd; sleep 0.3; systemctl -q is-failed loaderd"
            self.board.succeed(f"until {kill}; do :; done; sleep 2", 120)
            # The manager counts in spans of time, and the first may have begun before.
            restarts = self.restarts() - before
            expect(restarts <= 2 * 5, f"it was started again {restarts} times")
            self.board.succeed("echo 'to be seen' >/dev/tty1")
            picture = self.board.until_picture(lambda picture: picture.box and picture.box[1] < 100)
            picture.write_png(BUILD / "debian-console.png")

    def end(self, name, command, restarts):
        """Films the daemon's end by a command, and what comes after."""
        self.board.succeed("loaderctl show shimmer 'Loading…' --transition none")
        self.board.play(1)
        since = round(self.board.frame()["time"] * 1000)
        film = Film(self.board, f"sleep 1; {command}; sleep 2", 300)
        film.strip(BUILD / f"film-{name}.png")
        self.judge(film, since)
        expect(self.restarts() == restarts, f"{self.restarts()} restarts")

    def restarts(self):
        return int(self.board.succeed("systemctl show -P NRestarts loaderd.service"))

    def judge(self, film, since):
        black = [index for index, (_, frame) in enumerate(film.frames) if frame.is_black]
        expect(not black, f"{len(black)} black pictures of {len(film.frames)}, at {black[:5]}")
        frames = [frame for _, frame in film.frames]
        expect(not others(frames), f"{len(others(frames))} of {len(frames)} pictures show something else, or nothing")
        # The longest time without a new picture is the daemon's death.
        new = [film.frames[0]]
        for (_, one), (when, two) in itertools.pairwise(film.frames):
            if one.packed != two.packed:
                new.append((when, two))
        pause, place = max((two - one, place) for place, ((one, _), (two, _)) in enumerate(itertools.pairwise(new), 1))
        # The manager's part is this emulated machine's; ours is from exec to the first picture.
        ours = self.board.frame()["first"] * 1e9
        self.report.note(f"{len(film.frames)} pictures, none black; still for {pause / 1e6:.0f} ms, {ours / 1e6:.0f} ms by us")
        expect(ours < pause / 2, f"of {pause / 1e6:.0f} ms without a new picture {ours / 1e6:.0f} were ours")
        expect(pause < 4e9, f"it stood still for {pause / 1e6:.0f} ms")
        expect(place < len(new) - 1, "it never went on")
        # Where the loader's time was at the first picture, the clock tells where it must be at the others.
        start, first = film.frames[0]
        phases = self.first.moments(first.picture, since, since + 1500)
        expect(phases, f"the first picture is no drawing of {since} to {since + 1500} ms")
        parts = [new[1:place][-5:], new[place + 1 :][-9:]]
        self.report.note(f"the first picture is of {' or '.join(map(str, phases))} ms; {(new[-1][0] - start) / 1e6:.0f} ms later")
        fits = any(all(self.goes_on(part, start, phase) for part in parts) for phase in phases)
        expect(fits, "the pictures do not go on from there")

    def goes_on(self, frames, start, phase):
        """Whether pictures are drawings of the times at which they are seen, most of them and the last one to 60 ms."""
        found = []
        for when, frame in frames:
            expected, picture = phase + round((when - start) / 1e6), frame.picture
            for first, last in ((expected - 60, expected + 60), (expected - 400, expected - 60)):
                moment = self.first.moment(picture, max(0, first), max(0, last))
                if self.first.at(moment) == picture:
                    break
            else:
                return False
            found.append(moment - expected)
        self.report.note(f"from {phase} ms off by {found}")
        return bool(found) and min(sorted(found)[len(found) // 2], found[-1]) >= -60
