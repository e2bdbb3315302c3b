"""Noise alone."""

import pickle

import numpy as np
import orogen
import pytest
from conftest import bits
from orogen import noise

FRACTALS = [getattr(noise, name) for name in noise.__all__ if name != "Fractal"]
BASES = ["hermite", "perlin", "improved-perlin", "simplex", "value", "cellular", "white"]


@pytest.mark.parametrize("fractal", FRACTALS)
@pytest.mark.parametrize("dimensions", [2, 3])
def test_values_are_in_their_interval_and_gradients_are_differences(fractal, dimensions):
    kind = fractal(octaves=4, wavelength=50.0, seed=3)
    points = np.random.default_rng(2).uniform(-300, 300, (500, dimensions))
    values, gradient = kind.at(points, gradient=True)
    assert values.dtype == gradient.dtype == np.float32 and gradient.shape == points.shape
    low, high = kind.interval(dimensions)
    assert low <= values.min() < values.max() <= high
    step = 0.05
    for axis in range(dimensions):
        offset = np.eye(dimensions)[axis] * step
        difference = (kind.at(points + offset).astype(float) - kind.at(points - offset)) / (2 * step)
        assert np.quantile(np.abs(difference - gradient[:, axis]), 0.9) < 5e-3


@pytest.mark.parametrize("basis", BASES)
def test_grids_and_points_agree(basis):
    fbm = noise.Fbm(basis, octaves=3, wavelength=40.0)
    for origin in [(-5.0, 12.5), (-5.0, 12.5, 3.25)]:
        values, gradient = fbm.grid((70, 131), 0.5, origin, gradient=True)
        assert values.shape == (70, 131) and gradient.shape == (len(origin), 70, 131)
        assert np.array_equal(bits(values), bits(fbm.grid((70, 131), 0.5, origin)))
        rows, columns = np.mgrid[0:70, 0:131] * 0.5
        points = [columns + origin[0], rows + origin[1], *(np.full_like(rows, part) for part in origin[2:])]
        at, slopes = fbm.at(np.stack(points, axis=-1).reshape(-1, len(origin)), gradient=True)
        assert np.allclose(at.reshape(70, 131), values, atol=1e-5)
        assert np.allclose(slopes.T.reshape(gradient.shape), gradient, atol=1e-4)


def test_threads_do_not_change_bits():
    swiss = noise.Swiss(octaves=6, wavelength=90.0, warp=0.2)
    one, two = (swiss.grid((300, 200), 0.37, (1e7 + 0.1, 5.3), threads=threads) for threads in (1, 2))
    assert np.array_equal(bits(one), bits(two))
    points = np.random.default_rng(5).uniform(0, 1e5, (5000, 3))
    assert np.array_equal(bits(swiss.at(points, threads=1)), bits(swiss.at(points, threads=2)))


def test_parameters_matter():
    grids = [
        noise.Fbm(**options).grid(32, 1.0)
        for options in [
            {},
            {"seed": 2**64 - 1},
            {"octaves": 7},
            {"wavelength": 101.0},
            {"gain": 0.6},
            {"hurst": 0.3},
            {"lacunarity": 2.1},
            {"rotation": 30.0},
            {"tile": 64.0},
            {"basis": "hermite"},
            {"basis": {"type": "cellular", "output": "f2-f1", "metric": "manhattan", "jitter": 0.5}},
            {"basis": {"type": "cellular", "output": "f2-f1", "metric": "manhattan", "jitter": 0.6}},
            {"basis": {"type": "value", "fade": "cubic"}},
            {"basis": {"type": "value"}},
        ]
    ]
    assert len({grid.tobytes() for grid in grids}) == len(grids)


@pytest.mark.parametrize(
    ("fractal", "names"),
    [
        (noise.RidgedMultifractal, ["offset", "sharpness"]),
        (noise.HybridMultifractal, ["offset"]),
        (noise.Damped, ["damping"]),
        (noise.Swiss, ["warp"]),
        (noise.Jordan, ["gain1", "warp0", "warp", "damp0", "damp", "damp_scale"]),
    ],
)
def test_every_parameter_of_a_fractal_matters(fractal, names):
    grids = [fractal("hermite", wavelength=40.0, **values).grid(32) for values in [{}, *({name: 0.37} for name in names)]]
    assert len({grid.tobytes() for grid in grids}) == len(grids)


def test_noise_repeats():
    tile = noise.Fbm("perlin", tile=64.0, wavelength=32.0).grid((80, 80))
    assert np.array_equal(tile[:16, :16], tile[64:, 64:])


