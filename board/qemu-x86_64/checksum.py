"""The sum by which vkms tells what it displays, since nothing outside the board can see it."""

import zlib


def checksum(picture):
    """The kernel's CRC-32 over the composed screen: 16-bit alpha, red, green and blue a pixel."""
    lines, sum = {}, 0
    for row in picture.rows:
        if row not in lines:  # most are empty, and alike
            line = bytearray(b"\xff" * (picture.width * 8))
            for channel in range(3):
                # Eight bits become sixteen by being repeated.
                line[2 + 2 * channel :: 8] = line[3 + 2 * channel :: 8] = row[channel::3]
            lines[row] = bytes(line)
        # The kernel neither begins nor ends with the inversion that is usual elsewhere.
        sum = zlib.crc32(lines[row], sum ^ 0xFFFFFFFF) ^ 0xFFFFFFFF
    return sum
