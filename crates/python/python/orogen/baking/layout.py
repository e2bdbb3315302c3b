"""Chunks and their addresses: a pyramid of levels, each half as fine as the one before."""

from __future__ import annotations

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
    def of(cls, window, chunk, overviews):
        """With overviews, the coarsest level is one chunk."""
        levels = 1
        while overviews and max(window.rows, window.columns) > chunk << (levels - 1):
            levels += 1
        return cls(window, chunk, levels)

    def shape(self, level):
        """(rows, columns) of samples of a level."""
        return tuple(-(-side // (1 << level)) for side in (self.window.rows, self.window.columns))

    def grid(self, level):
        """(rows, columns) of chunks of a level."""
        return tuple(-(-side // self.chunk) for side in self.shape(level))

    def samples(self, address):
        """The slices of a chunk's samples in the array of its level."""
        return tuple(
            slice(index * self.chunk, min((index + 1) * self.chunk, side))
            for index, side in zip(address[1:], self.shape(address.level))
        )

    def children(self, address):
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

    def addresses(self, finest=0):
        """The chunks from a level on, each after its children, and near chunks near one another.

        Without overviews, those above level 0 are not in the store, and stand for the chunks below them.
        """
        top = max(self.levels - 1, finest)
        rows, columns = self.grid(top)
        for row in range(rows):
            for column in range(columns):
                yield from self.below(Address(top, row, column), finest)

    def below(self, address, finest=0):
        """The chunks below a chunk, and then the chunk itself."""
        if address.level > finest:
            for child in self.children(address):
                yield from self.below(child, finest)
        yield address

    def __len__(self):
        return sum(rows * columns for rows, columns in map(self.grid, range(self.levels)))
