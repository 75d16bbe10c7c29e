"""What is shown through /dev/fb0: by the emulation that DRM drivers have of it, and by a driver that knows no DRM."""

from changes import Changes
from drawing import Drawing
from keys import Keys
from report import expect


class Framebuffer(Changes):
    """The checks of a board whose framebuffer is its DRM driver's."""

    def run(self):
        self.still()
        self.moving()
        self.ways()
        self.hand_over()
        self.terminal()
        self.unplug()

    def start(self, configuration=""):
        """Starts loaderd anew on the framebuffer."""
        if self.board.run("loaderctl state").status == 0:
            self.board.quit_loaderd()
        self.board.succeed(f"cat >/run/test.conf <<'EOF'\n{configuration}\nEOF")
        self.board.start_loaderd("--output fbdev --config /run/test.conf")
        self.board.until_lit(1)
        expect(not self.board.complaints(), f"it says {self.board.complaints()!r}")

    def still(self):
        with self.report.check("what stands still is what DRM shows, to the last bit"):
            show = "loaderctl show ring --progress 0.42 --color '#3070C0' --transition none && sleep 1"
            self.board.succeed(show)
            expected = self.board.dump()
            self.start()
            self.board.succeed(show)
            picture = self.board.dump()
            self.save(picture, "fbdev-still")
            expect(expected.box, "DRM shows nothing")
            expect(picture == expected, expected.describe_difference(picture))

    def moving(self):
        with self.report.check("what moves is the drawing of its moment"):
            self.start()
            output = self.board.output()
            expect((output["kind"], output["name"], output["path"]) == ("fbdev", "fb0", ""), f"{output}")
            expect(output["role"] == "primary", f"{output}")
            self.match(self.first, "fbdev")
        with self.report.check("at 60 Hz, or as often as the driver sends it"):
            before = self.board.frame()
            self.board.succeed("sleep 3")
            after = self.board.frame()
            rate = (after["shown"] - before["shown"]) / (after["time"] - before["time"])
            self.report.figure(f"{self.board.display}_fbdev_rate", rate, "Hz")
            self.report.figure(f"{self.board.display}_fbdev_flush", after["flush"] * 1000, "ms")
            expect(rate > 10, f"{rate} Hz")
        with self.report.check("hidden, it shows nothing and never wakes"):
            self.board.succeed("loaderctl hide")
            self.board.until_picture(lambda picture: not picture.box)
            self.board.succeed("sleep 0.5")  # after which it must be at rest
            wakeups = self.board.wakeups(3)
            expect(wakeups == 0, f"{wakeups} wake-ups in 3 s")

    def ways(self):
        for degrees in (90, 180, 270):
            with self.report.check(f"turned by {degrees} degrees it is the drawing turned"):
                self.start(f"[Output fb0]\nrotate = {degrees}")
                self.match(self.board.drawing("Thinking…", "--rotate", str(degrees)), f"fbdev-turned-{degrees}")
        self.start()

    def hand_over(self):
        with self.report.check("yield keeps the picture, and resume goes on"):
            self.board.succeed("loaderctl yield && sleep 0.3")  # what the driver sends later is there then
            before = self.board.dump()
            expect(before.box, "the picture is gone")
            self.board.succeed("sleep 0.5")
            expect(self.board.dump() == before, "it moves")
            self.board.succeed("loaderctl resume")
            self.board.until_lit()
            self.match(self.first, "fbdev-resumed")
        with self.report.check("quit --retain ends it and leaves the picture"):
            self.board.succeed("loaderctl quit --retain")
            expect(int(self.board.until("grep . /run/loaderd.status")) == 0, "it has not ended well")
            box = self.board.dump().box
            expect(box and box[1] > 300, f"there is {box}")
        self.start()

    def terminal(self):
        with self.report.check("another terminal is shown when it is asked for, and this one comes back"):
            self.board.until(Keys.is_read)
            self.board.succeed("chvt 2")
            self.board.until_output("aside")
            self.board.until(f"! {Keys.reader}")
            self.board.until_picture(lambda picture: not picture.box or picture.box[1] < 40)
            self.board.succeed("chvt 1")
            self.board.until_lit()
            self.match(self.first, "fbdev-back")
            self.board.until(Keys.is_read)
        with self.report.check("the kernel's text does not come over the picture, and is back at the end"):
            self.board.succeed("echo 'not to be seen' >/dev/tty1")
            self.board.play(0.3)
            self.match(self.first, "fbdev-text")
            self.board.quit_loaderd()
            self.board.succeed("echo 'to be seen' >/dev/tty1")
            self.board.until_picture(lambda picture: picture.box and picture.box[1] < 300)
        self.start()

    def unplug(self):
        with self.report.check("a driver that goes costs no more than its display, and comes back"):
            self.board.succeed("echo 1 >/sys/class/graphics/fb0/device/remove; sleep 1")
            expect(self.board.run("test -e /dev/fb0").status == 1, "it is still there")
            state = self.board.succeed("loaderctl --json state")
            expect('"output":null' in state, state)
            expect(len(self.board.complaints()) == 1, f"it says {self.board.complaints()!r}")
            expect(self.board.wakeups(2) == 0, "it does not sleep")
            self.board.succeed("echo 1 >/sys/bus/pci/rescan")
            self.board.until_lit()
            self.match(self.first, "fbdev-replugged")

    def match(self, drawing, name, attempts=5, **which):
        """A frame may be seen while it is drawn, and where a driver sends it some time later: one of five must be whole."""
        for _ in range(attempts):
            photograph = self.board.photograph(**which)
            self.save(photograph.picture, name)
            moment = drawing.moment(photograph.picture, max(0, photograph.first - 120), photograph.last)
            nearest = drawing.at(moment)
            if nearest == photograph.picture:
                return
        expect(False, f"nearest at {moment} ms: " + nearest.describe_difference(photograph.picture))


