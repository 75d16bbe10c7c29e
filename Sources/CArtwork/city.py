"""The city strip of the loader `parallax`: three rows, from far to near. It can be tiled horizontally."""
from colors import (
    CREAM, FAR, FAR_DARK, FAR_LIGHT, GLASS, GREEN_LIGHT, GREEN_PALE, GROUND, MIST, MIST_DARK, MIST_LIGHT, ROSE,
    ROSE_DARK, SAND, SAND_DARK, STEEL, STEEL_DARK)
from shapes import box, disc, dome, line, polygon

# Width and height in points.
SIZE = 910, 300


def windows(ctx, color, x, y, columns, rows, size=(6, 9), pitch=(13, 18), dark=None):
    """A grid of windows; every fifth or so, in an order without visible pattern, has the dark colour."""
    for row in range(rows):
        for column in range(columns):
            odd = (column * 7 + row * 11 + x) % 5 == 0
            box(ctx, dark if dark and odd else color, x + column * pitch[0], y + row * pitch[1], *size)


def tower(ctx, x, width, height, wall, glass, columns, rows, size=(6, 9), pitch=(13, 18), top=14, dark=None):
    """A flat-roofed block with windows from its top down."""
    box(ctx, wall, x, 0, width, height)
    left = x + (width - (columns - 1) * pitch[0] - size[0]) // 2
    windows(ctx, glass, left, height - top - size[1] - (rows - 1) * pitch[1], columns, rows, size, pitch, dark)


def antenna(ctx, color, x, y, height, bars=2):
    """A mast with cross bars, x its middle."""
    box(ctx, color, x - 1, y, 2, height)
    for bar in range(bars):
        box(ctx, color, x - 4 + bar, y + height - 6 - 6 * bar, 8 - 2 * bar, 2)


def crane(ctx, color, x, height, reach, tail):
    """A tower crane, its jib to the right."""
    line(ctx, color, 2, (x - 4, 0), (x - 4, height))
    line(ctx, color, 2, (x + 4, 0), (x + 4, height))
    braces = [(x + (4 if step % 2 else -4), y) for step, y in enumerate(range(0, height + 1, 10))]
    line(ctx, color, 1.5, *braces)
    box(ctx, color, x - 5, height, 10, 8)
    line(ctx, color, 3, (x - tail, height + 9.5), (x + reach, height + 9.5))
    line(ctx, color, 2, (x - 3, height + 10), (x, height + 28), (x + 3, height + 10))
    line(ctx, color, 1.5, (x - tail + 4, height + 10), (x, height + 28), (x + reach * 0.7, height + 10))
    box(ctx, color, x - tail, height + 1, 12, 8)
    line(ctx, color, 1, (x + reach * 0.55 + 0.5, height + 10), (x + reach * 0.55 + 0.5, height - 26))
    box(ctx, color, round(x + reach * 0.55) - 6, height - 32, 13, 6)


def tank(ctx, x, y, wood, dark):
    """A water tower on a roof, x its middle."""
    for leg in (-11, 9):
        box(ctx, dark, x + leg, y, 2, 16)
    box(ctx, dark, x - 11, y + 7, 22, 2)
    box(ctx, wood, x - 14, y + 15, 28, 22)
    box(ctx, dark, x - 14, y + 21, 28, 1)
    box(ctx, dark, x - 14, y + 30, 28, 1)
    polygon(ctx, dark, (x - 16, y + 37), (x, y + 47), (x + 16, y + 37))


def church(ctx, x, wall, roof, glass):
    """A nave with a steeple on its left."""
    box(ctx, wall, x + 20, 0, 84, 70)
    polygon(ctx, roof, (x + 20, 70), (x + 20, 98), (x + 96, 98), (x + 108, 70))
    for arch in range(3):
        left = x + 44 + arch * 20
        box(ctx, glass, left, 28, 8, 22)
        dome(ctx, glass, left + 4, 50, 4)
    box(ctx, wall, x, 0, 34, 138)
    box(ctx, roof, x - 2, 136, 38, 4)
    polygon(ctx, roof, (x, 140), (x + 17, 200), (x + 34, 140))
    box(ctx, roof, x + 16, 196, 2, 18)
    box(ctx, roof, x + 12, 206, 10, 2)
    box(ctx, glass, x + 12, 104, 10, 16)
    dome(ctx, glass, x + 17, 120, 5)
    disc(ctx, glass, x + 17, 84, 7)


def chimney(ctx, color, x, y, height):
    """A chimney with a wider top."""
    box(ctx, color, x, y, 8, height)
    box(ctx, color, x - 1, y + height, 10, 3)


