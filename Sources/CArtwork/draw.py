#!/usr/bin/python3
"""draw.py OUTDIR: writes the default artwork of the loader `parallax`, as 8-bit palette PNGs at @1x and @2x.

Every picture is drawn as vectors, in points, with the origin on the ground line and y upwards. All pictures share one
set of flat colours. Edges on whole points are sharp at both scales.
"""
import collections
import math
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

import cairo

SCALES = {"": 1, "@2x": 2}
CITY, TREE, WALKER = (910, 300), (150, 150), (97, 97)
# Colours of a picture whose channels (0…255, with alpha) differ by at most this become one palette entry.
TOLERANCE = 6


def rgb(text):
    return tuple(int(text[i:i + 2], 16) / 255 for i in (0, 2, 4))


FAR, FAR_LIGHT, FAR_DARK = rgb("dfe5e5"), rgb("e7ebea"), rgb("d5dddd")
MIST, MIST_LIGHT, MIST_DARK = rgb("cfd9da"), rgb("dfe6e6"), rgb("bfcccd")
STEEL, STEEL_DARK = rgb("b4c5c8"), rgb("94a9ae")
SAND, SAND_DARK = rgb("e3d6c6"), rgb("cfbfac")
ROSE, ROSE_DARK = rgb("dcc0b2"), rgb("c29c8b")
CREAM, GLASS = rgb("f4f1ea"), rgb("a3b7bc")
GREEN_PALE, GREEN_LIGHT, GREEN, GREEN_DARK = rgb("bccfc0"), rgb("a3c0aa"), rgb("7fa88c"), rgb("668f76")
BARK, BARK_DARK = rgb("8c7466"), rgb("755f54")
GROUND = rgb("b3c0bd")
COAT, COAT_DARK, COAT_SHADE = rgb("d9714f"), rgb("b95b3e"), rgb("c96546")
TROUSERS, TROUSERS_DARK = rgb("3b4c63"), rgb("2d3b4f")
SCARF, SCARF_DARK = rgb("f0cf8e"), rgb("deb76c")
SKIN, SKIN_DARK, HAIR, SHOE, SHOE_DARK = rgb("efc0a0"), rgb("dba583"), rgb("43363a"), rgb("f7f5f0"), rgb("dcdad4")
BAG, BAG_DARK = rgb("3f7474"), rgb("335f60")


# --- Shapes -----------------------------------------------------------------------------------------------------------

def polygon(ctx, color, *points):
    ctx.set_source_rgb(*color)
    ctx.move_to(*points[0])
    for point in points[1:]:
        ctx.line_to(*point)
    ctx.fill()


def box(ctx, color, x, y, width, height):
    ctx.set_source_rgb(*color)
    ctx.rectangle(x, y, width, height)
    ctx.fill()


def disc(ctx, color, x, y, radius, ratio=1):
    ctx.set_source_rgb(*color)
    ctx.save()
    ctx.translate(x, y)
    ctx.scale(1, ratio)
    ctx.arc(0, 0, radius, 0, 2 * math.pi)
    ctx.restore()
    ctx.fill()


def dome(ctx, color, x, y, radius, ratio=1):
    ctx.set_source_rgb(*color)
    ctx.save()
    ctx.translate(x, y)
    ctx.scale(1, ratio)
    ctx.arc(0, 0, radius, 0, math.pi)
    ctx.restore()
    ctx.fill()


def line(ctx, color, width, *points):
    ctx.set_source_rgb(*color)
    ctx.set_line_width(width)
    ctx.move_to(*points[0])
    for point in points[1:]:
        ctx.line_to(*point)
    ctx.stroke()


def limb(ctx, color, *joints):
    """Tapered capsules through joints, each (x, y, radius)."""
    ctx.set_source_rgb(*color)
    for (x0, y0, r0), (x1, y1, r1) in zip(joints, joints[1:]):
        along = math.atan2(y1 - y0, x1 - x0)
        spread = math.acos((r0 - r1) / math.hypot(x1 - x0, y1 - y0))
        ctx.arc(x0, y0, r0, along + spread, along - spread + 2 * math.pi)
        ctx.arc(x1, y1, r1, along - spread, along + spread)
        ctx.close_path()
        ctx.fill()


def curve(ctx, color, start, *segments):
    """A filled outline of cubic (three points) and straight (one point) segments."""
    ctx.set_source_rgb(*color)
    ctx.move_to(*start)
    for segment in segments:
        if len(segment) == 1:
            ctx.line_to(*segment[0])
        else:
            ctx.curve_to(*(value for point in segment for value in point))
    ctx.fill()


