"""A terrain that the command writes, and the true heights of its recipe."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np

PLACES = 10_000


@dataclass
class Terrain:
    """The files of `orogen generate` in one folder, and the recipe that they come from."""

    command: str
    recipe: str
    folder: Path
    settings: tuple = ()  # such as ("--set", "width=1km")

    def generate(self, *arguments):
        self.folder.mkdir(parents=True, exist_ok=True)
        self._run("generate", self.recipe, *self.settings, "--output", self.folder, "--quiet", *arguments)
        return self

    @property
    def description(self):
        return json.loads((self.folder / "terrain.json").read_text(encoding="utf-8"))

    @property
    def samples(self):
        """Columns and rows."""
        description = self.description
        return description["width"], description["height"]

    @property
    def spacing(self):
        return self.description["metres_per_sample"]

    def file(self, kind, format, tile=None):
        """The path of the file of this kind, format and tile."""
        for entry in self.description["files"]:
            if (entry["kind"], entry["format"], entry.get("tile")) == (kind, format, tile):
                return self.folder / entry["name"]
        raise LookupError(f"{self.folder}/terrain.json lists no {kind} as {format} of tile {tile}")

    def random_samples(self, count=PLACES, seed=1):
        """Columns and rows of samples, each sample at most once."""
        columns, rows = self.samples
        chosen = np.random.default_rng(seed).choice(columns * rows, min(count, columns * rows), replace=False)
        row, column = np.divmod(chosen, columns)
        return column, row

    def true_heights(self, columns, rows):
        """Heights of the recipe in double precision; `columns` and `rows` may be fractions."""
        x0, y0 = self.description["origin"]
        x = x0 + np.asarray(columns, float) * self.spacing
        y = y0 + np.asarray(rows, float) * self.spacing
        points = self.folder / "points.csv"
        points.write_text("x,y\n" + "".join(f"{a!r},{b!r}\n" for a, b in zip(x.tolist(), y.tolist())))
        table = self._run(
            "sample", self.recipe, *self.settings, "--points", points, "--precision", "f64",
            "--spacing", repr(self.spacing), "--seed", self.description["seed"],
        )
        points.unlink()
        return np.genfromtxt(table.splitlines(), delimiter=",", names=True)["height"]

    def _run(self, *arguments):
        command = [self.command, *map(str, arguments)]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} failed:\n{result.stderr}")
        return result.stdout
