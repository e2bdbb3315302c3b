"""The site builds without a warning, its links lead somewhere, and every node has a page and a picture that shows something."""

import base64
import zlib
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import numpy as np
import pytest
from PIL import Image

import build
import nodes

NODES = [node["name"] for node in nodes.described()]


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of a site that was just built."""
    target = tmp_path_factory.mktemp("site")
    assert build.build(target) == 0
    return target / "html"


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value and tag != "link":
                self.links.append(value)
            if name == "id":
                self.anchors.add(value)


def test_links_lead_somewhere(site):
    pages = {path: Page(path) for path in site.rglob("*.html")}
    broken = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            known = pages[target].anchors if target in pages else set()
            # A link to the playground carries a recipe.
            has_anchor = parts.fragment and target in pages and target.parent.name != "playground"
            if not target.is_file() or (has_anchor and unquote(parts.fragment) not in known):
                broken.append(f"{path.relative_to(site)}: {link}")
    assert len(pages) > len(NODES)
    assert broken == []


def test_pages_of_the_repository_are_there(site):
    for page in ["README", "docs/recipe", "docs/gallery", "docs/targets/blender", "reference/orogen", "tutorials/planet"]:
        assert (site / f"{page}.html").is_file()


@pytest.mark.parametrize("name", NODES)
def test_every_node_has_a_page_and_a_picture(site, name):
    page = (site / "nodes" / f"{name}.html").read_text(encoding="utf-8")
    assert f"_images/{name}.png" in page
    picture = np.asarray(Image.open(site / "_images" / f"{name}.png").convert("L"), dtype=float)
    assert min(picture.shape) >= 256
    assert picture.std() > 8, "the picture is flat"


def test_links_to_the_playground_carry_the_recipe():
    text = "orogen = 1\n# ° and more\n" * 20
    name, letters = nodes.fragment(text).split("=", 1)
    assert name == "r" and not set(letters) & set("+/=")
    assert zlib.decompress(base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4)), -15).decode() == text


def test_tutorials_were_executed(site):
    for tutorial in (build.SITE / "tutorials").glob("*.py"):
        page = (site / "tutorials" / f"{tutorial.stem}.html").read_text(encoding="utf-8")
        assert page.count("cell_output") >= 3, f"{tutorial.name} has no results"
        assert "_images/" in page
