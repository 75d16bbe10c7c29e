"""Loaders on the display of a board, whose processor is another one than that which draws the expected pictures."""

import json
import subprocess
import tempfile

from drawing import Drawing
from report import expect
from suite import Suite
from target import BUILD

FIRST_PICTURE_LIMIT = 90  # ms
MEMORY_LIMIT = 2400  # kB
SECONDS = 10
# Loaders that move, with their texts.
LOADERS = [
    ("shimmer", "Привет, мир"),
    ("bar", ""),
    ("ring", ""),
    ("spinner", ""),
    ("dots", ""),
    ("worm", ""),
    ("live", "Loading"),
    ("orb", ""),
    ("skeleton", ""),
    ("parallax", ""),
]
FRAME = 1000 / 60  # ms


class Boot(Suite):
    """Checks of the first picture, on a counted machine."""

    counted = True
    at_boot = True

    def run(self):
        with self.report.check("loaderd uses the atomic API and the display's preferred mode"):
            self.board.until_output("lit")
            output = self.board.output()
            expect(output["path"] == "atomic", f"{output}")
            expect((output["width"], output["height"]) == (1024, 768), f"{output}")
        with self.report.check(f"the first picture comes within {FIRST_PICTURE_LIMIT} ms after the display's driver"):
            # Both times are of the clock since the boot, with steps of 10 ms.
            driver = float(self.board.succeed("cat /run/driver")) * 1000
            process = min(map(int, self.board.succeed("pidof loaderd").split()))
            stat = self.board.succeed(f"cat /proc/{process}/stat").rsplit(")", 1)[1].split()
            started = int(stat[19]) * 10  # field 22 of proc(5), in ticks
            delay = started - driver + self.board.frame()["first"] * 1000
            self.report.figure("first_picture_after_driver", round(delay, 1), "ms")
            expect(0 < delay <= FIRST_PICTURE_LIMIT, f"{delay} ms")


class Loaders(Suite):
    """Checks of frames, pictures and memory, on a counted machine."""

    counted = True

    def run(self):
        with self.report.check(f"in {SECONDS} s the frames advance, and none is skipped or late"):
            before = self.board.frame()
            # A second more, because the time of a frame is that of a picture which can be a frame old.
            self.board.succeed(f"sleep {SECONDS + 1}", 60)
            after = self.board.frame()
            seconds = after["time"] - before["time"]
            shown, skipped, late = (after[name] - before[name] for name in ("shown", "skipped", "late"))
            self.report.note(f"{shown} frames in {seconds:.3f} s, {skipped} skipped, {late} late")
            expect(seconds >= SECONDS, f"{seconds:.3f} s")
            expect(abs(shown - 60 * seconds) <= 0.01 * shown, f"{shown} frames in {seconds:.3f} s")
            expect(skipped == 0 and late == 0, f"{skipped} skipped, {late} late")
        with self.report.check(f"loaderd has at most {MEMORY_LIMIT} kB of resident memory while it shows a shimmer"):
            memory = self.memory()
            expect(memory <= MEMORY_LIMIT, f"{memory} kB")
        for loader, text in LOADERS:
            with self.report.check(f"the picture equals the rendering of {loader} {text}".rstrip()):
                self.match(loader, text)
        with self.report.check("a still text in Latin and Cyrillic letters equals its rendering"):
            self.board.succeed("loaderctl show text 'Loading, Загрузка' --transition none")
            still = Drawing(self.board.loaderctl, "Loading, Загрузка", loader="text").at(5000)
            self.board.until_picture(lambda picture: picture == still).write_png(BUILD / "virtio-gpu-text.png")
        with self.report.check("a worker process with its system call filter reads a picture"):
            self.draw_file()
        with self.report.check("quit leaves the console"):
            status = self.board.quit_loaderd()
            expect(status == 0, f"status {status}")
            expect(self.board.succeed("baseline mode").strip() == "text", "the terminal is not in text mode")
            self.board.succeed("echo 'to be seen' >/dev/tty1")
            picture = self.board.until_picture(lambda picture: picture.box and picture.box[1] < 100)
            picture.write_png(BUILD / "virtio-gpu-console.png")

    def draw_file(self):
        """The display must show a picture that the board draws to a file, as this machine draws it."""
        self.board.succeed("loaderctl render text 'a file' --at 0 -o /run/file.png")
        self.board.succeed("loaderctl show logo --image /run/file.png --transition none")
        with tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/file.png"
            subprocess.run([self.board.loaderctl, "render", "text", "a file", "--at", "0", "-o", file], check=True)
            still = Drawing(self.board.loaderctl, "", "--image", file, loader="logo").at(5000)
        self.board.until_picture(lambda picture: picture == still)
        problems = [line for line in self.board.problems() if "seccomp" in line]
        expect(not problems, f"it has logged {problems!r}")

    def memory(self):
        """The resident memory of loaderd, without its input helper, in kB."""
        process = min(map(int, self.board.succeed("pidof loaderd").split()))
        return int(self.board.succeed(f"grep ^Rss /proc/{process}/smaps_rollup").split()[1])

    def match(self, loader, text):
        """The display must show exactly a rendering of the loader at its frame time."""
        words = f"{loader} '{text}'" if text else loader
        self.board.succeed(f"loaderctl show {words} --transition none")
        self.board.play(1)
        # The stopped process shows no further frame: the picture is that of the state or one of the next frames.
        output = self.board.succeed("p=$(pidof loaderd); loaderctl --json state; kill -STOP $p; sleep 0.1")
        picture = self.board.dump()
        self.board.succeed("kill -CONT $p")
        picture.write_png(BUILD / f"virtio-gpu-{loader}.png")
        since = round(json.loads(output)["frame"]["time"] * 1000)
        drawing = Drawing(self.board.loaderctl, text, loader=loader)
        for frame in range(4):
            moments = [since + round(frame * FRAME) + more for more in (0, 1, -1)]
            drawing.draw(moments)
            if found := [moment for moment in moments if drawing.at(moment) == picture]:
                self.report.note(f"no pixel differs from the rendering at {found[0]} ms")
                return
        expected = min(drawing.drawn.values(), key=picture.difference)
        expected.write_png(BUILD / f"virtio-gpu-{loader}-expected.png")
        expect(False, f"nearest of {since} to {moments[1]} ms: {expected.describe_difference(picture)}")
