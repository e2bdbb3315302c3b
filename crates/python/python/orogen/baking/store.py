"""A baked terrain on a disk or in an object store: one Zarr v3 group, with one group a level.

    0/height, 0/y, 0/x, 0/spatial_ref    the finest level, a dataset that xarray opens
    1/height, ...                        each sample is the mean of 2 x 2 samples of the level before
    manifest/0, manifest/1, ...          the SHA-256 of each chunk's file

Every chunk ends with its CRC-32C, so any reader of Zarr notices damage. Files get their names when they are complete.
"""

from __future__ import annotations

import functools
import hashlib
from dataclasses import dataclass
from pathlib import Path

import fsspec
import numpy as np
import zarr
from zarr.storage import FsspecStore, LocalStore, WrapperStore

HEIGHT = "height"


@dataclass(frozen=True)
class Store:
    """Where a baked terrain is.

    url : an absolute path or an fsspec URL.
    options : options for fsspec, as sorted (name, value) pairs.
    version : a text that differs if the store was made again. Workers keep what they know about each version.
    """

    url: str
    options: tuple = ()
    version: str = ""

    @classmethod
    def at(cls, target, options=None):
        """The store at a path or an fsspec URL. Paths become absolute, because workers may have other working folders."""
        url = str(target)
        if url.startswith("file://"):
            url = url.removeprefix("file://")
        if "://" not in url and "::" not in url:
            url = str(Path(url).absolute())
        return cls(url, tuple(sorted((options or {}).items())))

    @property
    def folder(self):
        """The folder, if the store is on a local disk."""
        return None if "://" in self.url else Path(self.url)

    def keys(self):
        """The store for Zarr."""
        if self.folder:
            return LocalStore(self.folder)
        return FsspecStore.from_url(self.url, storage_options=dict(self.options))

    def group(self, mode="r"):
        """The root group."""
        return zarr.open_group(self.keys(), mode=mode, zarr_format=3)

    def exists(self):
        """Whether a group is there."""
        files, root = _files(self)
        return files.exists(f"{root}/zarr.json")

    def read_bytes(self, key):
        """The bytes under a key, or None if there are none."""
        files, root = _files(self)
        try:
            return files.cat_file(f"{root}/{key}")
        except FileNotFoundError:
            return None

    def check(self, address, expected):
        """The SHA-256 of a chunk that exists and is whole; None otherwise.

        `expected` is its SHA-256 in the manifest. A chunk that the manifest does not list, because the process that keeps it
        ended, is whole if its CRC-32C is right.
        """
        data = self.read_bytes(_key(address))
        if data is None:
            return None
        found = hashlib.sha256(data).digest()
        if expected is not None:
            return found if found == expected else None
        try:
            _array(self, address.level).blocks[address.row, address.column]
        except (ValueError, RuntimeError):
            return None
        return found

    def write(self, address, samples, values):
        """Writes a chunk, and returns the SHA-256 of its file."""
        _array(self, address.level)[samples] = values
        return _written(self).hashes.pop(_key(address))

    def read(self, level, samples):
        """Heights of a level."""
        return _array(self, level)[samples]

    def remove_incomplete(self):
        """Removes files that killed workers left incomplete."""
        if self.folder:
            for file in self.folder.rglob("*.partial"):
                file.unlink(missing_ok=True)


class _Hashed(WrapperStore):
    """A store that keeps the SHA-256 of each value from when it is written until it is asked for."""

    def __init__(self, store):
        super().__init__(store)
        self.hashes = {}

    def _with_store(self, store):
        return type(self)(store)

    async def set(self, key, value):
        await super().set(key, value)
        self.hashes[key] = hashlib.sha256(np.asarray(value.as_numpy_array())).digest()


@functools.lru_cache(maxsize=16)
def _files(store):
    files, path = fsspec.url_to_fs(store.url, **dict(store.options))
    return files, path.rstrip("/")


@functools.lru_cache(maxsize=16)
def _written(store):
    return _Hashed(store.keys())


@functools.lru_cache(maxsize=256)
def _array(store, level):
    # Otherwise Zarr compares each chunk with the fill value.
    config = {"write_empty_chunks": True}
    return zarr.open_array(_written(store), path=f"{level}/{HEIGHT}", mode="r+", zarr_format=3, config=config)


def _key(address):
    return f"{address.level}/{HEIGHT}/c/{address.row}/{address.column}"
