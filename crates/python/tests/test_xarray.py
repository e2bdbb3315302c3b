"""Lazy arrays: their bits, coordinates and attributes, and that they work as xarray's users expect."""

import doctest

import bake_cluster as bc
import numpy as np
import orogen
import pytest

xarray = pytest.importorskip("xarray")
pytest.importorskip("dask")

import orogen.xarray  # noqa: E402

REGION = (0, 0, 4096, 4096)


@pytest.fixture(scope="module")
def array():
    return orogen.xarray.open(bc.plane(), spacing=16, chunks=100)


@pytest.fixture(scope="module")
def whole():
    return bc.plane().heights(spacing=16, region=REGION)


def test_the_example_runs():
    failed, tried = doctest.testmod(orogen.xarray)
    assert failed == 0 and tried > 2


def test_bits_equal_those_of_the_whole(array, whole):
    assert array.chunks == ((100, 100, 57), (100, 100, 57))
    assert orogen.xarray.open(bc.plane(), spacing=16, chunks=np.int64(100)).chunks == array.chunks
    assert array.dtype == np.float32
    assert array.values.tobytes() == whole.tobytes()


@pytest.mark.parametrize("scheduler", ["synchronous", "threads", "processes"])
def test_every_scheduler_of_dask_gives_the_same_bits(array, whole, scheduler):
    assert array.compute(scheduler=scheduler).values.tobytes() == whole.tobytes()


def test_only_what_is_needed_is_evaluated(tmp_path):
    log = tmp_path / "log"
    array = orogen.xarray.open(bc.Slow(bc.plane(), log, seconds=0), spacing=16, chunks=100)
    assert not log.exists()
    array.sel(x=slice(0, 100), y=slice(1700, 1900)).compute()
    assert log.read_text() == "100 0 100 100\n"


def test_sel(array, whole):
    part = array.sel(x=slice(160, 320), y=slice(480, 500))
    assert part.shape == (2, 11)
    assert part.values.tobytes() == whole[30:32, 10:21].tobytes()
    assert array.sel(x=1601, y=1599, method="nearest") == whole[100, 100]


def test_interp(array, whole):
    pytest.importorskip("scipy")
    # Between chunks.
    value = array.interp(x=1596, y=1604).values
    a, b, c, d = (float(whole[100 + i, 99 + j]) for i in (0, 1) for j in (0, 1))
    # A quarter of a cell from the right, a quarter from the top.
    expected = 0.75 * (0.25 * a + 0.75 * b) + 0.25 * (0.25 * c + 0.75 * d)
    assert value == pytest.approx(expected, abs=1e-2)


def test_plot(array):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    mesh = array.plot()
    assert mesh.axes.get_xlabel() == "x, to the east [m]"
    assert mesh.colorbar.ax.get_ylabel() == "height above sea level [m]"
    np.testing.assert_array_equal(np.asarray(mesh.get_array()).ravel(), array.values.ravel())


def test_to_zarr(array, whole, tmp_path):
    pytest.importorskip("zarr")
    array.to_dataset().to_zarr(tmp_path / "a.zarr", zarr_format=3, consolidated=False)
    back = xarray.open_zarr(tmp_path / "a.zarr", consolidated=False, decode_coords="all").height
    assert back.values.tobytes() == whole.tobytes()
    assert back.attrs["orogen_recipe"] == bc.PLANE and "spatial_ref" in back.coords


def test_attributes(array):
    terrain = bc.plane()
    assert array.name == "height"
    assert (array.attrs["units"], array.attrs["standard_name"]) == ("m", "surface_altitude")
    assert array.x.attrs["units"] == array.y.attrs["units"] == "m"
    assert array.attrs["orogen_seed"] == "3" and array.attrs["orogen_digest"] == terrain.digest
    again = orogen.open(array.attrs["orogen_recipe"], seed=int(array.attrs["orogen_seed"]))
    assert again.digest == terrain.digest


def test_reference_systems_for_rioxarray(array):
    pytest.importorskip("rioxarray")
    # Rows go south, and so does y.
    assert array.spatial_ref.attrs["GeoTransform"] == "-8.0 16.0 0.0 -8.0 0.0 16.0"
    assert tuple(array.rio.transform())[:6] == (16, 0, -8, 0, 16, -8)
    assert array.rio.crs.to_wkt().startswith('LOCAL_CS["Ground",UNIT["metre",1]')
    planet = orogen.xarray.open(bc.planet(), spacing=1)
    assert planet.rio.crs.is_geographic and planet.rio.crs.to_dict()["R"] == 1_000_000
    assert planet.rio.bounds() == (-180, -90, 180, 90)
    assert planet.rio.transform()[4] < 0


