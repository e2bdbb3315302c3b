"""The examples in the documentation run, and the package starts quickly."""

import doctest
import pathlib
import re
import subprocess
import sys

import orogen
import pytest

README = pathlib.Path(__file__).parent.parent / "README.md"
MODULES = ["orogen", "orogen.opening", "orogen.terrain", "orogen.noise"]


@pytest.mark.parametrize("module", MODULES)
def test_docstrings(module):
    __import__(module)
    failed, tried = doctest.testmod(sys.modules[module])
    assert failed == 0 and tried > 0


def test_readme(tmp_path, monkeypatch):
    """All examples of the README, in one program."""
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    assert len(examples) >= 5
    exec(compile("\n".join(examples), str(README), "exec"), {"__name__": "readme"})


def test_public_names_have_documentation():
    for name in dir(orogen):
        if name != "__version__":
            assert getattr(orogen, name).__doc__, name
    for name in dir(orogen.Terrain):
        if not name.startswith("_"):
            assert getattr(orogen.Terrain, name).__doc__, name


def test_import_is_quick():
    """At most 50 ms, without NumPy, which is imported when it is needed."""
    program = """
import sys, time
start = time.perf_counter()
import orogen
print(time.perf_counter() - start, "numpy" in sys.modules)
"""
    runs = [subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout.split() for _ in range(5)]
    assert min(float(seconds) for seconds, _ in runs) < 0.05
    assert {has_numpy for _, has_numpy in runs} == {"False"}
