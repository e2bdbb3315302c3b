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
"""

from ._native import __version__, presets, set_threads
from .errors import Error, RecipeError
from .opening import open
from .terrain import PlaneTile, PlanetTile, Raster, Samples, Terrain

__all__ = [
    "Error",
    "PlaneTile",
    "PlanetTile",
    "Raster",
    "RecipeError",
    "Samples",
    "Terrain",
    "__version__",
    "open",
    "presets",
    "set_threads",
]
