"""Terrains and clusters for the tests of `orogen.bake`. Workers import this module too."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import orogen

PLANE = """
orogen = 1
name = "Ground"
seed = 3
[domain]
kind = "plane"
size = "4.096 km"
[fields.ground]
type = "ridged"
wavelength = "1.5 km"
octaves = 6
[height]
field = "ground"
scale = 900.0
offset = 100.0
"""

PLANET = """
orogen = 1
name = "Ball"
seed = 3
[domain]
kind = "planet"
radius = "1000 km"
[fields.ground]
type = "fbm"
wavelength = "400 km"
octaves = 6
[height]
field = "ground"
scale = 5000.0
offset = 0.0
"""


class Slow:
    """A terrain that takes its time, and appends a line to a log for each window that it evaluates."""

    def __init__(self, terrain, log, seconds=0.05):
        self.terrain, self.log, self.seconds = terrain, str(log), seconds

    def window(self, **where):
        time.sleep(self.seconds)
        with open(self.log, "a") as log:
            log.write(f"{where['first_row']} {where['first_column']} {where['rows']} {where['columns']}\n")
        return self.terrain.window(**where)

    def __getattr__(self, name):
        if name == "terrain":  # while a pickle is read
            raise AttributeError(name)
        return getattr(self.terrain, name)


def plane():
    return orogen.open(PLANE)


def planet():
    return orogen.open(PLANET)


def evaluations(log):
    """The windows in a log of `Slow`, without the single sample that each bake begins with."""
    return [line for line in Path(log).read_text().splitlines() if not line.endswith(" 1 1")]


def chunk_files(store):
    """The files of all chunks of heights, with what changes if a file is written again."""
    files = {}
    for file in Path(store).glob("*/height/c/*/*"):
        if file.suffix != ".part":
            state = file.stat()
            files[str(file.relative_to(store))] = (state.st_ino, state.st_mtime_ns)
    return files


def chunk_bytes(store):
    """The contents of all files of chunks and hashes."""
    return {name: (Path(store) / name).read_bytes() for name in chunk_files(store)}


class Cluster:
    """A scheduler and workers in processes of their own, as `dask scheduler` and `dask worker` start them."""

    def __init__(self, folder, workers=2):
        self.file = Path(folder) / "scheduler.json"
        self.processes = []
        self.scheduler = self._start("dask_scheduler", "--port", "0", "--no-dashboard")
        until(self.file.exists)
        for _ in range(workers):
            self._start("dask_worker", "--nthreads", "1", "--no-dashboard", "--death-timeout", "20")

    def _start(self, program, *options):
        command = [sys.executable, "-m", f"distributed.cli.{program}", "--scheduler-file", self.file, *options]
        path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
        environment = {**os.environ, "PYTHONPATH": path}
        process = subprocess.Popen(command, env=environment, start_new_session=True, stderr=subprocess.DEVNULL)
        self.processes.append(process)
        return process

    def address(self):
        return json.loads(self.file.read_text())["address"]

    def close(self):
        for process in self.processes:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.file.unlink(missing_ok=True)


def until(condition, seconds=30):
    """Waits until a condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "the condition did not come true"
        time.sleep(0.02)
