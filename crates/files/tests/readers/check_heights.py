"""Reads height.png with Pillow, the headerless files with numpy, and compares them with the heights they hold."""

import sys
from pathlib import Path

import numpy as np
from PIL import Image

folder = Path(sys.argv[1])
rows, columns = 50, 70
i = np.arange(rows * columns).reshape(rows, columns)
heights = (i % 70) * 1.25 - (i // 70) * 3.5 + i * i % 97
half_a_step = 0.5 * 400 / 65535 + 1e-9

metres = np.fromfile(folder / "height.f32", "<f4").reshape(rows, columns)
assert (metres == heights.astype(np.float32)).all(), "floats differ"

png = np.asarray(Image.open(folder / "height.png")).astype(float)
assert png.shape == (rows, columns), png.shape
assert abs(png / 65535 * 400 - 200 - heights).max() <= half_a_step, "the picture differs"

r16 = np.fromfile(folder / "height.r16", "<u2").reshape(rows, columns)
assert (r16 == png).all(), "raw and picture differ"

flipped = np.fromfile(folder / "flipped.r16", ">u2").reshape(rows, columns)
assert (flipped[::-1] == r16).all(), "raw differs when flipped"
flipped = np.fromfile(folder / "flipped.r32", ">f4").reshape(rows, columns)
assert (flipped[::-1] == metres).all(), "floats differ when flipped"
