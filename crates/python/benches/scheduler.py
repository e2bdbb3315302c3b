"""The overhead of Dask's scheduler for each chunk, with chunks that take no time.

    python benches/scheduler.py                      # 100,000 and 1,000,000 chunks, in blocks, as bakes do
    python benches/scheduler.py --single             # each chunk is a task

The chunks go through the same code as those of a bake: the same graph, the same limit of tasks, the same workers. Only heights
and files are missing. The scheduler and the client share this process; each worker has its own.
"""

import argparse
import resource
import time

from distributed import Client, LocalCluster
from orogen.baking import schedule
from orogen.baking.layout import Layout
from orogen.baking.work import Job
from orogen.windows import Window

SIDE = 2  # samples along a side of a chunk


class NoTerrain:
    """Windows of nothing."""

    digest = ""

    def window(self, rows, columns, **where):
        import numpy as np

        return np.zeros((rows, columns), np.float32)


class NoStore:
    """A store that keeps nothing."""

    def check(self, address, expected):
        return None

    def write(self, address, values):
        return b""

    def read(self, address, side):
        import numpy as np

        return np.zeros((side, side), np.float32)


class NoManifest:
    """A manifest that keeps nothing."""

    def hash(self, address):
        return None

    def record(self, address, digest):
        pass

    def flush(self):
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chunks", type=int, nargs="+", default=[100_000, 1_000_000], help="chunks of level 0")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--single", action="store_true", help="each chunk is a task, and there are no overviews")
    arguments = parser.parse_args()
    heads = f"{'chunks':>10}{'tasks':>10}{'seconds':>10}{'ms a task':>11}{'ms a chunk':>12}"
    print(f"{heads}{'processor ms a chunk':>22}{'MiB':>7}")
    for chunks in arguments.chunks:
        # A cluster of its own, so that memory is that of this number of chunks.
        with (
            LocalCluster(n_workers=arguments.workers, threads_per_worker=1, dashboard_address=":0") as cluster,
            Client(cluster) as client,
        ):
            row(client, round(chunks**0.5), arguments.single)


def row(client, side, single):
    """Runs side x side chunks, and prints a line."""
    layout = Layout.of(Window(0, 0, SIDE * side, SIDE * side, 1.0), SIDE, not single)
    job = Job(NoTerrain(), NoTerrain.digest, layout, NoStore())
    made = []
    start, processor = time.perf_counter(), time.process_time()
    schedule.run(client, job, NoManifest(), lambda one: made.append(None))
    seconds, processor = time.perf_counter() - start, time.process_time() - processor
    assert len(made) == len(layout), "chunks are missing"
    level = schedule.block_level(layout, schedule.threads_of(client))
    tasks = sum(1 for _ in layout.addresses(level))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    a_task, a_chunk, processor = (1e3 * time for time in (seconds / tasks, seconds / len(layout), processor / len(layout)))
    print(f"{len(layout):10}{tasks:10}{seconds:10.1f}{a_task:11.3f}{a_chunk:12.4f}{processor:22.4f}{memory:7.0f}", flush=True)


if __name__ == "__main__":
    main()
