"""Writes the front page with the contents of the site."""

from pathlib import Path

INTRODUCTION = """# Orogen

![A lake in the mountains: the preset `alps`](docs/gallery/render-alps-lake.jpg)

Orogen generates terrain from a small text recipe. Every height comes with its exact slope, at any position, size and level of
detail, with the same bits on every machine.

- New here? [The overview](README.md) has the first commands, and [the first tutorial](tutorials/first_terrain.ipynb) does the same
  in Python.
- [The recipe](docs/recipe.md) is the manual of the format, and [the nodes](nodes/index.md) are what recipes are built from.
- [The reference](reference/index.md) has all functions of the Python package.
- [The gallery](docs/gallery.md) shows all presets.
"""

# Titles in the contents, where the title of the page would not do.
TITLES = {
    "README.md": "Overview",
    "docs/gallery.md": "Gallery",
    "crates/python/README.md": "The package",
    "CHANGELOG.md": "Changes",
}

# A page belongs to the first section with a pattern that matches it. Pages that do not exist (yet) are left out.
SECTIONS = {
    "Start": ["README.md", "docs/gallery.md", "tutorials/first_terrain.ipynb", "tutorials/*.ipynb"],
    "Recipes": ["docs/recipe.md", "nodes/index.md", "docs/erosion.md", "docs/planets.md", "docs/scatter.md"],
    "Python": [
        "crates/python/README.md",
        *(f"docs/python/{name}.md" for name in ("xarray", "bake", "clusters", "scale", "machine-learning", "*")),
        "reference/index.md",
    ],
    "Programs": ["docs/targets/README.md", "docs/targets/*.md", "docs/serve.md", "docs/engines.md", "docs/meshes.md"],
    "Pictures": ["docs/render.md", "docs/looks.md", "docs/studio.md", "docs/sculpting.md"],
    "More": ["docs/*.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"],
}


def write(source: Path) -> None:
    """Writes `index.md` for the pages in `source`."""
    listed: set[Path] = set()
    parts = [INTRODUCTION]
    for title, patterns in SECTIONS.items():
        pages = [page for pattern in patterns for page in sorted(source.glob(pattern))]
        pages = [page for page in dict.fromkeys(pages) if page not in listed]
        listed.update(pages)
        entries = "\n".join(_entry(page.relative_to(source)) for page in pages)
        if entries:
            parts.append(f"```{{toctree}}\n:caption: {title}\n:hidden:\n:maxdepth: 1\n\n{entries}\n```\n")
    (source / "index.md").write_text("\n".join(parts), encoding="utf-8")


def _entry(page: Path) -> str:
    title = TITLES.get(page.as_posix())
    name = page.with_suffix("").as_posix()
    return f"{title} <{name}>" if title else name
