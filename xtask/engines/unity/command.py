"""The command `orogen`, and the lines of the report."""

import json
import subprocess
import sys
from pathlib import Path

import numpy


class CheckError(Exception):
    """The check cannot go on."""


class Orogen:
    def __init__(self, path: str) -> None:
        self.path = path

    def run(self, arguments: list[str], text: str | None = None) -> str:
        result = subprocess.run([self.path, *arguments], input=text, capture_output=True, text=True)
        if result.returncode != 0:
            raise CheckError(f"orogen {' '.join(arguments)}\n{result.stderr}")
        return result.stdout

    def generate(self, arguments: list[str], folder: Path) -> None:
        self.run(["generate", *arguments, "-o", str(folder), "--quiet"])

    def heights(self, recipe: str, spacing: float, x: numpy.ndarray, y: numpy.ndarray) -> numpy.ndarray:
        """Heights of the exact recipe in double precision."""
        points = "x,y\n" + "".join(f"{a!r},{b!r}\n" for a, b in zip(x.tolist(), y.tolist()))
        lines = self.run(
            ["sample", recipe, "--points", "-", "--precision", "f64", "--spacing", repr(spacing)], points
        ).splitlines()
        column = lines[0].split(",").index("height")
        return numpy.array([float(line.split(",")[column]) for line in lines[1:]])


def report(program: str, file: str, what: dict, error: float, limit: float, unit: str = "_m") -> bool:
    """Prints the line of a check. `unit` is the ending of the keys: `_m` for metres."""
    holds = error <= limit
    shown = None if error != error else error
    line = {"program": program, "file": file, **what, f"error{unit}": shown, f"limit{unit}": limit, "holds": holds}
    print(json.dumps(line), flush=True)
    if not holds:
        print(f"{file}: {what}: {error} is more than {limit}", file=sys.stderr)
    return holds


def edited(change):
    """A damage that changes the description of a terrain in a folder."""

    def damage(folder: Path) -> None:
        description = json.loads((folder / "terrain.json").read_text())
        change(description)
        (folder / "terrain.json").write_text(json.dumps(description))

    return damage
