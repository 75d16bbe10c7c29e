"""What becomes of the frames of a display with vertical blanks while programs crowd the socket."""

from board import BUILD, Board
from report import expect
from suite import Suite
from trace import Trace, vertical_blanks

SECONDS = 5
# What is sent a second, and megabytes of garbage; the emulated processor is some twenty times slower than ours.
CALLS, CONNECTS, GARBAGE = 1000, 100, 8


class LoadedBoard(Board):
    """The board of vkms."""

    def __init__(self, display, *arguments):
        super().__init__("vkms", *arguments)


class Load(Suite):
    """The checks of a counted machine, where the programs and loaderd share one processor."""

    counted = True

    def run(self):
        # Every frame counts: none is left to the programs that wait for the processor, as it would be by default.
        self.board.succeed("loaderctl quit; sleep 1; mkdir -p /etc; printf '[Screen]\\nleast-rate = none\\n' >/etc/loaderd.conf")
        self.board.succeed(f"{self.board.loaderd} sleep 2")
        trace = Trace(self.board)
        lines = []
        with self.report.check("at most 1 % of the frames are missed under load, and nothing is left of it"):
            lines = self.load(f"{SECONDS} {CALLS} {CONNECTS} {GARBAGE}")
        with self.report.check("the same when more is sent than the processor can do"):
            lines += self.load(f"{SECONDS} 100000 10000 {GARBAGE}")
        (BUILD / "load.txt").write_text("".join(f"{line}\n" for line in lines))
        with self.report.check("the kernel saw a frame at each vertical blank meanwhile"):
            _, events = trace.record(f"load /run/loaderd/io.loaderd.Screen 2 {CALLS} {CONNECTS} 1 >/dev/null", 600)
            blanks = vertical_blanks(events)
            missed = blanks[-1] - blanks[0] + 1 - len(blanks)
            expect(missed <= len(blanks) / 100, f"{missed} of {len(blanks)} missed")

    def load(self, arguments):
        answer = self.board.run(f"load /run/loaderd/io.loaderd.Screen {arguments}", 900)
        for line in answer.output.splitlines():
            self.report.note(line)
        expect(answer.status == 0, f"status {answer.status}")
        return answer.output.splitlines()
