"""The expected pictures, rendered by `loaderctl render` on the host."""

import pathlib
import subprocess
import tempfile

from picture import Picture


class Drawing:
    """The pictures of a loader, a shimmer unless named, with a text on a screen, by frame time in milliseconds."""

    def __init__(self, loaderctl, text, *options, screen="1024x768", loader="shimmer"):
        self.command = [str(loaderctl), "render", loader, *filter(None, [text]), "--screen", screen, *options]
        self.drawn = {}

    def draw(self, moments):
        """Renders the missing pictures of these frame times in one process."""
        missing = [moment for moment in moments if moment not in self.drawn]
        if not missing:
            return
        with tempfile.TemporaryDirectory() as folder:
            times = ",".join(f"{moment // 1000}.{moment % 1000:03}" for moment in missing)
            # With a single time, loaderctl does not replace %d in the file name.
            files = [f"{number if len(missing) > 1 else '%d'}.png" for number in range(len(missing))]
            subprocess.run([*self.command, "--at", times, "-o", f"{folder}/%d.png"], check=True, timeout=300)
            for moment, file in zip(missing, files):
                self.drawn[moment] = Picture.from_png(pathlib.Path(folder, file).read_bytes())

    def at(self, milliseconds):
        """The picture of a frame time."""
        self.draw([milliseconds])
        return self.drawn[milliseconds]

    def moment(self, picture, first, last):
        """The frame time from first to last whose rendering equals the picture, or else the nearest one.

        The gradient moves at a constant speed, so the difference grows with the distance in time: a search in steps of
        16 ms finds where to start.
        """
        def distance(moment):
            return picture.difference(self.at(moment))

        coarse = range(first, last + 1, 16)
        self.draw(coarse)
        nearest = min(coarse, key=distance)
        ordered = sorted(range(first, last + 1), key=lambda moment: abs(moment - nearest))
        for start in range(0, len(ordered), 33):
            batch = ordered[start : start + 33]
            self.draw(batch)
            for moment in batch:
                if self.at(moment) == picture:
                    return moment
        return min(ordered, key=distance)

    def moments(self, picture, first, last):
        """All frame times from first to last whose rendering equals the picture; a loop may contain equal pictures."""
        coarse = range(first, last + 1, 16)
        self.draw(coarse)
        distance = {moment: picture.difference(self.at(moment)) for moment in coarse}
        near = [
            moment for moment, own in distance.items()
            if own <= min(distance.get(moment - 16, own), distance.get(moment + 16, own))
        ]
        wanted = sorted({
            moment for start in near for moment in range(max(first, start - 16), min(last, start + 16) + 1)
        })
        self.draw(wanted)
        return [moment for moment in wanted if self.at(moment) == picture]
