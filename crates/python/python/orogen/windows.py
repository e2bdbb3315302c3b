"""Windows of samples: the rectangles that chunked work is cut from.

A window counts its rows and columns as the engine does, by whole numbers from one origin. So a part of a window has the same
positions as the whole window, and the same bits.
"""

from __future__ import annotations

import functools
import math
import pickle
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .terrain import Region, Terrain

SLOPES = ("dx", "dy")
# Edges of regions may miss a multiple of the spacing by this part of the spacing.
TOLERANCE = 1e-6


@dataclass(frozen=True)
class Window:
    """A rectangle of samples.

    On planes, sample (i, j) is at x = j * spacing, y = i * spacing, in metres; y grows downwards. On planets, the window is a
    part of an equirectangular map of the whole planet, with `map_columns` columns from longitude -180 to 180 and half as many
    rows from the north pole to the south pole. Samples are the middles of its pixels, and `spacing` is in degrees.
    """

    first_row: int
    first_column: int
    rows: int
    columns: int
    spacing: float
    map_columns: int | None = None

    @classmethod
    def of(cls, terrain: Terrain, spacing: float | None = None, region: Region | None = None) -> Window:
        """The window of all samples in a region, edges included.

        `spacing` is in metres on planes, and in degrees on planets; without it, it is that of the recipe. `region` is
        (x0, y0, x1, y1) in metres on planes, and (south, west, north, east) in degrees on planets. Without it, the window
        covers the domain or the whole planet.

        Raises ValueError if the spacing or the region is not valid.
        """
        return (cls._on_planet if terrain.is_planet else cls._on_plane)(terrain, spacing, region)

    @classmethod
    def _on_plane(cls, terrain: Terrain, spacing: float | None, region: Region | None) -> Window:
        spacing = positive("spacing", terrain.spacing if spacing is None else spacing)
        return cls(*terrain._native.window(spacing, None if region is None else region_of(region)), spacing)

    @classmethod
    def _on_planet(cls, terrain: Terrain, spacing: float | None, region: Region | None) -> Window:
        map_columns = terrain.shape[1] if spacing is None else _map_columns(positive("spacing", spacing))
        south, west, north, east = (-90.0, -180.0, 90.0, 180.0) if region is None else region_of(region)
        if not (-90 <= south < north <= 90 and -180 <= west < east <= 180):
            raise ValueError(
                f"region={region} is not on the planet; give (south, west, north, east) in degrees, "
                "with -90 <= south < north <= 90 and -180 <= west < east <= 180"
            )
        step = 360 / map_columns
        # Pixel k covers k to k + 1, and its middle is k + 1/2.
        first_row, rows = _multiples(90 - north - step / 2, 90 - south - step / 2, step, "south, north")
        first_column, columns = _multiples(west + 180 - step / 2, east + 180 - step / 2, step, "west, east")
        return cls(first_row, first_column, rows, columns, step, map_columns)

    def part(self, row: int, column: int, rows: int, columns: int) -> Window:
        """The window that begins `row` rows and `column` columns into this one, cut at its edges."""
        rows, columns = min(rows, self.rows - row), min(columns, self.columns - column)
        return Window(self.first_row + row, self.first_column + column, rows, columns, self.spacing, self.map_columns)

    def y(self, level: int = 0) -> np.ndarray:
        """The y coordinates of the rows in metres, or their latitudes in degrees, as float64.

        On level n, a row is the mean of 2**n rows, and its coordinate is their middle.
        """
        rows = _middles(self.first_row, self.rows, level)
        return rows * self.spacing if self.map_columns is None else 90 - (rows + 0.5) * self.spacing

    def x(self, level: int = 0) -> np.ndarray:
        """The x coordinates of the columns in metres, or their longitudes in degrees, as float64. See `y`."""
        columns = _middles(self.first_column, self.columns, level)
        return columns * self.spacing if self.map_columns is None else (columns + 0.5) * self.spacing - 180

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of `Terrain.window` for this window, as a dict."""
        place: dict[str, Any] = {"spacing": self.spacing} if self.map_columns is None else {"map_columns": self.map_columns}
        first = {"first_row": self.first_row, "first_column": self.first_column}
        return {**first, "rows": self.rows, "columns": self.columns, **place}


def evaluate(terrain: Terrain, window: Window, name: str = "height") -> np.ndarray:
    """The values of a variable in a window, as float32 (rows, columns), on one thread.

    `name` is "height", "dx" or "dy" for a slope, or the name of a field.
    """
    where = {**window.arguments, "threads": 1}
    if name == "height":
        return terrain.window(**where)
    if name in SLOPES:
        slope: np.ndarray = terrain.window(**where, contents="slopes")[SLOPES.index(name)]
        return slope
    return terrain.window(**where, field=name)


def check_variable(terrain: Terrain, window: Window, name: str) -> None:
    """Raises the error of a variable that the terrain does not have."""
    if name not in ("height", *SLOPES):
        evaluate(terrain, window.part(0, 0, 1, 1), name)


@functools.lru_cache(maxsize=8)
def restored(pickled: bytes) -> Terrain:
    """The terrain in a pickle. One process restores each terrain once, however many of its tasks need it."""
    terrain: Terrain = pickle.loads(pickled)
    return terrain


def _middles(first: int, count: int, level: int) -> np.ndarray:
    size = 1 << level
    return first + (size - 1) / 2 + size * np.arange(-(-count // size), dtype=np.float64)


def positive(name: str, number: float) -> float:
    number = float(number)
    if not (math.isfinite(number) and number > 0):
        raise ValueError(f"{name}={number} must be a finite number greater than 0")
    return number


def region_of(region: Region) -> Region:
    edges = [float(edge) for edge in region]
    if len(edges) != 4 or not all(math.isfinite(edge) for edge in edges):
        raise ValueError(f"region={region} must have four finite numbers")
    return edges[0], edges[1], edges[2], edges[3]


def _multiples(low: float, high: float, spacing: float, names: str) -> tuple[int, int]:
    """The first whole multiple of the spacing in an interval, and the number of them."""
    first = math.ceil(low / spacing - TOLERANCE)
    count = math.floor(high / spacing + TOLERANCE) - first + 1
    if count < 1:
        raise ValueError(f"the region has no sample between {names}; make it larger, or the spacing smaller")
    return first, count


def _map_columns(spacing: float) -> int:
    columns = 2 * round(180 / spacing)
    if columns < 2 or abs(360 / columns - spacing) > TOLERANCE * spacing:
        nearest = max(columns, 2)
        raise ValueError(
            f"spacing={spacing} degrees does not divide 180 degrees; the nearest that does is 360 / {nearest} = {360 / nearest}"
        )
    return columns
