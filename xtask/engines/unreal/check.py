#!/usr/bin/env python3
"""Checks the plug-in for Unreal: check.py OROGEN WORK_FOLDER PICTURE_FOLDER

Unreal cannot be installed without an account. So the plug-in runs against `fake/unreal.py`, a stand-in that only has what Epic's reference of
the Python API documents, and the level that it leaves is compared with the recipe at 10,000 places. Prints one JSON line for each check.
"""

import ast
import sys
from pathlib import Path

import numpy

HERE = Path(__file__).resolve().parent
PLUGIN = HERE.parents[2] / "crates/cli/plugins/unreal" / "Content" / "Python"
# `command` is shared with the check of the Unity package.
sys.path[:0] = [str(HERE / "fake"), str(PLUGIN), str(HERE.parent / "unity")]

import damages  # noqa: E402
import level  # noqa: E402
import orogen_import  # noqa: E402
import orogen_terrain  # noqa: E402
import state  # noqa: E402
import unreal  # noqa: E402
from command import CheckError, Orogen, report  # noqa: E402

PLACES = 10_000
PROGRAM = "Python, Unreal's API faked"

# Metres by which heights in single precision may differ from the exact recipe.
SINGLE_PRECISION = 0.001

# The terrain's name in the report: the recipe and options of `generate`, and whether the world is partitioned.
NINE_MATERIALS = str(HERE.parent / "unity" / "nine_materials.toml")
TERRAINS = {
    "alps.png": ("alps", "--size 1009", False),
    "alps.r16": ("alps", "--size 1009 --format r16", False),
    "alps.png, partitioned": ("alps", "--size 505", True),
    "alps.png, partitioned, proxies follow": ("alps", "--size 505", True),
    "alps, 2 x 2 tiles": ("alps", "--size 1009 --tiles 2", False),
    "nine materials and a sea": (NINE_MATERIALS, "--size 505 --fit", False),
}


