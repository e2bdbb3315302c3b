"""Opens terrains."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Union, cast

from . import _native
from .errors import Error
from .terrain import Terrain

__all__ = ["open"]

Source = Union[str, "os.PathLike[str]", Mapping[str, Any]]
"""What `open` takes."""


def open(source: Source, *, seed: int | None = None, **parameters: Any) -> Terrain:
    """Opens a terrain.

    Args:
        source: The name of a preset, the path of a recipe, the text of a recipe (a `str` with a line break), or a recipe as a
            dict with the keys of its TOML.
        seed: Replaces the seed of the recipe: another terrain of the same kind.
        parameters: Other values for the recipe, as in `Terrain.with_`.

    Raises:
        RecipeError: The recipe has a mistake. The error has its line and a fix.
        Error: There is no such preset or file, or the recipe has no such parameter.

    >>> import orogen
    >>> orogen.open("ridges", seed=3, crests_gain=0.45).seed
    3
    >>> text = '''
    ... orogen = 1
    ... domain.size = "1 km"
    ... height = { field = "hills", scale = 50.0 }
    ... [fields.hills]
    ... type = "fbm"
    ... wavelength = "200 m"
    ... '''
    >>> orogen.open(text).size
    1000.0
    """
    terrain = Terrain._of(_native_terrain(source))
    if seed is None and not parameters:
        return terrain
    return terrain.with_(seed=seed, **parameters)


def opened(terrain: Terrain | Source) -> Terrain:
    """A terrain, or what `open` makes of anything else."""
    # Whatever has windows is a terrain: users may wrap one.
    return cast("Terrain", terrain) if hasattr(terrain, "window") else open(terrain)


def _native_terrain(source: Any) -> _native.Terrain:
    if isinstance(source, Mapping):
        from .toml import text_of

        return _native.Terrain("recipe", text_of(source), os.getcwd())
    if isinstance(source, os.PathLike):
        return _native.Terrain.file(os.path.abspath(os.fspath(source)))
    if not isinstance(source, str):
        raise TypeError(f"a recipe is a name, a path, a text or a dict, not {type(source).__name__}")
    if "\n" in source:
        return _native.Terrain("recipe", source, os.getcwd())
    # Names of presets come first, so that their meaning does not depend on the current folder.
    is_file = os.sep in source or source.endswith(".toml") or os.path.isfile(source)
    if source not in _native.presets() and is_file:
        return _native.Terrain.file(os.path.abspath(source))
    try:
        return _native.Terrain.preset(source)
    except Error as error:
        if error.kind != "no-such-preset":
            raise
        message = f"there is no preset and no file `{source}`"
        raise Error(f"{message}\n  help: {error.help}", error.kind, message, error.help) from None
