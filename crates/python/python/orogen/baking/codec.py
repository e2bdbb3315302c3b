"""Chunks as bytes: what the codecs `bytes`, `blosc` and `crc32c` of Zarr 3 make, without Zarr's threads and copies.

Zarr's own writer takes 2 ns a sample more, which matters beside 9 ns for the heights of `alps`.
"""

from __future__ import annotations

from dataclasses import dataclass

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

    def metadata(self):
        """The codecs as Zarr names them, in the order in which a reader needs them."""
        from zarr.codecs import BloscCodec, Crc32cCodec

        if self.cname is None:
            return [Crc32cCodec()]
        names = {"cname": self.cname, "clevel": self.clevel, "shuffle": self.shuffle, "blocksize": self.blocksize}
        return [BloscCodec(typesize=4, **names), Crc32cCodec()]

    def encode(self, values):
        """Heights as compressed bytes and their CRC-32C."""
        values = np.ascontiguousarray(values, dtype="<f4")
        data = values.tobytes() if self.cname is None else self._blosc().encode(values)
        return data, google_crc32c.value(data).to_bytes(CRC_BYTES, "little")

    def decode(self, data, side):
        """Heights from the bytes of a chunk: (side, side). Raises ValueError if they are damaged."""
        data = memoryview(data)[:-CRC_BYTES]
        plain = data if self.cname is None else self._blosc().decode(data)
        return np.frombuffer(plain, "<f4").reshape(side, side)

    def _blosc(self):
        from numcodecs import Blosc

        shuffle = {"noshuffle": Blosc.NOSHUFFLE, "shuffle": Blosc.SHUFFLE, "bitshuffle": Blosc.BITSHUFFLE}[self.shuffle]
        return Blosc(self.cname, self.clevel, shuffle, self.blocksize)


def is_whole(data):
    """Whether the bytes of a chunk end with their CRC-32C."""
    return len(data) > CRC_BYTES and google_crc32c.value(bytes(data[:-CRC_BYTES])) == int.from_bytes(data[-CRC_BYTES:], "little")


# The fastest of those that `benches/bake.py --codecs` compares.
FASTEST = Codec()
NONE = Codec(cname=None)


def codec_of(compressor):
    """The codec for the argument `compressor` of `bake`: "auto", None, or a `zarr.codecs.BloscCodec`."""
    if compressor == "auto":
        return FASTEST
    if compressor is None:
        return NONE
    from zarr.codecs import BloscCodec

    if not isinstance(compressor, BloscCodec):
        raise TypeError(f"compressor={compressor!r} must be a zarr.codecs.BloscCodec, None or 'auto'")
    settings = compressor.to_dict()["configuration"]
    return Codec(**{name: settings[name] for name in ("cname", "clevel", "blocksize")}, shuffle=settings["shuffle"])
