"""Terrains as lazy xarray arrays, made chunk by chunk by Dask.

>>> import orogen, orogen.xarray
>>> alps = orogen.xarray.open(orogen.open("alps"), spacing=16)
>>> float(alps.sel(x=1600, y=3200)) == orogen.open("alps").window(200, 100, 1, 1, 16).item()
True
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import dask.array
import numpy as np
import xarray
from dask.base import tokenize

from .windows import SLOPES, Window, evaluate, restored

if TYPE_CHECKING:
    from .terrain import Region, Terrain

CHUNK = 1024


def open(
    terrain: Terrain,
    *,
    spacing: float | None = None,
    region: Region | None = None,
    chunks: int | tuple[int, int] = CHUNK,
    name: str = "height",
) -> xarray.DataArray:
    """The heights of a terrain as a lazy `xarray.DataArray`: float32, in metres, with dimensions (y, x) or (lat, lon).

    Nothing is computed until values are needed, and then only the chunks that hold them. The bits equal those of
    `Terrain.heights` over the same region.

    The coordinate `spatial_ref` holds the reference system, as rioxarray expects it. The attributes hold the recipe's text, its
    seed and the digest of all that the bits depend on.

    Args:
        terrain: The terrain.
        spacing: Metres between samples; degrees on a planet, where it must divide 180. Without it: the recipe's own.
        region: `(x0, y0, x1, y1)` in metres, or `(south, west, north, east)` in degrees. All whole multiples of the spacing in
            it are samples, edges included. Without it: the domain, or the whole planet.
        chunks: Samples along a side of a chunk: one number, or `(rows, columns)`.
        name: "height", "dx" or "dy" for a slope, or the name of a field.

    Raises:
        ValueError: The spacing or the region is not valid.
    """
    window = Window.of(terrain, spacing, region)
    dimensions, coordinates = layout(terrain, window)
    data = _lazy(terrain, window, chunks, name)
    array = xarray.DataArray(data, coordinates, dimensions, name, {**attributes(name), **origin(terrain)})
    array.encoding["grid_mapping"] = "spatial_ref"
    return array


def open_dataset(
    terrain: Terrain,
    *,
    spacing: float | None = None,
    region: Region | None = None,
    chunks: int | tuple[int, int] = CHUNK,
    slopes: bool = True,
    fields: str | Iterable[str] = (),
) -> xarray.Dataset:
    """Heights, slopes and fields of a terrain as a lazy `xarray.Dataset`. `open` has the other arguments.

    Args:
        slopes: Adds `dx` and `dy`, the exact slopes in metres of height per metre, along x and y. On planets: to the east and
            to the south.
        fields: Names of fields of the recipe; each becomes a variable of that name.
    """
    fields = (fields,) if isinstance(fields, str) else tuple(fields)
    names = ("height", *(SLOPES if slopes else ()), *fields)
    arrays = {name: open(terrain, spacing=spacing, region=region, chunks=chunks, name=name) for name in names}
    return xarray.Dataset(arrays, attrs=origin(terrain))


def layout(terrain: Terrain, window: Window, level: int = 0) -> tuple[tuple[str, str], dict[str, Any]]:
    """The dimensions and the coordinates of a window on a level: (names, dict of coordinates)."""
    y, x = window.y(level), window.x(level)
    step = window.spacing * 2**level
    down = -step if terrain.is_planet else step
    transform = (x[0] - step / 2, step, 0.0, y[0] - down / 2, 0.0, down)
    reference = {
        "crs_wkt": reference_system(terrain),
        "spatial_ref": reference_system(terrain),
        "GeoTransform": " ".join(str(float(number)) for number in transform),
    }
    names = ("lat", "lon") if terrain.is_planet else ("y", "x")
    coordinates: dict[str, Any] = {name: (name, values, _AXES[name]) for name, values in zip(names, (y, x))}
    return names, {**coordinates, "spatial_ref": ((), np.int64(0), reference)}


def reference_system(terrain: Terrain) -> str:
    """The coordinate reference system as well-known text: local metres, or longitude and latitude on a sphere."""
    name = terrain.name.replace('"', "'")
    if not terrain.is_planet:
        return f'LOCAL_CS["{name}",UNIT["metre",1]]'
    sphere = f'DATUM["{name}",SPHEROID["{name}",{terrain.radius!r},0]]'
    return f'GEOGCS["{name}",{sphere},PRIMEM["Reference meridian",0],UNIT["degree",0.0174532925199433]]'


def attributes(name: str) -> dict[str, str]:
    """Attributes of a variable: its unit and its name in the CF conventions."""
    if name == "height":
        return {"units": "m", "standard_name": "surface_altitude", "long_name": "height above sea level"}
    if name in SLOPES:
        along = {"dx": "to the east, along x", "dy": "to the south, along y"}[name]
        return {"units": "1", "long_name": f"slope {along}"}
    return {"units": "1", "long_name": f"field {name}"}


def origin(terrain: Terrain) -> dict[str, str]:
    """Attributes that name the recipe that an array comes from."""
    return {
        "orogen_name": terrain.name,
        "orogen_seed": str(terrain.seed),  # a text, because JSON readers round whole numbers above 2**53
        "orogen_digest": terrain.digest,
        "orogen_recipe": terrain.text,
    }


_AXES = {
    "x": {"units": "m", "standard_name": "projection_x_coordinate", "axis": "X", "long_name": "x, to the east"},
    "y": {"units": "m", "standard_name": "projection_y_coordinate", "axis": "Y", "long_name": "y, to the south"},
    "lon": {"units": "degrees_east", "standard_name": "longitude", "axis": "X"},
    "lat": {"units": "degrees_north", "standard_name": "latitude", "axis": "Y"},
}


def _lazy(terrain: Terrain, window: Window, chunks: int | tuple[int, int], name: str) -> dask.array.Array:
    sides = (chunks, chunks) if isinstance(chunks, int) else tuple(chunks)
    sizes = dask.array.core.normalize_chunks(sides, (window.rows, window.columns), dtype=np.float32)
    array: dask.array.Array = dask.array.map_blocks(
        _chunk,
        pickle.dumps(terrain),
        window,
        name,
        chunks=sizes,
        dtype=np.float32,
        meta=np.empty((0, 0), np.float32),
        name=f"orogen-{name}-{tokenize(terrain.digest, window, name, sizes)}",
    )
    return array


def _chunk(pickled: bytes, window: Window, name: str, block_info: Any = None) -> np.ndarray:
    (top, bottom), (left, right) = block_info[None]["array-location"]
    return evaluate(restored(pickled), window.part(top, left, bottom - top, right - left), name)
