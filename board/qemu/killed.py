"""A loaderd that is killed, on a board without systemd, which would keep its display."""

from pictures import Pictures
from report import expect


class Killed(Pictures):
    """Checks of what SIGKILL leaves, and of the loaderd that is started next."""

    def run(self):
        with self.report.check("SIGKILL of loaderd also ends its input helper"):
            process = min(map(int, self.board.succeed("pidof loaderd").split()))
            self.board.succeed(f"kill -9 {process}")
            self.board.until("! pidof loaderd")
            expect(self.board.until("grep . /run/loaderd.status").strip() == "137", "it has not ended by SIGKILL")
        with self.report.check("the next loaderd answers and shows a picture that equals the rendering"):
            self.board.start_loaderd()
            self.board.until_lit()
            self.match(self.first, "killed")
            expect(not self.board.problems(), f"it logs {self.board.problems()!r}")
        with self.report.check("a loaderd that replaces the killed one's successor shows the picture too"):
            self.board.succeed(self.board.loaderd.replace("/run/loaderd.", "/run/third.").replace("--show", "--replace --show"))
            expect(self.board.until("grep . /run/loaderd.status").strip() == "0", "the replaced one has failed")
            self.board.until_lit()
            self.match(self.first, "replaced")
        with self.report.check("its end leaves the terminal in text mode"):
            self.board.succeed("loaderctl quit")
            self.board.until("! pidof loaderd")
            self.mode("text")