def test_out_is_filled():
    fbm = noise.Fbm()
    frame = np.zeros((40, 60), np.float32)
    fbm.grid((20, 30), out=frame[5:25, 5:35])
    assert np.array_equal(frame[5:25, 5:35], fbm.grid((20, 30)))
    with pytest.raises(orogen.Error, match="has the type"):
        fbm.grid((20, 30), out=np.zeros((20, 30)))


def test_noise_is_pickled_and_compared():
    jordan = noise.Jordan("hermite", warp=0.3, seed=7)
    again = pickle.loads(pickle.dumps(jordan))
    assert again == jordan and hash(again) == hash(jordan) and again != noise.Jordan("hermite", seed=7)
    assert np.array_equal(again.grid(8), jordan.grid(8))
    assert repr(jordan).startswith("Jordan({'type': 'hermite'}, octaves=8")


class Hills(noise.Fbm):
    """Settings with a name."""

    def __init__(self, seed):
        super().__init__("hermite", octaves=5, wavelength=300.0, seed=seed)
        self.colour = "green"


def test_fractals_may_be_extended():
    hills = Hills(seed=7)
    expected = noise.Fbm("hermite", octaves=5, wavelength=300.0, seed=7)
    assert np.array_equal(hills.grid(8), expected.grid(8)) and hills != expected
    again = pickle.loads(pickle.dumps(hills))
    assert type(again) is Hills and again == hills and again.colour == "green"
    assert np.array_equal(again.grid(8), expected.grid(8))


def test_shapes_are_those_of_terrains():
    fbm = noise.Fbm()
    expected = fbm.grid((8, 8))
    for shape in [8, np.int64(8), (np.int64(8), 8), [8, 8]]:
        assert np.array_equal(fbm.grid(shape), expected)
    for shape in [8.5, "8", None, (8,), (8, 8, 8)]:
        with pytest.raises(TypeError, match="shape is a whole number, or two"):
            fbm.grid(shape)


def test_unknown_parameters_are_named():
    with pytest.raises(TypeError, match="Fbm has no parameter octave; it has basis, octaves, wavelength"):
        noise.Fbm(octave=3)
    with pytest.raises(TypeError, match="Swiss has no parameter offset; it has .*seed, warp"):
        noise.Swiss(offset=3)
    with pytest.raises(orogen.Error, match="the basis cellular has no parameter jiter\n  help: it has output, metric, jitter"):
        noise.Fbm({"type": "cellular", "jiter": 0.5})
    with pytest.raises(orogen.Error, match="the basis perlin has no parameter fade\n  help: it has none"):
        noise.Fbm({"fade": "cubic"})
    with pytest.raises(TypeError, match="basis is a name or a dict, not 3"):
        noise.Fbm(3)


@pytest.mark.parametrize(
    ("call", "exception"),
    [
        (lambda: noise.Fbm("perlim"), orogen.Error),
        (lambda: noise.Fbm({"type": "value", "fade": "linear"}), orogen.Error),
        (lambda: noise.Fbm({"type": "cellular", "jitter": 2}), orogen.Error),
        (lambda: noise.Swiss("white"), orogen.Error),
        (lambda: noise.Fbm(octaves=0), orogen.Error),
        (lambda: noise.Fbm(octaves=2.5), orogen.Error),
        (lambda: noise.Fbm(octaves=33), orogen.Error),
        (lambda: noise.Fbm(wavelength=0), orogen.Error),
        (lambda: noise.Fbm(wavelength=float("nan")), orogen.Error),
        (lambda: noise.Fbm(lacunarity=1), orogen.Error),
        (lambda: noise.Fbm(seed=-1), orogen.Error),
        (lambda: noise.Fbm(gain="high"), TypeError),
        (lambda: noise.Fbm(warp=1.0), TypeError),
        (lambda: noise.Fbm().grid((0, 4)), orogen.Error),
        (lambda: noise.Fbm().grid((4, 4), float("nan")), orogen.Error),
        (lambda: noise.Fbm().grid((4, 4), 0), orogen.Error),
        (lambda: noise.Fbm().grid((4, 4), -1.0), orogen.Error),
        (lambda: noise.Fbm().interval(7), orogen.Error),
        (lambda: noise.Fbm().interval(1), orogen.Error),
        (lambda: noise.Fbm().grid((4, 4), origin=(1.0,)), orogen.Error),
        (lambda: noise.Fbm().grid((4, 4), origin=(1.0, float("inf"))), orogen.Error),
        (lambda: noise.Fbm().grid((10**9, 10**9)), MemoryError),
        (lambda: noise.Fbm().at([[1.0, float("nan")]]), orogen.Error),
        (lambda: noise.Fbm().at([[1.0]]), orogen.Error),
    ],
)
def test_wrong_arguments_are_refused(call, exception):
    with pytest.raises(exception):
        call()
