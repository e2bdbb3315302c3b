"""Any arguments give an array or a clear exception: never a crash, a panic or a hang."""

import math

import numpy as np
import orogen
from conftest import HILLS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from orogen import noise

TERRAINS = [orogen.open("alps"), orogen.open("luna"), orogen.open(HILLS), orogen.open("cells")]

# What a call may raise. A panic of Rust is a BaseException, so it fails the test.
CLEAR = (ValueError, TypeError, MemoryError, OverflowError)

fuzzed = settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], database=None)

odd = st.one_of(
    st.none(),
    st.booleans(),
    st.text(max_size=3),
    st.floats(),
    st.integers(-3, 40),
    st.integers(),
    st.complex_numbers(),
    st.binary(max_size=3),
)
counts = st.one_of(st.integers(-2, 40), st.sampled_from([10**9, 2**31, 2**63, 2**64, -(2**63)]), odd)
shapes = st.one_of(st.none(), counts, st.tuples(counts, counts), st.lists(counts, max_size=4))
numbers = st.one_of(st.floats(), st.floats(-1e4, 1e4), st.integers(-(10**4), 10**4))
spacings = st.one_of(st.none(), st.floats(100, 1e4), numbers, odd)
regions = st.one_of(st.none(), st.tuples(numbers, numbers, numbers, numbers), st.lists(numbers, max_size=5), odd)
dtypes = st.sampled_from([None, "float32", "float64", "int8", "f4", ">f4", "O", np.float64, np.void, 5, object()])
threads = st.one_of(st.none(), st.integers(1, 3), odd)


@st.composite
def outs(draw):
    """Arrays of many shapes, types, strides and flags, or things that are no arrays."""
    kind = draw(st.sampled_from(["none", "odd", "array"]))
    if kind != "array":
        return draw(odd) if kind == "odd" else None
    shape = tuple(draw(st.lists(st.integers(0, 12), max_size=4)))
    dtype = draw(st.sampled_from(["f4", "f8", ">f4", "i4", "O", "U2", "f2", "c8"]))
    array = np.zeros(shape, dtype, order=draw(st.sampled_from("CF")))
    if array.ndim and draw(st.booleans()):
        array = array[:: draw(st.sampled_from([-1, 2, -2]))]
    if draw(st.booleans()):
        array = array.T
    if draw(st.integers(0, 4)) == 0:
        array.flags.writeable = False
    return array


def small(result):
    """The work of a call is bounded, because shapes are: a large array would not have been made in time."""
    for array in result if isinstance(result, tuple) else [result]:
        assert isinstance(array, np.ndarray) and array.size <= 10**8
        assert np.isfinite(array).all()


def check(call, *arguments, **options):
    try:
        small(call(*arguments, **options))
    except CLEAR as error:
        assert str(error) or isinstance(error, MemoryError)
    except AttributeError:
        # An `out` without a `dtype`.
        assert not isinstance(options.get("out"), np.ndarray)


def is_too_long(shape, spacing, region):
    """Calls that would be right, but take long. They are bounded by the numbers that the strategies prefer."""
    sides = shape if isinstance(shape, (tuple, list)) else [shape, shape]
    sides = [side for side in sides if isinstance(side, (int, float)) and side == side]
    if len(sides) == 2 and 10**5 < math.prod(abs(side) for side in sides) < 10**12:
        return True
    ends = region if isinstance(region, (tuple, list)) and len(region) == 4 else (0, 0, 20_000, 20_000)
    if isinstance(spacing, (int, float)) and spacing and all(isinstance(end, (int, float)) for end in ends):
        samples = abs((ends[2] - ends[0]) * (ends[3] - ends[1])) / spacing / spacing if abs(spacing) > 1e-150 else math.inf
        return 10**5 < samples < 10**12
    return shape is None


@fuzzed
@given(
    st.sampled_from(TERRAINS),
    st.sampled_from(["heights", "slopes", "normals", "raster"]),
    shapes,
    spacings,
    regions,
    outs(),
    dtypes,
    threads,
)
def test_rasters(terrain, method, shape, spacing, region, out, dtype, threads):
    if not is_too_long(shape, spacing, region):
        options = {"spacing": spacing, "region": region, "out": out, "dtype": dtype, "threads": threads}
        check(getattr(terrain, method), shape, **options)


@fuzzed
@given(
    st.sampled_from(TERRAINS),
    st.tuples(counts, counts),
    st.tuples(st.integers(1, 30), st.integers(1, 30)),
    spacings,
    st.one_of(st.none(), st.integers(0, 100), odd),
    outs(),
    st.sampled_from([None, "ranges", "hills", "", 5]),
)
def test_windows(terrain, first, shape, spacing, map_columns, out, field):
    check(terrain.window, *first, *shape, spacing, map_columns=map_columns, out=out, field=field)


@fuzzed
@given(
    st.sampled_from(TERRAINS),
    st.one_of(
        odd, st.lists(st.lists(numbers, min_size=2, max_size=2), max_size=5), st.lists(st.lists(odd, max_size=4), max_size=3)
    ),
    threads,
)
def test_points(terrain, points, threads):
    check(terrain.sample, points, threads=threads)


@fuzzed
@given(
    st.sampled_from(TERRAINS),
    st.one_of(odd, st.tuples(counts, counts, counts), st.from_regex(r"\A([pn][xyz]/)?\d{1,2}/\d{1,3}/\d{1,3}\Z")),
    st.one_of(st.integers(-2, 40), odd),
)
def test_tiles(terrain, address, samples):
    if isinstance(address, str) or isinstance(address, tuple):
        check(terrain.tile, address, samples=samples)


@fuzzed
@given(shapes, numbers, st.lists(numbers, max_size=4), st.booleans(), outs(), threads)
def test_noise_grids(shape, spacing, origin, gradient, out, threads):
    if not is_too_long(shape, None, None):
        check(noise.Swiss(octaves=2).grid, shape, spacing, origin, gradient, out, threads)


@fuzzed
@given(
    st.dictionaries(
        st.sampled_from(["octaves", "wavelength", "gain", "lacunarity", "hurst", "rotation", "tile", "seed", "warp", "x"]),
        st.one_of(odd, numbers),
        max_size=4,
    ),
    st.one_of(
        st.sampled_from(["hermite", "simplex", "perlin"]), odd, st.dictionaries(st.sampled_from(["type", "fade", "jitter", 3]), odd)
    ),
)
def test_noises(parameters, basis):
    check(lambda: noise.Swiss(basis, **parameters).grid(4, 0.5, gradient=True))


@fuzzed
@given(
    st.dictionaries(
        st.sampled_from(
            [
                "seed",
                "steep",
                "hills_gain",
                "hills.octaves",
                "hills.basis",
                "domain_size",
                "domain.samples",
                "height.scale",
                "a.b",
                "",
                "hills.",
            ]
        ),
        st.one_of(odd, numbers),
        max_size=3,
    )
)
def test_changes(values):
    check(lambda: TERRAINS[2].with_(values).heights(4))


@fuzzed
@given(
    st.recursive(
        st.one_of(odd, numbers),
        lambda inner: st.one_of(
            st.lists(inner, max_size=3),
            st.dictionaries(st.sampled_from(["orogen", "domain", "fields", "a", "type", "é\n"]), inner, max_size=4),
        ),
        max_leaves=12,
    )
)
def test_recipes(source):
    if not isinstance(source, str):
        check(lambda: orogen.open(source).heights(4))
