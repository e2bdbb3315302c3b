"""Reads `terrain.json`, which describes the files that `orogen generate` has written."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from .errors import TerrainError

FORMAT = "orogen-terrain 1"


@dataclass(frozen=True)
class File:
    """An entry of `files`, with the complete path."""

    path: Path
    entry: dict

    @property
    def kind(self):
        return self.entry["kind"]

    @property
    def format(self):
        return self.entry["format"]


@dataclass(frozen=True)
class Tile:
    """A rectangle of samples; a terrain that is not cut has one."""

    name: str
    x: float  # metres east of the domain's north-western corner, of the first sample
    y: float  # metres south of it
    columns: int
    rows: int
    spacing: float
    files: tuple

    def of_kind(self, kind):
        return [file for file in self.files if file.kind == kind]


class Description:
    def __init__(self, path):
        self.path = Path(path)
        self.data = read_json(self.path)
        if self.data.get("format") != FORMAT:
            raise TerrainError(f"{self.path} is not a description of a terrain. Choose the terrain.json of `orogen generate`.")
        projection = self.data.get("planet", {}).get("projection", "region")
        if projection != "region":
            raise TerrainError(
                f"{self.path.name} describes a map of a planet, which is not flat. "
                "Generate a part of it: orogen generate RECIPE -o DIR --region LAT,LON,SIZE"
            )

    @property
    def name(self):
        return self.data["recipe"]

    @property
    def sea_level(self):
        """Metres, or None without a sea."""
        return self.data.get("sea_level")

    @property
    def sixteen_bit(self):
        return self.data.get("sixteen_bit")

    @cached_property
    def material_colours(self):
        """sRGB colours such as `#7a736a` of the recipe's materials, by name."""
        return {material["name"]: material["color"] for material in self.data.get("materials", [])}

    @property
    def tiles(self):
        """All tiles. Neighbours share their border samples."""
        across, down = self.data.get("tiles", (1, 1))
        columns = (self.data["width"] - 1) // across + 1
        rows = (self.data["height"] - 1) // down + 1
        spacing = self.data["metres_per_sample"]
        x0, y0 = self.data["origin"]
        return [
            Tile(
                name=self.name if across * down == 1 else f"{self.name} {column} {row}",
                x=x0 + column * (columns - 1) * spacing,
                y=y0 + row * (rows - 1) * spacing,
                columns=columns,
                rows=rows,
                spacing=spacing,
                files=tuple(self._files([column, row] if across * down > 1 else None)),
            )
            for row in range(down)
            for column in range(across)
        ]

    def _files(self, tile):
        for entry in self.data["files"]:
            if entry.get("tile") == tile:
                yield File(self.path.parent / entry["name"], entry)


def read_json(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TerrainError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise TerrainError(f"{path} is not JSON: {error}. Generate the terrain again.") from error