def test_maps_have_the_north_above(whole, tmp_path):
    """As the GeoTIFF of a bake."""
    pytest.importorskip("rioxarray")
    rasterio = pytest.importorskip("rasterio")
    terrain = bc.plane()
    for crs in [None, "EPSG:32632"]:
        array = orogen.xarray.open(terrain, spacing=16, origin=(400_000, 5_100_000), crs=crs)
        assert array.sel(x=400_160, y=5_100_000 - 480) == whole[30, 10]
        assert array.spatial_ref.attrs["GeoTransform"] == "399992.0 16.0 0.0 5100008.0 0.0 -16.0"
        array.rio.to_raster(tmp_path / "a.tif")
        with rasterio.open(tmp_path / "a.tif") as file:
            assert tuple(file.transform)[:6] == (16, 0, 400_000 - 8, 0, -16, 5_100_000 + 8)
            assert file.read(1).tobytes() == whole.tobytes()
            assert file.crs == crs if crs else file.crs.to_wkt().startswith("LOCAL_CS")
    dataset = orogen.xarray.open_dataset(terrain, spacing=16, origin=(0, 0), crs="EPSG:32632")
    assert dataset.y[1] == -16 and dataset.dx.rio.crs == "EPSG:32632"
    # Slopes are along the coordinates of the map.
    for axis in ("x", "y"):
        difference = dataset.height.differentiate(axis)[1:-1, 1:-1]
        slope = dataset["d" + axis][1:-1, 1:-1]
        assert float(np.corrcoef(difference.values.ravel(), slope.values.ravel())[0, 1]) > 0.8


@pytest.mark.parametrize(
    ("terrain", "where", "message"),
    [
        ("downs", {"crs": "EPSG:32632"}, "crs= needs origin="),
        ("downs", {"origin": (0, 0), "crs": "EPSG:4326"}, "is not a map in metres"),
        ("downs", {"origin": (0, 0), "crs": "EPSG:4978"}, "is not a map in metres"),
        ("downs", {"origin": (0, 0), "crs": "EPSG:2263"}, "is not a map in metres"),  # feet
        ("downs", {"origin": (0, 0), "crs": "no system"}, "no system"),
        ("downs", {"origin": (0,)}, "must be two finite numbers"),
        ("downs", {"origin": (0, float("nan"))}, "must be two finite numbers"),
        ("luna", {"crs": "EPSG:32632"}, "is a planet"),
        ("luna", {"origin": (0, 0)}, "is a planet"),
        ("downs", {"name": "hight"}, "hight"),
        ("downs", {"chunks": 0}, "must be a whole number"),
        ("downs", {"chunks": 2.5}, "must be a whole number"),
        ("downs", {"chunks": True}, "must be a whole number"),
        ("downs", {"chunks": "auto"}, "must be a whole number"),
        ("downs", {"chunks": (8, -1)}, "must be a whole number"),
        ("downs", {"spacing": 0.001}, "are too many for Dask"),
        ("dwons", {}, "downs"),
    ],
)
def test_wrong_arguments_are_refused_at_once(terrain, where, message):
    pytest.importorskip("rasterio")
    with pytest.raises(ValueError, match=message):
        orogen.xarray.open(terrain, **where)


def test_planets():
    planet = bc.planet()
    array = orogen.xarray.open(planet, spacing=360 / 128, chunks=50)
    assert orogen.xarray.open(planet).shape == planet.shape
    assert array.dims == ("lat", "lon")
    assert array.values.tobytes() == planet.heights((64, 128)).tobytes()
    part = orogen.xarray.open(planet, spacing=360 / 128, region=(10, -20, 40, 30))
    assert part.lat.max() <= 40 and part.lat.min() >= 10 and part.lon.min() >= -20 and part.lon.max() <= 30
    assert part.values.tobytes() == array.sel(lat=slice(40, 10), lon=slice(-20, 30)).values.tobytes()


@pytest.mark.parametrize("spacing", [750, 700])
def test_domains_that_repeat(spacing):
    terrain = orogen.open("ridges", domain_tile=True)
    array = orogen.xarray.open(terrain, spacing=spacing)
    assert array.values.tobytes() == terrain.heights(spacing=spacing).tobytes()


def test_datasets():
    terrain = bc.plane()
    dataset = orogen.xarray.open_dataset(terrain, spacing=32, chunks=50, fields=["ground"])
    assert list(dataset) == ["height", "dx", "dy", "ground"]
    dx, dy = terrain.slopes(spacing=32, region=REGION)
    assert dataset.dx.values.tobytes() == dx.tobytes() and dataset.dy.values.tobytes() == dy.tobytes()
    assert dataset.ground.values.tobytes() == terrain.field("ground", spacing=32, region=REGION).tobytes()
    assert dataset.height.values.tobytes() == terrain.heights(spacing=32, region=REGION).tobytes()
    assert list(orogen.xarray.open_dataset(terrain, spacing=32, slopes=False)) == ["height"]


@pytest.mark.parametrize("spacing", [0, -1, float("inf"), float("nan")])
def test_wrong_spacings(spacing):
    with pytest.raises(ValueError, match="spacing=.* must be a finite number greater than 0"):
        orogen.xarray.open(bc.plane(), spacing=spacing)


def test_wrong_regions():
    for region in [(0, 0, float("nan"), 1), ()]:
        for terrain in [bc.plane(), bc.planet()]:
            with pytest.raises(ValueError, match="must have four finite numbers"):
                orogen.xarray.open(terrain, spacing=1, region=region)
    with pytest.raises(ValueError, match="has no sample"):
        orogen.xarray.open(bc.plane(), spacing=100, region=(10, 10, 20, 20))
    with pytest.raises(ValueError, match="is not a region"):
        orogen.xarray.open(bc.plane(), spacing=100, region=(100, 100, 20, 20))
    with pytest.raises(ValueError, match="is not on the planet"):
        orogen.xarray.open(bc.planet(), spacing=1, region=(0, 0, 100, 1))
    with pytest.raises(ValueError, match="does not divide 180 degrees; the nearest that does is 360 / 52"):
        orogen.xarray.open(bc.planet(), spacing=7)
