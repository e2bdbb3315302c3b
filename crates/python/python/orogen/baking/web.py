"""Where the samples of a baked plane are on the web map, in tiles of 256 x 256 pixels.

At zoom z, the spherical Mercator map (EPSG:3857) is a square of 256 * 2**z pixels. The plane's origin is at latitude 0 and
longitude 0, where metres of the map are true. If the plane's spacing is the size of a pixel, samples are pixels, and each level
of the store is a zoom level: both halve the number of pixels, by means over the same squares.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .layout import Layout
from .work import halved

SIDE = 256
CIRCUMFERENCE = 2 * math.pi * 6_378_137.0


def spacing_at(zoom: int) -> float:
    """Metres between the samples of tiles at a zoom level, at the equator."""
    return CIRCUMFERENCE / (SIDE << zoom)


@dataclass(frozen=True)
class Web:
    """The tiles of a baked plane. `zoom` is the zoom level of level 0."""

    layout: Layout
    zoom: int

    @classmethod
    def of(cls, layout: Layout) -> Web:
        """Raises ValueError if the samples are not pixels of the map."""
        window = layout.window
        if window.map_columns is not None:
            raise ValueError("tiles need a plane: web maps show the Earth, not other planets")
        zoom = round(math.log2(spacing_at(0) / window.spacing))
        if not 0 <= zoom <= 24 or abs(spacing_at(zoom) / window.spacing - 1) > 1e-9:
            zoom = min(max(zoom, 0), 24)
            raise ValueError(
                f"spacing={window.spacing} is not the size of a pixel at any zoom level; "
                f"bake with spacing=orogen.baking.spacing_at({zoom}), which is {spacing_at(zoom)!r} m"
            )
        step = 1 << (layout.levels - 1)
        if layout.window.first_row % step or layout.window.first_column % step:
            raise ValueError(
                f"the region must begin at multiples of {step} samples ({step * window.spacing} m), so that overviews are tiles"
            )
        if max(layout.shape(layout.levels - 1)) > layout.chunk:
            raise ValueError("tiles need overviews; bake again with overviews=True")
        web = cls(layout, zoom)
        if any(first < 0 or first + side > SIDE << zoom for first, side in zip(web.first(0), layout.shape(0))):
            raise ValueError("the region is larger than the map of the world; choose a smaller region")
        return web

    def first(self, level: int) -> tuple[int, int]:
        """(row, column) of the pixel of the first sample of a level, on the map of its zoom level."""
        half = SIDE << (self.zoom - level) >> 1
        window = self.layout.window
        return half + (window.first_row >> level), half + (window.first_column >> level)

    def tiles(self, level: int) -> tuple[range, range]:
        """(rows, columns) of tiles that a level covers, as ranges."""
        return covered(self.first(level), self.layout.shape(level))

    def cut(self, heights: np.ndarray, first: tuple[int, int], row: int, column: int) -> np.ndarray:
        """The heights of a tile, from an array whose first pixel is `first`. Beyond its edges, the edge is repeated."""
        rows, columns = (
            np.clip(np.arange(SIDE) + index * SIDE - start, 0, count - 1)
            for index, start, count in zip((row, column), first, heights.shape)
        )
        tile: np.ndarray = heights[np.ix_(rows, columns)]
        return tile

    def coarser(self, heights: np.ndarray) -> Iterator[tuple[int, tuple[int, int], np.ndarray]]:
        """Levels below those of the store, down to zoom 0: (zoom, first pixel, heights)."""
        first = self.first(self.layout.levels - 1)
        for zoom in range(self.zoom - self.layout.levels, -1, -1):
            heights = halved(np.pad(heights, [(start % 2, 0) for start in first], mode="edge"))
            first = first[0] // 2, first[1] // 2
            yield zoom, first, heights

    def bounds(self) -> list[float]:
        """[west, south, east, north] in degrees."""
        first, shape = self.first(0), self.layout.shape(0)
        size = SIDE << self.zoom
        west, east = (360 * (first[1] + column) / size - 180 for column in (0, shape[1]))
        north, south = (_latitude((first[0] + row) / size) for row in (0, shape[0]))
        return [west, south, east, north]


def covered(first: tuple[int, int], shape: tuple[int, ...]) -> tuple[range, range]:
    """(rows, columns) of the tiles that pixels from `first` on cover."""
    (top, left), (rows, columns) = first, shape
    return range(top // SIDE, (top + rows - 1) // SIDE + 1), range(left // SIDE, (left + columns - 1) // SIDE + 1)


def _latitude(part: float) -> float:
    """The latitude of a row of the map, from 0 at the top to 1 at the bottom."""
    return math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * part))))
