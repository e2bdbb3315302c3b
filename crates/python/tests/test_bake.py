"""Baking: the bits of stores, their metadata, and what is made from them."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import bake_cluster as bc
import numpy as np
import orogen
import pytest

pytest.importorskip("distributed")
import zarr  # noqa: E402
from distributed import Client, LocalCluster  # noqa: E402
from orogen.baking import BakeError, bake, spacing_at  # noqa: E402
from orogen.baking.create import id_of  # noqa: E402
from orogen.baking.layout import Address  # noqa: E402
from orogen.baking.work import Job, make  # noqa: E402

xarray = pytest.importorskip("xarray")


@pytest.fixture(scope="module")
def client():
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", processes=False) as cluster:
        with Client(cluster) as client:
            yield client


@pytest.fixture(scope="module")
def baked(client, tmp_path_factory):
    return bake(bc.plane(), tmp_path_factory.mktemp("bake") / "a.zarr", spacing=16, chunks=64, client=client)


def mean_of_squares(heights):
    """Means of 2 x 2 samples, in double precision; the last row or column of an odd side counts twice."""
    heights = np.pad(heights.astype(np.float64), [(0, side % 2) for side in heights.shape], mode="edge")
    return heights.reshape(heights.shape[0] // 2, 2, heights.shape[1] // 2, 2).mean(axis=(1, 3))


def test_chunks_have_the_bits_of_the_whole(baked):
    heights = baked.dataset().height.values
    assert heights.dtype == np.float32 and heights.shape == (257, 257)
    whole = bc.plane().heights(spacing=16, region=(0, 0, 4096, 4096))
    assert heights.tobytes() == whole.tobytes()


def test_overviews_are_means(baked):
    assert baked.layout.levels == 4
    for level in range(1, 4):
        finer, heights = (baked.dataset(n).height.values for n in (level - 1, level))
        np.testing.assert_allclose(heights, mean_of_squares(finer), rtol=2e-7, atol=1e-4)
    assert baked.dataset(3).height.shape == (33, 33)


def test_readers_find_coordinates_and_the_recipe(baked):
    dataset = xarray.open_zarr(baked.url, group="1")
    assert dataset.height.dims == ("y", "x")
    np.testing.assert_array_equal(dataset.x[:2], [8, 40])  # the middles of 0, 16 and 32, 48
    assert dataset.height.attrs["units"] == "m"
    assert dataset.attrs["orogen_recipe"] == bc.plane().text
    assert dataset.attrs["orogen_digest"] == bc.plane().digest
    assert "spatial_ref" in dataset.coords


def test_the_manifest_has_the_hash_of_every_file(baked):
    group = zarr.open_group(baked.url, mode="r")
    files = sorted(Path(baked.url).glob("*/height/c/*/*"))
    assert len(files) == len(baked.layout) == 25 + 9 + 4 + 1
    for file in files:
        level, _, _, row, column = file.relative_to(baked.url).parts
        listed = group["manifest"][level][int(row), int(column)]
        assert listed.tobytes() == hashlib.sha256(file.read_bytes()).digest()


def metadata_and_coordinates(folder):
    """All files but that of the root, and the chunks of heights and hashes."""
    files = [file for file in folder.rglob("*/*") if file.is_file()]
    return [file for file in files if not re.search("(height|manifest/[0-9])/c/", file.as_posix())]


@pytest.mark.parametrize("damage", [Path.unlink, lambda file: file.write_bytes(file.read_bytes()[:3])])
def test_metadata_and_coordinates_are_repaired(baked, client, tmp_path, damage):
    whole = {file.relative_to(baked.url): file.read_bytes() for file in Path(baked.url).rglob("*") if file.is_file()}
    shutil.copytree(baked.url, tmp_path / "a.zarr")
    damaged = metadata_and_coordinates(tmp_path / "a.zarr")
    assert len(damaged) > 20
    for file in damaged:
        damage(file)
    again = bake(bc.plane(), tmp_path / "a.zarr", spacing=16, chunks=64, client=client)
    assert (again.counts.made, again.counts.kept) == (0, 39)
    for key, data in whole.items():
        assert (tmp_path / "a.zarr" / key).read_bytes() == data, key


@pytest.mark.parametrize("damage", [Path.unlink, lambda file: file.write_text("{"), lambda file: file.write_text("")])
def test_a_store_without_its_root_can_be_replaced(baked, client, tmp_path, damage):
    shutil.copytree(baked.url, tmp_path / "a.zarr")
    damage(tmp_path / "a.zarr/zarr.json")
    where = {"spacing": 16, "chunks": 64, "client": client}
    with pytest.raises(ValueError, match="zarr.json is missing or damaged; pass overwrite=True"):
        bake(bc.plane(), tmp_path / "a.zarr", **where)
    assert bake(bc.plane(), tmp_path / "a.zarr", overwrite=True, **where).counts.made == 39
    (tmp_path / "other").mkdir()
    (tmp_path / "other/zarr.json").write_text("{")
    with pytest.raises(ValueError, match="holds other files than those of a bake"):
        bake(bc.plane(), tmp_path / "other", overwrite=True, **where)


def test_arguments_are_checked_before_anything_is_written(tmp_path):
    with pytest.raises(TypeError, match="client is a distributed.Client, not 'tcp://1'"):
        bake(bc.plane(), tmp_path / "a.zarr", spacing=16, client="tcp://1")
    with pytest.raises(ValueError, match="there is no preset and no file"):
        bake("dwons", tmp_path / "a.zarr", spacing=16)
    assert not (tmp_path / "a.zarr").exists()


def test_geotiffs_need_metres_and_a_folder(baked, tmp_path):
    pytest.importorskip("rasterio")
    with pytest.raises(ValueError, match="EPSG:4326' is not a map in metres"):
        baked.cog(tmp_path / "a.tif", crs="EPSG:4326")
    with pytest.raises(FileNotFoundError, match="there is no folder"):
        baked.cog(tmp_path / "missing/a.tif")


def test_a_bake_prints_what_it_is(baked):
    assert repr(baked).endswith("a.zarr', 257 x 257 samples, levels: 4>")


def test_scripts_without_the_guard_are_told_so(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import orogen\norogen.bake('downs', 'a.zarr', spacing=64)\n")
    done = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0 and 'under `if __name__ == "__main__":`' in done.stderr


def test_groups_of_others_are_never_replaced(tmp_path):
    """Even if they have parts of the same names."""
    for name, root in [("a", {}), ("b", {"orogen": {}}), ("c", {"orogen": {"id": "1"}})]:
        group = zarr.open_group(tmp_path / name, mode="w", zarr_format=3, attributes=root)
        group.create_group("0")
        group.create_group("manifest")
        with pytest.raises(ValueError, match="holds other files than those of a bake"):
            bake(bc.plane(), tmp_path / name, spacing=16, overwrite=True)
        assert (tmp_path / name / "manifest/zarr.json").exists()


def test_damage_is_an_error_for_every_reader(baked, tmp_path):
    (copy := tmp_path / "a").mkdir()
    for name in ("zarr.json", "c/0/0"):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes((Path(baked.url) / "0/height" / name).read_bytes())
    array = zarr.open_array(copy, mode="r")
    assert array[0, 0] == baked.dataset().height[0, 0]
    data = bytearray((copy / "c/0/0").read_bytes())
    data[len(data) // 3] ^= 4
    (copy / "c/0/0").write_bytes(data)
    with pytest.raises(ValueError):
        array[0, 0]


def test_a_bake_continues(baked, client):
    before = bc.chunk_files(baked.url)
    again = bake(bc.plane(), baked.url, spacing=16, chunks=64, client=client)
    assert (again.counts.made, again.counts.kept) == (0, 39)
    assert bc.chunk_files(baked.url) == before


def test_another_terrain_is_refused(baked, client):
    other = orogen.open(bc.PLANE, seed=4)
    with pytest.raises(ValueError, match="holds another bake: digest is .*overwrite=True"):
        bake(other, baked.url, spacing=16, chunks=64, client=client)
    with pytest.raises(ValueError, match="spacing is 16.0 there, and 32.0 here"):
        bake(bc.plane(), baked.url, spacing=32, chunks=64, client=client)


def test_overwriting_replaces_everything(client, tmp_path):
    bake(bc.plane(), tmp_path / "a.zarr", spacing=32, chunks=64, client=client)
    other = orogen.open(bc.PLANE, seed=4)
    baked = bake(other, tmp_path / "a.zarr", spacing=64, chunks=32, client=client, overwrite=True)
    assert baked.counts.kept == 0
    assert baked.dataset().height.values.tobytes() == other.heights(spacing=64, region=(0, 0, 4096, 4096)).tobytes()


@pytest.mark.parametrize("overwrite", [False, True])
def test_other_files_are_never_replaced(client, tmp_path, overwrite):
    group, folder, file = tmp_path / "a.zarr", tmp_path / "folder", tmp_path / "folder" / "letter.txt"
    zarr.create_group(group)
    folder.mkdir()
    file.write_text("dear reader")
    for target in (group, folder, file):
        with pytest.raises(ValueError, match="holds other files than those of a bake"):
            bake(bc.plane(), target, spacing=64, client=client, overwrite=overwrite)
    assert file.read_text() == "dear reader" and zarr.open_group(group, mode="r").attrs.asdict() == {}
    (tmp_path / "empty").mkdir()
    assert bake(bc.plane(), tmp_path / "empty", spacing=64, client=client, overwrite=overwrite).counts.made > 0


@pytest.mark.parametrize("compressor", ["auto", None, zarr.codecs.BloscCodec(cname="zstd", clevel=3, shuffle="bitshuffle")])
def test_regions_urls_and_compressors(client, tmp_path, compressor):
    region = (-500, 300, 700, 901)
    target = f"file://{tmp_path}/a.zarr"
    baked = bake(
        bc.plane(), target, spacing=10, region=region, chunks=50, client=client, overviews=False, compressor=compressor
    )
    heights = baked.dataset().height
    assert heights.shape == (61, 121) and baked.layout.levels == 1
    assert (heights.x[0], heights.x[-1], heights.y[0], heights.y[-1]) == (-500, 700, 300, 900)
    assert heights.values.tobytes() == bc.plane().heights(spacing=10, region=region).tobytes()


def test_options_may_be_nested_and_are_not_printed(client, tmp_path):
    options = {"client": {"secret": "xyzzy"}}
    baked = bake(bc.plane(), tmp_path / "a.zarr", spacing=64, chunks=64, client=client, storage_options=options)
    assert baked.counts.made > 0 and "xyzzy" not in repr(baked)


def test_tasks_of_a_replaced_store_stop(client, tmp_path):
    target = tmp_path / "a.zarr"
    old = bake(bc.plane(), target, spacing=64, chunks=64, client=client)
    job = Job(old.terrain, old.terrain.digest, old.layout, old.store, id_of(old.store))
    other = bake(orogen.open(bc.PLANE, seed=4), target, spacing=64, chunks=64, client=client, overwrite=True)
    before = other.dataset().height.values.tobytes()
    with pytest.raises(RuntimeError, match="replaced by another bake"):
        make(job, Address(0, 0, 0), 0, {Address(0, 0, 0): bytes(32)})
    assert other.dataset().height.values.tobytes() == before


def test_tiles_need_overviews(client, tmp_path):
    baked = bake(bc.plane(), tmp_path / "a.zarr", spacing=spacing_at(12), region=(0, 0, 4000, 4000), chunks=64, client=client, overviews=False)
    with pytest.raises(ValueError, match="tiles need overviews"):
        baked.tiles(tmp_path / "tiles")


def test_stores_of_fsspec(client):
    baked = bake(bc.plane(), "memory://bakes/a.zarr", spacing=64, chunks=32, client=client)
    heights = baked.dataset().height.values
    assert heights.tobytes() == bc.plane().heights(spacing=64, region=(0, 0, 4096, 4096)).tobytes()
    again = bake(bc.plane(), "memory://bakes/a.zarr", spacing=64, chunks=32, client=client)
    assert (again.counts.made, again.counts.kept) == (0, len(baked.layout))


def test_planets(client, tmp_path):
    planet = bc.planet()
    baked = bake(planet, tmp_path / "a.zarr", spacing=360 / 256, chunks=50, client=client)
    dataset = baked.dataset()
    assert dataset.height.dims == ("lat", "lon")
    assert (dataset.lat[0], dataset.lon[0]) == (90 - 180 / 256, -180 + 180 / 256)
    assert dataset.height.values.tobytes() == planet.heights((128, 256)).tobytes()


def test_progress_is_reported(client, tmp_path):
    calls = []
    bake(bc.plane(), tmp_path / "a", spacing=64, chunks=32, client=client, progress=lambda *both: calls.append(both))
    assert calls == [(n, 14) for n in range(1, 15)]


class OtherVersion(bc.Slow):
    """A terrain that gives other bits where it arrives."""

    def __setstate__(self, state):
        self.__dict__.update(state, digest="other")


def test_workers_with_other_bits_are_refused(tmp_path):
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0") as cluster, Client(cluster) as client:
        with pytest.raises(BakeError, match="another version of Orogen"):
            bake(OtherVersion(bc.plane(), tmp_path / "log"), tmp_path / "a", spacing=64, client=client)


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"spacing": 0}, "spacing=0.0 must be a finite number greater than 0"),
        ({"spacing": float("nan")}, "spacing=nan must be"),
        ({"spacing": 10, "chunks": 63}, "chunks=63 must be an even number"),
        ({"spacing": 10, "region": (0, 0, 1)}, "must have four finite numbers"),
        ({"spacing": 10, "region": (1, 1, 9, 9)}, "has no sample"),
    ],
)
def test_wrong_arguments(client, tmp_path, arguments, message):
    with pytest.raises(ValueError, match=message):
        bake(bc.plane(), tmp_path / "a", client=client, **arguments)
    assert not (tmp_path / "a").exists()


def test_erosion_is_solved_once(tmp_path, monkeypatch):
    monkeypatch.setenv("OROGEN_CACHE", str(tmp_path / "cache"))
    recipe = bc.PLANE.replace(
        '[height]\nfield = "ground"',
        '[fields.land]\ntype = "erosion"\ninput = "ground"\nscale = 900.0\ndetail = 32.0\n[height]\nfield = "land"',
    )
    terrain = orogen.open(recipe)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster, Client(cluster) as client:
        terrain.window(0, 0, 1, 1, 16)
        (solution,) = (tmp_path / "cache").glob("*.solution")
        solved, used = solution.stat().st_ino, 0
        os.utime(solution, (used, used))
        baked = bake(terrain, tmp_path / "a.zarr", spacing=16, chunks=64, client=client)
    # A solver replaces the file. A reader sets the time of its last use.
    assert [file.stat().st_ino for file in (tmp_path / "cache").glob("*.solution")] == [solved]
    assert solution.stat().st_mtime > used
    assert baked.dataset().height.values.tobytes() == terrain.heights(spacing=16, region=(0, 0, 4096, 4096)).tobytes()


def test_cogs(baked, tmp_path):
    rasterio = pytest.importorskip("rasterio")
    baked.cog(tmp_path / "a.tif", crs="EPSG:32632", origin=(400_000, 5_150_000))
    with rasterio.open(tmp_path / "a.tif") as file:
        assert file.tags(ns="IMAGE_STRUCTURE")["LAYOUT"] == "COG"
        assert file.crs == "EPSG:32632" and file.overviews(1) == [2, 4, 8]
        assert file.xy(0, 0) == (400_000, 5_150_000) and file.xy(1, 2) == (400_032, 5_149_984)
        assert file.read(1).tobytes() == baked.dataset().height.values.tobytes()
    for level in range(1, 4):
        with rasterio.open(tmp_path / "a.tif", overview_level=level - 1) as file:
            assert file.read(1).tobytes() == baked.dataset(level).height.values.tobytes()
    assert os.listdir(tmp_path) == ["a.tif"]


def test_cogs_of_planets_without_overviews(client, tmp_path):
    rasterio = pytest.importorskip("rasterio")
    baked = bake(bc.planet(), tmp_path / "a.zarr", spacing=2, client=client, overviews=False)
    baked.cog(tmp_path / "a.tif")
    with rasterio.open(tmp_path / "a.tif") as file:
        assert file.crs.is_geographic and tuple(file.bounds) == (-180, -90, 180, 90)
        assert file.crs.to_dict()["R"] == bc.planet().radius
        assert file.overviews(1) == []


ZOOM = 13


@pytest.fixture(scope="module")
def web(client, tmp_path_factory):
    spacing = spacing_at(ZOOM)
    region = (-512 * spacing, 256 * spacing, 399 * spacing, 900 * spacing)
    target = tmp_path_factory.mktemp("web") / "a.zarr"
    return bake(bc.plane(), target, spacing=spacing, region=region, chunks=512, client=client)


def decoded(file):
    import rasterio

    with rasterio.open(file) as picture:
        red, green, blue = picture.read().astype(np.float64)
    return red * 256 + green + blue / 256 - 32768


@pytest.mark.filterwarnings("ignore::rasterio.errors.NotGeoreferencedWarning")
@pytest.mark.parametrize("distributed", [False, True])
def test_tiles(web, client, tmp_path, distributed):
    pytest.importorskip("rasterio")
    web.tiles(tmp_path, client if distributed else None)
    middle = 2 ** (ZOOM - 1)
    columns = {int(file.name) for file in (tmp_path / str(ZOOM)).iterdir()}
    assert columns == {middle - 2, middle - 1, middle, middle + 1}
    heights = web.dataset().height.values
    tile = decoded(tmp_path / f"{ZOOM}/{middle}/{middle + 2}.png")
    np.testing.assert_allclose(tile, heights[256:512, 512:768], rtol=0, atol=1 / 512)
    edge = decoded(tmp_path / f"{ZOOM}/{middle + 1}/{middle + 1}.png")
    np.testing.assert_allclose(edge[:, :144], heights[:256, 768:912], rtol=0, atol=1 / 512)
    assert (edge[:, 144:] == edge[:, 143:144]).all()
    coarse = decoded(tmp_path / f"{ZOOM - 1}/{middle // 2}/{middle // 2 + 1}.png")
    np.testing.assert_allclose(coarse[:128, :128], web.dataset(1).height.values[128:256, 256:384], rtol=0, atol=1 / 512)
    assert (tmp_path / "0/0/0.png").exists() and (tmp_path / "tiles.json").exists()
    assert not list(tmp_path.rglob("*.part"))


def test_an_archive_has_the_same_tiles(web, tmp_path):
    pytest.importorskip("pmtiles")
    from pmtiles.reader import MmapSource, Reader

    web.tiles(tmp_path / "folder")
    web.pmtiles(tmp_path / "a.pmtiles")
    with open(tmp_path / "a.pmtiles", "rb") as file:
        reader = Reader(MmapSource(file))
        pictures = list((tmp_path / "folder").rglob("*.png"))
        for picture in pictures:
            zoom, x, y = (int(part) for part in picture.relative_to(tmp_path / "folder").with_suffix("").parts)
            assert reader.get(zoom, x, y) == picture.read_bytes()
        header = reader.header()
    assert header["addressed_tiles_count"] == len(pictures) and header["max_zoom"] == ZOOM


def test_tiles_need_the_spacing_of_a_zoom_level(baked, tmp_path):
    with pytest.raises(ValueError, match=r"bake with spacing=orogen.baking.spacing_at\(13\)"):
        baked.tiles(tmp_path)
