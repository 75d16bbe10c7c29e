"""A film of the display: a picture every 10 ms of the board's clock or another period, independent of the host's speed."""

import threading
import zlib

from picture import Picture
from report import expect

PERIOD = 10  # ms


class Film:
    """The pictures taken while a command runs on the board; `frames` are pairs (CLOCK_MONOTONIC nanoseconds, Frame).

    The command may be a function instead.
    """

    def __init__(self, board, command, seconds=120, period=PERIOD):
        """`period` is in milliseconds of the board's clock."""
        self.board = board
        self.stored = []
        self.is_over = False
        camera = threading.Thread(target=self._watch)
        camera.start()
        try:
            board.succeed(f"shutter {period} >/run/shutter & sleep 0.1", 60)
            self.answer = command() if callable(command) else board.run(command, seconds)
            board.run("kill $(pidof shutter); while pidof shutter; do sleep 0.05; done", 60)
        finally:
            self.is_over = True
            camera.join()
        times = [int(line) for line in board.succeed("cat /run/shutter", 60).split()]
        expect(len(times) == len(self.stored), f"{len(times)} pictures were taken, and {len(self.stored)} stored")
        self.frames = list(zip(times, self.stored))

    def _watch(self):
        """Stores a picture whenever the program shutter pauses the machine."""
        machine = self.board.machine
        while not self.is_over:
            if machine.wait_for_event("GUEST_PANICKED", seconds=0.2):
                self._store(machine.dump_paused())
                machine.order("cont")

    def _store(self, picture):
        rows = b"".join(picture.rows)
        packed = zlib.compress(rows, 1)
        if self.stored and self.stored[-1].packed == packed:
            self.stored.append(self.stored[-1])
        else:
            self.stored.append(Frame(picture.width, packed, not any(rows), picture.box))

    def strip(self, path, count=48, across=8):
        """Writes an overview of the film as PNG: the middle of `count` pictures, `across` in a row."""
        step = max(1, len(self.frames) // count)
        tiles = [frame.picture.middle(126, 94) for _, frame in self.frames[::step]][:count]
        rows = []
        for start in range(0, len(tiles), across):
            row = tiles[start : start + across]
            for lines in zip(*row):
                rows.append(b"".join(line + b"\x60" * 6 for line in lines).ljust(128 * 3 * across, b"\x60"))
            rows += [b"\x60" * (128 * 3 * across)] * 2
        Picture(128 * across, rows).write_png(path)


def others(frames):
    """The frames with another box than the first one's: black, or QEMU's message for an inactive display."""
    return [frame for frame in frames if frame.box != frames[0].box]


class Frame:
    """A compressed picture; a film has thousands."""

    def __init__(self, width, packed, is_black, box):
        self.width, self.packed, self.is_black, self.box = width, packed, is_black, box

    @property
    def picture(self):
        rows = zlib.decompress(self.packed)
        return Picture(self.width, [rows[i : i + self.width * 3] for i in range(0, len(rows), self.width * 3)])
