"""Terrains as lazy xarray arrays, made chunk by chunk by Dask.

>>> import orogen, orogen.xarray
>>> alps = orogen.xarray.open(orogen.open("alps"), spacing=16)
>>> float(alps.sel(x=1600, y=3200)) == orogen.open("alps").window(200, 100, 1, 1, 16).item()
True
"""

from __future__ import annotations

import math
import operator
import pickle
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import dask.array
import numpy as np
import xarray
from dask.base import tokenize

from .opening import opened
from .windows import SLOPES, Window, check_variable, evaluate, restored

if TYPE_CHECKING:
    from .opening import Source
    from .terrain import Region, Terrain

CHUNK = 1024
# Dask needs about 10 microseconds and a kilobyte for each chunk before anything is computed.
MOST_CHUNKS = 250_000


def open(
    terrain: Terrain | Source,
    *,
    spacing: float | None = None,
    region: Region | None = None,
    chunks: int | tuple[int, int] = CHUNK,
    name: str = "height",
    origin: tuple[float, float] | None = None,
    crs: str | None = None,
) -> xarray.DataArray:
    """The heights of a terrain as a lazy `xarray.DataArray`: float32, in metres, with dimensions (y, x) or (lat, lon).

    Nothing is computed until values are needed, and then only the chunks that hold them. The bits equal those of
    `Terrain.heights` over the same region.

    The coordinate `spatial_ref` holds the reference system, as rioxarray expects it. The attributes hold the recipe's text, its
    seed and the digest of all that the bits depend on.

    Args:
        terrain: A terrain, or anything that `orogen.open` takes.
        spacing: Metres between samples; degrees on a planet, where it must divide 180. Without it: the recipe's own.
        region: `(x0, y0, x1, y1)` in metres, or `(south, west, north, east)` in degrees. All whole multiples of the spacing in
            it are samples, edges included. Without it: the domain, or the whole planet.
        chunks: Samples along a side of a chunk: one number, or `(rows, columns)`.
        name: "height", "dx" or "dy" for a slope, or the name of a field.
        origin: (east, north) of the point x = 0, y = 0 of a plane on a map. Then the coordinates are those of the map, and y
            grows to the north, as GIS programs expect. Without it, y grows with the rows.
        crs: The reference system of the map, in metres, for example "EPSG:32632"; without it, local metres. It needs `origin`, and
            the package rasterio.

    Raises:
        ValueError: An argument is not valid, there is no such field, or there are more than 250,000 chunks.
    """
    terrain = opened(terrain)
    window = Window.of(terrain, spacing, region)
    check_variable(terrain, window, name)
    place = place_of(terrain, origin, crs)
    dimensions, coordinates = layout(terrain, window, 0, place)
    data, about = _lazy(terrain, window, chunks, name), attributes(name)
    if place and name == "dy":
        data, about["long_name"] = -data, "slope to the north, along y"
    array = xarray.DataArray(data, coordinates, dimensions, name, {**about, **source(terrain)})
    array.encoding["grid_mapping"] = "spatial_ref"
    return array


def open_dataset(
    terrain: Terrain | Source,
    *,
    spacing: float | None = None,
    region: Region | None = None,
    chunks: int | tuple[int, int] = CHUNK,
    slopes: bool = True,
    fields: str | Iterable[str] = (),
    origin: tuple[float, float] | None = None,
    crs: str | None = None,
) -> xarray.Dataset:
    """Heights, slopes and fields of a terrain as a lazy `xarray.Dataset`. `open` has the other arguments.

    Args:
        slopes: Adds `dx` and `dy`, the exact slopes in metres of height per metre, along x and y. On planets: to the east and
            to the south. On a map: to the east and to the north.
        fields: Names of fields of the recipe; each becomes a variable of that name.
    """
    terrain = opened(terrain)
    fields = (fields,) if isinstance(fields, str) else tuple(fields)
    names = ("height", *(SLOPES if slopes else ()), *fields)
    where: dict[str, Any] = {"spacing": spacing, "region": region, "chunks": chunks, "origin": origin, "crs": crs}
    arrays = {name: open(terrain, name=name, **where) for name in names}
    return xarray.Dataset(arrays, attrs=source(terrain))


class Place(NamedTuple):
    """Where a plane is on a map: the coordinates of x = 0, y = 0, and the reference system as well-known text. North is -y."""

    east: float
    north: float
    system: str


