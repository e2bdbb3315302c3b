"""Terrain from a small text recipe: heights with exact slopes, on planes and planets, in NumPy arrays.

>>> import orogen
>>> alps = orogen.open("alps")
>>> heights = alps.heights(512)            # metres, float32, over the whole domain
>>> heights.shape
(512, 512)

`open` makes a `Terrain` from a preset, a file, a text or a dict. The bits of all heights are the same on every machine, with any
number of threads, whole or in windows. `orogen.noise` has noise alone.

Lengths are metres. On a plane, x grows to the right with the columns of an array, and y grows down with its rows. On a planet,
places are latitudes and longitudes in degrees.

`orogen.xarray` has lazy arrays with coordinates, `orogen.bake` writes terrains of any size with Dask, and `orogen.patches` has
patches for machine learning. The first needs the extra `xarray`, the second the extra `bake`.
"""

from importlib import import_module as _import_module
from typing import Any as _Any

from ._native import __version__, presets, set_threads
from .errors import Error, RecipeError
from .opening import open
from .results import PlaneTile, PlanetTile, Raster, Samples
from .terrain import Terrain

__all__ = [
    "Error",
    "PlaneTile",
    "PlanetTile",
    "Raster",
    "RecipeError",
    "Samples",
    "Terrain",
    "__version__",
    "presets",
    "set_threads",
]

# Modules, and the extras of the package that they need.
_MODULES = {"baking": "bake", "noise": None, "patches": None, "xarray": "xarray"}


def __getattr__(name: str) -> _Any:
    # Imported when they are used, because they import packages that take time or may be missing.
    if name == "bake":
        return _module("baking").bake
    if name in _MODULES:
        return _module(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_MODULES, "bake", "open"])


def _module(name: str) -> _Any:
    try:
        return _import_module(f".{name}", __name__)
    except ModuleNotFoundError as error:
        extra = _MODULES[name]
        if extra is None:
            raise
        message = f"orogen.{name} needs the package {error.name}: install the extra, orogen[{extra}]"
        raise ModuleNotFoundError(message, name=error.name) from error
