"""Chunks as bytes: what the codecs `bytes`, `blosc` and `crc32c` of Zarr 3 make, without Zarr's threads and copies.

Zarr's own writer takes 2 ns a sample more, which matters beside 9 ns for the heights of `alps`.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import google_crc32c
import numpy as np

CRC_BYTES = 4


@dataclass(frozen=True)
class Codec:
    """How the chunks of a store are compressed: by Blosc with these settings, or not at all if `cname` is None.

    Every chunk ends with its CRC-32C.
    """

    cname: str | None = "lz4"
    clevel: int = 1
    shuffle: str = "shuffle"
    blocksize: int = 1 << 18

    def metadata(self) -> list[Any]:
        """The codecs as Zarr names them, in the order in which a reader needs them."""
        from zarr.codecs import BloscCodec, Crc32cCodec

        if self.cname is None:
            return [Crc32cCodec()]
        settings: dict[str, Any] = dataclasses.asdict(self)
        return [BloscCodec(typesize=4, **settings), Crc32cCodec()]

    def encode(self, values: np.ndarray) -> tuple[bytes, bytes]:
        """Heights as compressed bytes and their CRC-32C."""
        values = np.ascontiguousarray(values, dtype="<f4")
        data = values.tobytes() if self.cname is None else self._blosc().encode(values)
        return data, google_crc32c.value(data).to_bytes(CRC_BYTES, "little")

    def decode(self, data: bytes, side: int) -> np.ndarray:
        """Heights from the bytes of a chunk: (side, side). Raises ValueError if they are damaged."""
        stored = memoryview(data)[:-CRC_BYTES]
        plain = stored if self.cname is None else self._blosc().decode(stored)
        return np.frombuffer(plain, "<f4").reshape(side, side)

    def _blosc(self) -> Any:
        from numcodecs import Blosc

        shuffle = {"noshuffle": Blosc.NOSHUFFLE, "shuffle": Blosc.SHUFFLE, "bitshuffle": Blosc.BITSHUFFLE}[self.shuffle]
        return Blosc(self.cname, self.clevel, shuffle, self.blocksize)


def is_complete(data: bytes) -> bool:
    """Whether the bytes of a chunk end with their CRC-32C."""
    stored, crc = data[:-CRC_BYTES], data[-CRC_BYTES:]
    return len(crc) == CRC_BYTES and google_crc32c.value(stored).to_bytes(CRC_BYTES, "little") == crc


# The fastest of those that `benches/bake.py --codecs` compares.
FASTEST = Codec()
NONE = Codec(cname=None)


def codec_of(compressor: Any) -> Codec:
    """The codec for the argument `compressor` of `bake`: "auto", None, or a `zarr.codecs.BloscCodec`."""
    if compressor == "auto":
        return FASTEST
    if compressor is None:
        return NONE
    from zarr.codecs import BloscCodec

    if not isinstance(compressor, BloscCodec):
        raise TypeError(f"compressor={compressor!r} must be a zarr.codecs.BloscCodec, None or 'auto'")
    settings: Any = compressor.to_dict()["configuration"]
    return Codec(settings["cname"], settings["clevel"], settings["shuffle"], settings["blocksize"])
