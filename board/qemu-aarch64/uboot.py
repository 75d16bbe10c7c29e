"""The boot from a disk by U-Boot, filmed from power-on."""

import itertools
import subprocess
import threading
import time

from board import Board
from machine import Lost, Machine
from pictures import Pictures
from report import expect
from target import BUILD, HERE

FIRMWARE = "/usr/lib/u-boot/qemu_arm64/u-boot.bin"


class UBootBoard(Board):
    """A virtio-gpu display and a disk; `film` are pairs (seconds since power-on, kind of picture)."""

    boot_timeout = 120

    def assemble(self, kernel, counted):
        subprocess.run([HERE / "initramfs", self.display, self.programs], check=True)
        subprocess.run([HERE / "disk", self.display], check=True)
        drive = ["-drive", f"file={BUILD / self.display}.img,if=virtio,format=raw"]
        return Machine("virtio-gpu", None, None, counted, 512, ["-bios", FIRMWARE, *drive])

    def __enter__(self):
        self.film = []
        self.is_over = False
        camera = threading.Thread(target=self.watch, args=[time.monotonic()])
        camera.start()
        try:
            super().__enter__()
            self.shell.run("sleep 1")
        finally:
            self.is_over = True
            camera.join()
        return self

    def watch(self, start):
        """Takes pictures as fast as possible; the machine's clock is the host's."""
        last = None
        while not self.is_over:
            when = time.monotonic() - start
            try:
                picture = self.machine.dump_paused()
            except Lost:
                return
            kind = kind_of(picture)
            if kind != last:
                picture.write_png(BUILD / f"{self.display}-{len(self.film)}-{kind}.png")
            self.film.append((when, kind))
            last = kind
            time.sleep(0.01)


def kind_of(picture):
    """What a picture shows: "nothing" (the display is off, QEMU says so), "black", "text" or "loader"."""
    if len(picture.rows) != 768:
        return "nothing"
    if not picture.box:
        return "black"
    return "loader" if picture.box[1] > 300 else "text"


class UBoot(Pictures):
    """Checks of the film and of the picture after it."""

    at_boot = True

    def run(self):
        with self.report.check("U-Boot starts the kernel"):
            version = self.board.succeed("cat /proc/device-tree/chosen/u-boot,version")
            self.report.note(f"U-Boot {version.strip(chr(0))}")
        kinds = [kind for _, kind in self.board.film]
        for kind, part in itertools.groupby(self.board.film, key=lambda entry: entry[1]):
            times = [when for when, _ in part]
            self.report.note(f"{times[0]:6.2f} to {times[-1]:6.2f} s: {kind}, {len(times)} pictures")
        with self.report.check("the display shows nothing before the first picture of loaderd"):
            expect("loader" in kinds, "the film has no picture of loaderd")
            before = set(kinds[: kinds.index("loader")])
            expect(before <= {"nothing", "black"}, f"it shows {before}")
        with self.report.check("from the first picture on, all pictures are of loaderd"):
            after = set(kinds[kinds.index("loader") :])
            expect(after == {"loader"}, f"it shows {after}")
        with self.report.check("the picture equals the rendering of shimmer 'Thinking…'"):
            self.match(self.first, "thinking")
