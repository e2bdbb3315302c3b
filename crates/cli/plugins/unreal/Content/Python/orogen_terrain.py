"""Reads `terrain.json` and the heights beside it. Needs only Python's own library (3.9, as in Unreal 5.3), and no Unreal."""

from __future__ import annotations

import json
import struct
import sys
import zlib
from array import array
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Iterator, List, Optional, Tuple

FORMAT = "orogen-terrain 1"

# A landscape's height is (value - 32768)/128 centimetres at a Z scale of 1.
MIDDLE, STEPS_PER_METRE = 32768, 12800.0

GENERATE = "Generate the terrain again: orogen generate RECIPE -o FOLDER --for unreal"


class TerrainError(Exception):
    """A problem with a file, and what to do about it."""

    def __init__(self, file: object, problem: str, fix: str = GENERATE) -> None:
        super().__init__(f"{file}: {problem}.\n{fix}.")


@dataclass
class Tile:
    """A tile and its files. Columns count to the east, rows to the south."""

    column: int
    row: int
    heights: Path
    weights: Dict[str, Path] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """The name of its landscape in the Outliner."""
        return self.heights.stem


@dataclass
class Terrain:
    """A terrain as `terrain.json` describes it, in Unreal's units."""

    file: Path
    name: str
    tiles: List[Tile]
    tile_size: Tuple[int, int]
    xy_scale: float
    z_scale: float
    location_z: float
    sea_level: Optional[float]
    colours: Dict[str, Tuple[float, float, float]]

    def tile_side(self) -> Tuple[float, float]:
        """Centimetres from the first to the last sample of a tile, along X and Y."""
        return (self.tile_size[0] - 1) * self.xy_scale, (self.tile_size[1] - 1) * self.xy_scale

    def height(self, value: int) -> float:
        """Centimetres above Unreal's 0 of a 16-bit value, which are centimetres above the recipe's 0."""
        return self.location_z + (value - MIDDLE) / 128 * self.z_scale


def read(file: object) -> Terrain:
    """Reads `terrain.json`. Raises `TerrainError` if it is not the description of a terrain for Unreal."""
    path = Path(str(file))
    try:
        described = json.loads(path.read_text(encoding="utf-8"))
        return _terrain(path, described)
    except OSError as problem:
        raise TerrainError(
            path, f"the file cannot be read ({problem})", "Choose the terrain.json that orogen generate wrote"
        )
    except KeyError as problem:
        raise TerrainError(path, f"the key {problem} is missing")
    except (ValueError, TypeError, AttributeError) as problem:
        raise TerrainError(path, f"this is not a description of a terrain ({problem})")


