"""Several displays and several DRM devices."""

import json

from drawing import Drawing
from figures import Figures
from report import expect
from suite import Suite
from target import BUILD

# What a second display of the same size may cost with a loader, in percent. A frame is laid out and drawn once, and copied and sent twice.
LIMITS = {"shimmer": 50, "ring": 40, "skeleton": 48, "orb": 15, "parallax": 30}


class Screens(Suite):
    """Checks of a card with two heads and hotplug."""

    def run(self):
        with self.report.check("a second display that is connected shows the screen in its own size"):
            self.plug(1, 800, 600)
            self.match(0, 1024, 768, "first")
            self.match(1, 800, 600, "second")
            names = [output["role"] for output in self.outputs()]
            expect(names == ["primary", "mirror"], f"roles {names}")
        with self.report.check("a display whose size changes is laid out again"):
            self.plug(1, 640, 1000)
            self.match(1, 640, 1000, "exchanged")
            self.match(0, 1024, 768, "first-beside")
        with self.report.check("the primary display, too, is laid out again"):
            self.plug(0, 1280, 720)
            self.match(0, 1280, 720, "first-exchanged")
        with self.report.check("a display that is disconnected does not affect the other"):
            self.plug(1, 0, 0)
            expect(len(self.outputs()) == 1, f"{self.outputs()}")
            self.match(0, 1280, 720, "alone")
        with self.report.check("roles, rotation and scale are configured by the name of the output"):
            self.plug(1, 600, 800)
            self.board.quit_loaderd()
            rules = "[Output *-1]\\nrole = blank\\n[Output *-2]\\nrole = primary\\nrotate = 90\\nscale = 2\\n"
            self.board.succeed(f"printf '{rules}' >/run/two.conf")
            self.board.start_loaderd("--config /run/two.conf")
            self.board.until_lit(1)
            expect(not self.board.dump(head=0).box, "the output with the role blank is not blank")
            self.match(1, 600, 800, "turned", "--rotate", "90", "--scale", "2")
            first = self.outputs()[0]
            expect(first["role"] == "primary" and first["width"] == 800, f"{first}")
        with self.report.check("loaderd waits while no display is connected"):
            self.plug(0, 0, 0)
            self.plug(1, 0, 0)
            expect(self.outputs() == [], f"{self.outputs()}")
            expect(self.board.rests(), "loaderd wakes up")
            self.plug(1, 600, 800)
            self.match(1, 600, 800, "again", "--rotate", "90", "--scale", "2")

    def plug(self, head, width, height):
        """Changes the size of a head's display; 0×0 disconnects it."""
        self.board.machine.viewers[head].resize(width, height)
        self.board.until(f"loaderctl --json outputs | {self.has(head, width, height)}")
        if width:
            self.board.play()

    def has(self, head, width, height):
        """A shell command that succeeds if the output of a head has a size, or if it is not listed for 0×0."""
        name = f'"name":"Virtual-{head + 1}"'
        if not width:
            return f"{{ ! grep -q '{name}'; }}"
        sizes = rf'"width":{width},"height":{height}|"width":{height},"height":{width}'
        return f"tr '{{' '\n' | grep '{name}' | grep -Eq '{sizes}'"

    def outputs(self):
        return json.loads(self.board.succeed("loaderctl --json outputs"))["outputs"]

    def match(self, head, width, height, name, *options):
        """A head must show exactly the rendering of its size and frame time."""
        drawing = Drawing(self.board.programs / "loaderctl", "Thinking…", *options, screen=f"{width}x{height}")
        match(self.board, drawing, name, head=head)


class EqualDisplays(Figures):
    """The cost of a second display of the same size, on a counted machine."""

    def run(self):
        for name, limit in LIMITS.items():
            with self.report.check(f"a second display of the same size costs at most {limit} % with {name}"):
                self.board.succeed(f"loaderctl show {name} 'Thinking…' --scale 1 --transition none")
                self.plug(0, 0)
                one = self.measure("loaderd", f"{name}_one_display", 3)
                self.plug(1024, 768)
                two = self.measure("loaderd", f"{name}_two_displays", 3)
                self.figure(f"{name}_second_display", 100 * (two / one - 1), "%")
                expect(two <= one * (1 + limit / 100), f"{one:.2f} and {two:.2f} million instructions a second")

    def plug(self, width, height):
        """Changes the size of the second head's display; 0×0 disconnects it."""
        self.board.machine.viewers[1].resize(width, height)
        count = 2 if width else 1
        self.board.until(f"""test $(loaderctl --json outputs | tr '{{' '\\n' | grep -c '"width":1024,') = {count}""")
        self.board.play(1)


