"""Who has the virtual terminals: at each end of loaderd, while another terminal is active, and after a compositor."""

from pictures import Pictures
from report import expect


class Terminals(Pictures):
    """The checks of a board whose kernel has virtual terminals, on one of which another program draws."""

    def run(self):
        self.ends()
        self.inactive()
        self.compositor()

    def ends(self):
        for end in ("loaderctl quit", "kill -TERM $(pidof loaderd)"):
            with self.report.check(f"yield, then {end.split(' $')[0]}, with nobody on the display: the terminal is text"):
                self.fresh()
                self.board.succeed("loaderctl yield")
                self.state(1, "graphics process")
                self.board.succeed(end)
                self.ended()
                self.state(1, "text auto")
                self.board.succeed("echo 'to be seen' >/dev/tty1")
        with self.report.check("yield, then quit, while another program is DRM master: its terminal is left alone"):
            self.fresh()
            self.board.succeed("loaderctl yield; baseline move &")
            self.drawn_by_another()
            self.board.succeed("loaderctl quit")
            self.ended()
            self.state(1, "graphics process")
            self.drawn_by_another()
            self.board.succeed("kill $(pidof baseline)")
            self.board.start_loaderd()
        with self.report.check("yield, then quit, with a compositor on another terminal: only ours is text"):
            self.fresh()
            self.board.succeed("loaderctl yield; vt compositor 7 &")
            self.drawn_by_another()
            self.board.succeed("loaderctl quit")
            self.ended()
            self.state(1, "text auto")
            self.state(7, "graphics process")
            self.drawn_by_another()
            self.end_compositor()
            self.switch(1)
            self.board.start_loaderd()
            self.match(self.first, "started-again")

    def inactive(self):
        for prelude in ("true", "loaderctl yield"):
            with self.report.check(f"{prelude}, chvt 2, resume: another terminal is not drawn on, until ours is back"):
                self.fresh()
                self.board.succeed(prelude)
                self.switch(2)
                self.board.succeed("loaderctl resume")
                self.untouched()
                self.switch(1)
                self.match(self.first, "resumed-inactive")
        with self.report.check("a card that comes while another terminal is active is not drawn on, until ours is back"):
            self.fresh()
            self.switch(2)
            self.board.succeed("echo 1 >/sys/class/drm/card0/device/remove")
            self.board.until("! loaderctl --json state | grep '\"state\"'")
            self.board.succeed("echo 1 >/sys/bus/pci/rescan")
            self.board.until("loaderctl --json state | grep '\"state\":\"aside\"'")
            self.untouched()
            self.switch(1)
            self.match(self.first, "came-inactive")

    def compositor(self):
        with self.report.check("after a compositor on another terminal, resume draws there, and ours is text again"):
            self.fresh()
            self.board.succeed("loaderctl yield; vt compositor 7 &")
            self.drawn_by_another()
            self.end_compositor()
            self.board.succeed("loaderctl resume")
            self.match(self.first, "resumed-on-another")
            self.state(1, "text auto")
            self.state(7, "graphics process")
        with self.report.check("then no switch of terminals hangs"):
            self.switch(1)
            self.state(1, "text auto")
            self.switch(7)
            self.match(self.first, "switched-back")
            self.switch(2)
            self.switch(1)
        with self.report.check("and the end makes that terminal text too"):
            self.board.quit_loaderd()
            self.state(7, "text auto")
            self.state(1, "text auto")

    def fresh(self):
        """loaderd must show its picture on terminal 1, whatever the check before has left."""
        self.board.run("killall -9 vt baseline; timeout 10 chvt 1")
        if self.board.run("loaderctl state").status != 0:
            self.board.start_loaderd()
        self.board.succeed("loaderctl resume")
        self.board.until("loaderctl --json state | grep '\"state\":\"lit\"'")

    def untouched(self):
        """Terminal 2 must be text, and stay so for more than the longest retry."""
        self.board.succeed("sleep 3")
        self.state(2, "text auto")
        expect(self.board.output()["state"] == "aside", f"{self.board.output()}")
        picture = self.board.dump()
        expect(not picture.box or picture.box[1] < 40, "a picture is on it")

    def switch(self, terminal):
        """chvt, which waits until the switch is done."""
        answer = self.board.run(f"timeout 10 chvt {terminal}")
        expect(answer.status == 0, f"the switch to terminal {terminal} hangs")
        active = self.board.succeed("vt active").strip()
        expect(active == str(terminal), f"terminal {active} is active, and not {terminal}")

    def state(self, terminal, expected):
        """What a terminal must be in, such as "text auto"."""
        state = self.board.succeed(f"vt state {terminal}").strip()
        expect(state == expected, f"terminal {terminal} is in {state} mode, and not in {expected}")

    def drawn_by_another(self):
        """The display must show the moving block of `baseline move`."""
        self.board.until("pidof baseline")
        self.board.succeed("sleep 1")
        one = self.board.dump()
        self.board.succeed("sleep 0.3")
        expect(one.box and self.board.dump() != one, "the other program shows nothing that moves")

    def end_compositor(self):
        self.board.succeed("kill -TERM $(pidof vt)")
        self.board.until("! pidof vt && ! pidof baseline")

    def ended(self):
        expect(int(self.board.until("grep . /run/loaderd.status")) == 0, "loaderd has not ended well")
