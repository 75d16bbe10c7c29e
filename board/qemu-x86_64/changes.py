"""What happens to a display while loaderd shows something: it is set up, turned, taken, unplugged and exchanged."""

import json

from pictures import Pictures
from report import expect
from trace import Trace

# Waits in the board's shell until loaderd has shown so many frames that its start is over.
SHOWN = "until loaderctl --json state 2>&1 | grep -qE '\"shown\":[1-9][0-9]+'; do sleep 0.1; done; sleep 0.5"

# Functions of the kernel that set a CRTC up anew, which is when a screen may go dark.
MODESETS = {
    "virtio-gpu": "virtio_gpu_crtc_atomic_enable",
    "bochs": "bochs_pipe_enable",
    "cirrus": "cirrus_pipe_enable",
}


class Changes(Pictures):
    """The checks of a board whose display does not stay as it is."""

    def run(self):
        self.take_over()
        self.ways()
        self.hand_over()
        if self.board.display == "cirrus":  # which is here for its 16 bits
            return
        self.carry_over()
        self.hotplug()
        self.terminals()
        self.unplug()
        self.sleep()

    def take_over(self):
        with self.report.check("taking over a lit display of the right mode sets nothing up anew"):
            self.board.quit_loaderd()
            trace = Trace(self.board, {"modeset": MODESETS[self.board.display]})
            _, events = trace.record(f"{self.board.loaderd} {SHOWN}")
            shown = [event["name"] for event in events]
            expect("commit" in shown, "there was no picture")
            modesets = shown.count("modeset")
            # The console's picture is not always in a format that loaderd can take its place in.
            if self.board.output()["format"] == "xrgb8888":
                expect(modesets == 0, f"{modesets} modesets")
            self.match(self.first, "taken-over")
        with self.report.check("setting up another mode is seen as such"):
            self.board.quit_loaderd()
            self.board.succeed("printf '[Output *-1]\\nmode = 800x600\\n' >/run/other.conf")
            command = self.board.loaderd.replace("--show", "--config /run/other.conf --show")
            _, events = trace.record(f"{command} {SHOWN}")
            modesets = [event["name"] for event in events].count("modeset")
            expect(modesets > 0, "it is not")
            self.restart("")

    def carry_over(self):
        with self.report.check("the colour of the picture before is carried over, and what is shown suits it"):
            self.board.quit_loaderd()
            self.board.succeed("printf '\\033[47m\\033[2J\\033[9;9H' >/dev/tty1")
            self.board.until_picture(lambda picture: picture.rows[700][-3:] == b"\xaa\xaa\xaa")
            self.board.start_loaderd()
            self.board.until_lit()
            grey = self.board.drawing("Thinking…", "--scheme", "light", "--background", "#AAAAAA")
            self.match(grey, "carried-over")
            self.board.quit_loaderd()
            self.board.succeed("printf '\\033[0m\\033[2J' >/dev/tty1")
            self.board.until_picture(lambda picture: not any(picture.rows[700]))
            self.board.start_loaderd()

    def ways(self):
        """The same picture by other ways: legacy calls, and turned."""
        with self.report.check("the legacy calls show the same"):
            self.restart("[Screen]\natomic = no")
            expect(self.board.output()["path"] == "legacy", f"{self.board.output()}")
            self.match(self.first, "legacy")
        for degrees in (90, 180, 270):
            with self.report.check(f"turned by {degrees} degrees it is the drawing turned"):
                self.restart(f"[Output *]\nrotate = {degrees}")
                self.match(self.board.drawing("Thinking…", "--rotate", str(degrees)), f"turned-{degrees}")
        with self.report.check("another mode can be asked for"):
            self.restart("[Output *-1]\nmode = 800x600")
            output, picture = self.board.output(), self.board.dump()
            expect((output["width"], output["height"]) == (800, 600), f"{output}")
            expect((picture.width, len(picture.rows)) == (800, 600) and picture.box, "the display is not in it")
        with self.report.check("a blank output is lit and empty, and never drawn again"):
            self.restart("[Output *]\nrole = blank", plays=False)
            self.board.succeed("sleep 0.5")
            expect(not self.board.dump().box and self.board.output()["state"] == "lit", "it is not blank")
        self.restart("")

    def hand_over(self):
        with self.report.check("yield keeps the picture and frees the display"):
            self.board.succeed("loaderctl yield")
            self.board.until_output("aside")
            before = self.board.dump()
            expect(before.box, "the picture is gone")
            self.board.succeed("sleep 0.5")
            expect(self.board.dump() == before, "it moves")
            expect(self.board.output()["state"] == "aside", f"{self.board.output()}")
        with self.report.check("another program takes the display, and resume says so"):
            self.board.succeed("baseline move &")
            self.board.until_picture(lambda picture: picture != before)
            answer = self.board.run("loaderctl resume")
            expect(answer.status == 1 and "another program" in answer.output, f"{answer}")
            expect(self.board.dump() != before, "the other program shows nothing")
            self.end_baseline()
            self.board.succeed("loaderctl resume")
            self.board.until_lit()
            self.match(self.first, "resumed")
        with self.report.check("whoever opens the card has it at once, unasked, and loaderd has it back at the end"):
            self.board.succeed("baseline move &")
            self.board.until_output("aside")
            self.board.succeed("sleep 0.5; kill -0 $(pidof baseline)")  # it is still there when loaderd has noticed it
            expect(self.board.output()["state"] == "aside", f"{self.board.output()}")
            one = self.board.dump()
            self.board.until_picture(lambda picture: picture != one)
            self.end_baseline()
            self.board.until_lit()
            self.match(self.first, "back")
        with self.report.check("started while another program has the display, loaderd leaves it the terminal too"):
            self.board.quit_loaderd()
            self.mode("text")
            one = self.board.dump()
            self.board.succeed("baseline move &")
            self.board.until_picture(lambda picture: picture != one)
            self.board.start_loaderd()
            answer = self.board.run("loaderctl resume")
            expect(answer.status == 1 and "another program" in answer.output, f"{answer}")
            expect(not json.loads(self.board.succeed("loaderctl --json state"))["yielded"], "nobody has yielded")
            self.mode("text")
            self.end_baseline()
            self.board.until_output("lit")
            self.mode("graphics")
            expect(self.board.output()["state"] == "lit", f"{self.board.output()}")
        with self.report.check("quit --retain leaves the picture until another program's, and then loaderd ends"):
            self.board.succeed("loaderctl quit --retain")
            self.board.until("loaderctl state; test $? = 3")
            expect(self.board.dump().box, "the picture is gone")
            one = self.board.dump()
            self.board.succeed("baseline move &")
            expect(self.board.until_picture(lambda picture: picture != one).box, "the other program shows nothing")
            expect(int(self.board.until("grep . /run/loaderd.status")) == 0, "it has not ended well")
            self.board.succeed("kill $(pidof baseline)")
        self.restart("")

    def hotplug(self):
        """The connector is switched off and on by force, with the event that a cable would make."""
        with self.report.check("a display that is disconnected and connected again shows the same at its phase"):
            self.plug("off")
            self.board.until_output(None)
            self.plug("on")
            self.board.until_lit()
            self.match(self.first, "plugged")
        with self.report.check("without a display at the start it waits for one, and never gives up"):
            self.board.quit_loaderd()
            self.plug("off")
            self.board.start_loaderd()
            self.board.succeed("sleep 3")  # it looks again and again, and must say it only once
            said = self.board.complaints()
            expect(len(said) == 1 and "no display is connected" in said[0], f"it says {said!r}")
            expect(self.board.wakeups(2) == 0, "it does not sleep")
            self.plug("on")
            self.board.until_lit()
            self.match(self.first, "late")

        if self.board.display == "bochs":  # the one that describes itself
            self.garbage()

    def garbage(self):
        with self.report.check("a display that describes itself in garbage is used as far as it goes"):
            override = "/sys/kernel/debug/dri/0/Virtual-1/edid_override"
            self.board.succeed(
                "{ yes garbage | head -c 126; printf '\\0\\377'; } >/run/edid; " f"cat /run/edid >{override}"
            )
            self.plug("detect")
            self.board.succeed("sleep 1")
            output, picture = self.board.output(), self.board.dump()
            expect(output and output["state"] == "lit" and picture.box, f"{output}")
            expect(picture.width == output["width"] and len(picture.rows) == output["height"], f"{output}")
            self.board.succeed(f"printf reset >{override}")
            self.plug("detect")
            self.board.succeed("sleep 1")
            self.match(self.first, "edid")

    def terminals(self):
        with self.report.check("another terminal is shown when it is asked for, and this one comes back"):
            expect(self.board.run("chvt 2").status == 0, "it cannot be switched")
            self.board.until_output("aside")
            self.board.until_picture(lambda picture: not picture.box or picture.box[1] < 40)
            expect(not self.board.dump().box or self.board.dump().box[1] < 40, "the picture is still there")
            self.board.succeed("chvt 1")
            self.board.until_lit()
            self.match(self.first, "terminal-back")
        with self.report.check("without virtual terminals it works as well"):
            self.board.quit_loaderd()
            self.board.succeed("rm /dev/tty0 /dev/tty1")
            self.board.start_loaderd()
            self.board.until_lit()
            self.match(self.first, "no-terminal")
            self.board.quit_loaderd()
            self.board.succeed("mknod /dev/tty0 c 4 0; mknod /dev/tty1 c 4 1")
        with self.report.check("who is not root but may open the card is its master too"):
            self.board.succeed("mkdir -p /etc; echo display:x:1000:1000::/:/bin/sh >/etc/passwd; chmod 666 /dev/dri/card0")
            command = "loaderd --socket /run/user.socket --show shimmer --text 'Thinking…'"
            self.board.succeed(f"{{ su display -c \"{command}\" >/run/user.log 2>&1; }} &")
            lit = "loaderctl --socket /run/user.socket --json state | grep -q '\"state\":\"lit\"'"
            self.board.until(lit)
            one = self.board.until_picture(lambda picture: picture.box)
            self.board.until_picture(lambda picture: picture != one)
            self.board.succeed("kill $(pidof loaderd)")
            self.board.until("! pidof loaderd")
            self.board.start_loaderd()
            self.board.until_lit()
        with self.report.check("the kernel's text does not come over the picture"):
            self.board.succeed("echo 'not to be seen' >/dev/tty1; echo 'nor this' >/dev/tty0")
            self.board.play(0.3)
            self.match(self.first, "text")
        with self.report.check("quit gives the terminal back, with text and cursor"):
            self.board.quit_loaderd()
            self.board.succeed("echo 'to be seen' >/dev/tty1")
            self.save(self.board.until_picture(lambda picture: picture.box), "console")
        self.restart("")

    def sleep(self):
        # Linux 6.1 does not wake virtio-gpu.
        if self.board.display == "virtio-gpu":
            return
        with self.report.check("after the machine slept the picture goes on"):
            self.board.succeed("echo devices >/sys/power/pm_test; echo mem >/sys/power/state", 60)
            before = self.board.frame()["shown"]
            self.board.play(0.5)
            self.match(self.first, "slept")
            expect(self.board.frame()["shown"] > before, "no frame is shown")

    def unplug(self):
        with self.report.check("a card that is unplugged costs one line and nothing else"):
            self.board.succeed("echo 1 >/sys/class/drm/card0/device/remove; sleep 1")
            state = json.loads(self.board.succeed("loaderctl --json state"))
            expect(state["output"] is None and state["loader"] == "shimmer", f"{state}")
            expect(len(self.board.complaints()) <= 1, f"it says {self.board.complaints()!r}")
            expect(self.board.wakeups(2) == 0, "it does not sleep")
        with self.report.check("the card comes back, and the picture with it, its clock unbroken"):
            self.board.succeed("echo 1 >/sys/bus/pci/rescan")
            self.board.until_lit()
            self.match(self.first, "replugged")

    def end_baseline(self):
        self.board.succeed("kill $(pidof baseline)")
        self.board.until("! pidof baseline")

    def restart(self, configuration, plays=True):
        """Starts loaderd with settings of its own, and waits until it shows something that moves."""
        if self.board.run("loaderctl state").status == 0:
            self.board.quit_loaderd()
        self.board.succeed(f"cat >/run/test.conf <<'EOF'\n{configuration}\nEOF")
        self.board.start_loaderd("--config /run/test.conf")
        self.board.until_output("lit")
        if plays:
            self.board.play()
        expect(not self.board.complaints(), f"it says {self.board.complaints()!r}")

    def plug(self, state):
        self.board.succeed(
            "for card in /sys/class/drm/card?; do\n"
            f"  for connector in $card/card*-1; do echo {state} >$connector/status; done\n"
            "  echo change >$card/uevent\n"
            "done"
        )
