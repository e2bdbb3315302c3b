"""Terrains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._native import Terrain as _NativeTerrain
from .coordinates import points_of
from .progress import Progress, reported
from .results import PlanetTile, PlaneTile, Raster, Samples

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, DTypeLike

    Shape = int | tuple[int, int]
    Region = tuple[float, float, float, float]

__all__ = ["Terrain"]


class Terrain:
    """A recipe that is ready to evaluate. `orogen.open` makes one.

    A terrain does not change, any thread may call its methods, and it can be pickled. Two terrains are equal if their digests
    are; equal terrains have equal heights.

    Methods that make arrays have these arguments in common:

    - `shape`: a number of rows and columns, or `(rows, columns)`. `spacing`: metres between samples. `region`: the part of the
      terrain, `(x0, y0, x1, y1)` in metres on a plane, `(south, west, north, east)` in degrees on a planet.
      On a plane, without any of them, samples cover the domain at the recipe's own resolution; a `shape` alone covers the domain;
      a `spacing` gives the samples at its whole multiples, in the domain or in the region, with both edges; `shape` and
      `region` divide the region evenly, if its corner is a multiple of the spacing that follows; `shape` and `spacing` begin at
      the origin. On a planet, a map of the whole planet has the shape `(n, 2 * n)`, and a region needs a shape. Samples of maps
      are the middles of pixels.
    - `out`: an array to fill. Its shape has to fit, and the elements of a row have to be neighbours in memory.
    - `dtype`: "float32" (the default), or "float64", which holds the same numbers.
    - `progress`: True for a bar of tqdm, or a function of (samples done, samples in all).
    - `threads`: the number of threads of this call. The bits do not depend on it.

    Ctrl-C stops a call within about a second. An array that does not fit into memory raises MemoryError before any work; in a
    container, its limit counts.
    """

    __slots__ = ("__weakref__", "_digest", "_native")

    _native: _NativeTerrain
    _digest: str | None

    def __init__(self, *_: object, **__: object) -> None:
        raise TypeError("call orogen.open to make a Terrain")

    @classmethod
    def _of(cls, native: _NativeTerrain) -> Terrain:
        self = object.__new__(cls)
        self._native = native
        self._digest = None
        return self

    @property
    def name(self) -> str:
        """The name in the recipe, or else that of its file or preset."""
        return self._native.name or self._native.source()[0]

    @property
    def seed(self) -> int:
        """The seed of the recipe."""
        return self._native.seed

    @property
    def size(self) -> float:
        """Metres along a side of the domain; on a planet, around the equator."""
        return self._native.size

    @property
    def shape(self) -> tuple[int, int]:
        """The rows and columns of the domain at the recipe's own resolution."""
        return self._native.shape

    @property
    def spacing(self) -> float:
        """Metres between samples at the recipe's own resolution; on a planet, along the equator."""
        return self._native.spacing

    @property
    def repeats(self) -> bool:
        """Whether the terrain repeats at the edges of its domain."""
        return self._native.repeats

    @property
    def is_planet(self) -> bool:
        """Whether the terrain is a planet."""
        return self._native.radius is not None

    @property
    def radius(self) -> float | None:
        """The radius in metres of the sphere that heights are measured from; None on a plane."""
        return self._native.radius

    @property
    def sea_level(self) -> float | None:
        """The height of the sea in metres, if there is one. Heights are those of the ground, also under water."""
        return self._native.sea_level

    @property
    def interval(self) -> tuple[float, float]:
        """Bounds of the heights in metres at the recipe's own resolution, known before any sample is made."""
        return self._native.interval

    @property
    def text(self) -> str:
        """The text of the recipe, with the seed and all values that were set."""
        return self._native.source()[1]

    @property
    def digest(self) -> str:
        """A hash of everything that the bits depend on: the recipe, its files, the seed, and the version of Orogen."""
        if self._digest is None:
            self._digest = self._native.digest()
        return self._digest

    @property
    def parameters(self) -> dict[str, float]:
        """The parameters of the recipe with their values."""
        return self._native.parameters

    @property
    def fields(self) -> list[str]:
        """The names of the recipe's fields, for `field`."""
        return self._native.fields

    @property
    def warnings(self) -> list[str]:
        """Warnings about the recipe."""
        return self._native.warnings

    def with_(self, values: Mapping[str, Any] | None = None, /, *, seed: int | None = None, **parameters: Any) -> Terrain:
        """The same recipe with another seed and other values.

        Args:
            values: Values by dotted name, such as `{"ranges.displace.strength": 900.0}`.
            seed: The seed.
            parameters: Parameters of the recipe by name, and numbers of fields as `field_key`: `ranges_gain=0.5` sets the key
                `gain` of the field `ranges`. Lengths are in metres.

        Raises:
            RecipeError: A value is out of range.
            Error: The recipe has no parameter and no field of that name.

        >>> import orogen
        >>> ridges = orogen.open("ridges")
        >>> ridges.with_(seed=3, crests_gain=0.45) == ridges
        False
        """
        changes: dict[str, Any] = {} if seed is None else {"seed": seed}
        changes.update(values or {})
        changes.update(parameters)
        return Terrain._of(self._native.changed(changes))

    def heights(
        self,
        shape: Shape | None = None,
        *,
        spacing: float | None = None,
        region: Region | None = None,
        out: np.ndarray | None = None,
        dtype: DTypeLike | None = None,
        progress: bool | Progress | None = None,
        threads: int | None = None,
    ) -> np.ndarray:
        """Heights in metres, of the shape (rows, columns). The class describes the arguments.

        >>> import orogen
        >>> orogen.open("alps").heights(spacing=16, region=(0, 0, 1600, 800)).shape
        (51, 101)
        """
        return self._array("height", None, (shape, spacing, region), out, dtype, progress, threads)

    def raster(
        self,
        shape: Shape | None = None,
        *,
        spacing: float | None = None,
        region: Region | None = None,
        out: np.ndarray | None = None,
        dtype: DTypeLike | None = None,
        progress: bool | Progress | None = None,
        threads: int | None = None,
    ) -> Raster:
        """Heights and exact slopes. The class describes the arguments; `out` has the shape (3, rows, columns)."""
        return Raster(*self._array("raster", None, (shape, spacing, region), out, dtype, progress, threads))

    def slopes(
        self,
        shape: Shape | None = None,
        *,
        spacing: float | None = None,
        region: Region | None = None,
        out: np.ndarray | None = None,
        dtype: DTypeLike | None = None,
        progress: bool | Progress | None = None,
        threads: int | None = None,
    ) -> np.ndarray:
        """Exact slopes in metres per metre, of the shape (2, rows, columns): to the right along the rows, and down across them.
        The class describes the arguments."""
        return self._array("slopes", None, (shape, spacing, region), out, dtype, progress, threads)

    def normals(
        self,
        shape: Shape | None = None,
        *,
        spacing: float | None = None,
        region: Region | None = None,
        out: np.ndarray | None = None,
        dtype: DTypeLike | None = None,
        progress: bool | Progress | None = None,
        threads: int | None = None,
    ) -> np.ndarray:
        """Unit normals from the exact slopes, of the shape (rows, columns, 3): to the right, down, and up. The class describes
        the arguments."""
        return self._array("normals", None, (shape, spacing, region), out, dtype, progress, threads)

    def field(
        self,
        name: str,
        shape: Shape | None = None,
        *,
        spacing: float | None = None,
        region: Region | None = None,
        out: np.ndarray | None = None,
        dtype: DTypeLike | None = None,
        progress: bool | Progress | None = None,
        threads: int | None = None,
    ) -> np.ndarray:
        """The values of a field of the recipe, in the unit of the field, of the shape (rows, columns). `fields` lists the names.
        The class describes the arguments."""
        return self._array("height", name, (shape, spacing, region), out, dtype, progress, threads)

    def window(
        self,
        first_row: int,
        first_column: int,
        rows: int,
        columns: int,
        spacing: float | None = None,
        *,
        map_columns: int | None = None,
        contents: str = "height",
        field: str | None = None,
        out: np.ndarray | None = None,
        dtype: DTypeLike | None = None,
        progress: bool | Progress | None = None,
        threads: int | None = None,
    ) -> np.ndarray:
        """A part of a larger grid by whole numbers, for work in chunks. Chunks equal the whole to the bit.

        On a plane, the sample in row `r` and column `c` of the window is at `x = (first_column + c) * spacing` and
        `y = (first_row + r) * spacing`. On a planet, the window is a part of the map of the whole planet with `map_columns`
        columns and half as many rows.

        Args:
            first_row: The row of the grid that the window begins with. It may be negative on a plane.
            first_column: The column that it begins with.
            rows: The number of rows.
            columns: The number of columns.
            spacing: Metres between samples, on a plane.
            map_columns: The number of columns of the whole map, on a planet.
            contents: "height", "slopes", "normals" or "raster", for arrays of the shapes that the methods of these names
                return; "raster" returns (3, rows, columns).
            field: The name of a field, for its values instead of heights.
        """
        window = (first_row, first_column, rows, columns, spacing, map_columns)
        return self._array(contents, field, window, out, dtype, progress, threads)

    def sample(self, points: ArrayLike, *, threads: int | None = None) -> Samples:
        """Heights and exact gradients at points, in float64, independent of any grid.

        Args:
            points: An array of the shape (n, 2): x and y in metres on a plane, latitude and longitude in degrees on a planet.

        >>> import orogen
        >>> height, gradient = orogen.open("luna").sample([[0.67, 23.47]])
        >>> gradient.shape
        (1, 3)
        """
        return Samples(*self._native.sample(points_of(points), threads))

    def tile(
        self, address: str | tuple[int, int, int], samples: int = 257, *, threads: int | None = None
    ) -> PlaneTile | PlanetTile:
        """A tile of the quadtree over the terrain. Neighbours of the same level share the samples on their edge.

        Args:
            address: `"level/x/y"` or `(level, x, y)` on a plane: level 0 is the whole domain, and each further level halves the
                sides. `"face/level/x/y"` on a planet, with a face of `px nx py ny pz nz`.
            samples: Samples along a side. On a planet it is a power of two plus one.

        >>> import orogen
        >>> orogen.open("alps").tile("3/7/0", samples=65).height.shape
        (65, 65)
        """
        if isinstance(address, (tuple, list)):
            address = "/".join(map(str, address))
        arrays = self._native.tile(address, samples, threads)
        return PlanetTile(*arrays) if self.is_planet else PlaneTile(*arrays)

    def _array(
        self,
        contents: str,
        field: str | None,
        samples: tuple[Any, ...],
        out: np.ndarray | None,
        dtype: DTypeLike | None,
        progress: bool | Progress | None,
        threads: int | None,
    ) -> np.ndarray:
        with reported(progress) as function:
            return self._native.array(contents, field, samples, out, _dtype(dtype, out), function, threads)

    def __eq__(self, other: object) -> bool:
        return self.digest == other.digest if isinstance(other, Terrain) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, self._native.source()

    def __repr__(self) -> str:
        extent = f"radius {self.radius:g} m" if self.is_planet else f"{self.size:g} m"
        return f"<orogen.Terrain {self.name!r}, seed {self.seed}, {extent}>"


def _unpickled(name: str, text: str, folder: str | None) -> Terrain:
    # On one thread: a machine may have many workers.
    return Terrain._of(_NativeTerrain(name, text, folder, 1))


def _dtype(dtype: DTypeLike | None, out: np.ndarray | None) -> str:
    """The name of a type of numbers. Without one, it is that of `out`, or float32."""
    if dtype is None:
        return "float64" if getattr(out, "dtype", None) == "float64" else "float32"
    import numpy as np

    try:
        parsed = np.dtype(dtype)
    except TypeError:
        return str(dtype)  # the native part says which types there are
    return parsed.name if parsed.isnative else parsed.str