class Pair(Suite):
    """Checks of two cards with a display each, and a third one without displays."""

    def run(self):
        with self.report.check("both displays show the screen, and the card without displays is not used"):
            self.board.play()
            cards = self.board.succeed("ls /dev/dri").split()
            expect({"card0", "card1", "card2"} <= set(cards), f"there are {cards}")
            outputs = json.loads(self.board.succeed("loaderctl --json outputs"))["outputs"]
            devices = [output["device"] for output in outputs]
            expect(devices == ["/dev/dri/card1", "/dev/dri/card2"], f"the devices are {devices}")
            for device in ("one", "two"):
                match(self.board, self.first, f"{device}", device=device)
        with self.report.check("a program that becomes DRM master of one card does not affect the other"):
            # A program that opens the device while loaderd commits a frame does not become DRM master.
            for _ in range(5):
                self.board.succeed("exec 9</dev/dri/card1")
                self.board.watch(1)
                outputs = json.loads(self.board.succeed("loaderctl --json outputs"))["outputs"]
                states = [output["state"] for output in outputs]
                if states == ["aside", "lit"]:
                    break
                self.board.succeed("exec 9<&-")
            expect(states == ["aside", "lit"], f"the states are {states}")
            match(self.board, self.first, "other", device="two")
            self.board.succeed("exec 9<&-")
            self.board.until("! loaderctl --json outputs | grep -q '\"state\":\"aside\"'")
            self.board.play()
            match(self.board, self.first, "both", device="one")
        with self.report.check("a card that appears later shows the screen, and the other one goes on"):
            self.board.succeed("echo 1 >/sys/class/drm/card2/device/remove")
            self.board.until("! loaderctl --json outputs | grep -q /dev/dri/card2")
            match(self.board, self.first, "alone", device="one")
            self.board.succeed("echo 1 >/sys/bus/pci/rescan")
            self.board.until("loaderctl --json outputs | grep -q /dev/dri/card2")
            self.board.play()
            for device in ("one", "two"):
                match(self.board, self.first, f"{device}-later", device=device)


class Cards(Suite):
    """Checks of a firmware framebuffer (simpledrm) and of a driver that is loaded later."""

    def run(self):
        with self.report.check("the firmware's display is used while there is no other"):
            match(self.board, self.first, "first", device="firmware")
        with self.report.check("the new device takes over the loader at its current time"):
            self.board.play(2)  # a restarted loader would have less
            before = self.board.frame()["time"]
            self.board.succeed(
                "cd /modules/later; while read -r module; do insmod $module 2>/dev/null; done <order; cd /"
            )
            self.board.until("loaderctl --json state | grep -q '\"device\":\"/dev/dri/card1\"'")
            output = self.board.output()
            expect(output["device"] == "/dev/dri/card1", f"the device is {output['device']}")
            expect(self.board.frame()["time"] >= before, "the loader was restarted")
            match(self.board, self.first, "second", device="real")
            expect(not self.board.problems(), f"it logs {self.board.problems()!r}")
        with self.report.check("after removal of that device the firmware's display is used, until a rescan"):
            self.board.succeed("echo 1 >/sys/class/drm/card1/device/remove")
            self.board.until("loaderctl --json state | grep -q '\"device\":\"/dev/dri/card0\"'")
            self.board.play()
            match(self.board, self.first, "back", device="firmware")
            self.board.succeed("echo 1 >/sys/bus/pci/rescan")
            self.board.until("loaderctl --json state | grep -q '\"device\":\"/dev/dri/card1\"'")
            self.board.play()
            match(self.board, self.first, "again", device="real")


def match(board, drawing, name, **which):
    """A display must show exactly the rendering of its size and frame time."""
    photograph = board.photograph(**which)
    photograph.picture.write_png(BUILD / f"{board.display}-{name}.png")
    # The frame times are those of the primary display; others differ by less than a refresh.
    moment = drawing.moment(photograph.picture, max(0, photograph.first - 20), photograph.last + 20)
    nearest = drawing.at(moment)
    size = (nearest.width, len(nearest.rows))
    expect((photograph.picture.width, len(photograph.picture.rows)) == size, f"the display is not {size[0]}x{size[1]}")
    if nearest != photograph.picture:
        expect(False, f"at {moment} ms: " + nearest.describe_difference(photograph.picture))
