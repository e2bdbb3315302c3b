"""The command `orogen` of the package."""

import os
import pathlib
import signal
import subprocess
import sysconfig
import time

import orogen
import pytest
from conftest import run_command

SCRIPT = pathlib.Path(sysconfig.get_path("scripts")) / ("orogen.exe" if os.name == "nt" else "orogen")


def test_the_script_is_the_command():
    done = subprocess.run([SCRIPT, "--version"], capture_output=True, text=True)
    assert done.stdout == f"orogen {orogen.__version__}\n" and done.returncode == 0


def test_presets_are_the_same():
    lines = run_command("presets").stdout.splitlines()
    assert [line.split()[0] for line in lines[: len(orogen.presets())]] == orogen.presets()
    alps = run_command("presets", "alps").stdout
    assert alps == orogen.open("alps").text


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["generate", "aplS", "-o", "out"], 2, "did you mean"),
        (["frobnicate"], 2, "unrecognized subcommand"),
        (["generate", "alps", "--size", "many"], 2, "invalid value"),
        (["presets", "atlantis"], 2, "atlantis"),
    ],
)
def test_mistakes_have_their_status(arguments, status, message):
    done = run_command(*arguments)
    assert done.returncode == status and message in done.stderr and "Traceback" not in done.stderr


def test_a_closed_pipe_is_no_error():
    done = subprocess.run(f"{SCRIPT} presets | head -n 1", shell=True, capture_output=True, text=True)
    assert done.stdout.startswith("alps") and done.stderr == ""


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
def test_ctrl_c_ends_the_command(tmp_path):
    child = subprocess.Popen(
        [SCRIPT, "generate", "alps", "-o", tmp_path / "out", "--size", "30000", "--format", "f32"],
        stderr=subprocess.PIPE,
        text=True,
    )
    with child:
        time.sleep(1.0)
        assert child.poll() is None, child.stderr.read()
        child.send_signal(signal.SIGINT)
        assert child.wait(10) == 130
        assert "Traceback" not in child.stderr.read()
    assert not (tmp_path / "out").exists()
