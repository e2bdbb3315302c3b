"""The heights have the bits of the command's files: whole, in windows, and with any number of threads."""

import numpy as np
import orogen
import pytest
from conftest import HILLS, bits, run_command

PLANES = ["alps", "ridges", "dunes", "craters", "cells", "jordan"]
PLANETS = ["luna", "mars"]


@pytest.mark.parametrize("preset", PLANES)
def test_planes_equal_the_command(preset, generated):
    expected = generated(preset, 150, 150, "--size", 150)
    terrain = orogen.open(preset)
    for threads in [1, 2, None]:
        heights = terrain.heights(150, threads=threads)
        assert np.array_equal(bits(heights), bits(expected))


@pytest.mark.parametrize("preset", PLANETS)
def test_planets_equal_the_command(preset, generated):
    expected = generated(preset, 48, 96, "--equirect", 96)
    terrain = orogen.open(preset)
    for threads in [1, 2]:
        assert np.array_equal(bits(terrain.heights((48, 96), threads=threads)), bits(expected))
    assert np.array_equal(bits(terrain.heights(48)), bits(expected))


def test_regions_equal_the_command(generated):
    terrain = orogen.open("alps")
    region = "4000,5000,6000,5500"
    expected = generated("alps", 51, 201, "--spacing", 10, "--region", region)
    heights = terrain.heights(spacing=10, region=(4000, 5000, 6000, 5500))
    assert np.array_equal(bits(heights), bits(expected))
    # The same region by its shape.
    assert np.array_equal(bits(terrain.heights((51, 201), region=(4000, 5000, 6000, 5500))), bits(expected))


def test_seeds_and_parameters_equal_the_command(tmp_path, generated):
    path = tmp_path / "hills.toml"
    path.write_text(HILLS)
    expected = generated(path, 65, 65, "--seed", 2**63 + 9, "--set", "steep=7.25")
    terrain = orogen.open(path, seed=2**63 + 9, steep=7.25)
    assert np.array_equal(bits(terrain.heights()), bits(expected))
    # The text of the new recipe says all of it.
    assert np.array_equal(bits(orogen.open(terrain.text).heights()), bits(expected))


def test_fields_equal_the_command(tmp_path):
    folder = tmp_path / "out"
    assert run_command("generate", "alps", "-o", folder, "--size", 90, "--format", "f32", "--field", "drift").returncode == 0
    expected = np.fromfile(folder / "drift.f32", "<f4").reshape(90, 90)
    assert np.array_equal(orogen.open("alps").field("drift", 90), expected)


@pytest.mark.parametrize("contents", ["height", "slopes", "normals", "raster"])
def test_windows_of_a_plane_equal_the_whole(contents):
    terrain = orogen.open("alps")
    spacing, offset = 32.0, (-7, 11)
    whole = terrain.window(*offset, 70, 90, spacing, contents=contents)
    axes = [axis for axis, side in enumerate(whole.shape) if side in (70, 90)]
    for row, column, rows, columns in [(0, 0, 1, 1), (13, 20, 31, 7), (69, 0, 1, 90), (40, 89, 30, 1)]:
        part = terrain.window(offset[0] + row, offset[1] + column, rows, columns, spacing, contents=contents, threads=1)
        expected = whole.take(range(row, row + rows), axes[0]).take(range(column, column + columns), axes[1])
        assert np.array_equal(bits(part), bits(expected))


def test_windows_of_a_planet_equal_the_whole():
    terrain = orogen.open("luna")
    whole = terrain.slopes((32, 64))
    part = terrain.window(5, 40, 20, 24, map_columns=64, contents="slopes")
    assert np.array_equal(bits(part), bits(whole[:, 5:25, 40:64]))
    field = terrain.fields[0]
    assert np.array_equal(
        bits(terrain.window(3, 4, 5, 6, map_columns=64, field=field)), bits(terrain.field(field, (32, 64))[3:8, 4:10])
    )


def test_bands_do_not_change_bits():
    """More samples than a band has."""
    terrain = orogen.open("dunes")
    whole = terrain.window(0, 0, 700, 500, 4.0)
    assert np.array_equal(bits(whole[600:]), bits(terrain.window(600, 0, 100, 500, 4.0)))


def test_float64_has_the_same_numbers():
    terrain = orogen.open("alps")
    narrow, wide = terrain.raster(40), terrain.raster(40, dtype="float64")
    for single, double in zip(narrow, wide, strict=True):
        assert double.dtype == np.float64
        assert np.array_equal(single.astype(np.float64), double)


def test_contents_agree():
    terrain = orogen.open("alps")
    raster = terrain.raster(60)
    assert np.array_equal(bits(raster.height), bits(terrain.heights(60)))
    slopes = terrain.slopes(60)
    assert np.array_equal(bits(slopes[0]), bits(raster.dx)) and np.array_equal(bits(slopes[1]), bits(raster.dy))
    normals = terrain.normals(60)
    assert np.allclose(normals, raster.normals(), atol=1e-6)
    assert np.allclose(np.linalg.norm(normals, axis=-1), 1, atol=1e-6)


def test_normals_of_many_bands():
    """Rows are made in bands of 2^18 samples."""
    terrain = orogen.open(HILLS)
    assert np.allclose(terrain.normals(1100), terrain.raster(1100).normals(), atol=1e-6)


def test_slopes_are_differences_of_heights():
    """Along the rows and across them. The recipes have no waves that are shorter than the grids show."""
    hills = orogen.open(HILLS).raster((20, 30), spacing=0.25, dtype="float64")
    globe = orogen.open(HILLS).with_(hills_wavelength=3e5, steep=100)
    text = globe.text.replace('{ size = "1 km", samples = 65 }', '{ kind = "planet", radius = "1000 km" }')
    globe = orogen.open(text).raster((20, 30), dtype="float64", region=(0, 30, 0.2, 30.3))
    for raster, spacing in [(hills, 0.25), (globe, np.radians(0.01) * 1e6)]:
        dy, dx = np.gradient(raster.height, spacing)
        for difference, slope in [(dx, raster.dx), (dy, raster.dy)]:
            inside = (slice(1, -1), slice(1, -1))
            assert np.abs(difference - slope)[inside].max() < 0.05 * np.abs(slope).max()
