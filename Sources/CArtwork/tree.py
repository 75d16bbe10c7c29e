"""The tree of the loader `parallax`."""
from colors import BARK, GREEN, GREEN_DARK, GREEN_LIGHT
from shapes import curve, disc, limb

# Width and height in points.
SIZE = 150, 150


def tree(ctx):
    """A tree, its trunk in the middle of the picture."""
    ctx.translate(SIZE[0] / 2, 0)
    curve(ctx, BARK, (-11, 0), ((-5, 4), (-5, 16), (-4.5, 60)), ((4.5, 60),), ((5, 16), (5, 4), (11, 0)))
    limb(ctx, BARK, (0, 30, 3), (-20, 58, 2))
    limb(ctx, BARK, (0, 38, 3), (18, 62, 2))
    for color, blobs in ((GREEN_DARK, ((0, 92, 52), (-38, 74, 28), (38, 74, 28))),
                         (GREEN, ((-6, 97, 47), (-40, 78, 26), (26, 82, 30))),
                         (GREEN_LIGHT, ((-18, 110, 24), (-42, 86, 14)))):
        for x, y, radius in blobs:
            disc(ctx, color, x, y, radius)
