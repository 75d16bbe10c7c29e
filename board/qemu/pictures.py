"""Pictures on the display: at the start, after calls, after refused calls, and at the end."""

import json

from report import expect
from suite import Suite
from target import BUILD


class Pictures(Suite):
    """Checks of pictures that QEMU dumps."""

    def __init__(self, board, report):
        super().__init__(board, report)
        self.second = board.drawing("Second")

    def run(self):
        self.start()
        self.check_calls()
        self.check_refusals()
        self.check_idle_and_end()

    def start(self):
        with self.report.check("loaderd shows a picture after the boot"):
            expect(self.board.dump().box, "the screen is empty")
        with self.report.check("the picture is animated"):
            before = self.board.dump()
            self.board.play(0.5)
            expect(self.board.dump() != before, "the picture is the same half a second later")
        with self.report.check("the picture equals the rendering of shimmer 'Thinking…'"):
            self.match(self.first, "thinking")

    def check_calls(self):
        with self.report.check("show changes the text"):
            self.order("loaderctl show shimmer Second")
            self.match(self.second, "second")
        with self.report.check("status adds a line"):
            self.changes("loaderctl status 'Starting services'", "status")
        with self.report.check("progress 42 adds a bar"):
            self.changes("loaderctl progress 42", "progress")
        with self.report.check("without status and progress the picture equals the rendering again"):
            self.order("loaderctl progress none && loaderctl status ''")
            self.match(self.second, "cleared")

    def check_refusals(self):
        with self.report.check("an unknown loader is refused and changes nothing"):
            before = self.board.frame()["time"]
            answer = self.board.run("loaderctl show nosuch")
            expect(answer.status in (1, 2), f"status {answer.status}")
            expect(len(answer.lines) == 1 and "nosuch" in answer.output, f"it prints {answer.output!r}")
            self.match(self.second, "refused")
            expect(self.board.frame()["time"] > before, "the loader was restarted")
        with self.report.check("a second loaderd waits while the first one uses the display"):
            self.board.succeed("{ loaderd --socket /run/other --show dots >/run/other.log 2>&1; } &")
            self.board.until("grep . /run/other.log && loaderctl --socket /run/other state")
            self.board.play(1)  # retries must not log again
            log = self.board.succeed("cat /run/other.log").splitlines()
            expect(len(log) == 1 and "another loaderd" in log[0], f"it logs {log!r}")
            state = json.loads(self.board.succeed("loaderctl --socket /run/other --json state"))
            expect(state["output"] is None, f"its output is {state['output']}")
            self.match(self.second, "first-of-two")
            self.board.succeed("loaderctl --socket /run/other quit")
            self.board.until("! loaderctl --socket /run/other state")
            self.match(self.second, "first-again")

    def check_idle_and_end(self):
        with self.report.check("after hide the screen is empty and loaderd does not wake up"):
            self.board.succeed("loaderctl hide")
            self.board.until_picture(lambda picture: not picture.box)
            self.board.until_still()
            expect(self.board.rests(), "loaderd wakes up")
        with self.report.check("quit ends loaderd with status 0"):
            status = self.board.quit_loaderd()
            expect(status == 0, f"status {status}")
            expect(self.board.run("pidof loaderd").status == 1, "loaderd still runs")
        with self.report.check("--once without a display exits with status 1"):
            self.board.succeed("for status in /sys/class/drm/card0-*/status; do echo off >$status; done")
            answer = self.board.run("timeout 10 loaderd --output drm --once --show shimmer")
            expect(answer.status == 1, f"status {answer.status}, {answer.output!r}")
            self.mode("text")
        with self.report.check("every signal that ends loaderd restores the text mode of the terminal"):
            for signal in ("TERM", "INT", "QUIT"):
                self.board.start_loaderd()
                self.mode("graphics")
                self.board.succeed(f"kill -{signal} $(pidof loaderd)")
                status = self.board.until("grep . /run/loaderd.status").strip()
                expect(status == "0", f"status {status} after SIG{signal}")
                self.mode("text")

    def order(self, command):
        """Runs a command that changes the picture, and waits until fades have ended."""
        self.board.succeed(command)
        self.board.play(0.5)

    def changes(self, command, name):
        """The command must change the bounding box of the picture by more than the shimmer does."""
        before = self.board.dump().box
        self.order(command)
        picture = self.board.dump()
        self.save(picture, name)
        expect(picture.box and max(abs(a - b) for a, b in zip(before, picture.box)) > 2, f"still {before}")

    def mode(self, expected):
        """The active terminal must be in this mode, "text" or "graphics"."""
        mode = self.board.succeed("baseline mode").strip()
        expect(mode == expected, f"the terminal is in {mode} mode")

    def match(self, drawing, name):
        """The display must show exactly a rendering of its frame time."""
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
