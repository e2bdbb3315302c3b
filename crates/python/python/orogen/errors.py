"""Exceptions."""

from __future__ import annotations


class Error(ValueError):
    """What is wrong, and how to fix it.

    Attributes:
        kind: "argument", "domain", "no-such-preset", "no-such-file", "file", "not-a-recipe", "recipe", "cancelled" or "system".
        message: What is wrong, in one sentence.
        help: How to fix it, or "".
        line: The line of the recipe, counted from 1; None if the error is not in a recipe.
        column: The column in that line, counted from 1 in characters.
    """

    def __init__(
        self,
        text: str,
        kind: str = "argument",
        message: str = "",
        help: str = "",
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(text)
        self.kind = kind
        self.message = message or text
        self.help = help
        self.line = line
        self.column = column


class RecipeError(Error):
    """A mistake in a recipe. `line` and `column` say where it is."""
