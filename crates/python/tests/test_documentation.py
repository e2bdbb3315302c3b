"""The examples in the documentation run, and the package starts quickly."""

import doctest
import pathlib
import re
import subprocess
import sys

import orogen
import pytest

PROJECT = pathlib.Path(__file__).parents[3]
PAGES = [PROJECT / "README.md", PROJECT / "crates/python/README.md", *sorted((PROJECT / "docs/python").glob("*.md"))]
EXAMPLE = re.compile(r"(?:<!-- not run: (?P<reason>[^\n]+) -->\n)?```python\n(?P<code>.*?)```", re.DOTALL)
MODULES = ["orogen", "orogen.opening", "orogen.terrain", "orogen.noise"]


@pytest.mark.parametrize("module", MODULES)
def test_docstrings(module):
    __import__(module)
    failed, tried = doctest.testmod(sys.modules[module])
    assert failed == 0 and tried > 0


def examples(page):
    """The examples of a page: why it is not run, if so, and its code below as many empty lines as there are before it in the page."""
    text = page.read_text(encoding="utf-8")
    for example in EXAMPLE.finditer(text):
        yield example["reason"], "\n" * text.count("\n", 0, example.start("code")) + example["code"]


def name(page):
    return page.relative_to(PROJECT).as_posix()


RUN = [page for page in PAGES if any(reason is None for reason, _ in examples(page))]
NOT_RUN = [(page, *example) for page in PAGES for example in examples(page) if example[0] is not None]


def test_the_readme_has_examples_that_run():
    reasons = [reason for reason, _ in examples(PROJECT / "crates/python/README.md")]
    assert len(reasons) >= 5 and not any(reasons)


@pytest.mark.parametrize("page", RUN, ids=name)
def test_examples_of_a_page_run(page, tmp_path, monkeypatch):
    """One after the other, as one program."""
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.chdir(tmp_path)
    program = {"__name__": "__main__"}
    try:
        for reason, code in examples(page):
            if reason is None:
                exec(compile(code, str(page), "exec"), program)
    except ModuleNotFoundError as error:
        pytest.skip(f"{name(page)} needs the package {error.name}")


@pytest.mark.parametrize(("page", "reason", "code"), NOT_RUN, ids=[f"{name(page)}-{index}" for index, (page, *_) in enumerate(NOT_RUN)])
def test_other_examples_are_python(page, reason, code):
    compile(code, str(page), "exec")
    pytest.skip(f"an example of {name(page)} does not run: {reason}")


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
