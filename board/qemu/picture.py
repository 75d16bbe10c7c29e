"""Pictures: reading QEMU's PPM and loaderctl's PNG, comparing, writing PNG."""

import os.path
import struct
import zlib


class Picture:
    """A picture as a list of rows of RGB bytes."""

    def __init__(self, width, rows):
        self.width = width
        self.rows = rows

    def __eq__(self, other):
        return self.rows == other.rows

    @classmethod
    def from_ppm(cls, data):
        kind, size, _, pixels = data.split(b"\n", 3)
        if kind != b"P6":
            raise ValueError("not a PPM picture")
        width, height = map(int, size.split())
        return cls(width, [pixels[y * width * 3 : (y + 1) * width * 3] for y in range(height)])

    @classmethod
    def from_png(cls, data):
        """Reads a PNG of 8-bit RGB or RGBA that is not interlaced; drops alpha."""
        chunks, place = {}, 8
        while place < len(data):
            length, kind = struct.unpack_from(">I4s", data, place)
            chunks[kind] = chunks.get(kind, b"") + data[place + 8 : place + 8 + length]
            place += length + 12
        width, height, depth, colours, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
        if depth != 8 or colours not in (2, 6) or interlaced:
            raise ValueError(f"PNG with depth {depth} and colour type {colours} is not supported")
        step = 3 if colours == 2 else 4
        rows = _unfilter(zlib.decompress(chunks[b"IDAT"]), width * step, height, step)
        if step == 4:
            # Most rows are equal: each is converted once.
            opaque = {row: _without_alpha(row) for row in set(rows)}
            rows = [opaque[row] for row in rows]
        return cls(width, rows)

    def write_png(self, path):
        def chunk(kind, content):
            return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

        header = struct.pack(">IIBBBBB", self.width, len(self.rows), 8, 2, 0, 0, 0)
        pixels = zlib.compress(b"".join(b"\0" + row for row in self.rows))
        path.write_bytes(
            b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
        )

    def middle(self, width, height):
        """The rows of the rectangle in the middle."""
        left, top = (self.width - width) // 2, (len(self.rows) - height) // 2
        return [row[left * 3 : (left + width) * 3] for row in self.rows[top : top + height]]

    @property
    def box(self):
        """The bounding box (left, top, right, bottom) of all that is not background, or None."""
        blank = self.rows[0][:3] * self.width
        used = [y for y, row in enumerate(self.rows) if row != blank]
        if not used:
            return None
        left = min(_common(self.rows[y], blank) for y in used) // 3
        right = self.width - min(_common(self.rows[y][::-1], blank[::-1]) for y in used) // 3
        return left, used[0], right, used[-1] + 1

    def difference(self, other):
        """The sum of the absolute differences of all channels."""
        return sum(abs(a - b) for mine, theirs in self._unequal(other) for a, b in zip(mine, theirs))

    def describe_difference(self, other):
        steps = [abs(a - b) for mine, theirs in self._unequal(other) for a, b in zip(mine, theirs) if a != b]
        return f"channels that differ: {len(steps)}, by up to {max(steps, default=0)}; boxes {self.box} and {other.box}"

    def _unequal(self, other):
        return ((mine, theirs) for mine, theirs in zip(self.rows, other.rows) if mine != theirs)


def _common(one, other):
    return len(os.path.commonprefix([one, other]))


def _without_alpha(row):
    rgb = bytearray(len(row) // 4 * 3)
    for channel in range(3):
        rgb[channel::3] = row[channel::4]
    return bytes(rgb)


def _unfilter(data, length, height, step):
    rows, above, zeros = [], bytes(length), bytes(length)
    for start in range(0, height * (length + 1), length + 1):
        kind, row = data[start], data[start + 1 : start + 1 + length]
        # Most rows of a loading screen are empty and need no loop.
        if kind in (0, 1) and row == zeros:
            row = zeros
        elif kind == 0:
            pass
        elif kind == 2 and row == zeros:
            row = above
        else:
            row = _unfilter_row(kind, row, above, step)
        rows.append(row)
        above = row
    return rows


def _unfilter_row(kind, row, above, step):
    row = bytearray(row)
    for i in range(len(row)):
        left = row[i - step] if i >= step else 0
        corner = above[i - step] if i >= step else 0
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = above[i]
        elif kind == 3:
            guess = (left + above[i]) // 2
        else:
            guess = min((left, above[i], corner), key=lambda near: abs(left + above[i] - corner - near))
        row[i] = (row[i] + guess) & 255
    return bytes(row)
