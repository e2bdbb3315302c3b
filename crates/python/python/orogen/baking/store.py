"""A baked terrain on a disk or in an object store: one Zarr v3 group, with one group a level.

    0/height, 0/y, 0/x, 0/spatial_ref    the finest level, a dataset that xarray opens
    1/height, ...                        each sample is the mean of 2 x 2 samples of the level before
    manifest/0, manifest/1, ...          the SHA-256 of each chunk's file

Every chunk ends with its CRC-32C, so any reader of Zarr notices damage. Files get their names when they are complete.
"""

from __future__ import annotations

import hashlib
import os
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import fsspec
import numpy as np

from .codec import FASTEST, Codec, is_complete
from .layout import Address

ROOT = "zarr.json"
HEIGHT = "height"
MANIFEST = "manifest"
PART = ".part"


@dataclass(frozen=True)
class Store:
    """Where a baked terrain is.

    url : an absolute path or an fsspec URL.
    options : options for fsspec, as (name, value) pairs. They may hold secrets, so they are not printed.
    codec : how chunks are compressed.
    """

    url: str
    options: tuple[tuple[str, Any], ...] = field(default=(), repr=False)
    codec: Codec = FASTEST

    @classmethod
    def at(cls, target: str | os.PathLike[str], options: Mapping[str, Any] | None = None) -> Store:
        """The store at a path or an fsspec URL. Paths become absolute, because workers may have other working folders."""
        url = os.fspath(target).removeprefix("file://")
        if "://" not in url and "::" not in url:
            url = str(Path(url).absolute())
        return cls(url, tuple((options or {}).items()))

    @property
    def folder(self) -> Path | None:
        """The folder, if the store is on a local disk."""
        return None if "://" in self.url or "::" in self.url else Path(self.url)

    def keys(self) -> Any:
        """The store for Zarr."""
        from zarr.storage import FsspecStore, LocalStore

        if self.folder:
            return LocalStore(self.folder)
        return FsspecStore.from_url(self.url, storage_options=dict(self.options))

    def group(self, mode: Any = "r", attributes: dict[str, Any] | None = None) -> Any:
        """The root group. The mode "w" removes what is there; the new group has `attributes` from its first moment."""
        import zarr

        return zarr.open_group(self.keys(), mode=mode, zarr_format=3, attributes=attributes)

    def has(self, id: str) -> bool:
        """Whether the store is still the one that was created with this id. Quick: it does not parse the metadata."""
        return id.encode() in (self.get(ROOT) or b"")

    def looks_like_a_bake(self) -> bool:
        """Whether parts of a bake are there, if not its root."""
        return any(self.get(f"{part}/{ROOT}") is not None for part in ("0", MANIFEST))

    def is_empty(self) -> bool:
        """Whether nothing is there."""
        files, root = _files(self)
        return not (files.exists(root) and files.ls(root, detail=False))

    def check(self, address: Address, expected: bytes | None) -> bytes | None:
        """The SHA-256 of a chunk that exists and is complete; None otherwise.

        `expected` is its SHA-256 in the manifest. A chunk that the manifest does not list, because the client stopped before it
        wrote the manifest, is complete if its CRC-32C is right.
        """
        data = self.get(_key(address))
        if data is None or (expected is None and not is_complete(data)):
            return None
        found = hashlib.sha256(data).digest()
        return found if expected in (None, found) else None

    def write(self, address: Address, values: np.ndarray) -> bytes:
        """Writes a chunk, complete to its full size, and returns the SHA-256 of its file."""
        data, crc = self.codec.encode(values)
        digest = hashlib.sha256(data)
        digest.update(crc)
        self.put(_key(address), data, crc)
        return digest.digest()

    def put(self, key: str, *parts: bytes) -> None:
        """Writes a file of these parts. It gets its name when it is complete."""
        if self.folder:
            write_file(self.folder / key, *parts)
        else:
            files, root = _files(self)
            files.pipe_file(f"{root}/{key}", b"".join(parts))

    def read(self, address: Address, side: int) -> np.ndarray:
        """The heights of a chunk of `side` x `side` samples. Raises ValueError if it is missing or damaged."""
        data = self.get(_key(address))
        if data is None or not is_complete(data):
            raise ValueError(f"the chunk {_key(address)} of {self.url} is missing or damaged; run the bake again")
        return self.codec.decode(data, side)

    def remove_incomplete(self) -> None:
        """Removes files that killed workers left incomplete."""
        if self.folder:
            for file in self.folder.rglob(f"*{PART}"):
                file.unlink(missing_ok=True)

    def get(self, key: str) -> bytes | None:
        """The contents of a file; None if there is no such file."""
        if self.folder:
            try:
                return (self.folder / key).read_bytes()
            except (FileNotFoundError, NotADirectoryError):
                return None
        files, root = _files(self)
        try:
            data: bytes = files.cat_file(f"{root}/{key}")
            return data
        except FileNotFoundError:
            return None


def write_file(path: Path, *parts: bytes) -> None:
    """Writes a file that gets its name when it is complete."""
    part = path.with_name(f".{path.name}-{uuid.uuid4().hex}{PART}")
    try:
        try:
            file = part.open("xb")
        except FileNotFoundError:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = part.open("xb")
        with file:
            for data in parts:
                file.write(data)
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _files(store: Store) -> tuple[Any, str]:
    files, path = fsspec.url_to_fs(store.url, **dict(store.options))
    return files, path.rstrip("/")


def _key(address: Address) -> str:
    return f"{address.level}/{HEIGHT}/c/{address.row}/{address.column}"
