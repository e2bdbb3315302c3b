"""Builds the documentation site into `target/site/html`: `python docs/site/build.py`.

The pages are copied to `target/site/source` in the folders that they have in the repository, so links between them stay as they
are. Pages of nodes and of the Python interface are generated. Any warning of Sphinx, such as a broken link, is an error.
"""

import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import main as sphinx

import contents
import nodes
import pages
import reference

SITE = Path(__file__).resolve().parent
REPOSITORY = SITE.parent.parent
TARGET = REPOSITORY / "target" / "site"


def build(target: Path = TARGET) -> int:
    """Builds the site into `target / "html"`. Returns 0 if there was no warning."""
    shutil.rmtree(target, ignore_errors=True)
    source = target / "source"
    pages.copy(REPOSITORY, source)
    shutil.copytree(SITE / "tutorials", source / "tutorials", ignore=shutil.ignore_patterns("__pycache__"))
    nodes.write(SITE / "nodes.toml", REPOSITORY / "examples" / "shapes" / "road.geojson", source / "nodes")
    reference.write(source / "reference")
    contents.write(source)
    return sphinx(["-W", "--keep-going", "-q", "-c", str(SITE), str(source), str(target / "html")])


if __name__ == "__main__":
    status = build()
    print(f"the site is in {TARGET / 'html' / 'index.html'}" if status == 0 else "the site has errors, see above")
    sys.exit(status)
