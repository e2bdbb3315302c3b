"""Terrains and levels with problems: the message must name the file and say what to do. And colours read without the plug-in."""

import json
import shutil
import sys
import tomllib
from pathlib import Path

import level
import numpy
import orogen_import
import orogen_terrain
import png_filters
import state
from PIL import Image

from command import Orogen, edited, report

PROGRAM = "Python, Unreal's API faked"


def expected_colours(file: Path, tile, column, row) -> numpy.ndarray:
    """The sum of weight times linear colour, with the recipe read as TOML and the weights read by Pillow."""
    recipe = tomllib.loads(json.loads(file.read_text())["recipe_text"])
    total = numpy.zeros((3, len(column)))
    for material in recipe["materials"]:
        digits = material["color"][1:]
        digits = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
        encoded = numpy.frombuffer(bytes.fromhex(digits), numpy.uint8) / 255
        linear = numpy.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
        weight = numpy.asarray(Image.open(tile.weights[material["name"]])).astype(float)[row, column] / 255
        total += linear[:, None] * weight[None, :]
    return total


def check(orogen: Orogen, work: Path) -> list[bool]:
    whole = work / "whole"
    orogen.generate(["alps", "--for", "unreal", "--size", "127"], whole)
    orogen.generate(["alps", "--for", "unreal", "--size", "127", "--seed", "8"], work / "other")
    results = [
        check_message(name, whole, work / f"damaged{number}", *DAMAGES[name]) for number, name in enumerate(DAMAGES)
    ]
    return results + [
        check_filters(whole, work / "filters"),
        check_missing_tiles(orogen, work / "tiles"),
        check_sculpted(whole),
    ]


def check_message(name: str, whole: Path, folder: Path, damage, expected: list[str]) -> bool:
    shutil.copytree(whole, folder)
    level.clear()
    level.import_landscape(whole / "alps.png", "Landscape")
    damage(folder)
    before = [(actor._location.z, actor._scale.z) for actor in state.LEVEL]
    failed = not orogen_import.main([str(folder / "terrain.json")])
    moved = before != [(actor._location.z, actor._scale.z) for actor in state.LEVEL]
    message = "\n".join(state.MESSAGES)
    missing = [text for text in expected if text not in message]
    if missing or moved or not failed:
        print(name, "lacks", missing, ":", message, moved, failed, file=sys.stderr)
    return report(PROGRAM, name, {"check": "error message", "places": 1}, len(missing) + moved + (not failed), 0, "")


def replaced(label: str, file: str):
    def damage(folder: Path) -> None:
        level.clear()
        level.import_landscape(folder.parent / file, label)

    return damage


# The name of the check: how to damage the files or the level, and texts of the message.
DAMAGES = {
    "a cut PNG": (
        lambda folder: (folder / "alps.png").write_bytes((folder / "alps.png").read_bytes()[:3000]),
        ["alps.png", "damaged", "Generate"],
    ),
    "a missing PNG": (lambda folder: (folder / "alps.png").unlink(), ["alps.png", "cannot be read"]),
    "a PNG of colours": (
        lambda folder: shutil.copy(folder / "preview.png", folder / "alps.png"),
        ["16-bit grey PNG of 127 x 127"],
    ),
    "no JSON": (lambda folder: (folder / "terrain.json").write_text("{"), ["terrain.json", "not a description"]),
    "another format": (edited(lambda json: json.update(format="orogen-terrain 9")), ["orogen-terrain 1", "update"]),
    "a missing key": (edited(lambda json: json.pop("sixteen_bit")), ["'sixteen_bit' is missing"]),
    "a material without a colour": (edited(lambda json: json["materials"].pop()), ["the key 'snow' is missing"]),
    "a planet": (
        edited(lambda json: json.update(domain="planet", planet={"projection": "equirectangular"})),
        ["--region"],
    ),
    "no heights": (edited(lambda json: json.update(files=[])), ["file of heights is missing"]),
    "splat maps": (
        edited(lambda json: json["files"][1].update(materials=["a", "b"])),
        ["several materials", "--for unreal"],
    ),
    "the landscape of another seed": (
        replaced("alps", "other/alps.png"),
        ["alps.png", "other heights: sample", "Import alps.png"],
    ),
    "a landscape of another size": (replaced("alps", "terrain2/alps.png"), ["505 x 505 samples instead of 127 x 127"]),
}


def check_filters(whole: Path, folder: Path) -> bool:
    """The same heights in a PNG whose rows use all five filters in turn."""
    shutil.copytree(whole, folder)
    samples = level.values(folder / "alps.png")
    png_filters.write(folder / "alps.png", samples.astype(numpy.uint16)[:, :, None])
    if (level.values(folder / "alps.png") != samples).any():
        raise ValueError("the filters of this check are wrong")
    terrain = orogen_terrain.read(folder / "terrain.json")
    found = numpy.array(list(orogen_terrain.rows(terrain, terrain.tiles[0])))
    return report(
        PROGRAM,
        "all filters of PNG",
        {"check": "decoded_values", "places": samples.size},
        int(numpy.abs(found - samples).max()),
        0,
        "",
    )


def check_missing_tiles(orogen: Orogen, folder: Path) -> bool:
    """Tiles without a landscape are named; the others are set up."""
    orogen.generate(["alps", "--for", "unreal", "--size", "253", "--tiles", "2"], folder)
    terrain = orogen_terrain.read(folder / "terrain.json")
    level.clear()
    orogen_import.main([str(terrain.file)])
    nothing = all(tile.heights.name in state.MESSAGES[-1] for tile in terrain.tiles)
    for tile in terrain.tiles[:3]:
        level.import_landscape(tile.heights, tile.label)
    orogen_import.main([str(terrain.file)])
    message = state.MESSAGES[-1]
    rest = (
        "3 of 4" in message
        and terrain.tiles[3].heights.name in message
        and terrain.tiles[2].heights.name not in message
    )
    return report(PROGRAM, "missing tiles", {"check": "instructions", "places": 4}, 2 - nothing - rest, 0, "")


def check_sculpted(whole: Path) -> bool:
    """A landscape with some other heights is set up all the same, and the difference is reported."""
    level.clear()
    landscape = level.import_landscape(whole / "alps.png", "Landscape")
    landscape._values_of_samples = landscape._values_of_samples.copy()
    landscape._values_of_samples[:4, 0] += 9
    works = (
        orogen_import.main([str(whole / "terrain.json")]) and "4 of the compared heights differ" in state.MESSAGES[-1]
    )
    return report(PROGRAM, "a sculpted landscape", {"check": "report", "places": 1}, 0 if works else 1, 0, "")