# --- City -------------------------------------------------------------------------------------------------------------

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
    box(ctx, GROUND, 0, 0, CITY[0], 4)


def city(ctx):
    for row in (distance, blocks, street):
        # Shapes that cross one side are drawn at the other side too, so that the strip can be tiled.
        for turn in (-CITY[0], 0, CITY[0]):
            ctx.save()
            ctx.translate(turn, 0)
            row(ctx)
            ctx.restore()


# --- Tree -------------------------------------------------------------------------------------------------------------

def tree(ctx):
    ctx.translate(TREE[0] / 2, 0)
    curve(ctx, BARK, (-11, 0), ((-5, 4), (-5, 16), (-4.5, 60)), ((4.5, 60),), ((5, 16), (5, 4), (11, 0)))
    limb(ctx, BARK, (0, 30, 3), (-20, 58, 2))
    limb(ctx, BARK, (0, 38, 3), (18, 62, 2))
    for color, blobs in ((GREEN_DARK, ((0, 92, 52), (-38, 74, 28), (38, 74, 28))),
                         (GREEN, ((-6, 97, 47), (-40, 78, 26), (26, 82, 30))),
                         (GREEN_LIGHT, ((-18, 110, 24), (-42, 86, 14)))):
        for x, y, radius in blobs:
            disc(ctx, color, x, y, radius)


# --- Walker -----------------------------------------------------------------------------------------------------------

STRIDE = 14.5
HIP, BOB = 44.5, 1.5
THIGH, SHIN, ANKLE = 21.5, 20, 4
UPPER_ARM, FOREARM = 14, 13
# A foot: its pivot in the shoe, the pivot's horizontal distance from the hip and height above the ground, and the
# foot's pitch in degrees.
HEEL, BALL = (-4, -ANKLE), (6.5, -ANKLE)
FRONT, REAR = (HEEL, STRIDE - 4, 0, 14), (BALL, -STRIDE + 6.5, 0, -32)
STANDING, SWINGING = (BALL, 6.5, 0, 0), (BALL, -1, 6, -28)
# The angles of the upper arm and of the elbow, in degrees; 0 is straight down, positive is forward.
ARMS = {FRONT: (-30, 16), REAR: (26, 34), STANDING: (6, 22), SWINGING: (-6, 18)}
STEPS = [(FRONT, REAR), (STANDING, SWINGING), (REAR, FRONT), (SWINGING, STANDING)]


def turned(point, degrees):
    angle = math.radians(degrees)
    x, y = point
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def leg(ctx, color, shoe, sole, hip, foot):
    pivot, across, lift, pitch = foot
    x, y = turned(pivot, pitch)
    ankle = across - x, lift - y
    # The knee is the forward intersection of the circles of thigh and shin.
    dx, dy = ankle[0] - hip[0], ankle[1] - hip[1]
    reach = min(math.hypot(dx, dy), THIGH + SHIN - 0.01)
    bend = math.acos((THIGH ** 2 + reach ** 2 - SHIN ** 2) / (2 * THIGH * reach))
    along = math.atan2(dy, dx) + bend
    knee = hip[0] + THIGH * math.cos(along), hip[1] + THIGH * math.sin(along)
    ctx.save()
    ctx.translate(*ankle)
    ctx.rotate(math.radians(pitch))
    curve(ctx, shoe, (-4, -4), ((-4.6, 0), (-4, 3), (-2.5, 3.5)), ((2.6, 3.5),), ((4, 0.5), (9.8, 0.6), (10, -4)))
    box(ctx, sole, -4, -4, 14, 1.5)
    ctx.restore()
    limb(ctx, color, (*hip, 5.6), (*knee, 4.4), (ankle[0], ankle[1] + 1.5, 3.3))


def arm(ctx, sleeve, hand, shoulder, swing):
    upper, elbow = swing
    x, y = turned((0, -UPPER_ARM), upper)
    joint = shoulder[0] + x, shoulder[1] + y
    x, y = turned((0, -FOREARM), upper + elbow)
    wrist = joint[0] + x, joint[1] + y
    x, y = turned((0, -FOREARM - 2), upper + elbow)
    disc(ctx, hand, joint[0] + x, joint[1] + y, 2.7)
    limb(ctx, sleeve, (*shoulder, 4.4), (*joint, 3.8), (*wrist, 3.2))


