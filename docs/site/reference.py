"""Writes the reference of the Python package, from its docstrings."""

import importlib
from pathlib import Path

# The public modules. Some need packages such as xarray or Dask; without these, they are left out.
MODULES = ["orogen", "orogen.noise", "orogen.xarray", "orogen.patches", "orogen.baking"]

# Members of these classes are documented with Python.
FOREIGN = "object, tuple, ValueError, Exception, BaseException"


def write(folder: Path) -> None:
    """Writes a page for each public module, and one that lists them."""
    folder.mkdir(parents=True)
    names = [name for name in MODULES if _can_be_imported(name)]
    for name in names:
        text = f"# `{name}`\n\n```{{eval-rst}}\n.. automodule:: {name}\n   :members:\n   :inherited-members: {FOREIGN}\n```\n"
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    entries = "\n".join(names)
    text = f"# Reference\n\nThe modules of the Python package.\n\n```{{toctree}}\n{entries}\n```\n"
    (folder / "index.md").write_text(text, encoding="utf-8")


def _can_be_imported(name: str) -> bool:
    try:
        importlib.import_module(name)
    except ImportError as error:
        print(f"the reference lacks {name}: {error}")
        return False
    return True
