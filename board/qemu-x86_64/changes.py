"""Changes of a display while loaderd uses it: modesets, rotation, other DRM masters, hotplug, suspend."""

import json

from pictures import Pictures
from report import expect
from trace import Trace

# A shell command that waits until loaderd has shown at least ten frames.
SHOWN = "until loaderctl --json state 2>&1 | grep -qE '\"shown\":[1-9][0-9]+'; do sleep 0.1; done; sleep 0.5"

# Kernel functions of each driver that enable a CRTC, as a modeset does.
MODESETS = {
    "virtio-gpu": "virtio_gpu_crtc_atomic_enable",
    "bochs": "bochs_pipe_enable",
    "cirrus": "cirrus_pipe_enable",
}


class Changes(Pictures):
    """Checks of modesets, hand-over between programs, hotplug, virtual terminals and suspend."""

    def run(self):
        self.take_over()
        self.check_paths()
        self.hand_over()
        if self.board.display == "cirrus":  # only tests the 16-bit format
            return
        self.carry_over()
        self.hotplug()
        self.terminals()
        self.unplug()
        self.sleep()

    def take_over(self):
        with self.report.check("taking over an enabled display in its mode needs no modeset"):
            self.board.quit_loaderd()
            trace = Trace(self.board, {"modeset": MODESETS[self.board.display]})
            _, events = trace.record(f"{self.board.loaderd} {SHOWN}")
            shown = [event["name"] for event in events]
            expect("commit" in shown, "there was no picture")
            modesets = shown.count("modeset")
            # The framebuffer of the console may have another format, which needs a modeset.
            if self.board.output()["format"] == "xrgb8888":
                expect(modesets == 0, f"{modesets} modesets")
            self.match(self.first, "taken-over")
        with self.report.check("another mode is traced as a modeset"):
            self.board.quit_loaderd()
            self.board.succeed("printf '[Output *-1]\\nmode = 800x600\\n' >/run/other.conf")
            command = self.board.loaderd.replace("--show", "--config /run/other.conf --show")
            _, events = trace.record(f"{command} {SHOWN}")
            modesets = [event["name"] for event in events].count("modeset")
            expect(modesets > 0, "no modeset is traced")
            self.restart("")

    def carry_over(self):
        with self.report.check("the colour of the boot background is carried over, with the matching scheme"):
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

    def check_paths(self):
        """The same picture with the legacy API, with rotations and in another mode."""
        with self.report.check("the legacy API shows the same picture"):
            self.restart("[Screen]\natomic = no")
            expect(self.board.output()["path"] == "legacy", f"{self.board.output()}")
            self.match(self.first, "legacy")
        for degrees in (90, 180, 270):
            with self.report.check(f"a rotation of {degrees} degrees shows the rotated picture"):
                self.restart(f"[Output *]\nrotate = {degrees}")
                self.match(self.board.drawing("Thinking…", "--rotate", str(degrees)), f"turned-{degrees}")
        with self.report.check("the configured mode is used"):
            self.restart("[Output *-1]\nmode = 800x600")
            output, picture = self.board.output(), self.board.dump()
            expect((output["width"], output["height"]) == (800, 600), f"{output}")
            expect((picture.width, len(picture.rows)) == (800, 600) and picture.box, "the display has another mode")
        with self.report.check("an output with the role blank is lit and empty"):
            self.restart("[Output *]\nrole = blank", plays=False)
            self.board.until_still()
            expect(not self.board.dump().box and self.board.output()["state"] == "lit", "the output is not blank")
        self.restart("")

    def hand_over(self):
        with self.report.check("yield keeps the picture and releases the display"):
            self.board.succeed("loaderctl yield")
            self.board.until_output("aside")
            before = self.board.dump()
            expect(before.box, "the picture is gone")
            self.board.watch(0.5)
            expect(self.board.dump() == before, "the picture changes")
            expect(self.board.output()["state"] == "aside", f"{self.board.output()}")
        with self.report.check("resume fails while another program is DRM master"):
            self.board.succeed("baseline move &")
            self.board.until_picture(lambda picture: picture != before)
            answer = self.board.run("loaderctl resume")
            expect(answer.status == 1 and "another program" in answer.output, f"{answer}")
            expect(self.board.dump() != before, "loaderd's picture is shown")
            self.end_baseline()
            self.board.succeed("loaderctl resume")
            self.board.until_lit()
            self.match(self.first, "resumed")
        with self.report.check("a program that opens the device is DRM master at once, until it ends"):
            self.board.succeed("baseline move &")
            self.board.until_output("aside")
            # The program must still run after loaderd is preempted.
            self.board.watch(0.5)
            self.board.succeed("kill -0 $(pidof baseline)")
            expect(self.board.output()["state"] == "aside", f"{self.board.output()}")
            one = self.board.dump()
            self.board.until_picture(lambda picture: picture != one)
            self.end_baseline()
            self.board.until_lit()
            self.match(self.first, "back")
        with self.report.check("loaderd does not change the terminal while another program is DRM master"):
            self.board.quit_loaderd()
            self.mode("text")
            one = self.board.dump()
            self.board.succeed("baseline move &")
            self.board.until_picture(lambda picture: picture != one)
            self.board.start_loaderd()
            answer = self.board.run("loaderctl resume")
            expect(answer.status == 1 and "another program" in answer.output, f"{answer}")
            state = json.loads(self.board.succeed("loaderctl --json state"))
            expect(not state["yielded"], "the state is yielded without a call of Yield")
            self.mode("text")
            self.end_baseline()
            self.board.until_output("lit")
            self.mode("graphics")
            expect(self.board.output()["state"] == "lit", f"{self.board.output()}")
        with self.report.check("after quit --retain the picture stays until another program shows one"):
            self.match(self.first, "not-carried-over")
            # As at the end of a boot, where a display manager takes over: a prompt on the terminal does not end it.
            self.board.succeed("loaderctl quit --handover; loaderctl quit --retain")
            self.board.until("loaderctl state; test $? = 3")
            self.board.succeed("printf 'board login: ' >/dev/tty1; sleep 0.5; pidof loaderd")
            box = self.board.dump().box
            expect(box and box[1] > 300, f"the box of the picture is {box}")
            self.board.succeed("mkdir -p /run/mnt; mount -t tmpfs none /run/mnt; umount /run/mnt; sleep 0.2")
            expect(self.board.run("test -e /run/loaderd/io.loaderd.Screen").status == 1, "a mount brings its socket back")
            self.board.succeed("loaderd --output headless --show dots >/dev/null 2>&1 &")
            self.board.until("loaderctl state")
            one = self.board.dump()
            self.board.succeed("baseline move &")
            # The other program's first picture is of one colour.
            self.board.until_picture(lambda picture: picture != one and picture.box)
            expect(int(self.board.until("grep . /run/loaderd.status")) == 0, "the exit status is not 0")
            self.board.succeed("kill $(pidof baseline)")
            # The files of the other loaderd are there.
            self.board.succeed("loaderctl state | grep -q dots; test -S /run/loaderd/io.loaderd.Screen.handover")
            self.board.succeed("loaderctl quit")
        self.restart("")

    def hotplug(self):
        """Hotplug, simulated by forcing the connector's status and sending a uevent."""
        with self.report.check("a display that is connected again shows the loader at its current time"):
            self.plug("off")
            self.board.until_output(None)
            self.plug("on")
            self.board.until_lit()
            self.match(self.first, "plugged")
        with self.report.check("loaderd waits for a display if none is connected at its start"):
            self.board.quit_loaderd()
            self.plug("off")
            self.board.start_loaderd()
            self.board.watch(3)  # retries must not log again
            log = self.board.problems()
            expect(len(log) == 1 and "no display is connected" in log[0], f"it logs {log!r}")
            expect(self.board.rests(), "loaderd wakes up")
            self.plug("on")
            self.board.until_lit()
            self.match(self.first, "late")

        if self.board.display == "bochs":  # the only display with an EDID
            self.check_invalid_edid()

    def check_invalid_edid(self):
        with self.report.check("a display with an invalid EDID is used"):
            override = "/sys/kernel/debug/dri/0/Virtual-1/edid_override"
            self.board.succeed(
                "{ yes garbage | head -c 126; printf '\\0\\377'; } >/run/edid; " f"cat /run/edid >{override}"
            )
            self.plug("detect")
            self.board.play(1)
            output, picture = self.board.output(), self.board.dump()
            expect(output and output["state"] == "lit" and picture.box, f"{output}")
            expect(picture.width == output["width"] and len(picture.rows) == output["height"], f"{output}")
            self.board.succeed(f"printf reset >{override}")
            self.plug("detect")
            self.board.play(1)
            self.match(self.first, "edid")

    def terminals(self):
        with self.report.check("another terminal can be activated, and loaderd's shows the picture again"):
            expect(self.board.run("chvt 2").status == 0, "chvt fails")
            self.board.until_output("aside")
            self.board.until_picture(lambda picture: not picture.box or picture.box[1] < 40)  # an empty console
            self.board.succeed("chvt 1")
            self.board.until_lit()
            self.match(self.first, "terminal-back")
        with self.report.check("loaderd works without virtual terminals"):
            self.board.quit_loaderd()
            self.board.succeed("rm /dev/tty0 /dev/tty1")
            self.board.start_loaderd()
            self.board.until_lit()
            self.match(self.first, "no-terminal")
            self.board.quit_loaderd()
            self.board.succeed("mknod /dev/tty0 c 4 0; mknod /dev/tty1 c 4 1")
        with self.report.check("a user with access to the device can be DRM master"):
            self.board.succeed("mkdir -p /etc; echo display:x:1000:1000::/:/bin/sh >/etc/passwd")
            self.board.succeed("chmod 666 /dev/dri/card0")
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
        with self.report.check("text of the kernel's console does not cover the picture"):
            self.board.succeed("echo 'not to be seen' >/dev/tty1; echo 'nor this' >/dev/tty0")
            self.board.play(0.3)
            self.match(self.first, "text")
        with self.report.check("quit restores the text mode of the terminal"):
            self.board.quit_loaderd()
            self.board.succeed("echo 'to be seen' >/dev/tty1")
            self.save(self.board.until_picture(lambda picture: picture.box), "console")
        self.restart("")

    def sleep(self):
        # Linux 6.1 does not resume virtio-gpu.
        if self.board.display == "virtio-gpu":
            return
        with self.report.check("the picture continues after suspend"):
            self.board.succeed("echo devices >/sys/power/pm_test; echo mem >/sys/power/state", 60)
            before = self.board.frame()["shown"]
            self.board.play(0.5)
            self.match(self.first, "slept")
            expect(self.board.frame()["shown"] > before, "no frame is shown after suspend")

    def unplug(self):
        with self.report.check("removing the device is logged in at most one line"):
            self.board.succeed("echo 1 >/sys/class/drm/card0/device/remove")
            self.board.until_output(None)
            state = json.loads(self.board.succeed("loaderctl --json state"))
            expect(state["output"] is None and state["loader"] == "shimmer", f"{state}")
            expect(len(self.board.problems()) <= 1, f"it logs {self.board.problems()!r}")
            expect(self.board.rests(), "loaderd wakes up")
        with self.report.check("after a rescan the device shows the loader at its current time"):
            self.board.succeed("echo 1 >/sys/bus/pci/rescan")
            self.board.until_lit()
            self.match(self.first, "replugged")

    def end_baseline(self):
        self.board.succeed("kill $(pidof baseline)")
        self.board.until("! pidof baseline")

    def restart(self, configuration, plays=True):
        """Starts loaderd with a configuration, and waits until its output is lit and, if `plays`, animated."""
        if self.board.run("loaderctl state").status == 0:
            self.board.quit_loaderd()
        self.board.succeed(f"cat >/run/test.conf <<'EOF'\n{configuration}\nEOF")
        self.board.start_loaderd("--config /run/test.conf")
        self.board.until_output("lit")
        if plays:
            self.board.play()
        expect(not self.board.problems(), f"it logs {self.board.problems()!r}")

    def plug(self, state):
        """Forces the status of the first connector of each card, and sends a uevent."""
        self.board.succeed(
            "for card in /sys/class/drm/card?; do\n"
            f"  for connector in $card/card*-1; do echo {state} >$connector/status; done\n"
            "  echo change >$card/uevent\n"
            "done"
        )
