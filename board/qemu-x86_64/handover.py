"""What is on the display while loaderd and other programs take it from each other: films, picture by picture."""

import itertools
import json
import re

from board import BUILD
from film import Film
from report import expect

REFUSED = re.compile("EBUSY|EACCES|busy|not permitted|permission denied|set.?master|DRM master", re.IGNORECASE)


class Handover:
    """The checks of compositors that start while loaderd shows something, without a word to it."""

    counted = False

    def __init__(self, board, report):
        self.board = board
        self.report = report
        self.loading = board.drawing("Loading…")

    def run(self):
        with self.report.check("loaderd is up before the system is, and shows the shimmer"):
            expect(self.board.output()["state"] == "lit", f"{self.board.output()}")
            self.match("boot")
        for compositor, own_black in (("weston", 0), ("cage", 1)):
            self.start(compositor, "unasked", own_black, "")
            self.back(compositor)
            self.start(compositor, "asked", own_black, "loaderctl yield")
            with self.report.check(f"after {compositor} what was yielded is taken back when asked"):
                self.board.succeed(f"systemctl stop {compositor}; sleep 1; loaderctl resume; sleep 1", 60)
                self.match(f"{compositor}-resumed")
            self.start(compositor, "retained", own_black, "loaderctl quit --retain")
            with self.report.check(f"loaderd ended when {compositor} was there"):
                self.board.until("! systemctl -q is-active loaderd.service")
                status = self.board.succeed("systemctl show -P ExecMainStatus loaderd.service").strip()
                expect(status == "0", f"status {status}")
            self.board.succeed(f"systemctl stop {compositor}; systemctl start loaderd; sleep 2", 60)

    def start(self, compositor, name, own_black, before):
        """Films the start of a compositor; its own black pictures are known and counted apart."""
        with self.report.check(f"{compositor} starts {name}, without a black picture of ours"):
            film = Film(self.board, f"{before or ':'}; systemctl start {compositor}; sleep 6", 300)
            film.strip(BUILD / f"film-{compositor}-{name}.png")
            expect(film.answer.status == 0, f"{film.answer}")
            log = self.board.succeed(f"journalctl -b -u {compositor} -u seatd --no-pager -o cat | tail -60")
            refused = [line for line in log.splitlines() if REFUSED.search(line)]
            expect(not refused, f"it says {refused!r}")
            frames = [frame for _, frame in film.frames]
            boxes = [(frame.is_black, frame.picture.rows[0][:3]) for frame in (key for key, _ in itertools.groupby(frames))]
            # What is not loaderd's black background with a text on it is the compositor's.
            first = next((i for i, frame in enumerate(frames) if frame.picture.rows[0][:3] != b"\0\0\0"), None)
            expect(first is not None, "the compositor never showed anything")
            black = [index for index, frame in enumerate(frames[:first]) if frame.is_black]
            runs = len([key for key, _ in itertools.groupby(frame.is_black for frame in frames[:first]) if key])
            print(f"     {len(frames)} pictures, {first} until the compositor's, {len(black)} black in {runs} runs")
            expect(runs <= own_black, f"{len(black)} black pictures, at {black[:5]} of {first}")

    def back(self, compositor):
        with self.report.check(f"when {compositor} ends loaderd has the display back, its clock unbroken"):
            state = json.loads(self.board.succeed("loaderctl --json state"))
            expect(state["output"]["state"] == "aside", f"{state['output']}")
            self.board.succeed(f"systemctl stop {compositor}; sleep 3", 60)
            self.match(f"{compositor}-back")

    def match(self, name):
        photograph = self.board.photograph()
        photograph.picture.write_png(BUILD / f"debian-{name}.png")
        moment = self.loading.moment(photograph.picture, photograph.first, photograph.last)
        if self.loading.at(moment) != photograph.picture:
            expect(False, f"at {moment} ms: " + self.loading.at(moment).describe_difference(photograph.picture))


class Crash:
    """The checks of a loaderd that is killed while it shows something."""

    counted = False

    def __init__(self, board, report):
        self.board = board
        self.report = report
        self.loading = board.drawing("Loading…")

    def run(self):
        self.board.succeed("loaderctl show shimmer 'Loading…' --transition none; sleep 1")
        for time in ("first", "second"):
            with self.report.check(f"killed for the {time} time, the picture stays and goes on at its phase"):
                film = Film(self.board, "sleep 1; systemctl kill -s KILL loaderd; sleep 2", 300)
                film.strip(BUILD / f"film-crash-{time}.png")
                self.judge(film)
                restarts = int(self.board.succeed("systemctl show -P NRestarts loaderd.service"))
                expect(restarts == (1 if time == "first" else 2), f"{restarts} restarts")

    def judge(self, film):
        black = [index for index, (_, frame) in enumerate(film.frames) if frame.is_black]
        expect(not black, f"{len(black)} black pictures of {len(film.frames)}, at {black[:5]}")
        # The longest time without a new picture is the daemon's death.
        times = [film.frames[0][0]]
        for (_, one), (when, two) in itertools.pairwise(film.frames):
            if one.packed != two.packed:
                times.append(when)
        pause, end = max((two - one, two) for one, two in itertools.pairwise(times))
        print(f"     {len(film.frames)} pictures, none black; it stood still for {pause / 1e6:.0f} ms")
        expect(pause < 1.5e9, f"it stood still for {pause / 1e6:.0f} ms")
        # Where the loader's time was at the first picture, the clock tells where it must be at the last.
        start, first = film.frames[0]
        finish, last = film.frames[-1]
        expect(finish > end, "it never went on")
        since = json.loads(self.board.succeed("loaderctl --json state"))["frame"]["time"] * 1000
        phase = self.exact(first.picture, 0, int(since))
        passed = round((finish - start) / 1e6)
        again = self.exact(last.picture, phase + passed - 60, phase + passed + 60)
        print(f"     {again - phase} ms of the loader in {passed} ms")

    def exact(self, picture, first, last):
        moment = self.loading.moment(picture, max(0, first), last)
        expect(self.loading.at(moment) == picture, f"it is no drawing of {first} to {last} ms")
        return moment
