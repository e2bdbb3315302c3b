"""Writes PNGs whose rows use all five filters in turn. The files of `orogen` use fewer, but readers must know all."""

import zlib
from pathlib import Path

import numpy

COLOUR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}


def write(file: Path, samples: numpy.ndarray) -> None:
    """`samples` are rows, columns and channels of 8 or 16 bits."""
    height, width, channels = samples.shape
    pixel = channels * samples.dtype.itemsize
    rows = numpy.zeros((height + 1, pixel * (width + 1)), int)
    rows[1:, pixel:] = numpy.frombuffer(samples.astype(samples.dtype.newbyteorder(">")).tobytes(), numpy.uint8).reshape(
        height, -1
    )
    data = b"".join(filtered(row % 5, rows[row - 1], rows[row], pixel) for row in range(1, height + 1))
    header = (
        width.to_bytes(4, "big")
        + height.to_bytes(4, "big")
        + bytes([8 * samples.dtype.itemsize, COLOUR_TYPES[channels], 0, 0, 0])
    )
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(data)), (b"IEND", b"")]
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, body) for kind, body in chunks))


def filtered(kind: int, last: numpy.ndarray, row: numpy.ndarray, pixel: int) -> bytes:
    here, left, above, corner = row[pixel:], row[:-pixel], last[pixel:], last[:-pixel]
    estimate = left + above - corner
    to_left, to_above, to_corner = abs(estimate - left), abs(estimate - above), abs(estimate - corner)
    paeth = numpy.where(
        (to_left <= to_above) & (to_left <= to_corner), left, numpy.where(to_above <= to_corner, above, corner)
    )
    predicted = [0 * left, left, above, (left + above) // 2, paeth][kind]
    return bytes([kind]) + ((here - predicted) % 256).astype(numpy.uint8).tobytes()


def chunk(kind: bytes, body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + kind + body + zlib.crc32(kind + body).to_bytes(4, "big")
