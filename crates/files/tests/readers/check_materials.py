"""Reads masks, splat maps, weights and colours with Pillow, and compares them with the rules computed here."""

import sys
from pathlib import Path

import numpy as np
from PIL import Image

folder = Path(sys.argv[1])
x, y = np.meshgrid(np.arange(60.0), np.arange(45.0))
u, v = x - 30, y - 20
height = 0.6 * u * u + 0.4 * v * v + 40 * np.sin(0.3 * x)
dx = (1.2 * u + 12 * np.cos(0.3 * x)) / 20
dy = 0.8 * v / 20
curvature = (1.2 - 3.6 * np.sin(0.3 * x) + 0.8) / 400
noise = np.sin(0.2 * x - 4.5) * np.cos(0.3 * y - 6)
slope = np.degrees(np.arctan(np.hypot(dx, dy)))


def read(name, mode):
    image = Image.open(folder / f"{name}.png")
    assert image.mode == mode, (name, image.mode)
    return np.asarray(image).astype(float)


def near(name, found, expected, most):
    assert found.shape == expected.shape, (name, found.shape)
    worst = abs(found - expected).max()
    assert worst <= most, f"{name} differs by {worst}"


# The tolerance is half a step, and some for the last bits of single precision.
near("slope", read("slope", "I;16") * 90 / 65535, slope, 0.51 * 90 / 65535)
# Downhill, clockwise from the top of the picture; y grows down it.
facing = np.degrees(np.arctan2(-dx, dy)) % 360
turn = abs(read("aspect", "I;16") * 360 / 65536 - facing)
near("aspect", np.minimum(turn, 360 - turn), np.zeros_like(turn), 0.51 * 360 / 65536)
k = curvature / 0.01
near("curvature", read("curvature", "I;16"), 32767.5 * (1 + k / (1 + abs(k))), 0.6)


def step(a, b, t):
    t = np.clip((t - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)


per_km = 1000 * curvature
covers = [
    np.ones_like(x),
    step(40, 25, slope),
    step(200, 300, height) * step(55, 40, slope),
    step(2, 6, per_km) * step(0, 10, height) * step(400, 200, height),
    step(0.2, 0.5, noise) * step(30, 10, slope),
]
left, weights = np.ones_like(x), [None] * 5
for index in reversed(range(5)):
    weights[index] = left * covers[index]
    left = left * (1 - covers[index])
weights = np.stack(weights, -1)
assert (weights.max((0, 1)) > 0.5).all(), "each material lies somewhere"

splat = np.concatenate([read("splat0", "RGBA"), read("splat1", "RGBA")], -1)
assert (splat.sum(-1) == 255).all(), "weights do not sum to one"
assert (splat[..., 5:] == 0).all(), "channels without a material are not empty"
near("splat", splat[..., :5], 255 * weights, 1.01)
for index, name in enumerate(["rock", "grass", "snow", "moss", "flowers"]):
    assert (read(f"weight_{name}", "L") == splat[..., index]).all(), name

colours = np.array([[0x80, 0x74, 0x68], [0x4C, 0x7A, 0x2C], [0xF2, 0xF6, 0xFA], [0x2C, 0x5A, 0x1C], [0xC0, 0x40, 0x80]])
c = colours / 255
light = weights @ np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
encoded = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
near("colour", read("colour", "RGB"), 255 * encoded, 0.6)
