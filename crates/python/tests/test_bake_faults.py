"""Workers and schedulers that die, full disks and damaged files, with Dask's real scheduler.

In each test, the store has the bits of an undisturbed one in the end, and no chunk that was whole is made again.
"""

import os
import random
import signal
import subprocess
import threading
import time

import bake_cluster as bc
import pytest

dask = pytest.importorskip("dask")

pytest.importorskip("distributed")
from distributed import Client, LocalCluster  # noqa: E402
from orogen.baking import BakeError, bake  # noqa: E402

pytestmark = pytest.mark.faults

WHERE = {"spacing": 8, "chunks": 64}
CHUNKS = 9 * 9 + 5 * 5 + 3 * 3 + 2 * 2 + 1


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("undisturbed")
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0", processes=False) as cluster:
        with Client(cluster) as client:
            counts = bake(bc.plane(), folder / "a.zarr", client=client, **WHERE).counts
    assert (counts.made, counts.kept) == (CHUNKS, 0)
    return bc.chunk_bytes(folder / "a.zarr")


@pytest.fixture
def client(monkeypatch):
    path = os.pathsep.join([os.path.dirname(__file__), os.environ.get("PYTHONPATH", "")])
    monkeypatch.setenv("PYTHONPATH", path)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster, Client(cluster) as client:
        yield client


def unchanged(store, before):
    """Whether no file of a chunk was written again."""
    after = bc.chunk_files(store)
    return all(after[name] == state for name, state in before.items())


def kill_workers(client, store, times, rng, seen):
    for _ in range(times):
        time.sleep(rng.uniform(0.2, 0.8))
        pids = list(client.run(os.getpid, on_error="ignore").values())
        victim = rng.choice(pids)
        os.kill(victim, signal.SIGKILL)
        # Files that are there after the kill are complete.
        seen.append(bc.chunk_files(store))
        bc.until(lambda: len(client.scheduler_info()["workers"]) == 2 and victim not in pids_of(client))


def pids_of(client):
    return client.run(os.getpid, on_error="ignore").values()


def test_ten_workers_die(client, tmp_path, undisturbed):
    store, log, seen, kills = tmp_path / "a.zarr", tmp_path / "log", [], 10
    terrain = bc.Slow(bc.plane(), log, seconds=0.6)
    killer = threading.Thread(target=kill_workers, args=(client, store, kills, random.Random(7), seen))
    killer.start()
    counts = bake(terrain, store, client=client, **WHERE).counts
    killer.join()
    assert len(seen) == kills and 0 < len(seen[-1]) < CHUNKS, "the kills must fall into the bake"
    assert bc.chunk_bytes(store) == undisturbed
    assert all(unchanged(store, files) for files in seen)
    assert counts.made + counts.kept == CHUNKS
    # A worker runs one task at a time, so each death costs one chunk at most.
    assert len(bc.evaluations(log)) <= 9 * 9 + kills
    again = bake(terrain, store, client=client, **WHERE).counts
    assert (again.made, again.kept) == (0, CHUNKS)


def test_the_scheduler_dies(tmp_path, undisturbed):
    store, log = tmp_path / "a.zarr", tmp_path / "log"
    terrain = bc.Slow(bc.plane(), log, seconds=0.1)
    cluster = bc.Cluster(tmp_path)
    try:
        with Client(cluster.address(), timeout=30) as client:
            bc.until(lambda: len(client.scheduler_info()["workers"]) == 2)

            def kill(done, _):
                if done == 20:
                    os.kill(cluster.scheduler.pid, signal.SIGKILL)

            with pytest.raises(BakeError, match="scheduler was lost"):
                bake(terrain, store, client=client, progress=kill, **WHERE)
    finally:
        cluster.close()
    before, evaluated = bc.chunk_files(store), len(bc.evaluations(log))
    assert 20 <= len(before) < CHUNKS
    cluster = bc.Cluster(tmp_path)
    try:
        with Client(cluster.address(), timeout=30) as client:
            counts = bake(terrain, store, client=client, **WHERE).counts
    finally:
        cluster.close()
    assert bc.chunk_bytes(store) == undisturbed
    assert unchanged(store, before)
    assert (counts.made, counts.kept) == (CHUNKS - len(before), len(before))
    assert len(bc.evaluations(log)) <= 9 * 9 + 2, f"{evaluated} before"


