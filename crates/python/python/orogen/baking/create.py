"""Creates the groups and arrays of a store, or checks that they belong to the terrain at hand."""

from __future__ import annotations

import dataclasses
import json
import uuid
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import xarray
import zarr

from ..xarray import attributes, source
from ..xarray import layout as coordinates_of
from .codec import Codec, codec_of
from .layout import Layout
from .manifest import Manifest
from .store import HEIGHT, ROOT, Store

if TYPE_CHECKING:
    from ..terrain import Terrain

KEY = "orogen"
FORMAT = 1
_HELP = "choose another target, or pass overwrite=True to replace it"
_FOREIGN = "holds other files than those of a bake; choose another target"
_DAMAGED = "holds a bake whose zarr.json is missing or damaged; pass overwrite=True to replace it"


def prepare(store: Store, terrain: Terrain, layout: Layout, compressor: Any, overwrite: bool) -> Store:
    """Returns the store with its codec, ready for chunks. In a store of an earlier call, the files beside the chunks are repaired.

    Raises ValueError if there is a store of another terrain or another layout, or anything that is not a bake: `overwrite`
    replaces bakes only, because it removes the whole folder.
    """
    store = dataclasses.replace(store, codec=codec_of(compressor))
    wanted = identity(terrain, layout, store.codec)
    found = _state(store)
    if found is None and not store.is_empty():
        if _root(store) is not None or not store.looks_like_a_bake():
            raise ValueError(f"{store.url} {_FOREIGN}")
        if not overwrite:
            raise ValueError(f"{store.url} {_DAMAGED}")
    if found is not None and not overwrite:
        _compare(store, found, wanted)
        if found["ready"]:
            store.remove_incomplete()
            _write(store, _files(store.codec, terrain, layout, found))
            return store
    state = {**wanted, "id": uuid.uuid4().hex, "ready": True}
    store.group("w", {KEY: {**state, "ready": False}})
    _write(store, _files(store.codec, terrain, layout, state))
    return store


def id_of(store: Store) -> str:
    """A text that differs each time that a store is created, see `Store.has`."""
    state = _state(store)
    if state is None:
        raise ValueError(f"{store.url} {_DAMAGED}")
    found: str = state["id"]
    return found


def _root(store: Store) -> Any:
    """The metadata of the root; None if they are missing or damaged."""
    try:
        return json.loads(store.get(ROOT) or b"")
    except ValueError:
        return None


def _state(store: Store) -> dict[str, Any] | None:
    """What the store says of itself; None if it does not say that it is a bake."""
    try:
        state = _root(store)["attributes"][KEY]
    except (KeyError, TypeError):
        return None
    return state if isinstance(state, dict) and {"id", "ready"} <= state.keys() else None


def identity(terrain: Terrain, layout: Layout, codec: Codec) -> dict[str, Any]:
    """What two bakes must share to be the same."""
    chunks = {"chunk": layout.chunk, "levels": layout.levels}
    window, settings = dataclasses.asdict(layout.window), dataclasses.asdict(codec)
    return {"format": FORMAT, "digest": terrain.digest, **window, **chunks, **settings}


def _compare(store: Store, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    differing = [name for name, value in wanted.items() if found.get(name) != value]
    if differing:
        both = "; ".join(f"{name} is {found.get(name)!r} there, and {wanted[name]!r} here" for name in differing)
        raise ValueError(f"{store.url} holds another bake: {both}; {_HELP}")


def _write(store: Store, files: Mapping[str, bytes]) -> None:
    """Writes the files that differ. The last one is that of the root, which says that all others are there."""
    for key, data in sorted(files.items(), key=lambda file: file[0] == ROOT):
        if store.get(key) != data:
            store.put(key, data)


def _files(codec: Codec, terrain: Terrain, layout: Layout, state: dict[str, Any]) -> dict[str, bytes]:
    """The files of a store, by their keys, but for the chunks of heights and hashes: metadata and coordinates."""
    files: dict[str, Any] = {}
    memory = zarr.storage.MemoryStore(files)
    group: Any = zarr.open_group(memory, mode="w", zarr_format=3, attributes={KEY: state, **source(terrain)})
    for level in range(layout.levels):
        names, coordinates = coordinates_of(terrain, layout.window, level)
        dataset = xarray.Dataset(coords=coordinates, attrs=source(terrain))
        dataset.to_zarr(memory, group=str(level), mode="w", zarr_format=3, consolidated=False)
        group[str(level)].create_array(
            HEIGHT,
            shape=layout.shape(level),
            chunks=(layout.chunk, layout.chunk),
            dtype="float32",
            fill_value=np.nan,
            compressors=codec.metadata(),
            dimension_names=names,
            attributes={**attributes(HEIGHT), "coordinates": "spatial_ref", "grid_mapping": "spatial_ref"},
        )
    Manifest.create(group, layout)
    with warnings.catch_warnings():
        # The root has a copy of all metadata, so that readers open a level with one request. The specification of Zarr 3 does not
        # have this copy yet. Readers that do not know it ignore it.
        warnings.simplefilter("ignore")
        zarr.consolidate_metadata(memory, zarr_format=3)
    return {key: buffer.to_bytes() for key, buffer in files.items()}
