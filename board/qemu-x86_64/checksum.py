"""The checksum of vkms, the only way to examine its picture, which cannot be dumped."""

import zlib


def checksum(picture):
    """The kernel's CRC-32 of the composed screen, which has 16 bits each of alpha, red, green and blue a pixel."""
    lines, sum = {}, 0
    for row in picture.rows:
        if row not in lines:  # most rows are equal
            line = bytearray(b"\xff" * (picture.width * 8))
            for channel in range(3):
                # The 8 bits are repeated.
                line[2 + 2 * channel :: 8] = line[3 + 2 * channel :: 8] = row[channel::3]
            lines[row] = bytes(line)
        # crc32_le() of the kernel does not invert the bits at the start and the end, as zlib does.
        sum = zlib.crc32(lines[row], sum ^ 0xFFFFFFFF) ^ 0xFFFFFFFF
    return sum
