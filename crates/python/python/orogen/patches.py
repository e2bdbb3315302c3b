"""Endless patches of terrain for machine learning.

    >>> import orogen
    >>> from orogen.patches import Patches
    >>> patches = Patches(orogen.open("ridges"), size=128, spacing=8, parameters={"crests_gain": (0.35, 0.6)})
    >>> patch = patches[42]
    >>> patch["height"].shape, patch["slope"].shape
    ((128, 128), (2, 128, 128))

`Patches` is a dataset of PyTorch's map style, without importing PyTorch: `torch.utils.data.DataLoader(patches, batch_size=32,
num_workers=4)` reads it. With `sampler=itertools.count()` the loader never ends. Iteration ends after `len(patches)` patches, and
`stream` never does.

Patch i depends on nothing but the arguments and i: not on the order of requests, on processes or on threads.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from .opening import opened
from .windows import positive, region_of

if TYPE_CHECKING:
    from .opening import Source
    from .terrain import Region, Terrain

    Range = tuple[float, float]
    Patch = dict[str, Any]

# Where patches of terrains without borders may be: x0, y0, x1, y1 in metres.
ENDLESS = (-5e6, -5e6, 5e6, 5e6)


class Patches:
    """Square patches of a plane, with slopes, fields, and parameters as labels.

    If the recipe has erosion, each new set of parameters and each new seed is solved again, which takes seconds. Use neither
    there; positions alone give as many patches as one needs.

    Args:
        terrain: A terrain, or anything that `orogen.open` takes. It must be a plane.
        size: Samples along a side.
        spacing: Metres between samples.
        parameters: Ranges of parameters, as `{name: (low, high)}`. Each patch has values of its own, evenly distributed: whole
            numbers if both ends are of type int, ends included. The names are those of `Terrain.with_`. The recipe is opened with
            all low ends and with all high ends, so that a mistake is found at once.
        fields: Names of fields of the recipe, for example masks.
        slopes: Whether patches have slopes.
        region: The patches are inside `(x0, y0, x1, y1)`, in metres. Without it: the domain. `ENDLESS` is a square of
            10,000 km, for terrains without a border. Erosion is solved for the domain only.
        new_seeds: Whether each patch has its own seed too. Then there is no limit to the number of different patches.
        length: What `len` returns: the patches of an epoch, after which iteration ends. Indices may be larger.
        seed: Another seed gives other patches.

    Raises:
        ValueError: An argument is not valid.
    """

    def __init__(
        self,
        terrain: Terrain | Source,
        *,
        size: int = 128,
        spacing: float = 8.0,
        parameters: Mapping[str, Range] | None = None,
        fields: str | Iterable[str] = (),
        slopes: bool = True,
        region: Region | None = None,
        new_seeds: bool = False,
        length: int = 100_000,
        seed: int = 0,
    ) -> None:
        self.terrain = opened(terrain)
        if self.terrain.is_planet:
            raise ValueError(f"{self.terrain.name} is a planet, and Patches needs a plane; use `Terrain.tile` for planets")
        self.size = _whole("size", size, 2)
        self.spacing = positive("spacing", spacing)
        self.parameters = {name: _range(name, ends) for name, ends in (parameters or {}).items()}
        self.fields = (fields,) if isinstance(fields, str) else tuple(fields)
        self.slopes = bool(slopes)
        self.new_seeds = bool(new_seeds)
        self.length = _whole("length", length, 1)
        self.seed = _whole("seed", seed, 0)
        self._columns, self._rows = self._corners(region)
        self._check_names()

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Patch]:
        return itertools.islice(self.stream(), self.length)

    def stream(self, start: int = 0, step: int = 1) -> Iterator[Patch]:
        """Patches start, start + step, start + 2 * step …, without end.

        Worker k of n reads `stream(k, n)`: no patch comes twice.
        """
        return (self[index] for index in itertools.count(start, step))

    def __getitem__(self, index: int) -> Patch:
        """Patch `index`, from 0 on, as a dict of NumPy arrays and numbers that loaders can stack.

        height : float32 (size, size), metres.
        slope : float32 (2, size, size): metres of height per metre along x and y.
        fields : {name: float32 (size, size)}.
        parameters : {name: value}: float32 or int64.
        position : float64 (2,): x and y of the first sample, in metres.
        index : the index.
        """
        index = _whole("index", index, 0)
        draw = _draws(self.seed, index, 3 + len(self.parameters))
        values = {name: _between(number, *ends) for (name, ends), number in zip(self.parameters.items(), draw[3:])}
        terrain = self._changed(values, draw[0])
        column, row = (_whole_between(number, *ends) for number, ends in zip(draw[1:3], (self._columns, self._rows)))
        where: dict[str, Any] = {
            "first_row": row,
            "first_column": column,
            "rows": self.size,
            "columns": self.size,
            "spacing": self.spacing,
            "threads": 1,
        }
        if self.slopes:
            raster = terrain.window(**where, contents="raster")
            patch: Patch = {"height": raster[0], "slope": raster[1:]}
        else:
            patch = {"height": terrain.window(**where)}
        if self.fields:
            patch["fields"] = {name: terrain.window(**where, field=name) for name in self.fields}
        labels = {name: np.int64(value) if isinstance(value, int) else np.float32(value) for name, value in values.items()}
        position = np.array([column * self.spacing, row * self.spacing])
        return {**patch, "parameters": labels, "position": position, "index": index}

    def _check_names(self) -> None:
        """Raises the errors of wrong fields and parameters now, and not in a worker of a loader."""
        for name in self.fields:
            self.terrain.window(0, 0, 1, 1, spacing=self.spacing, field=name, threads=1)
        if self.parameters:
            for end in (0, 1):
                self.terrain.with_({name: ends[end] for name, ends in self.parameters.items()})

    def _changed(self, values: dict[str, float], draw: int) -> Terrain:
        changes: dict[str, Any] = dict(values)
        if self.new_seeds:
            changes["seed"] = draw & 0xFFFF_FFFF
        return self.terrain.with_(**changes) if changes else self.terrain

    def _corners(self, region: Region | None) -> list[tuple[int, int]]:
        """The least and greatest column and row of the first sample of a patch."""
        x0, y0, x1, y1 = (0.0, 0.0, self.terrain.size, self.terrain.size) if region is None else region_of(region)
        ranges = [
            (math.ceil(low / self.spacing), math.floor(high / self.spacing) - self.size + 1)
            for low, high in ((x0, x1), (y0, y1))
        ]
        if any(first > last for first, last in ranges):
            need = (self.size - 1) * self.spacing
            raise ValueError(f"a patch is {need} m wide and does not fit into the region; choose a smaller size or spacing")
        return ranges


def _draws(seed: int, index: int, count: int) -> list[int]:
    """Random whole numbers of 64 bits: a function of the seed and the index, equal in all versions of NumPy.

    Philox (Salmon and others, 2011) is a counter-based generator: seed and index are its key.
    """
    key = np.array([seed, index], np.uint64)
    return [int(draw) for draw in np.random.Philox(key=key).random_raw(count)]


def _whole_between(draw: int, low: int, high: int) -> int:
    """A whole number from low to high, ends included."""
    return low + (draw * (high - low + 1) >> 64)


def _between(draw: int, low: float, high: float) -> float:
    """A number between two ends, of type int if both are."""
    if isinstance(low, int) and isinstance(high, int):
        return _whole_between(draw, low, high)
    return low + (high - low) * (draw >> 11) * 2.0**-53


def _range(name: str, ends: Range) -> Range:
    try:
        low, high = ends
        valid = math.isfinite(low) and math.isfinite(high) and low <= high
    except (TypeError, ValueError):
        valid = False
    if not valid:
        raise ValueError(f"parameters[{name!r}]={ends!r} must be (low, high): two finite numbers, the smaller first")
    return low, high


def _whole(name: str, number: int, least: int) -> int:
    if not isinstance(number, (int, np.integer)) or isinstance(number, bool) or not least <= number < 1 << 64:
        kind = TypeError if not isinstance(number, (int, np.integer)) else ValueError
        raise kind(f"{name}={number!r} must be a whole number, {least} or greater and less than 2**64")
    return int(number)