def _terrain(path: Path, described: dict) -> Terrain:
    if described.get("format") != FORMAT:
        raise TerrainError(
            path,
            f"this is not in the format `{FORMAT}`",
            "Choose the terrain.json that orogen generate wrote, or update this plug-in",
        )
    # A region of a planet is a plane, too.
    if described.get("domain") == "planet" and described.get("planet", {}).get("projection") != "region":
        raise TerrainError(path, "the terrain is a map of a whole planet", "Cut a part with --region LAT,LON,SIZE")
    across, down = described.get("tiles") or (1, 1)
    tiles = _tiles(path, described["files"], across, down)
    mapping = described["sixteen_bit"]
    step = float(mapping["metres_per_step"])
    return Terrain(
        file=path,
        name=_name(tiles[0], across * down > 1),
        tiles=tiles,
        tile_size=((described["width"] - 1) // across + 1, (described["height"] - 1) // down + 1),
        xy_scale=100.0 * described["metres_per_sample"],
        z_scale=STEPS_PER_METRE * step,
        location_z=100.0 * (mapping["min_metres"] + MIDDLE * step),
        sea_level=described.get("sea_level"),
        colours=_colours(described, tiles[0].weights),
    )


def _tiles(path: Path, files: List[dict], across: int, down: int) -> List[Tile]:
    tiles: Dict[Tuple[int, int], Tile] = {}
    for entry in files:
        if entry["kind"] == "height" and entry["format"] in ("png16", "r16"):
            if entry["format"] == "r16" and (entry["byte_order"], entry.get("row_order", "top-first")) != (
                "little-endian",
                "top-first",
            ):
                raise TerrainError(path, f"`{entry['name']}` is not little-endian with the top row first")
            column, row = entry.get("tile", (0, 0))
            tiles[row, column] = Tile(column, row, path.parent / entry["name"])
    missing = [(row, column) for row in range(down) for column in range(across) if (row, column) not in tiles]
    if missing or len(tiles) != across * down:
        raise TerrainError(path, "a .png or .r16 file of heights is missing")
    for entry in files:
        if entry["kind"] == "weights":
            column, row = entry.get("tile", (0, 0))
            if len(entry["materials"]) != 1:
                raise TerrainError(path, f"`{entry['name']}` holds several materials")
            tiles[row, column].weights[entry["materials"][0]] = path.parent / entry["name"]
    return [tiles[place] for place in sorted(tiles)]


def _name(first: Tile, is_tiled: bool) -> str:
    ending = f"_x{first.column}_y{first.row}"
    stem = first.heights.stem
    return stem[: -len(ending)] if is_tiled and stem.endswith(ending) else stem


def _colours(described: dict, materials: Dict[str, Path]) -> Dict[str, Tuple[float, float, float]]:
    """Linear colours of the materials that have weights."""
    if not materials:
        return {}
    written = {entry["name"]: entry["color"] for entry in described["materials"]}
    return {name: _linear(written[name]) for name in materials}


def _linear(colour: str) -> Tuple[float, float, float]:
    red, green, blue = bytes.fromhex(colour.lstrip("#"))
    return _decoded(red), _decoded(green), _decoded(blue)


def _decoded(value: int) -> float:
    """IEC 61966-2-1, the inverse transfer function of sRGB."""
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def rows(terrain: Terrain, tile: Tile) -> Iterator[array]:
    """The 16-bit values of a tile, row by row from the north."""
    reader = _png_rows if tile.heights.suffix == ".png" else _r16_rows
    try:
        yield from reader(tile.heights, *terrain.tile_size)
    except OSError as problem:
        raise TerrainError(tile.heights, f"the file cannot be read ({problem})")
    except (zlib.error, struct.error, IndexError) as problem:
        raise TerrainError(tile.heights, f"this picture is damaged ({problem})")


def _r16_rows(file: Path, width: int, height: int) -> Iterator[array]:
    if file.stat().st_size != 2 * width * height:
        raise TerrainError(
            file, f"the file has {file.stat().st_size} bytes, but terrain.json describes {2 * width * height}"
        )
    with file.open("rb") as data:
        for _ in range(height):
            yield _values(data.read(2 * width), "little")


def _png_rows(file: Path, width: int, height: int) -> Iterator[array]:
    """A 16-bit grey PNG without interlacing (W3C, Portable Network Graphics, second edition)."""
    data = file.read_bytes()
    found = struct.unpack_from(">8s4x4sIIBB2xB", data)
    if found != (b"\x89PNG\r\n\x1a\n", b"IHDR", width, height, 16, 0, 0):
        raise TerrainError(file, f"this is not a 16-bit grey PNG of {width} x {height} pixels")
    inflated = zlib.decompressobj()
    line_bytes, waiting, above = 1 + 2 * width, bytearray(), bytes(2 * width)
    for chunk in _image_data(data):
        waiting += inflated.decompress(chunk)
        while len(waiting) >= line_bytes and height > 0:
            above = _unfiltered(waiting[0], waiting[1:line_bytes], above)
            del waiting[:line_bytes]
            height -= 1
            yield _values(above, "big")
    if height > 0:
        raise TerrainError(file, "this picture is damaged: its data end early")


def _image_data(data: bytes) -> Iterator[bytes]:
    """Pieces of the compressed data, small, so that reading the first rows of a large picture is fast."""
    at = 8
    while at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IDAT":
            for start in range(at + 8, at + 8 + length, 1 << 16):
                yield data[start : min(start + (1 << 16), at + 8 + length)]
        at += length + 12


def _unfiltered(kind: int, line: bytearray, above: bytes) -> bytes:
    for at in range(len(line)):
        left = line[at - 2] if at >= 2 else 0
        if kind == 1:
            line[at] = (line[at] + left) & 255
        elif kind == 2:
            line[at] = (line[at] + above[at]) & 255
        elif kind == 3:
            line[at] = (line[at] + (left + above[at]) // 2) & 255
        elif kind == 4:
            line[at] = (line[at] + _paeth(left, above[at], above[at - 2] if at >= 2 else 0)) & 255
        elif kind != 0:
            raise IndexError(f"filter {kind}")
    return bytes(line)


def _paeth(left: int, above: int, corner: int) -> int:
    estimate = left + above - corner
    to_left, to_above, to_corner = abs(estimate - left), abs(estimate - above), abs(estimate - corner)
    if to_left <= to_above and to_left <= to_corner:
        return left
    return above if to_above <= to_corner else corner


def _values(line: bytes, order: str) -> array:
    values = array("H", line)
    if sys.byteorder != order:
        values.byteswap()
    return values
