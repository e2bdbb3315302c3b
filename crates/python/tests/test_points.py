"""Heights and gradients at points, and tiles."""

import numpy as np
import orogen
import pytest
from conftest import HILLS, bits

ALPS = orogen.open("alps")
LUNA = orogen.open("luna")
MARS = orogen.open("mars")
RANDOM = np.random.default_rng(1)


def test_gradients_are_differences_of_heights():
    points = RANDOM.uniform(0, ALPS.size, (200, 2))
    height, gradient = ALPS.sample(points)
    assert height.shape == (200,) and gradient.shape == (200, 2)
    step = 1e-4
    for axis in range(2):
        offset = np.eye(2)[axis] * step
        difference = (ALPS.sample(points + offset).height - ALPS.sample(points - offset).height) / (2 * step)
        # Creases, where the slope jumps, are rare.
        assert np.quantile(np.abs(difference - gradient[:, axis]), 0.95) < 1e-4


def test_gradients_of_planets_are_differences_of_heights():
    latitude, longitude = RANDOM.uniform(-80, 80, 100), RANDOM.uniform(-180, 180, 100)
    height, gradient = MARS.sample(np.stack([latitude, longitude], axis=1))
    assert height.shape == (100,) and gradient.shape == (100, 3)
    lat, lon = np.radians(latitude), np.radians(longitude)
    north = np.stack([-np.sin(lat) * np.cos(lon), -np.sin(lat) * np.sin(lon), np.cos(lat)], axis=1)
    step = 1e-4  # metres: the finest waves are centimetres long
    degrees = np.degrees(step / MARS.radius)
    ends = [MARS.sample(np.stack([latitude + sign * degrees, longitude], axis=1)).height for sign in (-1, 1)]
    difference = (ends[1] - ends[0]) / (2 * step)
    assert np.quantile(np.abs(difference - (gradient * north).sum(axis=1)), 0.95) < 1e-4


def test_rasters_and_points_agree():
    x = np.arange(40) * 8.0
    heights = ALPS.window(0, 0, 1, 40, 8.0)[0]
    sampled = ALPS.sample(np.stack([x, 0 * x], axis=1)).height
    # Points have finer octaves than samples that are 8 m apart.
    assert np.abs(heights - sampled).max() < 4.0


def test_points_may_be_lists_integers_or_strided():
    expected = ALPS.sample(np.array([[1.0, 2.0], [3.0, 4.0]])).height
    wide = np.zeros((2, 6), np.float32)
    wide[:, ::3] = [[1, 2], [3, 4]]
    for points in ([[1, 2], [3, 4]], np.array([[1, 2], [3, 4]], np.int16), wide[:, ::3], np.asfortranarray([[1.0, 2], [3, 4]])):
        assert np.array_equal(ALPS.sample(points).height, expected)
    empty = ALPS.sample(np.zeros((0, 2)))
    assert empty.height.shape == (0,) and empty.gradient.shape == (0, 2)


def test_threads_do_not_change_points():
    points = RANDOM.uniform(0, 1000, (10_000, 2))
    assert np.array_equal(ALPS.sample(points, threads=1).gradient, ALPS.sample(points, threads=2).gradient)


@pytest.mark.parametrize(
    ("terrain", "points", "message"),
    [
        (ALPS, [[1.0, float("nan")]], "is not a position"),
        (ALPS, [[1.0, float("inf")]], "is not a position"),
        (ALPS, [[1.0, 2.0, 3.0]], "two numbers"),
        (LUNA, [[91.0, 0.0]], "latitude 91"),
        (LUNA, [[0.0, float("nan")]], "."),
        (ALPS, [1.0, 2.0], r"for one point, give \[\[1.0, 2.0\]\]"),
        (ALPS, [1.0, 2.0, 3.0, 4.0], "have the shape"),
    ],
)
def test_wrong_points_are_refused(terrain, points, message):
    with pytest.raises(ValueError, match=message):
        terrain.sample(points)


