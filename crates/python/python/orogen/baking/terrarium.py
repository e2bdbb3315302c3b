"""Heights as Terrarium pictures: height = R * 256 + G + B / 256 - 32768, in metres."""

from __future__ import annotations

import struct
import zlib

import numpy as np

_HEADER = b"\x89PNG\r\n\x1a\n"
_EIGHT_BIT_RGB = (8, 2, 0, 0, 0)
# The filter that stores the difference to the pixel on the left.
_SUB = 1


def png(heights: np.ndarray) -> bytes:
    """A PNG of 8-bit RGB. Heights are rounded to 1/256 m, and cut to -32768 and 32767.996 m."""
    steps = np.rint((heights.astype(np.float64) + 32768.0) * 256.0)
    steps = np.clip(steps, 0, 2**24 - 1).astype(np.uint32)
    pixels = np.stack([steps >> 16, (steps >> 8) & 255, steps & 255], axis=-1).astype(np.uint8)
    lines = np.empty((heights.shape[0], 1 + 3 * heights.shape[1]), np.uint8)
    lines[:, 0] = _SUB
    lines[:, 1:4] = pixels[:, 0]
    lines[:, 4:] = (pixels[:, 1:] - pixels[:, :-1]).reshape(len(lines), -1)
    size = struct.pack(">II5B", heights.shape[1], heights.shape[0], *_EIGHT_BIT_RGB)
    return _HEADER + _chunk(b"IHDR", size) + _chunk(b"IDAT", zlib.compress(lines.tobytes(), 6)) + _chunk(b"IEND", b"")


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
