"""Pictures on /dev/fb0: the fbdev emulation of DRM drivers, and an fbdev driver without DRM."""

from changes import Changes
from drawing import Drawing
from keys import Keys
from report import expect


class Framebuffer(Changes):
    """Checks of the fbdev emulation of a DRM driver."""

    def run(self):
        self.still()
        self.moving()
        self.check_rotations()
        self.hand_over()
        self.terminal()
        self.unplug()

    def start(self, configuration=""):
        """Restarts loaderd on the framebuffer."""
        if self.board.run("loaderctl state").status == 0:
            self.board.quit_loaderd()
        self.board.succeed(f"cat >/run/test.conf <<'EOF'\n{configuration}\nEOF")
        self.board.start_loaderd("--output fbdev --config /run/test.conf")
        self.board.until_lit(1)
        expect(not self.board.problems(), f"it logs {self.board.problems()!r}")

    def still(self):
        with self.report.check("a still picture equals that of the DRM backend"):
            show = "loaderctl show ring --progress 0.42 --color '#3070C0' --transition none"
            self.board.succeed(show)
            self.board.until_still()
            expected = self.board.dump()
            self.start()
            self.board.succeed(show)
            self.board.until_still()
            picture = self.board.dump()
            self.save(picture, "fbdev-still")
            expect(expected.box, "DRM shows nothing")
            expect(picture == expected, expected.describe_difference(picture))

    def moving(self):
        with self.report.check("an animation equals the rendering of its frame time"):
            self.start()
            output = self.board.output()
            expect((output["kind"], output["name"], output["path"]) == ("fbdev", "fb0", ""), f"{output}")
            expect(output["role"] == "primary", f"{output}")
            self.match(self.first, "fbdev")
        with self.report.check("the frame rate is above 10 Hz"):
            before = self.board.frame()
            self.board.watch(3)
            after = self.board.frame()
            rate = (after["shown"] - before["shown"]) / (after["time"] - before["time"])
            self.report.figure(f"{self.board.display}_fbdev_rate", rate, "Hz")
            self.report.figure(f"{self.board.display}_fbdev_flush", after["flush"] * 1000, "ms")
            expect(rate > 10, f"{rate} Hz")
        with self.report.check("after hide the screen is empty and loaderd does not wake up"):
            self.board.succeed("loaderctl hide")
            self.board.until_picture(lambda picture: not picture.box)
            self.board.until_still()
            expect(self.board.rests(), "loaderd wakes up")

    def check_rotations(self):
        for degrees in (90, 180, 270):
            with self.report.check(f"a rotation of {degrees} degrees shows the rotated picture"):
                self.start(f"[Output fb0]\nrotate = {degrees}")
                self.match(self.board.drawing("Thinking…", "--rotate", str(degrees)), f"fbdev-turned-{degrees}")
        self.start()

    def hand_over(self):
        with self.report.check("yield keeps the picture, and resume continues the loader"):
            self.board.succeed("loaderctl yield")
            before = self.board.dump()
            # The driver flushes the last frame up to 120 ms late.
            while (picture := self.board.dump()) != before:
                before = picture
            expect(before.box, "the picture is gone")
            self.board.watch(0.5)
            expect(self.board.dump() == before, "the picture changes")
            self.board.succeed("loaderctl resume")
            self.board.until_lit()
            self.match(self.first, "fbdev-resumed")
        with self.report.check("quit --retain ends loaderd and keeps the picture"):
            self.board.succeed("loaderctl quit --retain")
            expect(int(self.board.until("grep . /run/loaderd.status")) == 0, "the exit status is not 0")
            box = self.board.dump().box
            expect(box and box[1] > 300, f"the box of the picture is {box}")
        self.start()

    def terminal(self):
        with self.report.check("another terminal can be activated, and loaderd's shows the picture again"):
            self.board.until(Keys.is_read)
            self.board.succeed("chvt 2")
            self.board.until_output("aside")
            self.board.until(f"! {Keys.input_helper}")
            self.board.until_picture(lambda picture: not picture.box or picture.box[1] < 40)
            self.board.succeed("chvt 1")
            self.board.until_lit()
            self.match(self.first, "fbdev-back")
            self.board.until(Keys.is_read)
        with self.report.check("kernel text does not cover the picture, and quit restores the text mode"):
            self.board.succeed("echo 'not to be seen' >/dev/tty1")
            self.board.play(0.3)
            self.match(self.first, "fbdev-text")
            self.board.quit_loaderd()
            self.board.succeed("echo 'to be seen' >/dev/tty1")
            self.board.until_picture(lambda picture: picture.box and picture.box[1] < 300)
        self.start()

    def unplug(self):
        with self.report.check("removing the driver is logged once, and after a rescan the picture is shown"):
            self.board.succeed("echo 1 >/sys/class/graphics/fb0/device/remove")
            self.board.until("! test -e /dev/fb0 && loaderctl --json state | grep '\"output\":null'")
            expect(len(self.board.problems()) == 1, f"it logs {self.board.problems()!r}")
            expect(self.board.rests(), "loaderd wakes up")
            self.board.succeed("echo 1 >/sys/bus/pci/rescan")
            self.board.until_lit()
            self.match(self.first, "fbdev-replugged")

    def match(self, drawing, name, attempts=5, **which):
        """The display must show a rendering of its frame time in one of `attempts` pictures.

        A picture may be taken while a frame is drawn, and a driver may flush a frame up to 120 ms late.
        """
        for _ in range(attempts):
            photograph = self.board.photograph(**which)
            self.save(photograph.picture, name)
            moment = drawing.moment(photograph.picture, max(0, photograph.first - 120), photograph.last)
            nearest = drawing.at(moment)
            if nearest == photograph.picture:
                return
        expect(False, f"nearest at {moment} ms: " + nearest.describe_difference(photograph.picture))