def head(ctx, x, y):
    """A head in profile, facing right; x and y are the centre of the skull."""
    limb(ctx, SKIN_DARK, (x - 1, y - 3, 3), (x - 1.5, y - 11, 3.2))
    curve(ctx, SKIN, (x - 5, y + 5), ((x + 1, y + 8), (x + 6, y + 6), (x + 6.4, y + 1)),
          ((x + 6.6, y), (x + 8.2, y - 1.6), (x + 7.8, y - 2.2)), ((x + 7.4, y - 2.8), (x + 6.4, y - 2.4), (x + 6.4, y - 3)),
          ((x + 6.4, y - 6.5), (x + 4.5, y - 8), (x + 2, y - 7.6)), ((x - 2, y - 7), (x - 6, y - 4), (x - 5, y + 5)))
    curve(ctx, HAIR, (x + 6.6, y + 2), ((x + 6.6, y + 8), (x + 1, y + 9.4), (x - 2, y + 9)),
          ((x - 8, y + 8), (x - 9, y + 1), (x - 7.5, y - 3)), ((x - 6.8, y - 5.4), (x - 4, y - 5.6), (x - 3, y - 4)),
          ((x - 2, y - 2), (x - 2, y + 1), (x, y + 2)), ((x + 2, y + 3), (x + 4.6, y + 1.6), (x + 6.6, y + 2)))
    disc(ctx, HAIR, x - 8, y + 7, 4.2)


def walker(ctx, step):
    near, far = STEPS[step]
    apart = step % 2 == 0
    lift = -BOB / 2 if apart else BOB / 2
    ctx.translate(WALKER[0] / 2 - 0.5, 0)
    hip = 0, HIP + lift
    shoulder = 1.5, HIP + lift + 25

    arm(ctx, COAT_DARK, SKIN_DARK, (shoulder[0] + 1, shoulder[1]), ARMS[far])
    leg(ctx, TROUSERS_DARK, SHOE_DARK, SHOE_DARK, (hip[0] + 0.8, hip[1]), far)
    leg(ctx, TROUSERS, SHOE, SHOE_DARK, (hip[0] - 0.4, hip[1]), near)

    ctx.save()
    ctx.translate(*hip)
    flare = 3 if apart else 0
    curve(ctx, COAT, (-4, 30), ((-9, 28), (-8.5, 12), (-8.5, 6)), ((-9, -2), (-11 - flare, -8), (-11.5 - flare, -12)),
          ((-4, -14), (4, -14), (10 + flare, -12)), ((10 + flare, -4), (9, 6), (9.5, 14)), ((10, 24), (8, 29), (4, 30)))
    ctx.restore()

    sway = 1.5 if apart else -1.5
    x, y = shoulder
    curve(ctx, SCARF_DARK, (x - 3, y + 5), ((x - 10, y + 4), (x - 14, y + 6 + sway), (x - 20, y + 2 + sway)),
          ((x - 20, y - 3 + sway),), ((x - 14, y + 1 + sway), (x - 9, y - 2), (x - 3, y + 1)))
    head(ctx, x + 1, y + 16 )
    limb(ctx, SCARF, (x - 3.4, y + 4.8, 3.2), (x + 4.2, y + 4, 3.2))
    arm(ctx, COAT_SHADE, SKIN, (shoulder[0] - 1.2, shoulder[1] - 1), ARMS[near])


# --- Files ------------------------------------------------------------------------------------------------------------

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
    """A palette of at most 256 colours, and the palette index of each colour: frequent colours are exact, others use the
    nearest entry."""
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
    entries, chosen = palette(pixels)
    # Sorted by alpha, because tRNS may end after the last entry that is not opaque.
    order = sorted(range(len(entries)), key=lambda index: entries[index])
    place = {old: new for new, old in enumerate(order)}
    row = {pixel: place[index] for pixel, index in chosen.items()}
    straight = [(a, *(min(255, (c * 255 + a // 2) // a) if a else 0 for c in rest)) for a, *rest in map(entries.__getitem__, order)]
    data = bytes(row[pixel] for pixel in pixels)
    lines = b"".join(b"\0" + data[y * width:(y + 1) * width] for y in range(height))

    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    return b"".join((b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
                     chunk(b"PLTE", bytes(c for _, *color in straight for c in color)),
                     chunk(b"tRNS", bytes(alpha for alpha, *_ in straight if alpha < 255)),
                     chunk(b"IDAT", deflated(lines)), chunk(b"IEND", b"")))


def main(folder):
    pictures = [("city", CITY, city), ("tree", TREE, tree)]
    pictures += [(f"walker{step + 1}", WALKER, walker, step) for step in range(len(STEPS))]
    for name, size, *art in pictures:
        for suffix, scale in SCALES.items():
            file = pathlib.Path(folder, f"{name}{suffix}.png")
            file.write_bytes(png(drawing(size, scale, *art), size[0] * scale, size[1] * scale))


main(*sys.argv[1:])
