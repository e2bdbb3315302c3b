"""Writes the pages of the nodes, from the same descriptions as `orogen nodes`, each with a recipe and its picture."""

import base64
import json
import re
import shutil
import subprocess
import sys
import tomllib
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import orogen
from PIL import Image

from examples import Example, panels

GROUPS = {
    "source": "Sources",
    "basis": "Bases",
    "fractal": "Fractals",
    "landform": "Landforms",
    "planet": "Planets",
    "modifier": "Modifiers",
    "combiner": "Combiners",
}

PICTURE = "The pictures are made from this recipe, seen from above. Below each are the least and the greatest value of its field."


def described() -> list[dict[str, Any]]:
    """All nodes, as `orogen nodes --json` describes them."""
    command = [sys.executable, "-m", "orogen", "nodes", "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["nodes"]


def write(settings: Path, files: list[Path], folder: Path, has_playground: bool) -> None:
    """Writes a page for each node, with its recipe and pictures, and a page that lists all nodes. `files` are read by examples. If the
    site `has_playground`, pages open their recipe there."""
    folder.mkdir(parents=True)
    for file in files:
        shutil.copyfile(file, folder / file.name)
    _heights().save(folder / "heights.png")
    examples = tomllib.loads(settings.read_text(encoding="utf-8"))
    nodes = described()
    _check(nodes, examples["nodes"], settings)
    for node in nodes:
        example = Example(node["name"], examples["nodes"][node["name"]], examples["shared"])
        (folder / f"{node['name']}.md").write_text(_page(node, example, folder, has_playground), encoding="utf-8")
    (folder / "index.md").write_text(_list(nodes), encoding="utf-8")


def _check(nodes: list[dict[str, Any]], examples: dict[str, Any], settings: Path) -> None:
    """Every node needs an example, and every example a node."""
    names = {node["name"] for node in nodes}
    if missing := sorted(names - examples.keys()):
        raise SystemExit(f"{settings.name} has no example of {', '.join(missing)}: add [nodes.{missing[0]}]")
    if extra := sorted(examples.keys() - names):
        raise SystemExit(f"{settings.name} has examples of {', '.join(extra)}, which are no nodes: remove them")


def _heights() -> Image.Image:
    """A picture of heights for the node `image`, with 16 bits."""
    heights = orogen.open("alps").heights(257)
    low, high = heights.min(), heights.max()
    return Image.fromarray(np.round((heights - low) / (high - low) * 65535).astype(np.uint16))


def _page(node: dict[str, Any], example: Example, folder: Path, has_playground: bool) -> str:
    name = node["name"]
    parts = [f"# {name}", _sentence(node["summary"]), _panels(example, folder), node["help"]]
    if node["source"]:
        parts.append(f"After {node['source']}.")
    parts += ["## Example", PICTURE, f"```toml\n{example.text()}```"]
    files = [example.field[key] for key in ("file", "strokes") if key in example.field]
    parts += ["The file is [{0}]({0}).".format(file) for file in files]
    if has_playground and not files:
        parts.append(f'<a href="../playground/index.html#{fragment(example.text())}">Open it in the playground</a>')
    if node["inputs"]:
        parts += ["## Inputs", "Each is the name of a field, an [expression](../docs/recipe.md#expressions), or a number.",
                  _table(("input", "meaning"), [(f"`{input['name']}`", input["help"]) for input in node["inputs"]])]
    if node["parameters"]:
        rows = [(f"`{p['name']}`", _meaning(p), _range(p), _default(p)) for p in node["parameters"]]
        parts += ["## Parameters", _table(("key", "meaning", "values", "default"), rows)]
    if node["outputs"]:
        rows = [(f"`FIELD.{output['name']}`", output["help"]) for output in node["outputs"]]
        parts += ["## Further results", "Other fields read them by the name of the field, a dot and the name of the result.",
                  _table(("result", "meaning"), rows)]
    keys = "`displace` and `seed`" if node["takes_seed"] else "`displace`"
    parts.append(f"Like every field, it also takes [{keys}](../docs/recipe.md#fieldsname-the-fields).")
    return "\n\n".join(parts) + "\n"


def fragment(text: str) -> str:
    """The end of a link to the playground that carries a recipe."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    letters = base64.urlsafe_b64encode(compressor.compress(text.encode()) + compressor.flush())
    return "r=" + letters.decode().rstrip("=")


def _panels(example: Example, folder: Path) -> str:
    """Pictures of what the node reads, and of the result."""
    *before, result = panels(example, folder)
    files = [f"{example.node}-{number}.png" for number, _ in enumerate(before, start=1)] + [f"{example.node}.png"]
    figures = []
    for panel, file in zip([*before, result], files):
        panel.image.save(folder / file)
        extent = f"{_number(panel.low, 4)} to {_number(panel.high, 4)}"
        figures.append(f":::{{figure}} {file}\n:alt: {panel.title}\n`{panel.title}`: {extent}\n:::")
    return "::::{container} panels\n" + "\n".join(figures) + "\n::::"


def _list(nodes: list[dict[str, Any]]) -> str:
    parts = ["# Nodes", "Fields of recipes are made of these nodes. `orogen nodes NAME` prints the same page in a terminal."]
    for group, title in GROUPS.items():
        own = [node for node in nodes if node["group"] == group]
        items = "\n".join(
            f"- [![{node['name']}]({node['name']}.png)]({node['name']}.md)\n  [{node['name']}]({node['name']}.md):"
            f" {node['summary']}" for node in own
        )
        names = "\n".join(node["name"] for node in own)
        parts += [f"## {title}", f":::{{container}} nodes\n{items}\n:::", f"```{{toctree}}\n:hidden:\n\n{names}\n```"]
    return "\n\n".join(parts) + "\n"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def _meaning(parameter: dict[str, Any]) -> str:
    options = [f"`\"{option['name']}\"`: {option['help']}" for option in parameter.get("options", [])]
    return "<br>".join([parameter["help"], *options])


def _range(parameter: dict[str, Any]) -> str:
    """The values that a parameter takes, with their unit."""
    kinds = {
        "choice": "one of those named",
        "flag": "`true` or `false`",
        "basis": "[a basis](index.md#bases)",
        "points": "a list of points `[x, y]`",
        "roughness": "`{ coarse = …, fine = … }`, each 0 to 1",
        "file": "a path, relative to the recipe",
        "text": "a text",
        "octaves": '1 to 32, or `"auto"`',
    }
    if parameter["kind"] != "number":
        return kinds[parameter["kind"]]
    unit = parameter["unit"] if parameter["unit"] == "°" else f" {parameter['unit']}".rstrip()
    return f"{_number(parameter['min'])} to {_number(parameter['max'])}{unit}"


def _number(number: float, digits: int = 9) -> str:
    """A number with a true minus, and without a plus and zeros in its exponent."""
    return re.sub(r"e([+-])0*", lambda sign: "e" + sign[1].strip("+"), f"{number:.{digits}g}").replace("-", "−")


def _default(parameter: dict[str, Any]) -> str:
    default = parameter.get("default")
    if parameter["required"]:
        return "required"
    return "" if default is None else f"`{json.dumps(default)}`"
