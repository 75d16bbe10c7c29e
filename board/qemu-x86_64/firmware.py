"""The take-over of a card from the framebuffer of its firmware by its own driver."""

import subprocess

from board import Board
from film import Film
from machine import Machine
from pictures import Pictures
from report import expect
from target import BUILD, HERE

# The longest time without our picture: the driver's mode setting, and loaderd's first commit.
LIMIT = 200  # ms


class FirmwareBoard(Board):
    """A machine whose firmware sets a VESA mode (vesafb), and whose driver, bochs, is loaded later."""

    def assemble(self, kernel, counted):
        subprocess.run([HERE / "initramfs", self.display, self.programs], check=True)
        # Only the compressed kernel has the code that asks the firmware for the mode.
        image = f"/boot/vmlinuz-{kernel.name.removeprefix('vmlinux-')}"
        halts = ["-device", "pvpanic", "-action", "panic=pause"]
        return Machine(self.display, image, BUILD / f"{self.display}.cpio", counted, more=halts)


class TakeOver(Pictures):
    """Checks of the change from vesafb to bochs, which removes the firmware's framebuffer."""

    counted = True  # the time without a picture must not depend on the load of the host

    def run(self):
        with self.report.check("the firmware's framebuffer shows the loader"):
            output = self.board.output()
            expect((output["kind"], output["device"]) == ("fbdev", "/dev/fb0"), f"{output}")
            expect("VESA" in self.board.succeed("cat /proc/fb"), "it is not vesafb")
            self.board.play(0.5)
        with self.report.check(f"its driver takes the card over: at most {LIMIT} ms without our picture"):
            before = self.board.frame()["time"]
            load = "cd /modules/later; while read -r module; do insmod $module; done <order; cd /"
            film = Film(self.board, f"sleep 0.3; {load}; {self.shown}", 300)
            film.strip(BUILD / "film-firmware.png")
            expect(self.board.output()["kind"] == "drm", f"{self.board.output()}")
            expect(self.board.frame()["time"] > before + 0.5, "the loader was restarted")
            box = film.frames[0][1].box
            others = [index for index, (_, frame) in enumerate(film.frames) if not _is_like(frame.box, box)]
            kinds = "black" if all(film.frames[index][1].is_black for index in others) else "other"
            gap = 0
            if others:
                gap = (film.frames[min(others[-1] + 1, len(film.frames) - 1)][0] - film.frames[others[0]][0]) / 1e6
            self.report.note(f"{len(film.frames)} pictures, {len(others)} {kinds} within {gap:.0f} ms")
            expect(len(film.frames) > 50 and _is_like(film.frames[-1][1].box, box), f"{film.frames[-1][1].box}")
            expect(gap <= LIMIT, f"{gap} ms")
            # First there is no card, then no framebuffer either, then the framebuffer of the card's driver.
            expect(len(self.board.problems()) <= 3, f"it logs {self.board.problems()!r}")
            self.match(self.first, "native")

    shown = "until loaderctl --json state | grep -q '\"kind\":\"drm\"'; do sleep 0.05; done; sleep 1"


def _is_like(box, other):
    """Whether two boxes are those of the same text, which the driver may draw in another place."""
    return box is not None and abs(box[2] - box[0] - other[2] + other[0]) < 20