class Driver(Framebuffer):
    """The checks of a board whose kernel has a framebuffer, and no DRM."""

    def run(self):
        with self.report.check("without DRM the framebuffer is found, and why it was passed over is said"):
            said = self.board.complaints()
            expect(len(said) == 1 and said[0].startswith("loaderd: drm: no card"), f"it says {said!r}")
            output = self.board.output()
            expect(output["kind"] == "fbdev" and output["device"] == "/dev/fb0", f"{output}")
            self.match(self.first, "auto")
        self.moving()
        self.ways()
        self.terminal()
        self.panning()
        with self.report.check("when a card comes the picture moves to it, its clock unbroken, and back when it goes"):
            self.board.quit_loaderd()
            self.board.start_loaderd()
            self.board.play(2)  # a clock that began again would show less
            before = self.board.frame()["time"]
            self.board.succeed(
                "cd /modules/later; while read -r module; do insmod $module 2>/dev/null; done <order; cd /"
            )
            self.board.until("loaderctl --json state | grep -q '\"kind\":\"drm\"'")
            self.board.succeed("sleep 2")
            expect(self.board.frame()["time"] > before + 1.5, "the loader began anew")
            self.match(Drawing(self.board.programs / "loaderctl", self.text), "card", device="real")
            expect(len(self.board.complaints()) == 1, f"it says {self.board.complaints()!r}")
            self.board.succeed("echo 1 >/sys/class/drm/card0/device/remove")
            self.board.until("loaderctl --json state | grep -q '\"device\":\"/dev/fb0\"'")
            self.board.play()
            self.match(self.first, "card-gone")
        with self.report.check("one that shows colours by numbers is passed over in one line"):
            self.board.succeed("cd /modules/numbers; while read -r module; do insmod $module vfb_enable=1; done <order; cd /")
            self.board.until("test -e /dev/fb1")
            self.board.play(1)
            self.match(self.first, "beside")
            self.board.quit_loaderd()
            self.board.start_loaderd("--output fbdev --device /dev/fb1")
            said = self.board.complaints()
            expect(len(said) == 1 and "/dev/fb1 has 8 bits a pixel" in said[0], f"it says {said!r}")

    def panning(self):
        with self.report.check("with memory for two pictures each is whole when it is seen"):
            self.board.quit_loaderd()
            self.board.succeed("echo 1024,1536 >/sys/class/graphics/fb0/virtual_size")
            self.start()
            expect(self.board.output()["path"] == "panning", f"{self.board.output()}")
            for turn in range(4):
                self.match(self.first, f"panning-{turn}", attempts=1)
            pan = "for turn in $(seq 100); do cat /sys/class/graphics/fb0/pan; sleep 0.007; done"
            places = set(self.board.succeed(pan).split())
            expect(places == {"0,0", "0,768"}, f"it shows rows from {places} on")
        with self.report.check("when the driver says no, changes are drawn where they are seen, and that is said once"):
            self.board.succeed("echo 1024,768 >/sys/class/graphics/fb0/virtual_size")
            self.board.until("test -s /run/loaderd.log")
            self.board.play(1)
            said = self.board.complaints()
            expect(len(said) == 1 and "FBIOPAN_DISPLAY" in said[0], f"it says {said!r}")
            expect(self.board.output()["path"] == "", f"{self.board.output()}")
