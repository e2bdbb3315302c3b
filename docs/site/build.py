"""Builds the documentation site into `target/site/html`: `python docs/site/build.py`.

The pages are copied to `target/site/source` in the folders that they have in the repository, so links between them stay as they
are. Pages of nodes and of the Python interface are generated. Any warning of Sphinx, such as a broken link, is an error. If
`cargo xtask web --build` has built the playground, it is part of the site, and the pages of nodes open it.
"""

import shutil
import sys
from pathlib import Path

import jupytext
from sphinx.cmd.build import main as sphinx

import contents
import nodes
import pages
import reference

SITE = Path(__file__).resolve().parent
REPOSITORY = SITE.parent.parent
TARGET = REPOSITORY / "target" / "site"
PLAYGROUND = REPOSITORY / "target" / "web" / "playground"


def build(target: Path = TARGET) -> int:
    """Builds the site into `target / "html"`. Returns 0 if there was no warning."""
    shutil.rmtree(target, ignore_errors=True)
    source = target / "source"
    pages.copy(REPOSITORY, source)
    write_notebooks(SITE / "tutorials", source / "tutorials")
    examples = REPOSITORY / "examples"
    files = [examples / "shapes" / "road.geojson", examples / "masks" / "grove.strokes"]
    nodes.write(SITE / "nodes.toml", files, source / "nodes", PLAYGROUND.is_dir())
    reference.write(source / "reference")
    contents.write(source)
    status = sphinx(["-W", "--keep-going", "-q", "-c", str(SITE), str(source), str(target / "html")])
    if PLAYGROUND.is_dir():
        shutil.copytree(PLAYGROUND, target / "html" / "playground")
    return status


def write_notebooks(scripts: Path, folder: Path) -> None:
    """Writes the tutorials, which are scripts with cells, as notebooks without results."""
    folder.mkdir(parents=True)
    for script in scripts.glob("*.py"):
        jupytext.write(jupytext.read(script, fmt="py:percent"), folder / f"{script.stem}.ipynb")


if __name__ == "__main__":
    status = build()
    print(f"the site is in {TARGET / 'html' / 'index.html'}" if status == 0 else "the site has errors, see above")
    sys.exit(status)
