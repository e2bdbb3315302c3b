"""Prepares docstrings for Napoleon, which reads the sections `Args:`, `Raises:` and so on."""

import re

ARGUMENT = re.compile(r"(\w+) : (.+)")


def prepare(app, what, name, thing, options, lines: list[str]) -> None:
    """Changes the lines of a docstring in place."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()  # Python's own text for fields of tuples that have no other
    lines[:] = with_sections(lines)


def with_sections(lines: list[str]) -> list[str]:
    """Puts lists of the form `name : meaning` into a section `Args:`."""
    result, inside = [], False
    for line in lines:
        argument = ARGUMENT.fullmatch(line)
        if argument and not inside:
            result.append("Args:")
        inside = bool(argument) or (inside and line.startswith(" "))
        text = f"{argument[1]}: {argument[2]}" if argument else line
        result.append(f"    {text}" if inside else text)
    return result
