"""A machine without any display: the kernel argument nomodeset, and only serial lines."""

import time

from report import expect
from suite import Suite, eventually
from target import BUILD

# What the second serial line gets (machine.py).
LINES = BUILD / "serial-lines.txt"


class NoModeset(Suite):
    """Checks of a boot with nomodeset."""

    def run(self):
        with self.report.check("with nomodeset loaderd answers, uses no processor time, and logs one line"):
            expect(self.board.run("test -e /dev/dri/card0").status == 1, "there is a card")
            expect('"output":null' in self.board.succeed("loaderctl --json state"), "there is an output")
            self.board.watch(3)  # retries must not log again
            expect(self.board.rests(), "loaderd wakes up")
            log = self.board.problems()
            expect(len(log) == 1, f"it logs {log!r}")
        with self.report.check("doctor names nomodeset"):
            answer = self.board.run("loaderctl doctor")
            expect(answer.status == 1 and "nomodeset" in answer.output, f"{answer}")
        with self.report.check("a configured serial line gets the texts and the progress"):
            self.board.quit_loaderd()
            self.board.succeed("printf '[Screen]\\nserial = /dev/ttyS1\\n' >/run/serial.conf")
            self.board.start_loaderd("--config /run/serial.conf --mode update")
            self.board.succeed("loaderctl status 'Package 3 of 7'; loaderctl progress 42%")
            line = "Installing updates - Keep the device switched on - Thinking… - Package 3 of 7 42%"
            expect(eventually(lambda: line in self.lines(), 30), f"{self.lines()}")
        with self.report.check("it gets at most one line a second"):
            before, start = len(self.lines()), time.monotonic()
            self.board.succeed("for number in $(seq 43 99); do loaderctl progress $number%; done", 120)
            self.board.succeed("loaderctl progress 100%")
            expect(eventually(lambda: self.lines()[-1].endswith(" 100%"), 30), f"{self.lines()}")
            written, passed = len(self.lines()) - before, time.monotonic() - start
            expect(written <= min(passed + 1, 7), f"{written} lines in {passed} s: {self.lines()}")
            expect(self.board.rests(), "loaderd wakes up")

    def lines(self):
        return LINES.read_text(encoding="utf-8", errors="replace").splitlines()
