"""What the methods of terrains return."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

__all__ = ["PlaneTile", "PlanetTile", "Raster", "Samples"]


class Raster(NamedTuple):
    """Heights and exact slopes on a grid. Each array has the shape (rows, columns)."""

    height: np.ndarray
    """Metres."""
    dx: np.ndarray
    """The slope along the rows, to the right, in metres per metre."""
    dy: np.ndarray
    """The slope across the rows, down, in metres per metre."""

    def normals(self) -> np.ndarray:
        """The unit normals, of the shape (rows, columns, 3): to the right, down, and up."""
        return _normals(self.dx, self.dy)


class Samples(NamedTuple):
    """Heights and gradients at `n` points, in float64."""

    height: np.ndarray
    """Metres, of the shape (n,)."""
    gradient: np.ndarray
    """Metres per metre: along x and y on a plane, of the shape (n, 2); along x, y and z in space on a planet, (n, 3)."""


class PlaneTile(NamedTuple):
    """A tile of a plane. Each array has the shape (samples, samples); the outer samples are on the edges."""

    height: np.ndarray
    dx: np.ndarray
    dy: np.ndarray

    def normals(self) -> np.ndarray:
        """The unit normals, of the shape (samples, samples, 3): to the right, down, and up."""
        return _normals(self.dx, self.dy)


class PlanetTile(NamedTuple):
    """A tile of a planet."""

    height: np.ndarray
    """Metres above the sphere, of the shape (samples, samples)."""
    gradient: np.ndarray
    """Derivatives of the height along x, y and z in space, of the shape (3, samples, samples)."""
    positions: np.ndarray
    """Points of the ground in metres from the centre, in float64, of the shape (samples, samples, 3)."""
    normals: np.ndarray
    """Unit normals of the ground, outwards, in float64, of the shape (samples, samples, 3)."""


def _normals(dx: np.ndarray, dy: np.ndarray) -> np.ndarray:
    import numpy as np

    length = np.sqrt(dx * dx + dy * dy + 1)
    return np.stack((-dx / length, -dy / length, 1 / length), axis=-1)