def gable(ctx, x, width, height, rise, wall, roof):
    """A house with its gable to the street."""
    polygon(ctx, wall, (x, 0), (x, height), (x + width / 2, height + rise), (x + width, height), (x + width, 0))
    eave, thick = 5, 6
    slope = rise / (width / 2)
    polygon(ctx, roof, (x - eave, height - eave * slope), (x - eave, height - eave * slope + thick),
            (x + width / 2, height + rise + thick), (x + width + eave, height - eave * slope + thick),
            (x + width + eave, height - eave * slope), (x + width / 2, height + rise))


def awning(ctx, x, y, width, colors, stripe=10):
    """A striped awning with scallops, the stripes a whole number."""
    for index in range(width // stripe):
        color, left = colors[index % 2], x + index * stripe
        box(ctx, color, left, y, stripe, 12)
        disc(ctx, color, left + stripe / 2, y, stripe / 2)


def lamp(ctx, color, glow, x):
    """A street lamp with its arm to the right, x its pole."""
    box(ctx, color, x - 1, 0, 2, 58)
    box(ctx, color, x - 3, 0, 6, 6)
    line(ctx, color, 2, (x, 57), (x + 11, 57))
    polygon(ctx, color, (x + 5, 54), (x + 8, 58), (x + 14, 58), (x + 17, 54))
    box(ctx, glow, x + 7, 52, 8, 2)


def shrub(ctx, x, height, crown, trunk):
    """A small round street tree."""
    box(ctx, trunk, x - 1, 0, 3, height // 2)
    disc(ctx, crown, x + 0.5, height * 0.66, height * 0.27, 1.28)


def hedge(ctx, color, bumps):
    """Bushes on the ground, each (x, radius)."""
    for x, radius in bumps:
        dome(ctx, color, x, 0, radius, 0.8)


def distance(ctx):
    """The farthest row: silhouettes."""
    crane(ctx, FAR_DARK, 402, 232, 86, 34)
    tower(ctx, -24, 60, 176, FAR, FAR_LIGHT, 4, 8, (6, 6), (13, 12))
    tower(ctx, 52, 48, 222, FAR, FAR_LIGHT, 3, 10, (6, 6), (13, 12))
    box(ctx, FAR, 62, 222, 28, 12)
    antenna(ctx, FAR_DARK, 76, 234, 30)
    tower(ctx, 150, 66, 190, FAR, FAR_LIGHT, 4, 9, (6, 6), (13, 12))
    polygon(ctx, FAR, (232, 0), (232, 246), (272, 226), (272, 0))
    windows(ctx, FAR_LIGHT, 240, 122, 2, 8, (8, 6), (16, 12))
    tower(ctx, 296, 62, 168, FAR, FAR_LIGHT, 4, 6, (6, 6), (13, 12))
    tower(ctx, 420, 58, 196, FAR, FAR_LIGHT, 3, 7, (8, 6), (15, 12))
    tower(ctx, 576, 52, 214, FAR, FAR_LIGHT, 3, 9, (6, 6), (13, 12))
    dome(ctx, FAR, 602, 214, 20)
    antenna(ctx, FAR_DARK, 602, 233, 16, 0)
    tower(ctx, 646, 60, 158, FAR, FAR_LIGHT, 4, 6, (6, 6), (13, 12))
    tower(ctx, 728, 44, 236, FAR, FAR_LIGHT, 2, 11, (8, 6), (16, 12))
    polygon(ctx, FAR, (728, 236), (750, 258), (772, 236))
    antenna(ctx, FAR_DARK, 750, 256, 28, 0)
    tower(ctx, 804, 62, 184, FAR, FAR_LIGHT, 4, 8, (6, 6), (13, 12))


def blocks(ctx):
    """The middle row."""
    tower(ctx, 880, 72, 142, MIST, MIST_LIGHT, 4, 5)
    box(ctx, MIST_DARK, 878, 142, 76, 4)
    tower(ctx, 98, 78, 160, MIST, MIST_LIGHT, 5, 6, dark=MIST_DARK)
    box(ctx, MIST_DARK, 96, 160, 82, 4)
    tank(ctx, 150, 164, MIST, MIST_DARK)
    tower(ctx, 196, 66, 118, MIST, MIST_LIGHT, 4, 4)
    tower(ctx, 276, 58, 186, MIST, MIST_LIGHT, 3, 7, pitch=(15, 18), dark=MIST_DARK)
    box(ctx, MIST, 286, 186, 22, 10)
    antenna(ctx, MIST_DARK, 320, 186, 28)
    tower(ctx, 346, 74, 134, MIST, MIST_LIGHT, 4, 5, pitch=(15, 18))
    box(ctx, MIST_DARK, 344, 134, 78, 4)
    church(ctx, 478, MIST, MIST_DARK, MIST_LIGHT)
    tower(ctx, 618, 66, 152, MIST, MIST_LIGHT, 4, 6, dark=MIST_DARK)
    antenna(ctx, MIST_DARK, 634, 152, 26)
    chimney(ctx, MIST_DARK, 658, 152, 12)
    tower(ctx, 700, 72, 124, MIST, MIST_LIGHT, 4, 4, pitch=(15, 18))
    polygon(ctx, MIST, (788, 0), (788, 160), (846, 188), (846, 0))
    windows(ctx, MIST_LIGHT, 797, 60, 3, 6, (8, 9), (16, 17), MIST_DARK)


def street(ctx):
    """The nearest row and the greenery before it."""
    for x, height in ((8, 78), (254, 70), (470, 84), (566, 74), (594, 60), (886, 66)):
        shrub(ctx, x, height, GREEN_PALE, STEEL_DARK)

    chimney(ctx, ROSE_DARK, 88, 84, 26)
    gable(ctx, 32, 84, 70, 40, SAND, ROSE_DARK)
    windows(ctx, CREAM, 46, 46, 2, 1, (16, 18), (40, 0))
    windows(ctx, CREAM, 66, 76, 1, 1, (16, 14))
    box(ctx, SAND_DARK, 66, 0, 18, 32)

    box(ctx, STEEL, 134, 0, 100, 94)
    box(ctx, STEEL_DARK, 130, 94, 108, 5)
    windows(ctx, CREAM, 147, 60, 5, 1, (10, 20), (16, 0), GLASS)
    box(ctx, CREAM, 142, 8, 50, 30)
    box(ctx, GLASS, 204, 0, 20, 38)
    awning(ctx, 139, 40, 90, (ROSE_DARK, CREAM))

    box(ctx, ROSE, 284, 0, 66, 106)
    polygon(ctx, ROSE_DARK, (280, 106), (288, 132), (346, 132), (354, 106))
    windows(ctx, CREAM, 295, 74, 3, 1, (10, 18), (17, 0))
    windows(ctx, CREAM, 295, 44, 3, 1, (10, 18), (17, 0), GLASS)
    windows(ctx, CREAM, 300, 110, 2, 1, (10, 13), (24, 0))
    box(ctx, ROSE_DARK, 328, 0, 14, 32)
    box(ctx, CREAM, 294, 10, 22, 20)

    box(ctx, SAND, 350, 0, 70, 84)
    for step in range(4):
        box(ctx, SAND, 350 + 9 * step, 84 + 9 * step, 70 - 18 * step, 9)
    windows(ctx, CREAM, 362, 52, 3, 1, (10, 18), (18, 0), GLASS)
    windows(ctx, CREAM, 380, 88, 1, 1, (10, 16))
    box(ctx, SAND_DARK, 362, 0, 16, 32)
    box(ctx, CREAM, 388, 10, 20, 20)

    chimney(ctx, STEEL_DARK, 690, 84, 24)
    polygon(ctx, STEEL_DARK, (624, 68), (646, 104), (704, 104), (726, 68))
    box(ctx, STEEL, 632, 0, 86, 68)
    windows(ctx, CREAM, 644, 36, 3, 1, (14, 18), (24, 0), GLASS)
    gable(ctx, 662, 26, 84, 14, STEEL, STEEL_DARK)
    windows(ctx, CREAM, 670, 76, 1, 1, (10, 12))
    box(ctx, GLASS, 668, 0, 16, 28)

    box(ctx, ROSE, 742, 0, 58, 116)
    box(ctx, ROSE_DARK, 738, 116, 66, 5)
    windows(ctx, CREAM, 753, 52, 3, 2, (9, 18), (14, 30), GLASS)
    box(ctx, CREAM, 752, 10, 20, 22)
    box(ctx, ROSE_DARK, 779, 0, 14, 34)

    box(ctx, SAND, 800, 0, 74, 74)
    polygon(ctx, ROSE_DARK, (800, 74), (812, 100), (866, 100), (880, 74))
    windows(ctx, CREAM, 812, 44, 3, 1, (12, 18), (19, 0), GLASS)
    box(ctx, SAND_DARK, 831, 0, 14, 30)

    hedge(ctx, GREEN_LIGHT, ((8, 26), (36, 18), (120, 16), (262, 24), (242, 16), (440, 22), (500, 24), (534, 30),
                             (590, 22), (612, 18), (732, 16), (900, 20), (884, 14)))
    for x in (124, 446, 616, 880):
        lamp(ctx, STEEL_DARK, CREAM, x)
    hedge(ctx, GREEN_PALE, ((24, 14), (250, 14), (456, 20), (480, 16), (552, 18), (572, 24), (604, 14)))
    box(ctx, GROUND, 0, 0, SIZE[0], 4)


def city(ctx):
    """The whole strip."""
    for row in (distance, blocks, street):
        # Shapes that cross one side are drawn at the other side too, so that the strip can be tiled.
        for shift in (-SIZE[0], 0, SIZE[0]):
            ctx.save()
            ctx.translate(shift, 0)
            row(ctx)
            ctx.restore()
