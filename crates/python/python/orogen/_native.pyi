"""The native part of the package. `orogen` documents it; call that."""

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, final

import numpy as np
from numpy.typing import NDArray

__version__: Final[str]

def presets() -> list[str]:
    """The names of the presets, sorted."""

def set_threads(threads: int | None, /) -> None:
    """Sets the number of threads of each call without `threads=`. None is the machine's number of threads, or the number in the
    environment variable RAYON_NUM_THREADS."""

def command(arguments: list[str], /) -> int:
    """Runs the command with the arguments of a program, and returns its exit status. It may end the process."""

@final
class Terrain:
    def __new__(
        cls, name: str, text: str, folder: str | os.PathLike[str] | None, threads: int | None = None, /
    ) -> Terrain: ...
    @staticmethod
    def preset(name: str, /) -> Terrain: ...
    @staticmethod
    def file(path: str | os.PathLike[str], /) -> Terrain: ...
    def changed(self, values: Mapping[str, Any], /) -> Terrain: ...
    def source(self) -> tuple[str, str, str | None]: ...
    @property
    def name(self) -> str: ...
    @property
    def seed(self) -> int: ...
    @property
    def size(self) -> float: ...
    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def spacing(self) -> float: ...
    @property
    def repeats(self) -> bool: ...
    @property
    def radius(self) -> float | None: ...
    @property
    def sea_level(self) -> float | None: ...
    @property
    def interval(self) -> tuple[float, float]: ...
    @property
    def parameters(self) -> dict[str, float]: ...
    @property
    def fields(self) -> list[str]: ...
    @property
    def warnings(self) -> list[str]: ...
    def digest(self) -> str: ...
    def window(self, spacing: float, region: tuple[float, float, float, float] | None, /) -> tuple[int, int, int, int]: ...
    def array(
        self,
        contents: str,
        field: str | None,
        samples: tuple[Any, ...],
        out: np.ndarray | None,
        dtype: str,
        progress: Callable[[int, int], object] | None,
        threads: int | None,
        /,
    ) -> np.ndarray: ...
    def sample(self, points: NDArray[np.float64], threads: int | None, /) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
    def tile(self, address: str, samples: int, threads: int | None, /) -> Iterable[np.ndarray]: ...

@final
class Noise:
    def __new__(cls, fractal: str, basis: dict[str, Any], parameters: dict[str, Any], /) -> Noise: ...
    def interval(self, dimensions: int, /) -> tuple[float, float]: ...
    def at(
        self, points: NDArray[np.float64], gradient: bool, threads: int | None, /
    ) -> tuple[NDArray[np.float32], NDArray[np.float32] | None]: ...
    def grid(
        self,
        shape: int | tuple[int, int],
        spacing: float,
        origin: tuple[float, ...],
        gradient: bool,
        out: np.ndarray | None,
        threads: int | None,
        /,
    ) -> NDArray[np.float32]: ...
