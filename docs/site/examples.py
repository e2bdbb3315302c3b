"""The example recipes of the node pages, and their pictures."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import orogen
from orogen.toml import text_of
from PIL import Image

import paint

NAME = re.compile(r"[a-z][a-z0-9-]*")
# Slopes of a whole planet are too gentle to be seen.
PLANET_EXAGGERATION = 60


@dataclass
class Example:
    """A recipe around one node. Its field is `example`."""

    node: str
    settings: dict[str, Any]
    shared: dict[str, Any]

    @property
    def field(self) -> dict[str, Any]:
        return {"type": self.node, **self.settings["field"]}

    def recipe(self, height: str = "example") -> dict[str, Any]:
        """The recipe, with another field or expression as its height if wanted."""
        planet = {"kind": "planet", "radius": "6371 km"}
        recipe: dict[str, Any] = {"orogen": 1, "seed": 7}
        recipe["domain"] = planet if self.is_planet else {"size": self.settings.get("size", "4 km")}
        if "sea" in self.settings:
            recipe["sea"] = {"level": self.settings["sea"]}
        recipe["height"] = {"field": self.result if height == "example" else height}
        if self.scale(height) != 1:
            recipe["height"]["scale"] = self.scale(height)
        recipe["fields"] = {name: self.shared[name] for name in self._used()} | {"example": self.field}
        return recipe

    @property
    def result(self) -> str:
        """The field or expression of the result."""
        return self.settings.get("height", "example")

    def scale(self, height: str) -> float:
        """The metres for the value 1. A mask itself has none, but the ground that it is made from does."""
        if "values" in self.settings:
            return 1 if height == "example" else self.settings.get("ground", 1)
        return self.settings.get("scale", 1)

    def text(self) -> str:
        """The text of the recipe, without the empty section before those of the fields."""
        return text_of(self.recipe()).replace("[fields]\n\n", "")

    @property
    def is_planet(self) -> bool:
        return self.settings.get("planet", False)

    def before(self) -> list[str]:
        """What is painted before the result: the fields that the node reads."""
        return self.settings.get("show", [name for name in self._names(self.settings["field"])])

    def _used(self) -> list[str]:
        shown = [name for text in [*self.before(), self.result] for name in self._names(text)]
        names = {*self._names(self.settings["field"]), *shown}
        return [name for name in self.shared if name in names]

    def _names(self, value: Any) -> Iterator[str]:
        """The names of shared fields in a value of a recipe."""
        if isinstance(value, dict):
            for inner in value.values():
                yield from self._names(inner)
        elif isinstance(value, str):
            yield from (name for name in NAME.findall(value) if name in self.shared)


@dataclass
class Panel:
    """A picture of a field, with the extent of its values."""

    title: str
    image: Image.Image
    low: float
    high: float


def panels(example: Example, folder: Path) -> list[Panel]:
    """Paints what the node reads, and then the result. Shaded panels share their tints.

    The files of the recipe are in `folder`.
    """
    heights = [*example.before(), "example"]
    rasters = [_raster(example, height, folder) for height in heights]
    as_values = [height == "example" and "values" in example.settings for height in heights]
    ground = [raster.height for raster, values in zip(rasters, as_values) if not values]
    tints = (min(map(np.min, ground)), max(map(np.max, ground))) if ground else None
    result = []
    for height, raster, values in zip(heights, rasters, as_values):
        sea = example.settings.get("sea")
        image = paint.values(raster.height) if values else paint.shaded(raster, tints, sea)
        title = example.result if height == "example" else height
        scale = example.scale(height)
        result.append(Panel(title, image, raster.height.min() / scale, raster.height.max() / scale))
    return result


def _raster(example: Example, height: str, folder: Path) -> orogen.Raster:
    path = folder / "painted.toml"
    path.write_text(text_of(example.recipe(height)), encoding="utf-8")
    terrain = orogen.open(path)
    path.unlink()
    raster = terrain.raster((256, 512) if example.is_planet else 256)
    steeper = PLANET_EXAGGERATION if example.is_planet else 1
    return orogen.Raster(raster.height, raster.dx * steeper, raster.dy * steeper)
