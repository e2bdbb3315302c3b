"""Writes a dict as the text of a recipe."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from numbers import Integral, Real
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def text_of(recipe: Mapping[str, Any]) -> str:
    """The text of a recipe. Tables are sections, and tables inside fields are inline."""
    return "\n".join(_section((), recipe)) + "\n"


def _section(path: tuple[str, ...], table: Mapping[str, Any]) -> Iterator[str]:
    # A section ends where the next begins, so plain values come first.
    tables = {key: value for key, value in table.items() if _is_section(path, key, value)}
    for key, value in table.items():
        if key not in tables:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in tables.items():
        inner = (*path, key)
        yield ""
        yield f"[{'.'.join(map(_key, inner))}]"
        yield from _section(inner, value)


def _is_section(path: tuple[str, ...], key: Any, value: Any) -> bool:
    return isinstance(value, Mapping) and (not path or path == ("fields",))


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise TypeError(f"keys of a recipe are texts, not {type(key).__name__}")
    return key if _BARE.fullmatch(key) else _text(key)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Integral):
        return _whole(int(value))
    if isinstance(value, Real):
        return repr(float(value))
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + " }"
    if hasattr(value, "tolist"):
        return _value(value.tolist())
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(_value, value)) + "]"
    raise TypeError(f"a recipe cannot have a value of the type {type(value).__name__}")


def _whole(number: int) -> str:
    # Seeds have 64 bits; half of them are too large for TOML's integers.
    return str(number) if -(2**63) <= number < 2**63 else f'"{number:#x}"'


def _text(text: str) -> str:
    # JSON escapes as TOML does, except for DEL.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
