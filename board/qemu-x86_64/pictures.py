"""What the display shows: at the start, after each order, and after orders that are refused."""

import json

from board import BUILD
from report import expect
from suite import Suite


class Pictures(Suite):
    """The checks of a board whose display QEMU can dump."""

    def __init__(self, board, report):
        super().__init__(board, report)
        self.second = board.drawing("Second")

    def run(self):
        self.start()
        self.orders()
        self.refusals()
        self.rest()

    def start(self):
        with self.report.check("init's loaderd shows a picture"):
            expect(self.board.dump().box, "the screen is empty")
        with self.report.check("the picture moves"):
            before = self.board.dump()
            self.board.play(0.5)
            expect(self.board.dump() != before, "it is the same half a second later")
        with self.report.check("it is the drawing of shimmer 'Thinking…'"):
            self.match(self.first, "thinking")

    def orders(self):
        with self.report.check("show changes the text"):
            self.order("loaderctl show shimmer Second")
            self.match(self.second, "second")
        with self.report.check("status adds a line"):
            self.changes("loaderctl status 'Starting services'", "status")
        with self.report.check("progress 42 adds a bar"):
            self.changes("loaderctl progress 42", "progress")
        with self.report.check("without them it is the drawing again"):
            self.order("loaderctl progress none && loaderctl status ''")
            self.match(self.second, "cleared")

    def refusals(self):
        with self.report.check("an unknown loader is refused and changes nothing"):
            before = self.board.frame()["time"]
            answer = self.board.run("loaderctl show nosuch")
            expect(answer.status in (1, 2), f"status {answer.status}")
            expect(len(answer.lines) == 1 and "nosuch" in answer.output, f"it says {answer.output!r}")
            self.match(self.second, "refused")
            expect(self.board.frame()["time"] > before, "the loader began anew")
        with self.report.check("a second loaderd leaves the display to the first, and waits"):
            self.board.succeed("{ loaderd --socket /run/other --show dots >/run/other.log 2>&1; } &")
            self.board.until("grep . /run/other.log && loaderctl --socket /run/other state")
            self.board.play(1)  # it looks again and again, and must say it only once
            said = self.board.succeed("cat /run/other.log").splitlines()
            expect(len(said) == 1 and "another loaderd" in said[0], f"it says {said!r}")
            state = json.loads(self.board.succeed("loaderctl --socket /run/other --json state"))
            expect(state["output"] is None, f"its output is {state['output']}")
            self.match(self.second, "first-of-two")
            self.board.succeed("loaderctl --socket /run/other quit")
            self.board.until("! loaderctl --socket /run/other state")
            self.match(self.second, "first-again")

    def rest(self):
        with self.report.check("hidden, it shows nothing and never wakes"):
            self.board.succeed("loaderctl hide")
            self.board.until_picture(lambda picture: not picture.box)
            self.board.succeed("sleep 0.5")  # after which it must be at rest
            wakeups = self.board.wakeups(3)
            expect(wakeups == 0, f"{wakeups} wake-ups in 3 s")
        with self.report.check("quit ends it with status 0"):
            status = self.board.quit_loaderd()
            expect(status == 0, f"status {status}")
            expect(self.board.run("pidof loaderd").status == 1, "it is still there")
        with self.report.check("with --once and no display it says so, with status 1"):
            self.board.succeed("for status in /sys/class/drm/card0-*/status; do echo off >$status; done")
            answer = self.board.run("timeout 10 loaderd --output drm --once --show shimmer")
            expect(answer.status == 1, f"status {answer.status}, {answer.output!r}")
            self.mode("text")
        with self.report.check("however a signal ends it, the terminal has its text back"):
            for signal in ("TERM", "HUP", "QUIT"):
                self.board.start_loaderd()
                self.mode("graphics")
                self.board.succeed(f"kill -{signal} $(pidof loaderd)")
                expect(int(self.board.until("grep . /run/loaderd.status")) == 0, f"SIG{signal} does not end it well")
                self.mode("text")

    def order(self, command):
        """Gives loaderd an order, and waits until it has drawn what follows from it."""
        self.board.succeed(command)
        self.board.play(0.5)

    def changes(self, command, name):
        """The order must change where there is something to see by more than a shimmer's edge."""
        before = self.board.dump().box
        self.order(command)
        picture = self.board.dump()
        self.save(picture, name)
        expect(picture.box and max(abs(a - b) for a, b in zip(before, picture.box)) > 2, f"still {before}")

    def mode(self, expected):
        """What the terminal that is shown must be in: "text" or "graphics"."""
        mode = self.board.succeed("baseline mode").strip()
        expect(mode == expected, f"the terminal is in {mode} mode")

    def match(self, drawing, name):
        """The display must show a drawing of its time, to the last bit."""
        photograph = self.board.photograph()
        self.save(photograph.picture, name)
        moment = drawing.moment(photograph.picture, photograph.first, photograph.last)
        nearest = drawing.at(moment)
        if nearest != photograph.picture:
            self.save(nearest, f"{name}-expected")
            expect(
                False,
                f"nearest at {moment} ms of {photograph.first} to {photograph.last}: "
                + nearest.describe_difference(photograph.picture),
            )

    def save(self, picture, name):
        picture.write_png(BUILD / f"{self.board.display}-{name}.png")
