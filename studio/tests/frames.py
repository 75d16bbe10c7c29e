"""Frames that the page draws and those that `loaderctl render` draws for the command that the page shows."""

import concurrent.futures
import hashlib
import io
import pathlib
import random
import shlex
import subprocess

from PIL import Image

COUNT = 500
SCREENS = ["128x64", "96x64", "240x240", "480x272", "800x480", "1024x600", "1280x720", "720x1280", "1920x1080", "3840x2160"]
FORMATS = ["xrgb8888", "rgb565", "r1", "d1", "r2", "r8", "rgb888", "xrgb2101010"]
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
COLORS = ["#FF9500", "blue", "#8AB4FF80", "teal"]
TEXTS = ["Thinking…", "Loading", "Ωμέγα Жук", "It's “quoted” & long enough to need a second line", "A"]


def make_files(folder):
    """Writes the pictures and the font that parameters name, and returns their paths."""
    for number in range(5):
        picture = Image.new("RGBA", (64, 48), (20 * number, 90, 200, 160 if number else 255))
        picture.paste((255, 200, 0, 90), (8 * number, 8, 8 * number + 12, 30))
        picture.save(folder / (f"frame{number}.png" if number else "logo.png"))
    (folder / "font.ttf").write_bytes(pathlib.Path(FONT).read_bytes())
    return sorted(folder.iterdir())


class RandomFrames:
    """Frames of all loaders: each is a description for the page, made of the catalog that the page has."""

    def __init__(self, loaders):
        self.loaders = loaders
        self.random = random.Random(15)

    def value(self, parameter):
        """A valid value of a parameter, as text."""
        choose, kind = self.random, parameter["kind"]
        if kind == "choice":
            return choose.choice(parameter["choices"])
        if kind in ("color", "optional-color"):
            return choose.choice(COLORS)
        if kind == "colors":
            return ",".join(choose.choices(COLORS, k=choose.randint(1, 4)))
        if kind in ("seconds", "points", "number"):
            least = parameter["least"]
            most = min(parameter["most"], max(least + 4, 900 if least == 100 else 60))
            return f"{choose.uniform(least, most):.2f}"
        texts = {"fraction": "0.42", "font": "font.ttf", "text": "Ab", "pictures": "logo.png", "sequence": "frame{1..4}.png"}
        return texts[kind]

    def all(self):
        for index in range(COUNT):
            chance, choose = self.random.random, self.random.choice
            loader = self.loaders[index % len(self.loaders)]
            parameters = {
                parameter["name"]: self.value(parameter) for parameter in loader["parameters"]
                if chance() < (1 if parameter["kind"] == "sequence" else 0.25)}
            options = {}
            if chance() < 0.8:
                # Large frames are few, because they take long.
                options["screen"] = choose(SCREENS if index % 4 == 0 else SCREENS[:6])
            else:
                options["size"] = f"{self.random.randint(20, 400)}x{self.random.randint(20, 300)}"
            if chance() < 0.5:
                options["format"] = choose(FORMATS)
            if chance() < 0.4:
                options["rotate"] = choose(["90", "180", "270"])
            if chance() < 0.3:
                options["background"] = choose(COLORS + ["transparent"])
            yield {
                "loader": loader["name"], "parameters": parameters, "options": options,
                "text": choose(TEXTS) if loader["needsText"] or chance() < 0.3 else "",
                "time": round(choose([0, 0.2, 1.25, 3.7, 86400.5]) + chance(), 3),
            }


def rendered(command, program, folder):
    """What `loaderctl` draws or says: [width, height, SHA-256 of the pixels], or the sentence of an error."""
    words = shlex.split(command)
    if words[0] != "loaderctl" or words[-2:] != ["-o", "frame.png"]:
        return "not a command of loaderctl render"
    done = subprocess.run([program, *words[1:-1], "-"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        return done.stderr.decode().strip().removeprefix("loaderctl: ")
    picture = Image.open(io.BytesIO(done.stdout)).convert("RGBA")
    return [picture.width, picture.height, hashlib.sha256(picture.tobytes()).hexdigest()]


def check_frames(page, frames, program, folder):
    """The commands of the frames for which the page and the program do not draw the same, each with the reason."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        commands = [page.value("renderCommand(FRAME)", FRAME=frame) for frame in frames]
        expected = [pool.submit(rendered, command, program, folder) for command in commands]
        for frame, command, future in zip(frames, commands, expected):
            drawn = page.value("drawForTest(FRAME)", FRAME=frame)
            if drawn != future.result():
                yield f"{command}: the page: {drawn}, loaderctl: {future.result()}"
