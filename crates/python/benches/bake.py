"""The cost of baking beside evaluation alone, by part, and the gain of a second worker.

    python benches/bake.py                 # `alps`, 8192 x 8192 samples
    python benches/bake.py --codecs        # compression of the terrain's heights

Each part adds one thing to the row before it. Times are nanoseconds per sample of level 0: processor time of all processes, and
duration. Durations say something on an idle machine only.
"""

import argparse
import shutil
import tempfile
import time
from pathlib import Path

import numpy as np
import orogen
from distributed import Client, LocalCluster
from zarr.codecs import BloscCodec

from orogen.baking import bake
from orogen.baking.create import prepare
from orogen.baking.layout import Layout
from orogen.baking.store import Store
from orogen.baking.work import Job, heights, make
from orogen.windows import Window


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recipe", default="alps")
    parser.add_argument("--samples", type=int, default=8192, help="along a side")
    parser.add_argument("--chunk", type=int, default=1024)
    parser.add_argument("--repeat", type=int, default=3, help="runs of each part; the quickest counts")
    parser.add_argument("--folder", help="where stores are written, and removed again")
    parser.add_argument("--codecs", action="store_true")
    arguments = parser.parse_args()
    terrain = orogen.open(arguments.recipe)
    folder = Path(tempfile.mkdtemp(prefix="orogen-bench-", dir=arguments.folder))
    try:
        (codecs if arguments.codecs else parts)(terrain, arguments, folder)
    finally:
        shutil.rmtree(folder)


def parts(terrain, arguments, folder):
    """Prints the table of parts, and that of workers."""
    region = region_of(terrain, arguments.samples)
    whole = Window.of(terrain, *region)
    count = whole.rows * whole.columns

    def local(compressor, overviews):
        layout = Layout.of(whole, arguments.chunk, overviews)
        store = prepare(Store.at(folder / "a.zarr"), terrain, layout, compressor, True)
        job = Job(terrain, layout, store)

        def work():
            level = min(2, layout.levels - 1)
            for address in layout.addresses(level):
                make(job, address, 0 if address.level == level else address.level, {})

        return measured(work)

    def evaluation():
        layout = Layout.of(whole, arguments.chunk, False)
        job = Job(terrain, layout, None)
        return measured(lambda: [heights(job, address, {}) for address in layout.addresses()])

    def cluster(workers):
        return clustered(terrain, arguments, region, workers, folder / "a.zarr")

    cluster(1)  # warms caches
    rows = {
        "evaluation": evaluation,
        "+ Zarr, files and hashes": lambda: local(None, False),
        "+ compression": lambda: local("auto", False),
        "+ overviews": lambda: local("auto", True),
        "+ scheduler, 1 worker": lambda: cluster(1),
        "the same, 2 workers": lambda: cluster(2),
    }
    best = {name: least([run() for _ in range(arguments.repeat)]) for name, run in rows.items()}
    base, before = best["evaluation"], (0, 0)
    print(f"{arguments.recipe}: {whole.rows} x {whole.columns} samples, chunks of {arguments.chunk}\n")
    print(f"{'':26}{'processor':>10}{'adds':>8}{'over evaluation':>17}{'duration':>10}{'over evaluation':>17}")
    for name, (processor, duration) in best.items():
        over = [f"{100 * (time / alone - 1):.1f} %" for time, alone in zip((processor, duration), base)]
        processor, duration = (1e9 * time / count for time in (processor, duration))
        print(f"{name:26}{processor:10.2f}{processor - before[0]:8.2f}{over[0]:>17}{duration:10.2f}{over[1]:>17}")
        before = processor, duration
    one, two = (best[name][1] for name in ("+ scheduler, 1 worker", "the same, 2 workers"))
    print(f"\n2 workers are {one / two:.2f} times as fast as 1")


def region_of(terrain, samples):
    """(spacing, region) with this number of samples along a side."""
    if terrain.is_planet:
        return 360 / samples, None
    spacing = terrain.size / samples
    return spacing, (0, 0, terrain.size - spacing, terrain.size - spacing)


def clustered(terrain, arguments, region, workers, target):
    """Processor time of all processes and duration of a bake on a cluster of this machine, without its start."""
    spacing, region = region
    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        client.run(warm, terrain)
        before = client.run(time.process_time)

        def work():
            bake(terrain, target, spacing=spacing, region=region, chunks=arguments.chunk, client=client, overwrite=True)

        processor, duration = measured(work)
        after = client.run(time.process_time)
        return processor + sum(after.values()) - sum(before.values()), duration


def warm(terrain):
    """Imports modules and reads solutions in a worker."""
    import orogen.baking.work
    import zarr

    orogen.baking.work.evaluate(terrain, Window.of(terrain, *region_of(terrain, 256)))
    return zarr.__version__


def codecs(terrain, arguments, folder):
    """Prints a table of codecs."""
    whole = Window.of(terrain, *region_of(terrain, 4 * arguments.chunk))
    layout = Layout.of(whole, arguments.chunk, False)
    job = Job(terrain, layout, None)
    chunks = {address: heights(job, address, {}) for address in layout.addresses()}
    count = whole.rows * whole.columns
    print(f"{'':28}{'write':>8}{'read':>8}  ns a sample{'size':>8}")
    for name, codec in candidates():
        store = prepare(Store.at(folder / "a.zarr"), terrain, layout, codec, True)
        times = []
        for _ in range(arguments.repeat):
            write = measured(lambda: [store.write(address, values) for address, values in chunks.items()])
            read = measured(lambda: [store.read(address, arguments.chunk) for address in chunks])
            times.append((write[0], read[0]))
        write, read = (1e9 * time / count for time in least(times))
        size = sum(file.stat().st_size for file in folder.glob("a.zarr/0/height/c/*/*"))
        print(f"{name:28}{write:8.2f}{read:8.2f}{size / count / 4:21.3f}")


def candidates():
    yield "none", None
    for name in ("lz4", "zstd"):
        for shuffle in ("shuffle", "bitshuffle"):
            codec = BloscCodec(cname=name, clevel=1, shuffle=shuffle, typesize=4, blocksize=1 << 18)
            yield f"blosc {name} 1, {shuffle}", codec


def measured(work):
    """(processor time of this process, duration) in seconds."""
    start = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - start[0], time.perf_counter() - start[1]


def least(times):
    return tuple(np.min(np.array(times), axis=0))


if __name__ == "__main__":
    main()
