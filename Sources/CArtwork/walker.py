"""The walking figure of the loader `parallax`."""
import math

from colors import (
    COAT, COAT_DARK, COAT_SHADE, HAIR, SCARF, SCARF_DARK, SHOE, SHOE_DARK, SKIN, SKIN_DARK, TROUSERS, TROUSERS_DARK)
from shapes import box, curve, disc, limb

# Width and height in points.
SIZE = 97, 97

# Lengths in points: half of a step, the mean height of the hip and its rise and fall, and the limbs; ANKLE is a height.
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
# The near and the far foot in each picture.
STEPS = [(FRONT, REAR), (STANDING, SWINGING), (REAR, FRONT), (SWINGING, STANDING)]


def rotated(point, degrees):
    """A point rotated about the origin, counterclockwise."""
    angle = math.radians(degrees)
    x, y = point
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def leg(ctx, color, shoe, sole, hip, foot):
    """A leg with its shoe; the foot is an entry of a step."""
    pivot, across, lift, pitch = foot
    x, y = rotated(pivot, pitch)
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
    """An arm with its hand; the swing is an entry of ARMS."""
    upper, elbow = swing
    x, y = rotated((0, -UPPER_ARM), upper)
    joint = shoulder[0] + x, shoulder[1] + y
    x, y = rotated((0, -FOREARM), upper + elbow)
    wrist = joint[0] + x, joint[1] + y
    x, y = rotated((0, -FOREARM - 2), upper + elbow)
    disc(ctx, hand, joint[0] + x, joint[1] + y, 2.7)
    limb(ctx, sleeve, (*shoulder, 4.4), (*joint, 3.8), (*wrist, 3.2))


def head(ctx, x, y):
    """A head in profile, facing right; x and y are the centre of the skull."""
    limb(ctx, SKIN_DARK, (x - 1, y - 3, 3), (x - 1.5, y - 11, 3.2))
    curve(ctx, SKIN, (x - 5, y + 5), ((x + 1, y + 8), (x + 6, y + 6), (x + 6.4, y + 1)),
          ((x + 6.6, y), (x + 8.2, y - 1.6), (x + 7.8, y - 2.2)),
          ((x + 7.4, y - 2.8), (x + 6.4, y - 2.4), (x + 6.4, y - 3)),
          ((x + 6.4, y - 6.5), (x + 4.5, y - 8), (x + 2, y - 7.6)), ((x - 2, y - 7), (x - 6, y - 4), (x - 5, y + 5)))
    curve(ctx, HAIR, (x + 6.6, y + 2), ((x + 6.6, y + 8), (x + 1, y + 9.4), (x - 2, y + 9)),
          ((x - 8, y + 8), (x - 9, y + 1), (x - 7.5, y - 3)), ((x - 6.8, y - 5.4), (x - 4, y - 5.6), (x - 3, y - 4)),
          ((x - 2, y - 2), (x - 2, y + 1), (x, y + 2)), ((x + 2, y + 3), (x + 4.6, y + 1.6), (x + 6.6, y + 2)))
    disc(ctx, HAIR, x - 8, y + 7, 4.2)


def walker(ctx, step):
    """The figure in a step of its walk, 0 to 3."""
    near, far = STEPS[step]
    apart = step % 2 == 0
    lift = -BOB / 2 if apart else BOB / 2
    ctx.translate(SIZE[0] / 2 - 0.5, 0)
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
    head(ctx, x + 1, y + 16)
    limb(ctx, SCARF, (x - 3.4, y + 4.8, 3.2), (x + 4.2, y + 4, 3.2))
    arm(ctx, COAT_SHADE, SKIN, (shoulder[0] - 1.2, shoulder[1] - 1), ARMS[near])
