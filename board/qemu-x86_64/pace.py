"""Whether every vertical blank gets its frame, and the right one, on a display that has them."""

import json

from board import BUILD
from checksum import checksum
from report import expect
from trace import Trace, vertical_blanks


class Pace:
    """The checks of vkms on a counted machine, whose 60 Hz are exact."""

    counted = True

    def __init__(self, board, report):
        self.board = board
        self.report = report
        self.thinking = board.drawing("Thinking…")
        self.second = board.drawing("Second")

    def run(self):
        trace = Trace(self.board)
        self.board.succeed("sleep 1")
        # In one command: this board's clock does not wait while we type the next.
        states, events = trace.record("loaderctl --json state; echo @; sleep 10; loaderctl --json state", 120)
        before, after = (json.loads(state)["frame"] for state in states.split("@"))

        with self.report.check("loaderd counts 600 frames in 10 s, none skipped, none late"):
            seconds = after["time"] - before["time"]
            shown, skipped, late = (after[name] - before[name] for name in ("shown", "skipped", "late"))
            print(f"     {shown} frames in {seconds:.3f} s, {skipped} skipped, {late} late")
            expect(abs(shown - 60 * seconds) <= 1, f"{shown} frames in {seconds:.3f} s")
            expect(skipped == 0 and late == 0, f"{skipped} skipped, {late} late")
        with self.report.check("the kernel saw a frame at each of 600 and more vertical blanks"):
            blanks = vertical_blanks(events)
            expect(len(blanks) >= 600, f"{len(blanks)} frames")
            expect(blanks == list(range(blanks[0], blanks[0] + len(blanks))), "there are gaps")
        with self.report.check("a frame is the drawing of shimmer 'Thinking…'"):
            self.match(self.thinking, "thinking")
        with self.report.check("show changes the text"):
            self.board.succeed("loaderctl show shimmer Second && sleep 0.5")
            self.match(self.second, "second")
        with self.report.check("hidden, it never wakes"):
            self.board.succeed("loaderctl hide && sleep 1")
            wakeups = self.board.wakeups(3)
            expect(wakeups == 0, f"{wakeups} wake-ups in 3 s")
        with self.report.check("quit ends it with status 0"):
            status = self.board.quit_loaderd()
            expect(status == 0, f"status {status}")

    def match(self, drawing, name):
        """A frame must be a drawing of its time, going by the sum of its pixels."""
        output = self.board.succeed(
            "loaderctl --json state; echo @; head -n 1 /sys/kernel/debug/dri/0/crtc-0/crc/data; echo @; "
            "loaderctl --json state"
        )
        before, entry, after = output.split("@")
        first, last = (round(json.loads(state)["frame"]["time"] * 1000) for state in (before, after))
        sum = int(entry.split()[1], 16)
        for moment in range(first, last + 1):
            if checksum(drawing.at(moment)) == sum:
                drawing.at(moment).write_png(BUILD / f"{self.board.display}-{name}.png")
                return
        raise AssertionError(f"the frame of sum {sum:08x} is no drawing of {first} to {last} ms")
