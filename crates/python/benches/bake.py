"""The cost of baking beside evaluation alone, by part, and the gain of a second worker.

    python benches/bake.py                 # `alps`, 16384 x 16384 samples; about 1 GiB of disk
    python benches/bake.py --codecs        # compression of the terrain's heights

Each part adds one thing to the row before it. Times are nanoseconds per sample of level 0: processor time of all processes, and
duration. Durations say something on an idle machine only.
"""

import argparse
import itertools
import shutil
import tempfile
import time
from pathlib import Path

import numpy as np
import orogen
from distributed import Client
from orogen.baking import bake
from orogen.baking.bake import local_cluster
from orogen.baking.create import id_of, prepare
from orogen.baking.layout import Layout
from orogen.baking.memory import keep_freed_memory
from orogen.baking.store import Store
from orogen.baking.work import Job, heights, make
from orogen.windows import Window
from zarr.codecs import BloscCodec


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recipe", default="alps")
    parser.add_argument("--samples", type=int, default=16384, help="along a side")
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
    numbers = itertools.count()

    def evaluation():
        layout = Layout.of(whole, arguments.chunk, False)
        job = Job(terrain, terrain.digest, layout, None, None)
        return measured(lambda: [heights(job, address, {}) for address in layout.addresses()])

    def local(compressor):
        layout = Layout.of(whole, arguments.chunk, False)
        target = folder / f"{next(numbers)}.zarr"
        store = prepare(Store.at(target), terrain, layout, compressor, True)
        job = Job(terrain, terrain.digest, layout, store, id_of(store))
        times = measured(lambda: [make(job, address, 0, {}) for address in layout.addresses()])
        shutil.rmtree(target)
        return times

    def cluster(workers, overviews):
        return clustered(terrain, arguments, region, workers, overviews, folder / f"{next(numbers)}.zarr")

    keep_freed_memory()  # as in workers
    cluster(1, True)  # warms caches
    rows = {
        "evaluation": evaluation,
        "+ Zarr, files and hashes": lambda: local(None),
        "+ compression": lambda: local("auto"),
        "+ scheduler, 1 worker": lambda: cluster(1, False),
        "+ overviews, 1 worker": lambda: cluster(1, True),
        "the same, 2 workers": lambda: cluster(2, True),
    }
    runs = [{name: run() for name, run in rows.items()} for _ in range(arguments.repeat)]
    best = {name: least([run[name] for run in runs]) for name in rows}
    base, before = best["evaluation"], 0
    print(f"{arguments.recipe}: {whole.rows} x {whole.columns} samples, chunks of {arguments.chunk}\n")
    print(f"{'':26}{'processor':>10}{'adds':>8}{'over evaluation':>17}{'duration':>10}{'over evaluation':>17}")
    for name, times in best.items():
        over = [f"{100 * (time / alone - 1):.1f} %" for time, alone in zip(times, base)]
        processor, duration = (1e9 * time / count for time in times)
        print(f"{name:26}{processor:10.2f}{processor - before:8.2f}{over[0]:>17}{duration:10.2f}{over[1]:>17}")
        before = processor
    one, two = (best[name][1] for name in ("+ overviews, 1 worker", "the same, 2 workers"))
    print(f"\n2 workers are {one / two:.2f} times as fast as 1")


def region_of(terrain, samples):
    """(spacing, region) with this number of samples along a side."""
    if terrain.is_planet:
        return 360 / samples, None
    spacing = terrain.size / samples
    return spacing, (0, 0, terrain.size - spacing, terrain.size - spacing)


def clustered(terrain, arguments, region, workers, overviews, target):
    """Processor time of all processes and duration of a bake on a cluster of this machine, without its start."""
    where = {"spacing": region[0], "region": region[1], "chunks": arguments.chunk, "overviews": overviews}
    with local_cluster(workers) as cluster, Client(cluster) as client:
        client.run(warm, terrain)
        before = client.run(time.process_time)
        processor, duration = measured(lambda: bake(terrain, target, client=client, **where))
        after = client.run(time.process_time)
    shutil.rmtree(target)
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
    job = Job(terrain, terrain.digest, layout, None, None)
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
