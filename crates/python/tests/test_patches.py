"""Patches: what they hold, that they repeat, and that processes and orders do not change them."""

import doctest
import itertools
import multiprocessing
import pickle

import bake_cluster as bc
import numpy as np
import orogen.patches
import pytest
from orogen.patches import ENDLESS, Patches

RECIPE = bc.PLANE.replace("octaves = 6", 'octaves = 6\ngain = "roughness"') + """
[parameters]
roughness = { value = 0.5, range = [0.2, 0.8] }
[fields.high]
type = "smoothstep"
input = "ground"
low = 0.0
high = 1.0
"""


def patches(**changes):
    arguments = {"size": 16, "spacing": 8, "parameters": {"roughness": (0.3, 0.7)}, "fields": "high", **changes}
    return Patches(orogen.open(RECIPE), **arguments)


def test_the_example_runs():
    failed, tried = doctest.testmod(orogen.patches)
    assert failed == 0 and tried > 3


def equal(a, b):
    """Whether two patches have the same bits."""
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(equal(a[name], b[name]) for name in a)
    return np.asarray(a).tobytes() == np.asarray(b).tobytes() and np.asarray(a).dtype == np.asarray(b).dtype


def test_a_patch_is_a_window_of_its_terrain():
    patch = patches()[5]
    terrain = orogen.open(RECIPE, roughness=float(patch["parameters"]["roughness"]))
    x, y = patch["position"]
    region = (x, y, x + 15 * 8, y + 15 * 8)
    heights = terrain.heights(spacing=8, region=region)
    assert patch["height"].shape == (16, 16) and patch["height"].dtype == np.float32
    # The label is single precision, and the terrain had a double.
    np.testing.assert_allclose(patch["height"], heights, rtol=0, atol=0.01)
    np.testing.assert_allclose(patch["slope"], terrain.slopes(spacing=8, region=region), rtol=0, atol=1e-3)
    np.testing.assert_allclose(patch["fields"]["high"], terrain.field("high", spacing=8, region=region), rtol=0, atol=1e-4)
    assert patch["index"] == 5


def test_bits_without_parameters_are_those_of_heights():
    patch = patches(parameters=None)[3]
    x, y = patch["position"]
    heights = orogen.open(RECIPE).heights(spacing=8, region=(x, y, x + 15 * 8, y + 15 * 8))
    assert patch["height"].tobytes() == heights.tobytes()


def test_patches_repeat_and_differ():
    some = [patches()[index] for index in range(20)]
    assert all(equal(patches()[index], some[index]) for index in reversed(range(20)))
    assert len({patch["height"].tobytes() for patch in some}) == 20
    assert not equal(patches(seed=1)[0]["height"], some[0]["height"])


def test_the_draws_stay_what_they_are():
    """Other draws would change everyone's data sets."""
    patch = patches()[7]
    assert (patch["position"].tolist(), float(patch["parameters"]["roughness"])) == EXPECTED


EXPECTED = ([3544.0, 1264.0], 0.5869655609130859)


def test_parameters_fill_their_ranges():
    some = patches(size=2, fields=(), slopes=False)
    values = np.array([some[index]["parameters"]["roughness"] for index in range(400)])
    assert values.dtype == np.float32 and values.min() >= 0.3 and values.max() <= 0.7
    counts, _ = np.histogram(values, bins=4, range=(0.3, 0.7))
    assert (abs(counts - 100) < 40).all()


def test_positions_fill_the_region():
    region = (-1000, 200, 3000, 900)
    some = patches(parameters=None, fields=(), slopes=False, size=2, region=region)
    x, y = np.array([some[index]["position"] for index in range(400)]).T
    assert x.min() >= -1000 and x.max() + 8 <= 3000 and y.min() >= 200 and y.max() + 8 <= 900
    assert x.min() < -900 and x.max() > 2900 and y.min() < 220 and y.max() > 880


def test_regions_may_be_arrays():
    assert equal(patches(region=np.array([0, 0, 900, 900]))[3], patches(region=(0, 0, 900, 900))[3])


def test_new_seeds():
    some = patches(parameters=None, new_seeds=True, region=(0, 0, 120, 120))
    assert (some[0]["position"] == some[1]["position"]).all()
    assert not equal(some[0]["height"], some[1]["height"])


def test_endless():
    some = patches(parameters=None, region=ENDLESS)
    assert max(abs(some[index]["position"]).max() for index in range(20)) > 2e6
    taken = list(itertools.islice(some, 3))
    assert [patch["index"] for patch in taken] == [0, 1, 2] and equal(taken[2], some[2])


def test_iteration_ends():
    assert [patch["index"] for patch in itertools.islice(patches(length=3), 9)] == [0, 1, 2]


def test_wrong_names_are_refused_at_once():
    for changes, message in [
        ({"fields": ["wods"]}, "wods"),
        ({"fields": ["dx"]}, "dx"),
        ({"fields": ["height"]}, "height"),
        ({"parameters": {"rougness": (0.3, 0.7)}}, "rougness"),
        ({"parameters": {"roughness": (0.3, 1e9)}}, "out of range: 1_000_000_000"),
    ]:
        with pytest.raises(orogen.Error, match=message):
            patches(**changes)
    with pytest.raises(ValueError, match="less than 2..64"):
        patches()[2**64]
    with pytest.raises(ValueError, match="less than 2..64"):
        patches(seed=2**64)


def test_streams_share_the_patches():
    streams = [itertools.islice(patches().stream(worker, 3), 2) for worker in range(3)]
    assert sorted(patch["index"] for stream in streams for patch in stream) == [0, 1, 2, 3, 4, 5]


def pick(arguments):
    dataset, index = arguments
    return dataset[index]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_worker_processes_give_the_same_patches(method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system has no {method}")
    dataset = patches()
    dataset[0]
    with multiprocessing.get_context(method).Pool(2) as pool:
        made = pool.map(pick, [(dataset, index) for index in range(8)])
    assert all(equal(patch, dataset[index]) for index, patch in enumerate(made))


def test_pickles():
    dataset = pickle.loads(pickle.dumps(patches()))
    assert equal(dataset[9], patches()[9]) and len(dataset) == 100_000


def test_a_loader_of_pytorch():
    torch = pytest.importorskip("torch")
    loader = torch.utils.data.DataLoader(patches(), batch_size=4, sampler=itertools.count(), num_workers=2)
    batch = next(iter(loader))
    assert batch["height"].shape == (4, 16, 16) and batch["parameters"]["roughness"].shape == (4,)
    assert equal(batch["height"][2].numpy(), patches()[2]["height"])


@pytest.mark.parametrize(
    "changes, kind, message",
    [
        ({"size": 1}, ValueError, "size=1 must be a whole number, 2 or greater"),
        ({"size": 1.5}, TypeError, "size=1.5 must be a whole number"),
        ({"spacing": float("nan")}, ValueError, "spacing=nan must be a finite number"),
        ({"size": 1000}, ValueError, "does not fit into the region"),
        ({"region": (0, 0, 0, 0)}, ValueError, "does not fit into the region"),
        ({"region": ()}, ValueError, "must have four finite numbers"),
        ({"region": (0, 0, 1000, float("inf"))}, ValueError, "must have four finite numbers"),
        ({"parameters": {"roughness": (1, 0)}}, ValueError, "must be .low, high."),
        ({"parameters": {"roughness": 0.5}}, ValueError, "must be .low, high."),
    ],
)
def test_wrong_arguments(changes, kind, message):
    with pytest.raises(kind, match=message):
        patches(**changes)
    with pytest.raises(ValueError, match="index=-1 must be"):
        patches()[-1]
