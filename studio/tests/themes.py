"""Themes in the page and on a device: the page must draw the first frame of a daemon, in each mode."""

import hashlib
import json
import pathlib
import subprocess
import tempfile
import time

from PIL import Image

THEMES = pathlib.Path(__file__).resolve().parent.parent.parent / "systemd/themes"
SIZES = ["480x272", "1024x600", "240x240", "720x1280", "128x64", "1920x1080"]


def first_frame(program, theme, mode, size, folder):
    """The first frame of a daemon, as [width, height, SHA-256 of the pixels], and its time in seconds."""
    loaderctl, socket = folder / "loaderctl", folder / "socket"
    (folder / "conf").write_text(f"[Screen]\ntheme = {theme}\n")
    # The second frame is ten seconds later, so that the state is that of the first one.
    daemon = subprocess.Popen(
        [program, "--config", folder / "conf", "--socket", socket, "--output", "headless", "--size", size, "--fps", "0.1",
         "--frames", folder / "frames", "--mode", mode], stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 60
        while time.monotonic() < end and daemon.poll() is None:
            done = subprocess.run([loaderctl, "--socket", socket, "--json", "state"], capture_output=True)
            if done.returncode == 0 and json.loads(done.stdout)["frame"]["shown"] == 1:
                picture = Image.open(folder / "frames/000000.png").convert("RGBA")
                pixels = hashlib.sha256(picture.tobytes()).hexdigest()
                return [picture.width, picture.height, pixels], json.loads(done.stdout)["frame"]["time"]
            time.sleep(0.01)
        raise RuntimeError(f"loaderd has shown no frame of {theme} in mode {mode}")
    finally:
        daemon.kill()
        daemon.wait()
        for file in [socket, *folder.glob("socket.*"), *folder.glob("frames/*")]:
            file.unlink(missing_ok=True)


def check_themes(page, program):
    """The themes and modes for which the page and the daemon do not draw the same."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "loaderctl").symlink_to(program)
        for number, theme in enumerate(sorted(path.name for path in THEMES.iterdir())):
            for index, mode in enumerate(page.value("studio.catalog.modes")):
                size = SIZES[(number + index) % len(SIZES)]
                expected, age = first_frame(program, THEMES / theme, mode, size, folder)
                drawn = page.value("drawThemeForTest(NAME, MODE, SIZE, TIME)", NAME=theme, MODE=mode, SIZE=size, TIME=age)
                if drawn != expected:
                    yield f"theme {theme}, mode {mode}, {size} at {age} s: the page: {drawn}, loaderd: {expected}"
