"""What several tests use."""

import os
import subprocess
import sys
import tempfile

import numpy as np
import pytest

# Solutions of erosion are kept here for all tests and their child processes, away from the user's own.
_SOLUTIONS = tempfile.TemporaryDirectory(prefix="orogen-tests-")
os.environ.setdefault("OROGEN_CACHE", _SOLUTIONS.name)


def run_command(*arguments, **options):
    """Runs the command `orogen` of the installed package."""
    return subprocess.run([sys.executable, "-m", "orogen", *map(str, arguments)], capture_output=True, text=True, **options)


@pytest.fixture(scope="session")
def generated(tmp_path_factory):
    """A function that returns the heights that the command writes as 32-bit floats."""

    def generate(recipe, rows, columns, *arguments):
        folder = tmp_path_factory.mktemp("generated")
        done = run_command("generate", recipe, "-o", folder, "--format", "f32", *arguments)
        assert done.returncode == 0, done.stderr
        return np.fromfile(folder / "height.f32", "<f4").reshape(rows, columns)

    return generate


def bits(array):
    """The bits of an array of float32, so that -0 and 0 differ."""
    assert array.dtype == np.float32
    return np.ascontiguousarray(array).view(np.uint32)


HILLS = """\
orogen = 1
name = "Hills"
seed = 5
domain = { size = "1 km", samples = 65 }
height = { field = "hills", scale = "2 * steep" }

[parameters]
steep = { value = 30.0, range = [1.0, 100.0] }

[fields.hills]
type = "fbm"
wavelength = "200 m"   # the size of a hill
octaves = 5
"""
