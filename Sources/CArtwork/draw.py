#!/usr/bin/python3 -B
"""draw.py OUTDIR: writes the default artwork of the loader `parallax`, as 8-bit palette PNGs at @1x and @2x.

Every picture is drawn as vectors, in points, with the origin on the ground line and y upwards. All pictures share the
colours of colors.py. Edges on whole points are sharp at both scales.
"""
import collections
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

import cairo

import city
import tree
import walker

# The suffix of a file name, and the pixels per point.
SCALES = {"": 1, "@2x": 2}
# Colours of a picture whose channels (0…255, with alpha) differ by at most this become one palette entry.
TOLERANCE = 6


def drawing(size, scale, art, *arguments):
    """The premultiplied pixels 0xAARRGGBB of a picture, row by row."""
    width, height = size[0] * scale, size[1] * scale
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, width, height)
    ctx = cairo.Context(surface)
    ctx.translate(0, height)
    ctx.scale(scale, -scale)
    ctx.set_antialias(cairo.ANTIALIAS_BEST)
    art(ctx, *arguments)
    surface.flush()
    return surface.get_data().cast("I")


def palette(pixels):
    """A palette of at most 256 colours, and the palette index of each colour.

    Frequent colours are exact, others use the nearest entry.
    """
    entries, chosen = [], {}
    for pixel, _ in sorted(collections.Counter(pixels).items(), key=lambda item: (-item[1], item[0])):
        color = pixel >> 24, pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255
        gap, near = min(((max(map(abs, (a - b for a, b in zip(color, entry)))), index)
                         for index, entry in enumerate(entries)), default=(255, 0))
        if gap > TOLERANCE and len(entries) < 256:
            near = len(entries)
            entries.append(color)
        chosen[pixel] = near
    return entries, chosen


def deflated(data):
    """The data as a zlib stream by zopfli, which is an eighth smaller than zlib's."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        return subprocess.run(["zopfli", "--zlib", "-c", file.name], stdout=subprocess.PIPE, check=True).stdout


def png(pixels, width, height):
    """A PNG file with a palette of at most 256 colours."""
    entries, chosen = palette(pixels)
    # Sorted by alpha, because tRNS may end after the last entry that is not opaque.
    order = sorted(range(len(entries)), key=lambda index: entries[index])
    new_index = {old: new for new, old in enumerate(order)}
    index_of = {pixel: new_index[index] for pixel, index in chosen.items()}
    straight = [(a, *(min(255, (c * 255 + a // 2) // a) if a else 0 for c in rest))
                for a, *rest in map(entries.__getitem__, order)]
    data = bytes(index_of[pixel] for pixel in pixels)
    lines = b"".join(b"\0" + data[y * width:(y + 1) * width] for y in range(height))

    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    return b"".join((b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
                     chunk(b"PLTE", bytes(c for _, *color in straight for c in color)),
                     chunk(b"tRNS", bytes(alpha for alpha, *_ in straight if alpha < 255)),
                     chunk(b"IDAT", deflated(lines)), chunk(b"IEND", b"")))


def main(folder):
    """Writes every picture at every scale."""
    pictures = [("city", city.SIZE, city.city), ("tree", tree.SIZE, tree.tree)]
    pictures += [(f"walker{step + 1}", walker.SIZE, walker.walker, step) for step in range(len(walker.STEPS))]
    for name, size, *art in pictures:
        for suffix, scale in SCALES.items():
            file = pathlib.Path(folder, f"{name}{suffix}.png")
            file.write_bytes(png(drawing(size, scale, *art), size[0] * scale, size[1] * scale))


main(*sys.argv[1:])
