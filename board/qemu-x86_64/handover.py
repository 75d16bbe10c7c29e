"""What is on the display while loaderd and other programs take it from each other: films, picture by picture."""

import itertools
import json
import re

from board import BUILD
from film import Film
from report import expect
from screens import match
from suite import Suite
from trace import Trace

REFUSED = re.compile("EBUSY|EACCES|busy|not permitted|permission denied|set.?master|DRM master", re.IGNORECASE)


class Handover(Suite):
    """The checks of compositors that start while loaderd shows something, without a word to it."""

    text = "Loading…"

    def run(self):
        with self.report.check("loaderd is up before the system is, and shows the shimmer"):
            expect(self.board.output()["state"] == "lit", f"{self.board.output()}")
            self.match("boot")
        self.board.until("systemctl -q is-active multi-user.target && sleep 3")
        self.trace = Trace(self.board)
        for compositor in ("weston", "cage"):
            self.start(compositor, "unasked", "")
            self.back(compositor)
            self.start(compositor, "asked", "loaderctl yield")
            with self.report.check(f"after {compositor} what was yielded is taken back when asked"):
                self.board.succeed(f"systemctl stop {compositor}; sleep 1; loaderctl resume; sleep 1", 60)
                self.match(f"{compositor}-resumed")
            self.start(compositor, "retained", "loaderctl quit --retain")
            with self.report.check(f"loaderd ended when {compositor} was there"):
                self.board.until("! systemctl -q is-active loaderd.service")
                status = self.board.succeed("systemctl show -P ExecMainStatus loaderd.service").strip()
                expect(status == "0", f"status {status}")
            self.board.succeed(f"systemctl stop {compositor}; systemctl start loaderd; sleep 2", 60)

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
            print(f"     {len(ours)} pictures of ours, {black[0]} black; then {len(theirs)}, {black[1]} black")
            expect(black[0] == 0, f"{black[0]} of our last {len(ours)} pictures are black")
            expect(theirs and not theirs[-1].is_black, "the compositor never showed anything")

    def back(self, compositor):
        with self.report.check(f"when {compositor} ends loaderd has the display back, its clock unbroken"):
            state = json.loads(self.board.succeed("loaderctl --json state"))
            expect(state["output"]["state"] == "aside", f"{state['output']}")
            self.board.succeed(f"systemctl stop {compositor}; sleep 3", 60)
            self.match(f"{compositor}-back")

    def match(self, name):
        match(self.board, self.first, name)


class Crash(Suite):
    """The checks of a loaderd that is killed while it shows something."""

    text = "Loading…"

    def run(self):
        self.board.until("systemctl -q is-active multi-user.target && sleep 3")
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
            self.board.succeed("echo 'to be seen' >/dev/tty1; sleep 1")
            picture = self.board.dump()
            picture.write_png(BUILD / "debian-console.png")
            expect(picture.box and picture.box[1] < 100, f"the console shows {picture.box}")

    def end(self, name, command, restarts):
        """Films the daemon's end by a command, and what comes after."""
        self.board.succeed("loaderctl show shimmer 'Loading…' --transition none; sleep 1")
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
        # The longest time without a new picture is the daemon's death.
        times = [film.frames[0][0]]
        for (_, one), (when, two) in itertools.pairwise(film.frames):
            if one.packed != two.packed:
                times.append(when)
        pause, end = max((two - one, two) for one, two in itertools.pairwise(times))
        # The manager's part is this emulated machine's; ours is from exec to the first picture.
        ours = self.board.frame()["first"] * 1e9
        print(f"     {len(film.frames)} pictures, none black; still for {pause / 1e6:.0f} ms, {ours / 1e6:.0f} ms by us")
        expect(ours < pause / 2, f"of {pause / 1e6:.0f} ms without a new picture {ours / 1e6:.0f} were ours")
        expect(pause < 4e9, f"it stood still for {pause / 1e6:.0f} ms")
        # Where the loader's time was at the first picture, the clock tells where it must be at the last.
        start, first = film.frames[0]
        finish, last = film.frames[-1]
        expect(finish > end, "it never went on")
        phase = self.exact(first.picture, since, since + 1500)
        passed = round((finish - start) / 1e6)
        again = self.exact(last.picture, phase + passed - 60, phase + passed + 60)
        print(f"     {again - phase} ms of the loader in {passed} ms")

    def exact(self, picture, first, last):
        moment = self.first.moment(picture, max(0, first), last)
        expect(self.first.at(moment) == picture, f"it is no drawing of {first} to {last} ms")
        return moment
