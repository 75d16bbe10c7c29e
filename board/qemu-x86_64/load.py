"""The load test (board/load.c) on a display with vertical blanks."""

from board import Board
from report import expect
from suite import Suite
from target import BUILD
from trace import Trace, vertical_blanks

SECONDS = 5
# Calls and connections a second, and megabytes of garbage; the emulated processor is about 20 times slower than the
# host.
CALLS, CONNECTS, GARBAGE = 1000, 100, 8


class LoadedBoard(Board):
    """The board with vkms under another name."""

    def __init__(self, display, *arguments):
        super().__init__("vkms", *arguments)


class Load(Suite):
    """Checks on a counted machine, where the clients and loaderd share one processor."""

    counted = True

    def run(self):
        # least-rate = none: by default, loaderd skips frames while other processes wait for the processor.
        self.board.quit_loaderd()
        self.board.succeed("mkdir -p /etc; printf '[Screen]\\nleast-rate = none\\n' >/etc/loaderd.conf")
        self.board.start_loaderd()
        self.board.until_lit(1)
        trace = Trace(self.board)
        lines = []
        with self.report.check("at most 1 % of the frames are missed under load, and memory is released"):
            lines = self.load(f"{SECONDS} {CALLS} {CONNECTS} {GARBAGE}")
        with self.report.check("the same with more calls than the processor can handle"):
            lines += self.load(f"{SECONDS} 100000 10000 {GARBAGE}")
        (BUILD / "load.txt").write_text("".join(f"{line}\n" for line in lines))
        with self.report.check("under load the kernel reports a frame at 99 % of the vertical blanks"):
            _, events = trace.record(f"load /run/loaderd/io.loaderd.Screen 2 {CALLS} {CONNECTS} 1 >/dev/null", 600)
            blanks = vertical_blanks(events)
            missed = blanks[-1] - blanks[0] + 1 - len(blanks)
            expect(missed <= len(blanks) / 100, f"{missed} of {len(blanks)} missed")

    def load(self, arguments):
        """Runs the load test; returns its lines."""
        answer = self.board.run(f"load /run/loaderd/io.loaderd.Screen {arguments}", 900)
        for line in answer.output.splitlines():
            self.report.note(line)
        expect(answer.status == 0, f"status {answer.status}")
        return answer.output.splitlines()
