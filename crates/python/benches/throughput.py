"""Compares `Terrain.heights(threads=1)` with the engine alone: the crate `orogen` on the same grids, in one thread.

    cargo build --profile dist --package orogen-python --example engine
    python benches/throughput.py target/dist/examples/engine

Prints a table in Markdown. The programs run in turn, and each figure is the least processor time of all runs: other programs
on the machine only add to it.
"""

import argparse
import os
import subprocess
import time

import numpy as np
import orogen

PRESETS = ["alps", "ridges", "jordan", "dunes", "luna"]


def of_engine(program, preset, side):
    """The best run of the engine alone, in samples per second of processor time."""
    environment = {**os.environ, "RAYON_NUM_THREADS": "1"}
    done = subprocess.run([program, preset, str(side)], capture_output=True, text=True, check=True, env=environment)
    return float(done.stdout)


def of_python(preset, side):
    """The best run of `Terrain.heights`, likewise."""
    terrain = orogen.open(preset)
    shape = (side // 2, side) if terrain.is_planet else side
    out = np.empty(terrain.heights(shape, threads=1).shape, np.float32)
    times = []
    for _ in range(5):
        start = time.process_time()
        terrain.heights(shape, out=out, threads=1)
        times.append(time.process_time() - start)
    return out.size / min(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", help="the example `engine` of this crate")
    parser.add_argument("--side", type=int, default=1024, help="columns of the grids")
    parser.add_argument("--turns", type=int, default=5)
    options = parser.parse_args()
    print("| preset | engine, ns per sample | Python, ns per sample | ratio of speeds |")
    print("|---|---|---|---|")
    for preset in PRESETS:
        engine, python = [], []
        for _ in range(options.turns):
            engine.append(of_engine(options.engine, preset, options.side))
            python.append(of_python(preset, options.side))
        engine, python = max(engine), max(python)
        print(f"| `{preset}` | {1e9 / engine:.1f} | {1e9 / python:.1f} | {python / engine:.3f} |", flush=True)


if __name__ == "__main__":
    main()
