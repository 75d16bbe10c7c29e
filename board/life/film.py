"""A film of a display: what each dump of the scan-out shows, and when."""

import collections
import hashlib
import itertools
import json
import zlib

import numpy

# The kinds of picture. `off`: the card scans out nothing, and QEMU says so in its own words. `text`: a console, with
# nothing but the colours of the VGA palette. `theirs`: a compositor, whose background is BACKGROUND. `empty`: sway without
# a background or a window. `picture`: all else.
KINDS = ("off", "black", "text", "empty", "theirs", "picture")
BACKGROUND = 0x204060
EMPTY = 0x3F3F3F
VGA = [0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA]
VGA += [0x555555, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF]
# The same colours from a VGA's text mode, whose palette has six bits a channel.
VGA += [sum(byte >> 2 << 2 << shift for shift, byte in ((0, c & 255), (8, c >> 8 & 255), (16, c >> 16))) for c in VGA]
IS_VGA = numpy.zeros(1 << 24, bool)
IS_VGA[VGA] = True
# Pictures are kept this often, in seconds of the machine.
KEPT_EVERY = 0.04

Dump = collections.namedtuple("Dump", "guest host kind hash width height")
Run = collections.namedtuple("Run", "kind first last dumps pictures width height")


def read_ppm(data):
    """A PPM picture as an array of rows of RGB bytes."""
    _, size, _, pixels = data.split(b"\n", 3)
    width, height = map(int, size.split())
    return numpy.frombuffer(pixels, numpy.uint8, width * height * 3).reshape(height, width, 3)


def colours(rows):
    """The colours of an array of pixels as numbers 0xRRGGBB."""
    wide = rows.astype(numpy.uint32)
    return wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2]


def kind_of(rows):
    """The kind of a picture."""
    if not rows.any():
        return "black"
    height, width = rows.shape[:2]
    one = colours(rows[height // 4, width // 4])
    if one in (BACKGROUND, EMPTY):
        # Our picture may have the background of the compositor that was there before. It has a text in the middle.
        middle = colours(rows[height * 2 // 5 : height * 3 // 5, width // 3 : width * 2 // 3])
        if len(numpy.unique(middle)) > 8:
            return "picture"
        return "theirs" if one == BACKGROUND else "empty"
    if not IS_VGA[colours(rows[::4, ::4])].all() or not IS_VGA[colours(rows)].all():
        return "picture"
    y, x = numpy.where(rows.any((1, 2)))[0], numpy.where(rows.any((0, 2)))[0]
    # "Display output is not active.", two colours in the middle; before the display has a driver, "Guest has not
    # initialized the display (yet)."
    is_middle = abs(y[0] + y[-1] - height) < 40 and abs(x[0] + x[-1] - width) < 40
    is_middle = is_middle and y[-1] - y[0] < 40 and x[-1] - x[0] < 400
    return "off" if is_middle and len(numpy.unique(colours(rows[y[0] : y[-1] + 1]))) == 2 else "text"


class Film:
    """The dumps of a machine's display in the order in which they were taken, and named times."""

    def __init__(self, folder):
        self.folder = folder
        self.dumps = []
        self.marks = {}
        self.kinds = {}
        self.kept = []
        self.store = open(folder / "pictures", "wb")

    @property
    def last(self):
        return self.dumps[-1] if self.dumps else Dump(0.0, 0.0, "off", "", 0, 0)

    def add(self, guest, host, data):
        """Appends a dump, and keeps its picture if it is the first of its kind or the last kept one is old."""
        name = hashlib.blake2b(data, digest_size=8).hexdigest()
        rows = read_ppm(data)
        if name not in self.kinds:
            self.kinds[name] = kind_of(rows)
        before, kind = self.last, self.kinds[name]
        height, width = rows.shape[:2]
        self.dumps.append(Dump(guest, host, kind, name, width, height))
        if name != before.hash and (kind != before.kind or not self.kept or guest >= self.kept[-1][0] + KEPT_EVERY):
            packed = zlib.compress(rows.tobytes(), 1)
            self.kept.append((guest, kind, self.store.tell(), len(packed), width, height))
            self.store.write(packed)

    def save(self):
        self.store.close()
        content = {"marks": self.marks, "kept": self.kept, "dumps": self.dumps}
        (self.folder / "film.json").write_text(json.dumps(content))
        (self.folder / "summary.txt").write_text(self.summary())

    @classmethod
    def load(cls, folder):
        """The film that `save` has written."""
        film = cls.__new__(cls)
        film.folder = folder
        content = json.loads((folder / "film.json").read_text())
        film.marks, film.kept = content["marks"], content["kept"]
        film.dumps = [Dump(*dump) for dump in content["dumps"]]
        return film

    def rows(self, kept):
        """The pixels of a kept picture."""
        guest, kind, place, length, width, height = kept
        with open(self.folder / "pictures", "rb") as store:
            store.seek(place)
            return numpy.frombuffer(zlib.decompress(store.read(length)), numpy.uint8).reshape(height, width, 3)

    def between(self, first, last):
        """The dumps of an interval."""
        return [dump for dump in self.dumps if first <= dump.guest <= last]

    def first(self, *kinds, after=0.0):
        """The first dump of some kinds, or None."""
        return next((dump for dump in self.dumps if dump.guest >= after and dump.kind in kinds), None)

    def final(self, *kinds, before=float("inf")):
        """The last dump of some kinds, or None."""
        return next((dump for dump in reversed(self.dumps) if dump.guest <= before and dump.kind in kinds), None)

    def driver(self):
        """When the driver of the display had set its mode."""
        return next((dump.guest for dump in self.dumps if dump.height >= 768), None)

    def changes(self, first, last):
        """The times of an interval at which the picture changes; the interval's start counts as one."""
        times, before = [first], None
        for dump in self.between(first, last):
            if dump.hash != before:
                times.append(dump.guest)
            before = dump.hash
        return times

    def still(self, first, last):
        """The longest time without a change between two times, and its start."""
        return max((two - one, one) for one, two in itertools.pairwise([*self.changes(first, last), last]))

    def pace(self, first, last):
        """The time between two changes which three quarters of an interval's changes do not exceed."""
        gaps = sorted(two - one for one, two in itertools.pairwise(self.changes(first, last)))
        return gaps[len(gaps) * 3 // 4] if gaps else last - first

    def runs(self, first=0.0, last=float("inf")):
        """Successive dumps of one kind."""
        found = []
        alike = itertools.groupby(self.between(first, last), lambda dump: (dump.kind, dump.width, dump.height))
        for (kind, width, height), group in alike:
            group = list(group)
            pictures = len({dump.hash for dump in group})
            found.append(Run(kind, group[0].guest, group[-1].guest, len(group), pictures, width, height))
        return found

    def summary(self):
        """A line for each run, and one for each mark."""
        seconds = self.last.guest or 1
        rate = f"{len(self.dumps) / seconds:.0f} a second of the machine"
        lines = [f"{len(self.dumps)} dumps, {rate}, {self.last.host:.0f} s of the host"]
        for run in self.runs():
            size, span = f"{run.width}x{run.height}", f"{run.first:8.3f} to {run.last:8.3f}"
            lines.append(f"{run.kind:8} {size:9} {span}  {run.dumps:5} dumps {run.pictures:5} pictures")
        lines += [f"mark {name} {when:.3f}" for name, when in self.marks.items()]
        return "".join(line + "\n" for line in lines)
