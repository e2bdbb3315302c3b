"""Progress, and Ctrl-C."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import orogen
import pytest

JORDAN = orogen.open("jordan")


def test_progress_counts_samples():
    calls = []
    heights = JORDAN.heights(2500, progress=lambda done, everything: calls.append((done, everything)), threads=1)
    assert {everything for _, everything in calls} == {heights.size}
    done = [done for done, _ in calls]
    assert done == sorted(done) and done[-1] == heights.size
    assert len(calls) > 2


def test_a_short_call_reports_its_end():
    calls = []
    JORDAN.heights(4, progress=lambda *call: calls.append(call))
    assert calls == [(16, 16)]


def test_exceptions_of_progress_stop_the_call():
    def fail(done, everything):
        raise RuntimeError("enough")

    expected = JORDAN.heights(4)
    start = time.monotonic()
    with pytest.raises(RuntimeError, match="enough"):
        JORDAN.heights(20_000, progress=fail)
    assert time.monotonic() - start < 2
    # The threads are free again, and nothing stops the next call.
    assert np.array_equal(JORDAN.heights(4), expected)


def test_one_exception_is_enough():
    """A call looks at its progress every 50 ms. On one thread, a part of this map takes at least 180 ms."""
    calls = []

    def fail_once(*call):
        calls.append(call)
        if len(calls) == 1:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        orogen.open("luna").heights((4096, 8192), progress=fail_once, threads=1)
    assert len(calls) == 1


def test_true_is_a_bar(capsys):
    pytest.importorskip("tqdm")
    JORDAN.heights(200, progress=True)
    assert "100%" in capsys.readouterr().err
    JORDAN.heights(200, progress=False)
    assert capsys.readouterr().err == ""


def test_progress_is_a_function():
    with pytest.raises(TypeError, match="progress is"):
        JORDAN.heights(4, progress=3)


WORK = {
    "heights": "terrain.heights(40_000)",
    "points": "mars.sample(points)",
    "noise": "orogen.noise.Fbm('cellular').grid((30_000, 30_000))",
    "noise at points": "orogen.noise.Fbm('cellular', octaves=32).at(points.repeat(4, axis=0), threads=1)",
    # A seed that no other run has solved and kept.
    "erosion": "orogen.open('alps', seed=time.time_ns())",
    # The largest tile of a usual terrain takes half a second.
    "tile of a plane": "orogen.open(cells).tile('0/0/0', samples=4097, threads=1)",
    "tile of a planet": "mars.tile('px/7/12/90', samples=4097)",
}


# A cut through noise in space with so many octaves that each sample takes about a microsecond.
CELLS = {
    "orogen": 1,
    "domain": {"kind": "space", "size": "4 km"},
    "height": {"field": "cells"},
    "fields": {"cells": {"type": "fbm", "basis": "cellular", "wavelength": "4 km", "lacunarity": 1.3, "octaves": 32}},
}


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
@pytest.mark.parametrize("work", WORK)
def test_ctrl_c_stops_within_a_second(work, tmp_path):
    program = f"""
import numpy, signal, time, orogen, orogen.noise
# A shell that runs the tests in the background lets them ignore the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
terrain, mars = orogen.open("jordan"), orogen.open("mars")
points = numpy.random.rand(4_000_000, 2)
cells = {CELLS}
print("ready", flush=True)
try:
    {WORK[work]}
except KeyboardInterrupt:
    print("stopped", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.7)
        assert child.poll() is None, "the work is too short for this test"
        start = time.monotonic()
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "stopped\n"
        # Well below a second in a wheel as users get it; builds for tests are several times as slow.
        assert time.monotonic() - start < 5.0
        assert child.wait(10) == 0
    finally:
        # Leaving `with child` would wait for the work to end.
        child.kill()
        child.communicate()
