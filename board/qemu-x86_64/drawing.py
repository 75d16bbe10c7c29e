"""What a loader must look like: the host's `loaderctl render`, moment by moment."""

import pathlib
import subprocess
import tempfile

from picture import Picture


class Drawing:
    """The pictures of one shimmering text on a whole screen."""

    def __init__(self, loaderctl, text, *options, screen="1024x768"):
        self.command = [str(loaderctl), "render", "shimmer", text, "--screen", screen, *options]
        self.drawn = {}

    def at(self, milliseconds):
        if milliseconds not in self.drawn:
            with tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder, "frame.png")
                moment = f"{milliseconds // 1000}.{milliseconds % 1000:03}"
                subprocess.run([*self.command, "--at", moment, "-o", str(file)], check=True, timeout=20)
                self.drawn[milliseconds] = Picture.from_png(file.read_bytes())
        return self.drawn[milliseconds]

    def moment(self, picture, first, last):
        """The millisecond from first to last whose drawing is the picture, or else the nearest one.

        The gradient moves evenly, so drawings are the nearer the closer their moments: the nearest of
        a few tells where to look first.
        """
        def distance(moment):
            return picture.difference(self.at(moment))

        coarse = min(range(first, last + 1, 16), key=distance)
        for moment in sorted(range(first, last + 1), key=lambda moment: abs(moment - coarse)):
            if self.at(moment) == picture:
                return moment
        return min(range(first, last + 1), key=distance)

    def moments(self, picture, first, last):
        """All milliseconds from first to last whose drawing is the picture: some return in the middle of a sweep."""
        distance = {moment: picture.difference(self.at(moment)) for moment in range(first, last + 1, 16)}
        near = [
            moment for moment in distance
            if distance[moment] <= min(distance.get(moment - 16, distance[moment]), distance.get(moment + 16, distance[moment]))
        ]
        return sorted({
            moment for start in near for moment in range(max(first, start - 16), min(last, start + 16) + 1)
            if self.at(moment) == picture
        })
