"""Chunks and their addresses: a pyramid of levels, each half as fine as the one before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ..windows import Window


class Address(NamedTuple):
    """A chunk: its level (0 is the finest), and its row and column among the chunks of that level."""

    level: int
    row: int
    column: int


@dataclass(frozen=True)
class Layout:
    """The chunks of a window: `chunk` by `chunk` samples each, on `levels` levels."""

    window: Window
    chunk: int
    levels: int

    @classmethod
    def of(cls, window: Window, chunk: int, overviews: bool) -> Layout:
        """With overviews, the coarsest level is one chunk."""
        levels = 1
        while overviews and max(window.rows, window.columns) > chunk << (levels - 1):
            levels += 1
        return cls(window, chunk, levels)

    def shape(self, level: int) -> tuple[int, int]:
        """(rows, columns) of samples of a level."""
        size = 1 << level
        return -(-self.window.rows // size), -(-self.window.columns // size)

    def grid(self, level: int) -> tuple[int, int]:
        """(rows, columns) of chunks of a level."""
        rows, columns = self.shape(level)
        return -(-rows // self.chunk), -(-columns // self.chunk)

    def samples(self, address: Address) -> tuple[slice, slice]:
        """The slices of a chunk's samples in the array of its level."""
        rows, columns = self.shape(address.level)
        top, left = address.row * self.chunk, address.column * self.chunk
        return slice(top, min(top + self.chunk, rows)), slice(left, min(left + self.chunk, columns))

    def children(self, address: Address) -> list[Address]:
        """The up to four chunks of the next finer level that a chunk is the mean of."""
        level, row, column = address
        if level == 0:
            return []
        rows, columns = self.grid(level - 1)
        return [
            Address(level - 1, r, c)
            for r in (2 * row, 2 * row + 1)
            for c in (2 * column, 2 * column + 1)
            if r < rows and c < columns
        ]

    def addresses(self, finest: int = 0) -> Iterator[Address]:
        """The chunks from a level on, each after its children, and near chunks near one another.

        Without overviews, those above level 0 are not in the store, and stand for the chunks below them.
        """
        top = max(self.levels - 1, finest)
        rows, columns = self.grid(top)
        for row in range(rows):
            for column in range(columns):
                yield from self.below(Address(top, row, column), finest)

    def below(self, address: Address, finest: int = 0) -> Iterator[Address]:
        """The chunks below a chunk, and then the chunk itself."""
        if address.level > finest:
            for child in self.children(address):
                yield from self.below(child, finest)
        yield address

    def __len__(self) -> int:
        return sum(rows * columns for rows, columns in map(self.grid, range(self.levels)))
