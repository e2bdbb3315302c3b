"""Reads height.png and normal.png with Pillow, the headerless files with numpy, and compares them with the heights they hold."""

import struct
import sys
import zlib
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

slopes = [np.fromfile(folder / name, "<f4").reshape(700, 900).astype(float) for name in ("dx.f32", "dy.f32")]
normals = np.stack([-slopes[0], slopes[1], np.ones((700, 900))], axis=-1)
normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
png = np.asarray(Image.open(folder / "normal.png")).astype(float)
assert png.shape == (700, 900, 3), png.shape
assert abs(png - (normals * 0.5 + 0.5) * 255).max() <= 0.5 + 1e-4, "normals differ"

# Pillow accepts wrong checksums. So zlib alone decompresses the rows once more, and checks them.
for name, size in ("height.png", 50 * (1 + 70 * 2)), ("normal.png", 700 * (1 + 900 * 3)):
    data, at, stream = (folder / name).read_bytes(), 8, b""
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        stream += data[at + 8 : at + 8 + length] if data[at + 4 : at + 8] == b"IDAT" else b""
        at += 12 + length
    assert len(zlib.decompress(stream)) == size, name
