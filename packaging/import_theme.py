"""The part that import-frames, import-bootanimation and import-psplash have in common: they write a theme of loaderd with
frames that Pillow has decoded."""

import os
import sys

try:
    from PIL import Image, ImageChops
except ImportError:
    sys.exit(f"{os.path.basename(sys.argv[0])}: Pillow is missing; install python3-pil")

# What the loader `frames` accepts (docs/loaders.md, "frames").
MOST_FRAMES = 600
MOST_PIXELS = 1024 * 1024
MOST_PIXELS_TOGETHER = 32 * 1024 * 1024
# The pixels of a picture that is decoded: a larger one is refused before memory is allocated for it.
LARGEST_PICTURE = 64 * 1024 * 1024
# The pixels of all frames that are in memory.
MOST_DECODED = 128 * 1024 * 1024

CLEAR = (0, 0, 0, 0)


class Failure(Exception):
    """What cannot be imported, as a sentence."""


def printable(text):
    """Text for a terminal: names of an archive can contain escape sequences."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def decoded(file, name):
    """A picture with straight alpha. `file` is a path or an open file."""
    try:
        picture = Image.open(file)
        if picture.width * picture.height > LARGEST_PICTURE:
            raise Failure(f"{name}: {picture.width}x{picture.height} pixels are too many")
        return picture.convert("RGBA")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise Failure(f"{name}: not a picture that can be read ({error})") from None


def ranges(numbers):
    """The names of numbered frames, as the parameter `pictures` takes them: runs are written as {FIRST..LAST}."""
    parts, index = [], 0
    while index < len(numbers):
        end = index
        while end + 1 < len(numbers) and numbers[end + 1] == numbers[end] + 1:
            end += 1
        name = f"{numbers[index]:04d}"
        if end > index:
            name = f"{{{name}..{numbers[end]:04d}}}"
        parts.append(f"frame-{name}.png")
        index = end + 1
    return ", ".join(parts)


class Frame:
    """A picture of which only what differs from the background is kept."""

    def __init__(self, whole, background=None):
        self.size = whole.size
        seen = whole.getchannel("A")
        if background:
            over = Image.new("RGBA", whole.size, (*background, 255))
            over.alpha_composite(whole)
            seen = ImageChops.difference(over.convert("RGB"), Image.new("RGB", whole.size, background))
        self.box = seen.getbbox()
        self.part = whole.crop(self.box) if self.box else None

    def cropped(self, box):
        """The picture in a box that contains all that is kept."""
        picture = Image.new("RGBA", (box[2] - box[0], box[3] - box[1]), CLEAR)
        if self.part:
            picture.paste(self.part, (self.box[0] - box[0], self.box[1] - box[1]))
        return picture


class Frames:
    """Frames in the order in which they were decoded, as many as fit into memory."""

    def __init__(self):
        self.pixels = 0

    def decoded(self, whole, background=None):
        frame = Frame(whole, background)
        self.pixels += frame.part.width * frame.part.height if frame.part else 0
        if self.pixels > MOST_DECODED:
            raise Failure("the frames have too many pixels together; make them smaller or fewer")
        return frame


class Theme:
    """A theme that is written to a new folder, and what it leaves out."""

    def __init__(self, source, folder):
        name = os.path.splitext(os.path.basename(os.path.normpath(source)))[0]
        self.folder = folder or name
        self.left = []
        self.keys = []
        self.name = "".join(letter for letter in name if letter.isprintable())
        if os.path.lexists(self.folder):
            raise Failure(f"{self.folder}: exists already")

    def leave(self, words):
        """Notes what is not carried over, once."""
        if words not in self.left:
            self.left.append(words)

    def put(self, key, value):
        """A key of section [Theme]."""
        self.keys.append((key, value))

    def write(self, pictures=(), loader="none", section=()):
        """Makes the folder with the pictures (names and contents), and theme.conf with a section of the loader."""
        os.makedirs(self.folder)
        for name, picture in pictures:
            picture.save(os.path.join(self.folder, name), optimize=True)
        path = os.path.join(self.folder, "theme.conf")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"# Made by {os.path.basename(sys.argv[0])} from {self.name}.\n[Theme]\n")
            for key, value in [*self.keys, ("loader", loader)]:
                file.write(f"{key} = {value}\n")
            if section:
                file.write(f"\n[{loader}]\n")
                for key, value in section:
                    file.write(f"{key} = {value}\n")
        print(path)
        if self.left:
            print("not carried over:")
            for words in self.left:
                print(f"  {printable(words)}")

    def write_frames(self, frames, fps, intro=0, is_repeated=True, is_screen=False, outro=0):
        """Writes an animation. `frames` are of the same size; the same object again is the same frame. The first `intro` and
        the last `outro` are shown once. With `is_screen` a frame is a whole screen, otherwise it is as large as the loader."""
        if not frames:
            raise Failure("there are no frames")
        step = -(-len(frames) // MOST_FRAMES)
        if step > 1:
            fps = fps / step
            self.leave(f"{len(frames)} frames: one of {step} is shown, with {fps:g} frames a second")
            frames, intro, outro = frames[::step], intro // step, outro // step
        unique = list({id(frame): frame for frame in frames}.values())
        width, height = unique[0].size
        boxes = [frame.box for frame in unique if frame.box] or [(0, 0, width, height)]
        top, bottom = min(box[1] for box in boxes), max(box[3] for box in boxes)
        # The loader stands in the middle of the width, so that as much is cropped at the left as at the right.
        margin = min(min(box[0] for box in boxes), width - max(box[2] for box in boxes))
        box = (margin, top, width - margin, bottom)
        middle = round(50 * (top + bottom) / height)
        if is_screen and middle != 50:
            self.put("align", f"{middle}%")
        area = (box[2] - box[0]) * (bottom - top)
        scale = min(1, (MOST_PIXELS / area) ** 0.5, (MOST_PIXELS_TOGETHER / (area * len(frames))) ** 0.5)
        numbers = {id(frame): index + 1 for index, frame in enumerate(unique)}
        section = [("pictures", ranges([numbers[id(frame)] for frame in frames])), ("fps", f"{fps:g}")]
        if intro:
            section.append(("intro", intro))
        if not is_repeated:
            section.append(("loop", "off"))
        if outro:
            section.append(("outro", outro))
        smaller = tuple(max(1, int(length * scale)) for length in (box[2] - box[0], bottom - top))
        if scale < 1:
            self.leave(f"the size of the frames: {smaller[0]}x{smaller[1]} pixels are enlarged when they are shown")
            section.append(("width", box[2] - box[0]))

        def pictures():
            for index, frame in enumerate(unique):
                picture = frame.cropped(box)
                yield f"frame-{index + 1:04d}.png", picture if scale == 1 else picture.resize(smaller, Image.LANCZOS)

        self.write(pictures(), "frames", section)


def run(importer, usage):
    """Calls importer(SOURCE, FOLDER or None) with the arguments; a failure is a line, and exit status 1."""
    arguments = sys.argv[1:]
    if not 1 <= len(arguments) <= 2 or arguments[0].startswith("-"):
        print(f"usage: {os.path.basename(sys.argv[0])} {usage}", file=sys.stderr)
        sys.exit(2)
    try:
        importer(arguments[0], arguments[1] if len(arguments) > 1 else None)
    except (Failure, OSError) as error:
        sys.exit(f"{os.path.basename(sys.argv[0])}: {printable(str(error))}")
