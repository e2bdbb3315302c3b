"""`out`, types, strides and sizes of arrays."""

import pathlib
import subprocess
import sys

import numpy as np
import orogen
import pytest

ALPS = orogen.open("alps")
EXPECTED = ALPS.heights(20)


def fill(out, **options):
    return ALPS.heights(20, out=out, **options)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_out_is_filled_and_returned(dtype):
    out = np.zeros((20, 20), dtype)
    assert fill(out) is out
    assert np.array_equal(out, EXPECTED.astype(dtype))


def test_rows_may_have_any_distance():
    frame = np.full((30, 50), 7.0, np.float32)
    fill(frame[3:23, 5:25])
    assert np.array_equal(frame[3:23, 5:25], EXPECTED)
    frame[3:23, 5:25] = 7
    assert (frame == 7).all()


def test_rows_may_go_upwards():
    out = np.zeros((20, 20), np.float32)
    fill(out[::-1])
    assert np.array_equal(out[::-1], EXPECTED)
    every_second = np.zeros((40, 20), np.float32)
    fill(every_second[::2])
    assert np.array_equal(every_second[::2], EXPECTED) and not every_second[1::2].any()


def test_fields_are_told_apart():
    alps = orogen.open("alps")
    first, second, again = (alps.field(name, 20) for name in ["drift", "ranges", "drift"])
    assert np.array_equal(first, again) and not np.array_equal(first, second)
    assert np.array_equal(second, orogen.open("alps").field("ranges", 20))


def test_raster_slopes_and_normals_have_out():
    raster, slopes, normals = (np.zeros(shape, np.float32) for shape in [(3, 20, 20), (2, 20, 20), (20, 20, 3)])
    assert ALPS.raster(20, out=raster).height.base is raster
    assert ALPS.slopes(20, out=slopes) is slopes and ALPS.normals(20, out=normals) is normals
    assert np.array_equal(raster[0], EXPECTED) and np.array_equal(raster[1:], slopes)
    assert np.array_equal(normals, ALPS.normals(20))


@pytest.mark.parametrize(
    ("out", "message"),
    [
        (np.zeros((20, 21), np.float32), "has the shape"),
        (np.zeros((1, 20, 20), np.float32), "has the shape"),
        (np.zeros((20, 20), ">f4"), "has the type"),
        (np.zeros((20, 20), np.float32).T, "has the strides"),
        (np.zeros((20, 20), np.float32)[:, ::-1], "has the strides"),
        (np.zeros((20, 40), np.float32)[:, ::2], "has the strides"),
        (np.broadcast_to(np.zeros(20, np.float32), (20, 20)), "has the strides"),
        (np.lib.stride_tricks.as_strided(np.zeros(400, np.float32), (20, 20), (40, 4)), "has the strides"),
        (np.frombuffer(bytearray(1601), np.float32, 400, 1).reshape(20, 20), "is not aligned"),
        (np.frombuffer(bytes(1600), np.float32).reshape(20, 20), "is read-only"),
    ],
)
def test_wrong_arrays_are_refused(out, message):
    before = out.copy()
    with pytest.raises(orogen.Error, match=message) as caught:
        fill(out, dtype="float32")
    assert caught.value.help
    assert np.array_equal(out, before)


@pytest.mark.parametrize("out", [[[0.0] * 20] * 20, "array", 5, np.float32(1)])
def test_out_is_an_array(out):
    with pytest.raises(TypeError):
        fill(out)


@pytest.mark.parametrize("dtype", ["int32", "float16", "complex64", "nonsense", ">f4", np.int8, np.dtype("U4"), np.dtype(">f8")])
def test_other_types_are_refused(dtype):
    with pytest.raises(orogen.Error, match="dtype cannot be"):
        ALPS.heights(20, dtype=dtype)


def test_types_may_be_classes():
    assert ALPS.heights(20, dtype=np.float64).dtype == np.float64
    assert ALPS.heights(20, dtype=np.dtype("float32")).dtype == np.float32


@pytest.mark.parametrize("dtype", ["float32", "f4", "single", "<f4", "float64", "f8", "double", float])
def test_types_may_be_any_names_of_numpy(dtype):
    heights = ALPS.heights(20, dtype=dtype)
    assert heights.dtype == dtype and np.array_equal(heights, EXPECTED)


def test_out_and_dtype_must_agree():
    with pytest.raises(orogen.Error, match="has the type float32"):
        fill(np.zeros((20, 20), np.float32), dtype="float64")
    with pytest.raises(orogen.Error, match="`out` has the type int64"):
        fill(np.zeros((20, 20), np.int64))


def test_arrays_belong_to_the_caller():
    heights = ALPS.heights(20)
    heights += 1
    assert np.array_equal(heights, EXPECTED + 1)
    assert heights.flags.c_contiguous and heights.flags.writeable and heights.flags.aligned


def test_an_array_that_is_being_filled_is_in_use():
    out = np.zeros((20, 20), np.float32)

    def again(done, everything):
        with pytest.raises(orogen.Error, match="is in use"):
            fill(out)
        with pytest.raises(orogen.Error, match="is in use"):
            ALPS.heights((5, 20), spacing=1, out=out[10:15])

    fill(out, progress=again)
    assert np.array_equal(out, EXPECTED)


@pytest.mark.parametrize("preset", ["alps", "luna"])
def test_too_many_samples_raise_memory_error(preset):
    terrain = orogen.open(preset)
    shape = (100_000, 200_000)
    options = {"spacing": 1.0} if preset == "alps" else {}
    with pytest.raises(MemoryError, match="not enough memory for 100000 × 200000"):
        terrain.heights(shape, **options)
    with pytest.raises(orogen.Error, match="cannot have .*2000000"):
        terrain.heights((1_000_000, 2_000_000), **options)


@pytest.mark.skipif(not pathlib.Path("/proc/self/cgroup").exists(), reason="control groups are of Linux")
def test_limits_of_containers_raise_memory_error(tmp_path):
    """As in a container with 3 MB, of which 0.5 MB are used. The folder of its control group is replaced by one of this test."""
    (group,) = (line[3:] for line in pathlib.Path("/proc/self/cgroup").read_text().splitlines() if line.startswith("0::"))
    folder = tmp_path / group.lstrip("/")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "memory.max").write_text("3000000\n")
    (folder / "memory.current").write_text("500000\n")
    program = """
import orogen
ridges = orogen.open("ridges")
print(ridges.window(0, 0, 600, 1000, 1.0).shape)
try:
    ridges.window(0, 0, 650, 1000, 1.0)
except MemoryError as error:
    print(error)
"""
    mount = ["unshare", "-m", "sh", "-c", 'mount --bind "$0" /sys/fs/cgroup && exec "$@"', str(tmp_path)]
    if subprocess.run([*mount, "true"], capture_output=True).returncode:
        pytest.skip("this user cannot mount a folder")
    done = subprocess.run([*mount, sys.executable, "-c", program], capture_output=True, text=True)
    message = "not enough memory for 650 × 1000 samples: ask for parts, with `window` or `region` of a terrain, or `origin` of noise"
    assert done.stdout.splitlines() == ["(600, 1000)", message], done.stderr
