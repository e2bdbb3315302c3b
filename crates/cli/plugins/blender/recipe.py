"""What a live terrain needs from a recipe: its parameters, and whether it has materials and water.

The command reads recipes; this reads only what is needed before it runs.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import bpy

from .command import ask
from .errors import TerrainError

METRES = {"km": 1000.0, "m": 1.0, "cm": 0.01, "mm": 0.001}


@dataclass(frozen=True)
class Parameter:
    name: str
    value: float
    low: float
    high: float
    is_bounded: bool  # whether the recipe gives the range
    is_length: bool
    help: str


@dataclass(frozen=True)
class Recipe:
    parameters: tuple = ()
    has_materials: bool = False
    has_water: bool = False
    is_planet: bool = False


def source(name):
    """The argument for the command, and what changes if the file does. Presets come first, as in the command."""
    path = Path(bpy.path.abspath(name))
    if not name.endswith(".toml"):
        return name, None
    try:
        return str(path), path.stat().st_mtime_ns
    except OSError:
        return str(path), None


def read_recipe(command, argument, changed):
    """The recipe of a `source`. One that is not TOML has nothing to set: the command then says what is wrong."""
    try:
        return parse_recipe(command, argument, changed)
    except (OSError, TerrainError, tomllib.TOMLDecodeError, UnicodeDecodeError, AttributeError):
        return None


@lru_cache(maxsize=64)  # failures are not kept: the command may be there the next time
def parse_recipe(command, argument, changed):
    text = Path(argument).read_text(encoding="utf-8") if argument.endswith(".toml") else ask(command, "presets", argument)
    document = tomllib.loads(text)
    return Recipe(
        parameters=tuple(filter(None, (read_parameter(*item) for item in document.get("parameters", {}).items()))),
        has_materials=bool(document.get("materials")),
        has_water="water" in document,
        is_planet=document.get("domain", {}).get("kind") == "planet",
    )


def read_parameter(name, entry):
    """A parameter is a number, or a table with `value` and, if wanted, `range` and `help`. None if it is neither."""
    table = entry if isinstance(entry, dict) else {"value": entry}
    try:
        value = number(table["value"])
        low, high = map(number, table.get("range", wide_range(value)))
    except (KeyError, TypeError, ValueError):
        return None
    return Parameter(
        name, value, low, high, "range" in table, isinstance(table["value"], str), str(table.get("help", ""))
    )


def wide_range(value):
    """The reach of a slider if the recipe gives no range: from 0 to twice the value."""
    return sorted((0.0, 2 * value)) if value else (-1.0, 1.0)


def number(value):
    """A number, or a length such as "4 km" in metres."""
    if not isinstance(value, str):
        return float(value)
    match = re.fullmatch(r"\s*([-+0-9.eE_]+)\s*(km|cm|mm|m)\s*", value)
    if not match:
        raise ValueError(value)
    return float(match[1]) * METRES[match[2]]