class Deadly(bc.Slow):
    """A terrain that ends the first `deaths` workers that evaluate the chunk at row 64 and column 128."""

    def __init__(self, terrain, log, deaths):
        super().__init__(terrain, log, seconds=0)
        self.deaths = deaths

    def window(self, **where):
        heights = super().window(**where)
        if (where["first_row"], where["first_column"]) == (64, 128):
            if open(self.log).read().count("\n64 128 ") <= self.deaths:
                os._exit(1)
        return heights


@pytest.mark.parametrize("deaths", [2, 1000])
def test_a_chunk_ends_its_workers(tmp_path, undisturbed, deaths, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([os.path.dirname(__file__), os.environ.get("PYTHONPATH", "")]))
    store, log = tmp_path / "a.zarr", tmp_path / "log"
    terrain = Deadly(bc.plane(), log, deaths)
    # Dask itself gives up after the first death.
    with dask.config.set({"distributed.scheduler.allowed-failures": 0}):
        with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0") as cluster, Client(cluster) as client:
            if deaths == 2:
                assert bake(terrain, store, client=client, **WHERE).counts.kept > 0
                assert bc.chunk_bytes(store) == undisturbed
            else:
                with pytest.raises(BakeError, match="died in each of 4 passes.*more memory"):
                    bake(terrain, store, client=client, **WHERE)
    assert log.read_text().count("\n64 128 ") == (3 if deaths == 2 else 4)


@pytest.fixture
def small_disk(tmp_path):
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.name != "posix" or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=700k", "tmpfs", folder]).returncode:
        pytest.skip("this user cannot mount a small disk")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def test_the_disk_is_full(client, small_disk, undisturbed):
    store = small_disk / "a.zarr"
    with pytest.raises(BakeError, match="No space left on device.*complete chunks are kept"):
        bake(bc.plane(), store, client=client, **WHERE)
    before = bc.chunk_files(store)
    assert 5 < len(before) < CHUNKS
    subprocess.run(["mount", "-o", "remount,size=64m", small_disk], check=True)
    counts = bake(bc.plane(), store, client=client, **WHERE).counts
    assert bc.chunk_bytes(store) == undisturbed
    assert unchanged(store, before)
    assert (counts.made, counts.kept) == (CHUNKS - len(before), len(before))
    assert not list(store.rglob("*.part"))


def damage(file, how):
    data = bytearray(file.read_bytes())
    if how == "flip":
        data[len(data) // 2] ^= 1
    file.write_bytes(data if how == "flip" else data[:-7])


@pytest.mark.parametrize("manifest", ["whole", "lost", "cut"])
def test_chunks_are_damaged(client, tmp_path, undisturbed, manifest):
    store = tmp_path / "a.zarr"
    bake(bc.plane(), store, client=client, **WHERE)
    for file in store.glob("manifest/*/c/*/*/*"):
        if manifest == "lost":
            file.unlink()
        elif manifest == "cut":
            damage(file, "cut")
    damage(store / "0/height/c/3/4", "flip")
    damage(store / "1/height/c/0/0", "cut")
    (store / "0/height/c/8/8").unlink()
    before = bc.chunk_files(store)
    counts = bake(bc.plane(), store, client=client, **WHERE).counts
    assert (counts.made, counts.kept) == (3, CHUNKS - 3)
    assert bc.chunk_bytes(store) == undisturbed
    changed = {name for name, state in bc.chunk_files(store).items() if before.get(name) != state}
    assert changed == {"0/height/c/3/4", "1/height/c/0/0", "0/height/c/8/8"}
    assert bake(bc.plane(), store, client=client, **WHERE).counts.made == 0
