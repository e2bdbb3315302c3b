"""Threads, other processes and pickles."""

import concurrent.futures
import multiprocessing
import os
import time
import signal
import pickle
import sys
import warnings

import numpy as np
import orogen
import pytest
from conftest import HILLS, bits


def part(terrain, row):
    return terrain.window(row, 0, 20, 64, 16.0, threads=2)


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_processes_make_the_same_bits(method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip("there is no such way to start processes here")
    terrain = orogen.open("jordan", seed=3, massifs_gain=0.45)
    whole = terrain.window(0, 0, 80, 64, 16.0)
    with warnings.catch_warnings():
        # Python warns of forks after threads. That is what this tests.
        warnings.simplefilter("ignore", DeprecationWarning)
        context = multiprocessing.get_context(method)
        with concurrent.futures.ProcessPoolExecutor(2, context) as processes:
            parts = list(processes.map(part, [terrain] * 4, range(0, 80, 20), timeout=60))
    assert np.array_equal(bits(np.concatenate(parts)), bits(whole))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_child_makes_its_own_threads():
    """The threads of the parent do not exist in the child of a fork, not even the terrain's own."""
    terrain = orogen.open("alps")
    expected = terrain.heights(64, threads=2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        status = 2
        try:
            same = np.array_equal(terrain.heights(64, threads=2), expected) and terrain.field("drift", 8).any()
            status = 0 if same else 1
        finally:
            os._exit(status)
    end = time.monotonic() + 60
    while not (done := os.waitpid(child, os.WNOHANG))[0]:
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            pytest.fail("the child waits for threads that it does not have")
        time.sleep(0.02)
    assert os.waitstatus_to_exitcode(done[1]) == 0


def test_threads_share_a_terrain():
    terrain = orogen.open("jordan")
    whole = terrain.window(0, 0, 160, 64, 16.0)
    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        rows = range(0, 160, 20)
        parts = list(threads.map(lambda row: terrain.window(row, 0, 20, 64, 16.0, threads=1), rows))
    assert np.array_equal(bits(np.concatenate(parts)), bits(whole))


def test_python_runs_meanwhile():
    """A call releases Python's lock."""
    terrain = orogen.open("jordan")
    counted = 0
    with concurrent.futures.ThreadPoolExecutor(1) as threads:
        future = threads.submit(terrain.heights, 1500)
        while not future.done():
            counted += 1
    assert counted > 1000


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickles(protocol):
    for terrain in [orogen.open("alps"), orogen.open("luna", seed=4), orogen.open(HILLS, steep=4)]:
        again = pickle.loads(pickle.dumps(terrain, protocol))
        assert again == terrain and hash(again) == hash(terrain) and again.text == terrain.text
        assert np.array_equal(again.heights(8), terrain.heights(8))


def test_set_threads():
    terrain = orogen.open("ridges")
    expected = terrain.heights(300)
    try:
        for threads in [1, 3]:
            orogen.set_threads(threads)
            assert np.array_equal(terrain.heights(300), expected)
            if sys.platform == "linux":
                names = [open(f"/proc/self/task/{task}/comm").read() for task in os.listdir("/proc/self/task")]
                assert f"orogen-{threads - 1}\n" in names
    finally:
        orogen.set_threads(None)
