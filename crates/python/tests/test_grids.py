"""Which samples the arguments of a call mean."""

import numpy as np
import orogen
import pytest

ALPS = orogen.open("alps")
LUNA = orogen.open("luna")


def test_no_argument_is_the_domain():
    ridges = orogen.open("ridges", domain_samples=40)
    assert ridges.heights().shape == ridges.shape == (40, 40)
    luna = orogen.open("luna", domain_samples=64)
    assert luna.heights().shape == luna.shape == (32, 64)


def test_a_shape_covers_the_domain():
    heights = ALPS.heights(33)
    spacing = ALPS.size / 32
    assert np.array_equal(heights, ALPS.window(0, 0, 33, 33, spacing))
    for shape in [(33, 33), [33, 33], np.int64(33), (np.int64(33), np.int32(33)), np.array([33, 33])]:
        assert np.array_equal(heights, ALPS.heights(shape))


def test_a_spacing_covers_the_domain_with_its_edges():
    assert np.array_equal(ALPS.heights(spacing=1024), ALPS.window(0, 0, 17, 17, 1024))
    # 16384 / 1000 = 16.4: the last samples fall short of the edge.
    assert ALPS.heights(spacing=1000).shape == (17, 17)


def test_a_spacing_and_a_region_are_multiples_with_the_edges():
    heights = ALPS.heights(spacing=100, region=(250, -100, 700, 300))
    assert np.array_equal(heights, ALPS.window(-1, 3, 5, 5, 100))


def test_a_shape_and_a_spacing_begin_at_the_origin():
    assert np.array_equal(ALPS.heights((3, 5), spacing=50), ALPS.window(0, 0, 3, 5, 50))


def test_a_shape_divides_a_region():
    heights = ALPS.heights((5, 9), region=(1000, 500, 1800, 900))
    assert np.array_equal(heights, ALPS.window(5, 10, 5, 9, 100))


def test_domains_that_repeat_do_not_repeat_their_edge():
    repeating = orogen.open("ridges", domain_tile=True)
    assert repeating.repeats and repeating.size == 12_000
    assert repeating.heights(spacing=750).shape == (16, 16)
    assert repeating.heights(16).shape == (16, 16)


def test_regions_of_planets_are_pixels():
    whole = LUNA.heights((90, 180))
    assert np.array_equal(LUNA.heights(90), whole)
    part = LUNA.heights((30, 60), region=(0, -60, 60, 60))
    assert part.shape == (30, 60)
    assert np.abs(part - whole[15:45, 60:120]).max() < 1.0


@pytest.mark.parametrize(
    ("terrain", "options", "message"),
    [
        (ALPS, {"shape": (30, 40)}, "the domain is square"),
        (ALPS, {"shape": 1}, "1 samples"),
        (ALPS, {"shape": 0}, "cannot have 0"),
        (ALPS, {"shape": -3}, "cannot have -3"),
        (ALPS, {"shape": (3, 3), "spacing": 10, "region": (0, 0, 20, 20)}, "a shape, a spacing and a region"),
        (ALPS, {"shape": (3, 4), "region": (0, 0, 20, 20)}, "apart along x"),
        (ALPS, {"shape": (1, 1), "region": (0, 0, 20, 20)}, "apart along x"),
        (ALPS, {"shape": (3, 3), "region": (1, 0, 21, 20)}, "not at a multiple of 10 m"),
        (ALPS, {"shape": (3, 3), "region": (1, 0, 21, 20)}, "give spacing= instead of shape="),
        (ALPS, {"shape": 10**30}, "columns and rows must be 1 to 262144|a grid cannot have"),
        (ALPS, {"shape": (10**30, 3), "spacing": 1}, "columns and rows must be 1 to 262144"),
        (ALPS, {"shape": (-(10**30), 3), "spacing": 1}, "greater than 0"),
        (ALPS, {"spacing": 0}, "0 m apart"),
        (ALPS, {"spacing": -1}, "-1 m apart"),
        (ALPS, {"spacing": float("nan")}, "NaN m apart"),
        (ALPS, {"spacing": 1e-12}, "a grid cannot have"),
        (ALPS, {"spacing": 100, "region": (10, 10, 20, 20)}, "has no sample"),
        (ALPS, {"spacing": 100, "region": (0, 0, float("nan"), 20)}, "is not a region"),
        (ALPS, {"spacing": 100, "region": (0, 0, float("inf"), 20)}, "is not a region"),
        (ALPS, {"spacing": 100, "region": (0, 0, -10, 20)}, "is not a region"),
        (LUNA, {"shape": (30, 40)}, "twice as many columns"),
        (LUNA, {"spacing": 100}, "no spacing in metres"),
        (LUNA, {"region": (0, 0, 10, 10)}, "needs a shape"),
        (LUNA, {"shape": 5, "region": (10, 0, 0, 10)}, "."),
        (LUNA, {"shape": 5, "region": (0, 0, float("nan"), 10)}, "."),
    ],
)
def test_wrong_grids_are_refused(terrain, options, message):
    with pytest.raises(orogen.Error, match=message):
        terrain.heights(**options)


@pytest.mark.parametrize(
    ("terrain", "window", "options", "message"),
    [
        (ALPS, (0, 0, 4, 4), {}, "needs a spacing"),
        (ALPS, (0, 0, 4, 4, 1.0), {"map_columns": 8}, "needs a spacing"),
        (ALPS, (0, 0, 0, 4, 1.0), {}, "a grid cannot have"),
        (ALPS, (2**62, 0, 4, 4, 1.0), {}, "too far away"),
        (LUNA, (0, 0, 4, 4), {}, "part of a map"),
        (LUNA, (0, 0, 4, 4, 1.0), {"map_columns": 8}, "part of a map"),
        (LUNA, (1, 0, 4, 4), {"map_columns": 8}, "not inside the map"),
        (LUNA, (-1, 0, 4, 4), {"map_columns": 8}, "not inside the map"),
        (LUNA, (0, 0, 4, 4), {"map_columns": 7}, "7"),
        (ALPS, (0, 0, 4, 4, 1.0), {"contents": "colour"}, "no arrays of"),
    ],
)
def test_wrong_windows_are_refused(terrain, window, options, message):
    with pytest.raises(orogen.Error, match=message):
        terrain.window(*window, **options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"shape": "4"}, r"shape is a whole number, or two: \(rows, columns\), not '4'"),
        ({"shape": (1, 2, 3)}, "shape is .*, not .1, 2, 3."),
        ({"shape": 2.5}, "shape is .*, not 2.5"),
        ({"spacing": "1"}, "spacing is a number of metres, not '1'"),
        ({"region": 5}, "region is a tuple of four numbers, not 5"),
        ({"region": (1, 2, 3)}, "region is a tuple of four numbers, not .1, 2, 3."),
        ({"region": ()}, "region is a tuple of four numbers, not .."),
        ({"threads": 1.5}, "."),
    ],
)
def test_arguments_of_other_types_are_refused(options, message):
    with pytest.raises(TypeError, match=message):
        ALPS.heights(**{"shape": 4, **options})


@pytest.mark.parametrize("threads", [0, -1, 5000])
def test_wrong_numbers_of_threads_are_refused(threads):
    with pytest.raises(orogen.Error, match="is not a number of threads"):
        ALPS.heights(4, threads=threads)
    with pytest.raises(orogen.Error, match="is not a number of threads"):
        orogen.set_threads(threads)