class Case:
    """A terrain whose landscapes are imported and set up."""

    def __init__(
        self, orogen: Orogen, name: str, recipe: str, options: str, is_partitioned: bool, folder: Path
    ) -> None:
        self.orogen, self.name, self.recipe = orogen, name, recipe
        orogen.generate([recipe, "--for", "unreal", *options.split()], folder)
        self.file = folder / "terrain.json"
        self.terrain = orogen_terrain.read(self.file)
        self.choice = numpy.random.default_rng(7)
        level.clear()
        for tile in self.terrain.tiles:
            label = tile.label if len(self.terrain.tiles) > 1 else "Landscape"
            level.import_landscape(tile.heights, label, is_partitioned)
        if not orogen_import.main([str(self.file)]):
            raise CheckError(f"{name}: {state.MESSAGES}")

    def report(self, check: str, places: int, error: float, limit: float, unit: str = "") -> bool:
        return report(PROGRAM, self.name, {"check": check, "places": places}, float(error), float(limit), unit)

    def half_step(self) -> float:
        return self.terrain.z_scale / 12_800 / 2 + SINGLE_PRECISION

    def places(self, tile) -> tuple:
        """Samples of a tile, and the recipe's heights there in metres."""
        count = PLACES // len(self.terrain.tiles)
        width, height = self.terrain.tile_size
        column, row = self.choice.integers(0, width, count), self.choice.integers(0, height, count)
        metres = self.terrain.xy_scale / 100
        x = (tile.column * (width - 1) + column) * metres
        y = (tile.row * (height - 1) + row) * metres
        return column, row, x, y, self.orogen.heights(self.recipe, metres, x, y)

    def check(self) -> list[bool]:
        decoded, placed, coloured = 0.0, [0.0, 0.0, 0.0], 0.0
        for tile in self.terrain.tiles:
            column, row, x, y, metres = self.places(tile)
            read = numpy.array(list(orogen_terrain.rows(self.terrain, tile)))
            decoded = max(decoded, numpy.abs(self.terrain.height(read[row, column].astype(float)) / 100 - metres).max())
            landscape = level.labelled(tile.label)
            placed = numpy.maximum(placed, self.placed(landscape, column, row, x, y, metres))
            if tile.weights:
                coloured = max(coloured, self.coloured(tile, landscape, column, row))
        results = [
            self.report("decoded_heights", PLACES, decoded, self.half_step(), "_m"),
            self.report("heights_in_the_level", PLACES, placed[2], self.half_step(), "_m"),
            self.report("places_in_the_level", PLACES, max(placed[:2]), 0.001, "_m"),
            self.again(),
        ]
        if self.terrain.tiles[0].weights:
            results.append(self.report("colours", PLACES, coloured, 1e-6))
        if self.terrain.sea_level is not None:
            results.append(self.report("sea", 1, self.sea(), 0.001, "_m"))
        return results

    def placed(self, landscape, column, row, x, y, metres) -> list[float]:
        """The largest distances along X, Y and Z. X and Y begin at the landscape of the north-western tile."""
        corner = level.labelled(self.terrain.tiles[0].label)._location
        values = level.values_of(landscape)[row, column]
        errors = [0.0, 0.0, 0.0]
        parts = level.parts(landscape)
        for part, first in parts:
            here = (column >= first[0]) & (row >= first[1]) if len(parts) > 1 else numpy.ones(len(column), bool)
            found = level.world(part, first, column[here], row[here], values[here])
            wanted = corner.x + 100 * x[here], corner.y + 100 * y[here], 100 * metres[here]
            errors = [max(error, numpy.abs(a - b).max() / 100) for error, a, b in zip(errors, found, wanted)]
        return errors

    def coloured(self, tile, landscape, column, row) -> float:
        """Base colour against the weights that Pillow reads and the colours of the recipe."""
        material = landscape.landscape_material
        if not material._is_compiled:
            raise CheckError("the material is not compiled")
        found = level.colour(material._outputs["MP_BASE_COLOR"], column, row)
        wanted = damages.expected_colours(self.file, tile, column, row)
        return numpy.abs(found - wanted).max()

    def sea(self) -> float:
        sea = level.labelled(f"{self.terrain.name} sea")
        corner = level.labelled(self.terrain.tiles[0].label)._location
        side = self.terrain.tile_side()
        # A plane has a side of 100 cm at a scale of 1. Its place is its middle.
        found = (
            sea._location.x - 50 * sea._scale.x,
            sea._location.y - 50 * sea._scale.y,
            sea._location.z,
            100 * sea._scale.x,
            100 * sea._scale.y,
        )
        wanted = corner.x, corner.y, 100 * self.terrain.sea_level, side[0], side[1]
        return max(abs(a - b) for a, b in zip(found, wanted)) / 100

    def again(self) -> bool:
        """Running the script again changes nothing."""

        def snapshot() -> list:
            actors = [
                (
                    actor._label,
                    *(getattr(actor._location, axis) for axis in "xyz"),
                    *(getattr(actor._scale, axis) for axis in "xyz"),
                )
                for actor in state.LEVEL
            ]
            nodes = {
                path: len(asset._nodes) for path, asset in state.ASSETS.items() if isinstance(asset, unreal.Material)
            }
            return [sorted(state.ASSETS), nodes, actors]

        before = snapshot()
        if not orogen_import.main([str(self.file)]):
            raise CheckError(f"{self.name}: {state.MESSAGES}")
        return self.report("set_up_again", len(state.LEVEL), 0 if snapshot() == before else 1, 0)


def check_syntax() -> list[bool]:
    """Unreal 5.3 has Python 3.9."""
    results = []
    for file in sorted(PLUGIN.glob("*.py")):
        try:
            ast.parse(file.read_text(), feature_version=(3, 9))
            error = 0
        except SyntaxError as problem:
            print(problem, file=sys.stderr)
            error = 1
        results.append(report(PROGRAM, file.name, {"check": "syntax of Python 3.9", "places": 1}, error, 0, ""))
    return results


def check_menu() -> bool:
    import init_unreal  # noqa: F401 (the import adds the entry)

    menu, _, command = state.MENU[0]
    level.clear()
    state.CHOICE["file"] = "/nowhere/terrain.json"
    exec(command, {})
    asked = menu == "LevelEditor.MainMenu.Tools" and any(
        "/nowhere/terrain.json" in message for message in state.MESSAGES
    )
    return report(PROGRAM, "init_unreal.py", {"check": "menu entry", "places": 1}, 0 if asked else 1, 0, "")


def main() -> int:
    orogen, work = Orogen(sys.argv[1]), Path(sys.argv[2]).resolve()
    try:
        results = check_syntax() + [check_menu()]
        for number, (name, (recipe, options, is_partitioned)) in enumerate(TERRAINS.items()):
            # Versions of Unreal differ in the name of an input and in whether proxies follow their landscape.
            state.VERSION.update(texture_input=["UVs", "Coordinates"][number % 2], moves_proxies=number == 3)
            results += Case(orogen, name, recipe, options, is_partitioned, work / f"terrain{number}").check()
        results += damages.check(orogen, work)
        return 0 if all(results) else 1
    except CheckError as problem:
        print(problem, file=sys.stderr)
        return 1


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main())