def place_of(terrain: Terrain, origin: tuple[float, float] | None, crs: str | None) -> Place | None:
    """The place of the arguments `origin` and `crs` of `open`. Raises ValueError if they do not fit the terrain."""
    if origin is None and crs is None:
        return None
    if terrain.is_planet:
        raise ValueError(f"{terrain.name} is a planet, whose coordinates are latitudes and longitudes; leave out origin= and crs=")
    if origin is None:
        raise ValueError("crs= needs origin=(east, north): the point x = 0, y = 0 of the plane in this system")
    numbers = [float(number) for number in origin]
    if len(numbers) != 2 or not all(map(math.isfinite, numbers)):
        raise ValueError(f"origin={origin!r} must be two finite numbers: (east, north)")
    return Place(numbers[0], numbers[1], reference_system(terrain) if crs is None else _metric_system(crs))


def _metric_system(crs: str) -> str:
    """The well-known text of a projected reference system. Raises ValueError if there is no such system in metres."""
    from rasterio.crs import CRS

    try:
        system = CRS.from_user_input(crs)
    except ValueError as error:
        raise ValueError(f"crs={crs!r} is not a reference system: {error}") from None
    if not system.is_projected or system.linear_units.lower() not in ("metre", "meter"):
        raise ValueError(f"crs={crs!r} is not a map in metres; give a projected system, for example \"EPSG:32632\"")
    text: str = system.to_wkt()
    return text


def layout(
    terrain: Terrain, window: Window, level: int = 0, place: Place | None = None
) -> tuple[tuple[str, str], dict[str, Any]]:
    """The dimensions and the coordinates of a window on a level: (names, dict of coordinates)."""
    y, x = window.y(level), window.x(level)
    step = window.spacing * 2**level
    down = -step if terrain.is_planet or place else step
    axes, system = _AXES, reference_system(terrain)
    if place:
        x, y, axes, system = place.east + x, place.north - y, _MAP_AXES, place.system
    transform = (x[0] - step / 2, step, 0.0, y[0] - down / 2, 0.0, down)
    reference = {
        "crs_wkt": system,
        "spatial_ref": system,
        "GeoTransform": " ".join(str(float(number)) for number in transform),
    }
    names = ("lat", "lon") if terrain.is_planet else ("y", "x")
    coordinates: dict[str, Any] = {name: (name, values, axes[name]) for name, values in zip(names, (y, x))}
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


def source(terrain: Terrain) -> dict[str, str]:
    """Attributes that name the recipe that an array comes from."""
    return {
        "orogen_name": terrain.name,
        "orogen_seed": str(terrain.seed),  # a text, because JSON readers round whole numbers above 2**53
        "orogen_digest": terrain.digest,
        "orogen_recipe": terrain.text,
    }


_MAP_AXES = {
    "x": {"units": "m", "standard_name": "projection_x_coordinate", "axis": "X", "long_name": "easting"},
    "y": {"units": "m", "standard_name": "projection_y_coordinate", "axis": "Y", "long_name": "northing"},
}
_AXES = {
    "x": {"units": "m", "standard_name": "projection_x_coordinate", "axis": "X", "long_name": "x, to the east"},
    "y": {"units": "m", "standard_name": "projection_y_coordinate", "axis": "Y", "long_name": "y, to the south"},
    "lon": {"units": "degrees_east", "standard_name": "longitude", "axis": "X"},
    "lat": {"units": "degrees_north", "standard_name": "latitude", "axis": "Y"},
}


def _lazy(terrain: Terrain, window: Window, chunks: int | tuple[int, int], name: str) -> dask.array.Array:
    sides = _sides(chunks)
    count = -(-window.rows // sides[0]) * -(-window.columns // sides[1])
    if count > MOST_CHUNKS:
        raise ValueError(f"{count} chunks are too many for Dask; give larger chunks= or spacing=, or a smaller region=")
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


def _sides(chunks: int | tuple[int, int]) -> tuple[int, int]:
    sides: tuple[Any, ...] = chunks if isinstance(chunks, (tuple, list)) else (chunks, chunks)
    try:
        rows, columns = (0 if isinstance(side, bool) else operator.index(side) for side in sides)
    except (TypeError, ValueError):
        rows = columns = 0
    if min(rows, columns) < 1:
        raise ValueError(f"chunks={chunks!r} must be a whole number of samples from 1, or two: (rows, columns)")
    return rows, columns


def _chunk(pickled: bytes, window: Window, name: str, block_info: Any = None) -> np.ndarray:
    (top, bottom), (left, right) = block_info[None]["array-location"]
    return evaluate(restored(pickled), window.part(top, left, bottom - top, right - left), name)
