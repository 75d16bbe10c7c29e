"""compare_frames.py ANIMATION STILL…: compares each frame of an animated PNG, composed by Pillow, with a still picture."""
import sys
from PIL import Image

animation, stills = Image.open(sys.argv[1]), sys.argv[2:]
assert animation.n_frames == len(stills), animation.n_frames
assert animation.info["loop"] == 0, "it repeats endlessly"
for number, still in enumerate(stills):
    animation.seek(number)
    assert abs(animation.info["duration"] - 40) < 0.01, animation.info
    same = animation.convert("RGBA").tobytes() == Image.open(still).convert("RGBA").tobytes()
    assert same, f"frame {number} differs"
print("done")
