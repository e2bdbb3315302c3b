"""The function `bake`."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..opening import opened
from ..progress import reported
from ..windows import Window, evaluate
from .baked import Baked, Counts
from .create import id_of, prepare
from .layout import Layout
from .manifest import Manifest
from .schedule import run
from .store import Store
from .work import Job, Made

if TYPE_CHECKING:
    from distributed import Client

    from ..opening import Source
    from ..progress import Progress
    from ..terrain import Region, Terrain


def bake(
    terrain: Terrain | Source,
    target: str | os.PathLike[str],
    *,
    spacing: float | None = None,
    region: Region | None = None,
    chunks: int = 1024,
    client: Client | None = None,
    compressor: Any = "auto",
    overviews: bool = True,
    overwrite: bool = False,
    storage_options: Mapping[str, Any] | None = None,
    progress: bool | Progress | None = None,
) -> Baked:
    """Writes the heights of a terrain into a Zarr v3 store, chunk by chunk, with Dask.

    If the store exists, the bake continues: chunks that exist and verify are kept, and all others are made. The bits equal
    those of `Terrain.heights` over the same region, on any number of workers.

    Args:
        terrain: A terrain, or anything that `orogen.open` takes.
        target: A path, or any URL that fsspec knows, for example "s3://bucket/alps.zarr". All workers must reach it.
        spacing: Metres between samples; degrees on a planet, where it must divide 180. Without it: the recipe's own.
        region: `(x0, y0, x1, y1)` in metres, or `(south, west, north, east)` in degrees. All whole multiples of the spacing in
            it are samples, edges included. Without it: the domain, or the whole planet.
        chunks: Samples along a side of a chunk, an even number.
        client: A `distributed.Client`. Without one, the bake starts a worker process with one thread for each processor core.
            A script must then call `bake` under `if __name__ == "__main__":`, because worker processes import the script.
        compressor: A `zarr.codecs.BloscCodec`; None stores plain floats; "auto" is the fastest codec that was measured.
        overviews: Adds levels, each half as fine as the one before. A sample is the mean of 2 x 2 samples.
        overwrite: Replaces another bake, with everything in its folder. A folder that is not a bake is refused.
        storage_options: Options for fsspec.
        progress: True for a bar of tqdm, or a function of (chunks done, chunks in all).

    Raises:
        ValueError: An argument is not valid, or the store holds another bake.
        TypeError: An argument has a wrong type.
        RuntimeError: A script called this without the guard that `client` describes.
        BakeError: The bake stopped early. The same call continues.
    """
    start = time.monotonic()
    if client is not None and not hasattr(client, "submit"):
        raise TypeError(f"client is a distributed.Client, not {client!r}")
    if client is None and getattr(multiprocessing.current_process(), "_inheriting", False):
        # A worker process imports the script of the user. Python knows that by this attribute only.
        raise RuntimeError('a script must call orogen.bake under `if __name__ == "__main__":`')
    terrain = opened(terrain)
    layout = Layout.of(Window.of(terrain, spacing, region), _side(chunks), overviews)
    store = prepare(Store.at(target, storage_options), terrain, layout, compressor, overwrite)
    # A terrain that cannot be evaluated fails here, and not in a worker.
    evaluate(terrain, layout.window.part(0, 0, 1, 1))
    manifest = Manifest(store, layout)
    counts = Counts()
    with _client(client) as client, reported(progress, "chunk") as report:

        def on_made(made: Made) -> None:
            counts.add(made)
            if report:
                report(counts.made + counts.kept, len(layout))

        run(client, Job(terrain, terrain.digest, layout, store, id_of(store)), manifest, on_made)
    counts.seconds = time.monotonic() - start
    return Baked(terrain, store, layout, counts)


def _side(chunks: int) -> int:
    if not isinstance(chunks, int) or isinstance(chunks, bool) or chunks < 2 or chunks % 2:
        raise ValueError(f"chunks={chunks!r} must be an even number, for example 1024")
    return chunks


@contextlib.contextmanager
def _client(client: Client | None) -> Iterator[Client]:
    if client is not None:
        yield client
        return
    from dask.system import CPU_COUNT
    from distributed import Client

    with local_cluster(CPU_COUNT) as cluster, Client(cluster) as own:
        yield own


def local_cluster(workers: int | None) -> Any:
    """A scheduler in this process, and worker processes with one thread each."""
    import dask
    from distributed import LocalCluster

    # Without a dashboard, nobody sees the profiles that workers take, and no port is open to other machines.
    with dask.config.set({"distributed.worker.profile.enabled": False}):
        return LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
