"""Noise alone: fractals over any basis, with exact gradients and the same bits on every machine.

>>> from orogen import noise
>>> fbm = noise.Fbm(octaves=8, wavelength=200.0, seed=7)
>>> fbm.grid((256, 512), spacing=1.0).shape
(256, 512)
>>> values, gradient = fbm.at([[120.0, 80.0]], gradient=True)
>>> gradient.shape
(1, 2)

A basis is the shape of one octave: "hermite", "perlin", "improved-perlin", "simplex", "value", "cellular" or "white". A dict gives
its parameters as in a recipe: `{"type": "cellular", "output": "f2-f1", "jitter": 0.9}`. `hermite` is the fastest in the plane and
hardly shows its lattice. The crate `orogen-noise` documents the formulas.

Positions and wavelengths have the same unit, and derivatives are per unit. Arrays are float32.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _native
from .coordinates import points_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike

__all__ = [
    "Billow",
    "Damped",
    "Fbm",
    "Fractal",
    "HybridMultifractal",
    "Jordan",
    "Ridged",
    "RidgedMultifractal",
    "Ridges",
    "Swiss",
]


class Fractal:
    """A sum of octaves of a basis. Use one of its subclasses, such as `Fbm`.

    Args:
        basis: The name of a basis, or a dict with its parameters.
        octaves: The number of octaves, 1 to 32.
        wavelength: The wavelength of the first octave: the size of the largest features.
        gain: The ratio of an octave's amplitude to that of the octave before.
        lacunarity: The ratio of an octave's wavelength to that of the next octave, above 1 and at most 8.
        hurst: A Hurst exponent, instead of `gain`: gain = lacunarity ** -hurst.
        rotation: The rotation of each octave against the octave before, in degrees. It hides the lattices, and takes several
            times as long on grids in the plane.
        tile: The side after which the noise repeats.
        seed: The seed, 0 to 2**64 - 1.
        parameters: The fractal's own parameters.

    A noise does not change, any thread may use it, and it can be pickled.
    """

    _own: tuple[str, ...] = ()

    def __init__(
        self,
        basis: str | Mapping[str, Any] = "perlin",
        *,
        octaves: int = 8,
        wavelength: float = 100.0,
        gain: float = 0.5,
        lacunarity: float = 2.0,
        hurst: float | None = None,
        rotation: float = 0.0,
        tile: float | None = None,
        seed: int = 0,
        **parameters: float,
    ) -> None:
        if not isinstance(basis, (str, Mapping)):
            raise TypeError(f"basis is a name or a dict, not {basis!r}")
        self._basis = {"type": basis} if isinstance(basis, str) else dict(basis)
        self._parameters: dict[str, Any] = {
            "octaves": octaves,
            "wavelength": wavelength,
            "gain": gain,
            "lacunarity": lacunarity,
            "hurst": hurst,
            "rotation": rotation,
            "tile": tile,
            "seed": seed,
        }
        unknown = [name for name in parameters if name not in self._own]
        if unknown:
            known = ", ".join(["basis", *self._parameters, *self._own])
            raise TypeError(f"{type(self).__name__} has no parameter {unknown[0]}; it has {known}")
        self._parameters.update(parameters)
        self._noise = self._new_noise()

    def _new_noise(self) -> _native.Noise:
        # Classes of other modules are fractals of the class of this module that they extend.
        fractal = next(kind.__name__ for kind in type(self).__mro__ if kind.__module__ == __name__)
        return _native.Noise(fractal, self._basis, self._parameters)

    def interval(self, dimensions: Literal[2, 3] = 2) -> tuple[float, float]:
        """Bounds of all values, in the plane (2) or in space (3)."""
        return self._noise.interval(dimensions)

    @overload
    def at(self, points: ArrayLike, gradient: Literal[False] = ..., threads: int | None = ...) -> np.ndarray: ...
    @overload
    def at(self, points: ArrayLike, gradient: Literal[True], threads: int | None = ...) -> tuple[np.ndarray, np.ndarray]: ...
    def at(self, points: ArrayLike, gradient: bool = False, threads: int | None = None) -> Any:
        """Values at points.

        Args:
            points: An array of the shape (n, 2), or (n, 3) for noise in space.
            gradient: Whether to return the gradients too.
            threads: The number of threads.

        Returns:
            Values of the shape (n,); with `gradient`, a tuple of these and of gradients of the shape of `points`.
        """
        values, gradients = self._noise.at(points_of(points), gradient, threads)
        return (values, gradients) if gradient else values

    @overload
    def grid(
        self,
        shape: int | tuple[int, int],
        spacing: float = ...,
        origin: tuple[float, ...] = ...,
        gradient: Literal[False] = ...,
        out: np.ndarray | None = ...,
        threads: int | None = ...,
    ) -> np.ndarray: ...
    @overload
    def grid(
        self,
        shape: int | tuple[int, int],
        spacing: float = ...,
        origin: tuple[float, ...] = ...,
        *,
        gradient: Literal[True],
        out: np.ndarray | None = ...,
        threads: int | None = ...,
    ) -> tuple[np.ndarray, np.ndarray]: ...
    def grid(
        self,
        shape: int | tuple[int, int],
        spacing: float = 1.0,
        origin: tuple[float, ...] = (0.0, 0.0),
        gradient: bool = False,
        out: np.ndarray | None = None,
        threads: int | None = None,
    ) -> Any:
        """Values on a grid.

        Args:
            shape: `(rows, columns)`, or one number for both.
            spacing: The distance between neighbouring samples, greater than 0.
            origin: The position of the first sample: (x, y), or (x, y, z) for a slice of noise in space.
            gradient: Whether to return the derivatives too.
            out: An array of float32 to fill, of the shape (rows, columns); with `gradient`, (1 + coordinates, rows, columns).
            threads: The number of threads. The bits do not depend on it.

        Returns:
            Values of the shape (rows, columns); with `gradient`, a tuple of these and of derivatives along each axis, of the
            shape (coordinates, rows, columns).
        """
        array = self._noise.grid(shape, spacing, origin, gradient, out, threads)
        return (array[0], array[1:]) if gradient else array

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_noise"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._noise = self._new_noise()

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, Fractal)
        return (self._basis, self._parameters) == (other._basis, other._parameters)

    def __hash__(self) -> int:
        return hash((type(self), *sorted(self._parameters.items(), key=lambda item: item[0])))

    def __repr__(self) -> str:
        parameters = ", ".join(f"{name}={value!r}" for name, value in self._parameters.items() if value is not None)
        return f"{type(self).__name__}({self._basis!r}, {parameters})"


class Fbm(Fractal):
    """Fractional Brownian motion: the plain sum of octaves, with values in the range of the basis."""


class Billow(Fractal):
    """Rounded hills between sharp valleys, with values from 0 to 1 over Perlin noise."""


class Ridged(Fractal):
    """Sharp ridges between rounded valleys, with values from 0 to 1 over Perlin noise."""


class Ridges(Fractal):
    """Crests along the zero lines of fractional Brownian motion, with values from 0 to 1 over Perlin noise."""


class RidgedMultifractal(Fractal):
    """Ridges with more detail near the ridges than in the valleys. Parameters: `offset` (1), `sharpness` (2)."""

    _own = ("offset", "sharpness")


class HybridMultifractal(Fractal):
    """Smooth plains and rough mountains. Parameter: `offset` (0.7)."""

    _own = ("offset",)


class Damped(Fractal):
    """Smooth slopes and detailed level ground. Parameter: `damping` (1). It needs a smooth basis."""

    _own = ("damping",)


class Swiss(Fractal):
    """Ridges with gullies and smooth valleys, as if shaped by glaciers. Parameter: `warp` (0.15). It needs a smooth basis."""

    _own = ("warp",)


class Jordan(Fractal):
    """Worn mountains with gullies. Parameters: `gain1` (0.8), `warp0` (0.4), `warp` (0.35), `damp0` (1), `damp` (0.8),
    `damp_scale` (1). It needs a smooth basis."""

    _own = ("gain1", "warp0", "warp", "damp0", "damp", "damp_scale")
