#!/usr/bin/env python3
"""Checks the Unity package: check.py OROGEN WORK_FOLDER PICTURE_FOLDER

Unity itself cannot be installed without an account. So the package is compiled with Mono against a fake of Unity's API with the
documented names, signatures and rules (`fake`), builds terrains there, and the scene is compared with the recipe at 10,000 places.
Prints one JSON line for each check. Needs the packages in packages.txt and requirements.txt.
"""

import subprocess
import sys
from pathlib import Path

import errors
import places
from command import CheckError, Orogen, report

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parents[2] / "crates/cli/plugins/unity" / "Editor"

# The terrain's name in the report, and what to generate. `--for unity` takes no --region of a plane, but the package reads them.
REGION = "--format r16,splat,water-mesh --row-order bottom-first --region"
TERRAINS = {
    "alps, 4 x 4 tiles": ("alps", "--for unity --tiles 4 --size 1025"),
    "hills, one tile": ("hills", "--for unity --size 1025 --fit"),
    "isle, with a sea": ("isle", "--for unity --size 513"),
    "nine materials": (str(HERE / "nine_materials.toml"), "--for unity --tiles 2 --size 257"),
    "rivers, with much water": ("rivers", "--for unity --size 1025"),
    "alps, a region with water": ("alps", f"--size 513 {REGION} 4096,6144,12288,14336"),
    "alps, 4 x 2 tiles of a region": ("alps", f"--size 1025 {REGION} 0,8192,16384,16384 --tiles 4x2"),
}

# Its splat maps are written again, with all filters of PNG.
FILTERED = "nine materials"

# Each must have places on some terrain.
CHECKS = set(
    "decoded_heights stored_heights weights weight_sums layer_colours sea borders neighbours water "
    "water_triangles_facing_down plants built_again cut_again".split()
)


def compile_package(folder: Path) -> tuple[str, Path]:
    """Compiles as Unity does: one assembly for each asmdef, and one for the fake of the engine."""

    def compiled(name: str, sources: Path, references: list[str], target: str = "library") -> None:
        files = sorted(str(file) for file in sources.glob("*.cs"))
        linked = [f"-r:{reference}" for reference in references]
        command = [
            "mcs",
            "-langversion:7",
            "-warnaserror",
            "-warn:4",
            f"-target:{target}",
            f"-out:{name}",
            *linked,
            *files,
        ]
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        if result.returncode != 0:
            raise CheckError(f"{sources} does not compile:\n{result.stdout}{result.stderr}")

    compiled("Orogen.Terrain.Files.dll", PACKAGE / "Files", [])
    compiled("unity.dll", HERE / "fake", [])
    compiled("Orogen.Terrain.Editor.dll", PACKAGE / "Building", ["Orogen.Terrain.Files.dll", "unity.dll"])
    compiled("check.exe", HERE, ["Orogen.Terrain.Files.dll", "unity.dll", "Orogen.Terrain.Editor.dll"], "exe")
    version = subprocess.run(["mono", "--version"], capture_output=True, text=True, check=True).stdout.split()[4]
    return f"Mono {version}, Unity's API faked", folder / "check.exe"


class Checker:
    """Runs check.exe and reports what it prints."""

    def __init__(self, build: Path) -> None:
        self.program, self.path = compile_package(build)
        self.seen: set[str] = set()

    def run(self, name: str, *arguments: object) -> bool:
        result = subprocess.run(["mono", str(self.path), *map(str, arguments)], capture_output=True, text=True)
        if result.returncode != 0:
            raise CheckError(f"{name}: {result.stdout}{result.stderr}")
        return all([self.report(name, *line.split()) for line in result.stdout.splitlines()])

    def report(self, name: str, check: str, count: str, error: str, limit: str) -> bool:
        self.seen.add(check)
        unit = "_m" if check in ("decoded_heights", "stored_heights", "water", "sea") else ""
        return report(self.program, name, {"check": check, "places": int(count)}, float(error), float(limit), unit)


def check_terrain(checker: Checker, orogen: Orogen, name: str, folder: Path) -> bool:
    recipe, options = TERRAINS[name]
    orogen.generate([recipe, *options.split()], folder)
    if name == FILTERED:
        places.refilter(folder)
    expected = folder / "expected"
    expected.mkdir()
    places.write(orogen, recipe, folder, expected)
    return checker.run(name, "build", folder / "terrain.json", expected)


def check_recut(checker: Checker, orogen: Orogen, work: Path) -> bool:
    folders = [work / "fine", work / "coarse"]
    for folder, tiles in zip(folders, ["4", "2"]):
        orogen.generate(["alps", "--for", "unity", "--size", "257", "--tiles", tiles], folder)
    planet = work / "planet"
    orogen.generate(["terra", "--for", "unity", "--size", "257", "--region", "46.5,8.0,20km"], planet)
    return all(
        [
            checker.run("alps, 4 x 4, then 2 x 2 tiles", "recut", *(folder / "terrain.json" for folder in folders)),
            checker.run("terra, a region", "recut", planet / "terrain.json", planet / "terrain.json"),
        ]
    )


def main() -> int:
    orogen, work = Orogen(sys.argv[1]), Path(sys.argv[2]).resolve()
    try:
        build = work / "build"
        build.mkdir(parents=True)
        checker = Checker(build)
        holds = [check_terrain(checker, orogen, name, work / f"terrain{n}") for n, name in enumerate(TERRAINS)]
        holds.append(check_recut(checker, orogen, work))
        if checker.seen != CHECKS:
            raise CheckError(f"these checks had no places: {CHECKS - checker.seen}")
        holds += errors.check(checker.program, checker.path, orogen, work)
        return 0 if all(holds) else 1
    except CheckError as problem:
        print(problem, file=sys.stderr)
        return 1


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main())
