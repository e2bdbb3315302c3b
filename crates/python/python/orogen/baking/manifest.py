"""The manifest: the SHA-256 of every chunk, in the store itself.

It is one Zarr array a level, of shape (chunk rows, chunk columns, 32) and type uint8; zeros mean that a chunk is not listed.
Only the client writes it. It writes blocks of the array, whole, so that a crash loses no more than the last few seconds; chunks
that were made in these seconds are found by their CRC-32C.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from .layout import Address, Layout
from .store import MANIFEST, Store

BYTES = 32
# Chunks along a side of a block of the manifest.
BLOCK = 64
SECONDS = 5.0


class ManifestError(OSError):
    """The manifest cannot be written."""


class Manifest:
    """The manifest of a store, in memory; `flush` writes what has changed."""

    def __init__(self, store: Store, layout: Layout) -> None:
        group = store.group("r+")[MANIFEST]
        self._arrays = [group[str(level)] for level in range(layout.levels)]
        self._hashes = [_read(array) for array in self._arrays]
        self._changed: set[tuple[int, int, int]] = set()
        self._flushed = time.monotonic()

    @staticmethod
    def create(group: Any, layout: Layout) -> None:
        """Creates an empty manifest in a root group."""
        group = group.create_group(MANIFEST)
        for level in range(layout.levels):
            shape = (*layout.grid(level), BYTES)
            chunks = tuple(min(side, most) for side, most in zip(shape, (BLOCK, BLOCK, BYTES)))
            group.create_array(str(level), shape=shape, chunks=chunks, dtype="uint8", fill_value=0, compressors=None)

    def hash(self, address: Address) -> bytes | None:
        """The SHA-256 of a chunk as bytes; None if it is not listed."""
        level, row, column = address
        found: bytes = self._hashes[level][row, column].tobytes()
        return found if any(found) else None

    def record(self, address: Address, digest: bytes) -> None:
        """Lists a chunk, and writes changes that are older than some seconds."""
        level, row, column = address
        self._hashes[level][row, column] = np.frombuffer(digest, np.uint8)
        self._changed.add((level, row // BLOCK, column // BLOCK))
        if time.monotonic() - self._flushed > SECONDS:
            self.flush()

    def flush(self) -> None:
        """Writes all changes. Raises ManifestError if that fails."""
        try:
            for level, row, column in sorted(self._changed):
                block = np.s_[row * BLOCK : (row + 1) * BLOCK, column * BLOCK : (column + 1) * BLOCK]
                self._arrays[level][block] = self._hashes[level][block]
        except OSError as error:
            raise ManifestError(str(error)) from error
        self._changed.clear()
        self._flushed = time.monotonic()


def _read(array: Any) -> np.ndarray:
    try:
        return np.array(array[:], np.uint8)
    except (ValueError, RuntimeError):
        # The manifest is damaged. Its chunks are checked by their CRC-32C, and listed again.
        return np.zeros(array.shape, np.uint8)
