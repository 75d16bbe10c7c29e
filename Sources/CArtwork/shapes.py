"""Filled shapes on a cairo context, in points with y upwards."""
import math


def polygon(ctx, color, *points):
    """A filled polygon."""
    ctx.set_source_rgb(*color)
    ctx.move_to(*points[0])
    for point in points[1:]:
        ctx.line_to(*point)
    ctx.fill()


def box(ctx, color, x, y, width, height):
    """A filled rectangle; x and y are its lower left corner."""
    ctx.set_source_rgb(*color)
    ctx.rectangle(x, y, width, height)
    ctx.fill()


def disc(ctx, color, x, y, radius, ratio=1):
    """A filled circle, or with a ratio other than 1 an ellipse whose height is `ratio` times its width."""
    ctx.set_source_rgb(*color)
    ctx.save()
    ctx.translate(x, y)
    ctx.scale(1, ratio)
    ctx.arc(0, 0, radius, 0, 2 * math.pi)
    ctx.restore()
    ctx.fill()


def dome(ctx, color, x, y, radius, ratio=1):
    """The upper half of a disc."""
    ctx.set_source_rgb(*color)
    ctx.save()
    ctx.translate(x, y)
    ctx.scale(1, ratio)
    ctx.arc(0, 0, radius, 0, math.pi)
    ctx.restore()
    ctx.fill()


def line(ctx, color, width, *points):
    """A stroked line through points."""
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