class Driver(Framebuffer):
    """Checks of an fbdev driver without DRM."""

    def run(self):
        with self.report.check("without DRM, loaderd uses the framebuffer and logs why DRM is not used"):
            log = self.board.problems()
            expect(len(log) == 1 and log[0].startswith("loaderd: drm: no card"), f"it logs {log!r}")
            output = self.board.output()
            expect(output["kind"] == "fbdev" and output["device"] == "/dev/fb0", f"{output}")
            self.match(self.first, "auto")
        self.moving()
        self.check_rotations()
        self.terminal()
        self.panning()
        with self.report.check("a new DRM device takes over the loader at its current time, until it is removed"):
            self.board.quit_loaderd()
            self.board.start_loaderd()
            self.board.play(2)  # a restarted loader would have less
            before = self.board.frame()["time"]
            self.board.succeed(
                "cd /modules/later; while read -r module; do insmod $module 2>/dev/null; done <order; cd /"
            )
            self.board.until("loaderctl --json state | grep -q '\"kind\":\"drm\"'")
            expect(self.board.frame()["time"] >= before, "the loader was restarted")
            self.match(Drawing(self.board.programs / "loaderctl", self.text), "card", device="real")
            expect(len(self.board.problems()) == 1, f"it logs {self.board.problems()!r}")
            self.board.succeed("echo 1 >/sys/class/drm/card0/device/remove")
            self.board.until("loaderctl --json state | grep -q '\"device\":\"/dev/fb0\"'")
            self.board.play()
            self.match(self.first, "card-gone")
        with self.report.check("a framebuffer with a palette is not used, and logged in one line"):
            load = "while read -r module; do insmod $module vfb_enable=1; done <order"
            self.board.succeed(f"cd /modules/palette; {load}; cd /")
            self.board.until("test -e /dev/fb1")
            self.board.play(1)
            self.match(self.first, "beside")
            self.board.quit_loaderd()
            self.board.start_loaderd("--output fbdev --device /dev/fb1")
            log = self.board.problems()
            expect(len(log) == 1 and "/dev/fb1 has 8 bits a pixel" in log[0], f"it logs {log!r}")

    def panning(self):
        with self.report.check("panning shows only complete frames"):
            self.board.quit_loaderd()
            self.board.succeed("echo 1024,1536 >/sys/class/graphics/fb0/virtual_size")
            self.start()
            expect(self.board.output()["path"] == "panning", f"{self.board.output()}")
            for number in range(4):
                self.match(self.first, f"panning-{number}", attempts=1)
            pan = "for number in $(seq 100); do cat /sys/class/graphics/fb0/pan; sleep 0.007; done"
            places = set(self.board.succeed(pan).split())
            expect(places == {"0,0", "0,768"}, f"the offsets are {places}")
        with self.report.check("if panning fails, frames are drawn into the visible memory, and that is logged once"):
            self.board.succeed("echo 1024,768 >/sys/class/graphics/fb0/virtual_size")
            self.board.until("test -s /run/loaderd.log")
            self.board.play(1)
            log = self.board.problems()
            expect(len(log) == 1 and "FBIOPAN_DISPLAY" in log[0], f"it logs {log!r}")
            expect(self.board.output()["path"] == "", f"{self.board.output()}")
