"""Whether every vertical blank gets its frame, and the right one, on a display that has them."""

import json

from checksum import checksum
from drawing import Drawing
from report import expect
from trace import Trace, vertical_blanks


class Pace:
    """The checks of vkms on a counted machine, whose 60 Hz are exact."""

    def __init__(self, board, report, loaderctl):
        self.board = board
        self.report = report
        self.thinking = Drawing(loaderctl, "Thinking…")
        self.second = Drawing(loaderctl, "Second")

    def run(self):
        trace = Trace(self.board)
        self.board.succeed("sleep 1")
        before = self.board.frame()
        events = trace.record("sleep 10", 120)
        after = self.board.frame()

        with self.claim("loaderd counts 600 frames in 10 s, none skipped, none late"):
            seconds = after["time"] - before["time"]
            shown, skipped, late = (after[name] - before[name] for name in ("shown", "skipped", "late"))
            print(f"     {shown} frames in {seconds:.3f} s, {skipped} skipped, {late} late")
            expect(abs(shown - 60 * seconds) <= 1, f"{shown} frames in {seconds:.3f} s")
            expect(skipped == 0 and late == 0, f"{skipped} skipped, {late} late")
        with self.claim("the kernel saw a frame at each of 600 vertical blanks"):
            blanks = vertical_blanks(events)
            expect(abs(len(blanks) - 600) <= 1, f"{len(blanks)} frames in 10 s")
            expect(blanks == list(range(blanks[0], blanks[0] + len(blanks))), "there are gaps")
        with self.claim("a frame is the drawing of shimmer 'Thinking…'"):
            self.match(self.thinking)
        with self.claim("show changes the text"):
            self.board.succeed("loaderctl show shimmer Second && sleep 0.5")
            self.match(self.second)
        with self.claim("hidden, it never wakes"):
            self.board.succeed("loaderctl hide && sleep 1")
            wakeups = self.board.wakeups(3)
            expect(wakeups == 0, f"{wakeups} wake-ups in 3 s")
        with self.claim("quit ends it with status 0"):
            status = self.board.quit_loaderd()
            expect(status == 0, f"status {status}")

    def match(self, drawing):
        """A frame must be a drawing of its time, going by the sum of its pixels."""
        # In one command: this board's clock does not wait while we type the next.
        output = self.board.succeed(
            "loaderctl --json state; echo @; head -n 1 /sys/kernel/debug/dri/0/crtc-0/crc/data; echo @; "
            "loaderctl --json state"
        )
        before, entry, after = output.split("@")
        first, last = (round(json.loads(state)["frame"]["time"] * 1000) for state in (before, after))
        sum = int(entry.split()[1], 16)
        expect(
            any(checksum(drawing.at(moment)) == sum for moment in range(first, last + 1)),
            f"the frame of sum {sum:08x} is no drawing of {first} to {last} ms",
        )

    def claim(self, words):
        return self.report.check(f"{self.board.display}: {words}")
