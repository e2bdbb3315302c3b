"""Damaged terrains: the message must name the file and say what to do."""

import shutil
import subprocess
import sys
from pathlib import Path

from command import Orogen, edited, report


def check(program: str, checker: Path, orogen: Orogen, work: Path) -> list[bool]:
    whole = work / "whole"
    orogen.generate(["alps", "--for", "unity", "--size", "257", "--tiles", "2"], whole)
    return [
        check_one(program, checker, whole, work / f"damaged{number}", name, *DAMAGES[name])
        for number, name in enumerate(DAMAGES)
    ]


def check_one(program: str, checker: Path, whole: Path, folder: Path, name: str, damage, expected: list[str]) -> bool:
    shutil.copytree(whole, folder)
    damage(folder)
    result = subprocess.run(
        ["mono", str(checker), "error", str(folder / "terrain.json")], capture_output=True, text=True
    )
    missing = [text for text in expected if text not in result.stdout]
    error = len(missing) if result.returncode == 0 else 1
    if error:
        print(result.stdout + result.stderr, file=sys.stderr)
    return report(program, name, {"check": "error message", "places": 1}, error, 0, "")


def cut(name: str, keep: int):
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes()[:keep])


def flip(name: str, at: int):
    def damage(folder: Path) -> None:
        data = bytearray((folder / name).read_bytes())
        data[at : at + 64] = bytes(64)
        (folder / name).write_bytes(data)

    return damage


# The name of the check: how to damage the terrain, and texts of the message.
DAMAGES = {
    "a short RAW": (cut("alps_1_0.raw", 1000), ["alps_1_0.raw", "1000 bytes", "33282", "Generate the terrain again"]),
    "a missing RAW": (lambda folder: (folder / "alps_0_1.raw").unlink(), ["alps_0_1.raw", "is missing"]),
    "a cut splat map": (cut("alps_splat0_1_1.png", 2000), ["alps_splat0_1_1.png", "cannot be read"]),
    "a damaged splat map": (flip("alps_splat0_0_0.png", 600), ["alps_splat0_0_0.png", "cannot be read"]),
    "a splat map that is no picture": (lambda folder: (folder / "alps_splat1_0_0.png").write_text("no"), ["signature"]),
    "a cut water mesh": (cut("alps_water_0_0.glb", 2000), ["alps_water_0_0.glb", "mesh cannot be read"]),
    "a water mesh that is no glTF": (
        lambda folder: (folder / "alps_water_0_0.glb").write_text("water"),
        ["alps_water_0_0.glb", "not binary glTF"],
    ),
    "no JSON": (
        lambda folder: (folder / "terrain.json").write_text('{"format": '),
        ["terrain.json", "not JSON", "orogen generate"],
    ),
    "another format": (
        edited(lambda json: json.update(format="orogen-terrain 9")),
        ["orogen-terrain 1", "update this package"],
    ),
    "a missing key": (edited(lambda json: json.pop("metres_per_sample")), ["`metres_per_sample` is missing"]),
    "a material without a colour": (
        edited(lambda json: json["materials"].pop()),
        ["terrain.json", "`snow` has no colour", "Generate"],
    ),
    "a wrong type": (edited(lambda json: json.update(width="129")), ["`width` is not a number"]),
    "a planet": (
        edited(lambda json: json.update(domain="planet", planet={"projection": "equirectangular"})),
        ["whole planet", "--region"],
    ),
    "a size that Unity lacks": (edited(lambda json: json.update(tiles=[1, 1], width=127, height=127)), ["127 x 127"]),
    "another row order": (
        edited(lambda json: json["files"][0].update(row_order="top-first")),
        ["southern row first", "--for unity"],
    ),
    "no heights": (edited(lambda json: json.update(files=[])), ["RAW file of heights is missing for tile 0, 0"]),
    "a scatter without positions": (
        lambda folder: (folder / "alps_scatter_0_0.csv").write_text("kind,a\npine,1\n"),
        ["alps_scatter_0_0.csv", "x, y and kind"],
    ),
    "a scatter with a word": (
        lambda folder: (folder / "alps_scatter_0_0.csv").write_text("kind,x,y\npine,1,here\n"),
        ["line 2", "`here`"],
    ),
}
