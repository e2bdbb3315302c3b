"""Creates the groups and arrays of a store, or checks that they belong to the terrain at hand."""

from __future__ import annotations

import dataclasses
import uuid
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import xarray
import zarr

from ..xarray import attributes, origin
from ..xarray import layout as coordinates_of
from .codec import Codec, codec_of
from .layout import Layout
from .manifest import Manifest
from .store import HEIGHT, Store

if TYPE_CHECKING:
    from ..terrain import Terrain

KEY = "orogen"
FORMAT = 1
_HELP = "choose another target, or pass overwrite=True to replace it"
_FOREIGN = "holds other files than those of a bake; choose another target"


def prepare(store: Store, terrain: Terrain, layout: Layout, compressor: Any, overwrite: bool) -> Store:
    """Returns the store with its codec, ready for chunks.

    Raises ValueError if there is a store of another terrain or another layout, or anything that is not a bake: `overwrite`
    replaces bakes only, because it removes the whole folder.
    """
    store = dataclasses.replace(store, codec=codec_of(compressor))
    wanted = identity(terrain, layout, store.codec)
    found = dict(store.group().attrs).get(KEY) if store.exists() else None
    if not isinstance(found, dict) and not store.is_empty():
        raise ValueError(f"{store.url} {_FOREIGN}")
    if found and not overwrite:
        _compare(store, found, wanted)
        if found["ready"]:
            store.remove_incomplete()
            return store
    state = {**wanted, "id": uuid.uuid4().hex}
    group = store.group("w", {KEY: {**state, "ready": False}})
    _create(store, group, terrain, layout)
    group.attrs.update({KEY: {**state, "ready": True}, **origin(terrain)})
    _consolidate(store)
    return store


def id_of(store: Store) -> str:
    """A text that differs each time that a store is created, see `Store.has`."""
    found: str = dict(store.group().attrs)[KEY]["id"]
    return found


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


def _create(store: Store, group: Any, terrain: Terrain, layout: Layout) -> None:
    for level in range(layout.levels):
        names, coordinates = coordinates_of(terrain, layout.window, level)
        dataset = xarray.Dataset(coords=coordinates, attrs=origin(terrain))
        dataset.to_zarr(store.keys(), group=str(level), mode="w", zarr_format=3, consolidated=False)
        group[str(level)].create_array(
            HEIGHT,
            shape=layout.shape(level),
            chunks=(layout.chunk, layout.chunk),
            dtype="float32",
            fill_value=np.nan,
            compressors=store.codec.metadata(),
            dimension_names=names,
            attributes={**attributes(HEIGHT), "coordinates": "spatial_ref", "grid_mapping": "spatial_ref"},
        )
    Manifest.create(group, layout)


def _consolidate(store: Store) -> None:
    """Copies all metadata into the file of the root group, so that readers open a level with one request."""
    with warnings.catch_warnings():
        # The specification of Zarr 3 does not have this copy yet. Readers that do not know it ignore it.
        warnings.simplefilter("ignore")
        zarr.consolidate_metadata(store.keys(), zarr_format=3)