@pytest.mark.parametrize("points", [[["a", "b"]], [[1j, 2]], [[None, 2]], "points", [[True, False]]])
def test_points_are_numbers(points):
    with pytest.raises((TypeError, ValueError)):
        ALPS.sample(points)


def test_tiles_of_planes_share_their_edges():
    left, right = (ALPS.tile((3, x, 2), samples=65) for x in (4, 5))
    assert np.array_equal(left.height[:, -1], right.height[:, 0]) and np.array_equal(left.dx[:, -1], right.dx[:, 0])
    assert np.array_equal(ALPS.tile("0/0/0", samples=33).height, ALPS.heights(33))
    assert left.normals().shape == (65, 65, 3)


def test_tiles_of_planets():
    tile = LUNA.tile("px/7/12/90", samples=33)
    assert tile.height.shape == (33, 33) and tile.gradient.shape == (3, 33, 33)
    distance = np.linalg.norm(tile.positions, axis=-1)
    assert np.abs(distance - LUNA.radius - tile.height).max() < 1e-3
    assert np.allclose(np.linalg.norm(tile.normals, axis=-1), 1)
    # Normals are at right angles to the ground.
    across = tile.positions[:, 2:] - tile.positions[:, :-2]
    across /= np.linalg.norm(across, axis=-1, keepdims=True)
    assert np.abs((across * tile.normals[:, 1:-1]).sum(axis=-1)).mean() < 0.05
    neighbour = LUNA.tile("px/7/13/90", samples=33)
    assert np.array_equal(tile.height[:, -1], neighbour.height[:, 0])


def test_tiles_of_planets_are_their_points():
    """The recipe has no waves that are shorter than the tile shows."""
    text = HILLS.replace('{ size = "1 km", samples = 65 }', '{ kind = "planet", radius = "1000 km" }')
    globe = orogen.open(text.replace("200 m", "300 km"))
    tile = globe.tile("px/4/3/9", samples=33)
    x, y, z = np.moveaxis(tile.positions, -1, 0).reshape(3, -1)
    places = np.degrees(np.stack([np.arctan2(z, np.hypot(x, y)), np.arctan2(y, x)], axis=-1))
    height, gradient = globe.sample(places)
    assert np.abs(tile.height.ravel() - height).max() < 1e-3 * np.abs(height).max()
    assert np.abs(tile.gradient.reshape(3, -1).T - gradient).max() < 1e-3 * np.abs(gradient).max()


def test_strips_do_not_change_the_bits_of_tiles():
    """A tile of 65 samples a side is made in strips; each quarter of 33 is one strip. Finer levels with fewer samples have the same
    samples."""
    tile = LUNA.tile("ny/5/7/9", samples=65, threads=2)
    for row in range(2):
        for column in range(2):
            part = LUNA.tile(("ny", 6, 14 + column, 18 + row), samples=33, threads=1)
            rows, columns = slice(32 * row, 32 * row + 33), slice(32 * column, 32 * column + 33)
            assert np.array_equal(bits(part.height), bits(tile.height[rows, columns]))
            assert np.array_equal(bits(part.gradient), bits(tile.gradient[:, rows, columns]))
            assert np.array_equal(part.positions, tile.positions[rows, columns])
            assert np.array_equal(part.normals, tile.normals[rows, columns])


@pytest.mark.parametrize(
    ("terrain", "address", "samples"),
    [
        (ALPS, "3/8/0", 5),
        (ALPS, "px/7/12/90", 5),
        (ALPS, (1, 2), 5),
        (ALPS, (-1, 0, 0), 5),
        (ALPS, "0/0/0", 1),
        (ALPS, "0/0/0", -5),
        (ALPS, "0/0/0", 10**6),
        (LUNA, "0/0/0", 5),
        (LUNA, "qx/0/0/0", 5),
        (LUNA, "px/0/0/0", 6),
        (LUNA, "", 5),
    ],
)
def test_wrong_tiles_are_refused(terrain, address, samples):
    with pytest.raises(orogen.Error):
        terrain.tile(address, samples=samples)
