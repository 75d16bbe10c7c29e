"""Modes of the virtual terminals: after the end of loaderd, while another terminal is active, after a compositor."""

from pictures import Pictures
from report import expect


class Terminals(Pictures):
    """Checks of virtual terminals, with another DRM master on one of them (vt.c)."""

    def run(self):
        self.ends()
        self.inactive()
        self.compositor()

    def ends(self):
        for end in ("loaderctl quit", "kill -TERM $(pidof loaderd)"):
            with self.report.check(f"yield, then {end.split(' $')[0]}, no DRM master: the terminal is in text mode"):
                self.reset()
                self.board.succeed("loaderctl yield")
                self.state(1, "graphics process")
                self.board.succeed(end)
                self.expect_ended()
                self.state(1, "text auto")
                self.board.succeed("echo 'to be seen' >/dev/tty1")
        with self.report.check("yield, then quit, while another program is DRM master: its terminal does not change"):
            self.reset()
            self.board.succeed("loaderctl yield; baseline move &")
            self.expect_other_picture()
            self.board.succeed("loaderctl quit")
            self.expect_ended()
            self.state(1, "graphics process")
            self.expect_other_picture()
            self.board.succeed("kill $(pidof baseline)")
            self.board.start_loaderd()
        with self.report.check("yield, then quit, a compositor on another terminal: loaderd's is in text mode"):
            self.reset()
            self.board.succeed("loaderctl yield; vt compositor 7 &")
            self.expect_other_picture()
            self.board.succeed("loaderctl quit")
            self.expect_ended()
            self.state(1, "text auto")
            self.state(7, "graphics process")
            self.expect_other_picture()
            self.end_compositor()
            self.switch(1)
            self.board.start_loaderd()
            self.match(self.first, "started-again")

    def inactive(self):
        for prelude in ("true", "loaderctl yield"):
            with self.report.check(f"{prelude}, chvt 2, resume: loaderd draws only when its terminal is active again"):
                self.reset()
                self.board.succeed(prelude)
                self.switch(2)
                self.board.succeed("loaderctl resume")
                self.expect_no_picture()
                self.switch(1)
                self.match(self.first, "resumed-inactive")
        with self.report.check("while another terminal is active, loaderd does not draw on a new device"):
            self.reset()
            self.switch(2)
            self.board.succeed("echo 1 >/sys/class/drm/card0/device/remove")
            self.board.until("! loaderctl --json state | grep '\"state\"'")
            self.board.succeed("echo 1 >/sys/bus/pci/rescan")
            self.board.until("loaderctl --json state | grep '\"state\":\"aside\"'")
            self.expect_no_picture()
            self.switch(1)
            self.match(self.first, "came-inactive")

        for end, option in (("kill -KILL $(pidof loaderd)", ""), ("true", "--replace")):
            with self.report.check(f"the successor of a loaderd behind another terminal draws nothing there {option}"):
                self.reset()
                self.switch(2)
                self.board.succeed(end)
                self.board.start_loaderd(option)
                self.expect_no_picture()
                self.state(1, "graphics process")
                self.switch(1)
                self.board.until("loaderctl --json state | grep '\"state\":\"lit\"'")
                self.switch(2)
                self.expect_no_picture()
                self.switch(1)

    def compositor(self):
        with self.report.check("resume after a compositor on another terminal draws there; terminal 1 is text"):
            self.reset()
            self.board.succeed("loaderctl yield; vt compositor 7 &")
            self.expect_other_picture()
            self.end_compositor()
            self.board.succeed("loaderctl resume")
            self.match(self.first, "resumed-on-another")
            self.state(1, "text auto")
            self.state(7, "graphics process")
        with self.report.check("after that, switching terminals does not hang"):
            self.switch(1)
            self.state(1, "text auto")
            self.switch(7)
            self.match(self.first, "switched-back")
            self.switch(2)
            self.switch(1)
        with self.report.check("quit restores the text mode of that terminal"):
            self.board.quit_loaderd()
            self.state(7, "text auto")
            self.state(1, "text auto")

    def reset(self):
        """Ends the programs of the check before, and waits until loaderd shows its picture on terminal 1."""
        self.board.run("killall -9 vt baseline; timeout 10 chvt 1")
        if self.board.run("loaderctl state").status != 0:
            self.board.start_loaderd()
        self.board.succeed("loaderctl resume")
        self.board.until("loaderctl --json state | grep '\"state\":\"lit\"'")

    def expect_no_picture(self):
        """Terminal 2 must stay in text mode for longer than the longest retry interval."""
        self.board.watch(3)
        self.state(2, "text auto")
        expect(self.board.output()["state"] == "aside", f"{self.board.output()}")
        picture = self.board.dump()
        expect(not picture.box or picture.box[1] < 40, "loaderd draws on terminal 2")

    def switch(self, terminal):
        """Switches to a terminal with chvt, which waits until the switch is complete."""
        answer = self.board.run(f"timeout 10 chvt {terminal}")
        expect(answer.status == 0, f"the switch to terminal {terminal} hangs")
        active = self.board.succeed("vt active").strip()
        expect(active == str(terminal), f"terminal {active} is active, and not {terminal}")

    def state(self, terminal, expected):
        """A terminal must be in this mode, such as "text auto" or "graphics process"."""
        state = self.board.succeed(f"vt state {terminal}").strip()
        expect(state == expected, f"terminal {terminal} is in {state} mode, and not in {expected}")

    def expect_other_picture(self):
        """The display must show the moving block of `baseline move`."""
        self.board.until("pidof baseline")
        before = self.board.until_picture(_is_baseline)
        self.board.until_picture(lambda picture: _is_baseline(picture) and picture != before)

    def end_compositor(self):
        self.board.succeed("kill -TERM $(pidof vt)")
        self.board.until("! pidof vt && ! pidof baseline")

    def expect_ended(self):
        expect(int(self.board.until("grep . /run/loaderd.status")) == 0, "the exit status of loaderd is not 0")


def _is_baseline(picture):
    """Whether a picture has the background of `baseline`."""
    return set(picture.rows[0][:3]) == {0x20, 0x30, 0x40}
