"""animation.png and frames/*.png, by Pillow: the same pictures, at the right rate, for ever."""

from common import *
from PIL import Image, ImageSequence

film = Image.open(folder / "animation.png")
assert film.is_animated and film.n_frames == len(times) and film.info["loop"] == 0
different = set()
for k, picture in enumerate(ImageSequence.Iterator(film)):
    assert picture.info["duration"] == 20
    pixels = np.array(picture.convert("RGB"))
    assert (pixels == np.array(Image.open(folder / "frames" / f"{k:06}.png").convert("RGB"))).all(), k
    different.add(pixels.tobytes())
assert len(different) > len(times) // 2
print("apng:", len(times), "frames,", len(different), "different")
