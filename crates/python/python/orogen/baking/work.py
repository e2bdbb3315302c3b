"""What workers do: they make chunks, unless these are complete already."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..windows import evaluate
from .layout import Address, Layout
from .memory import keep_freed_memory
from .store import Store

if TYPE_CHECKING:
    from ..terrain import Terrain


@dataclass(frozen=True)
class Job:
    """All that a worker needs to make any chunk."""

    terrain: Terrain
    digest: str
    """Of the terrain, where the bake began."""
    layout: Layout
    store: Store
    id: str
    """Of the store, where the bake began."""


class Made(NamedTuple):
    """A chunk that is in the store."""

    address: Address
    sha256: bytes
    """Hash of its file."""
    is_new: bool
    """False if it was complete already."""
    evaluating: float
    """Processor seconds for the heights of level 0."""
    writing: float
    """Processor seconds for all else: overviews, compression, files."""


def make(job: Job, address: Address, finest: int, listed: Mapping[Address, bytes], *children: list[Made]) -> list[Made]:
    """Makes a chunk and all chunks below it down to level `finest`, except those that the store has. Returns a list of `Made`.

    `listed` has their hashes in the manifest, by address. `children` are the results of the tasks for the chunks below
    `finest`; they only put tasks in order. The heights of these chunks come from the store, so a worker that is lost takes no
    chunk with it that is in the store.
    """
    keep_freed_memory()
    if job.terrain.digest != job.digest:
        raise RuntimeError("this worker has another version of Orogen than the client, or other files of the recipe")
    made: list[Made] = []
    _make(job, address, finest, listed, made)
    return made


def _make(job: Job, address: Address, finest: int, listed: Mapping[Address, bytes], made: list[Made]) -> np.ndarray | None:
    """Appends to `made`. Returns the heights of the chunk; None if the store has it."""
    below: dict[Address, np.ndarray] = {}
    for child in job.layout.children(address) if address.level > finest else []:
        new = _make(job, child, finest, listed, made)
        if new is not None and address.level < job.layout.levels:
            below[child] = halved(new)
    if address.level >= job.layout.levels:
        return None  # a block of a store without overviews
    found = job.store.check(address, listed.get(address))
    if found is not None:
        made.append(Made(address, found, False, 0.0, 0.0))
        return None
    start = time.process_time()
    values = heights(job, address, below)
    evaluated = time.process_time()
    if not job.store.has(job.id):
        # A task of a bake that was interrupted may still run.
        raise RuntimeError("the store was replaced by another bake")
    digest = job.store.write(address, filled(values, job.layout.chunk))
    seconds = evaluated - start, time.process_time() - evaluated
    made.append(Made(address, digest, True, *(seconds if address.level == 0 else (0.0, sum(seconds)))))
    return values


def heights(job: Job, address: Address, below: Mapping[Address, np.ndarray]) -> np.ndarray:
    """The heights of a chunk: evaluated on level 0, and means of 2 x 2 samples on other levels.

    `below` has the means of chunks of the next finer level that are new; those of other chunks come from the store.
    """
    layout = job.layout
    rows, columns = layout.samples(address)
    shape = rows.stop - rows.start, columns.stop - columns.start
    if address.level == 0:
        return evaluate(job.terrain, layout.window.part(rows.start, columns.start, *shape))
    values = np.empty(shape, np.float32)
    half = layout.chunk // 2
    for child in layout.children(address):
        means = below[child] if child in below else halved(stored(job.store, layout, child))
        row, column = child.row % 2 * half, child.column % 2 * half
        values[row : row + half, column : column + half] = means
    return values


def stored(store: Store, layout: Layout, address: Address) -> np.ndarray:
    """The heights of a chunk in the store, without what fills it up."""
    rows, columns = layout.samples(address)
    return store.read(address, layout.chunk)[: rows.stop - rows.start, : columns.stop - columns.start]


def filled(values: np.ndarray, side: int) -> np.ndarray:
    """Heights of a chunk at the edge of a level, filled up to `side` x `side` samples. Readers do not see the filling."""
    if values.shape == (side, side):
        return values
    full = np.zeros((side, side), np.float32)
    full[: values.shape[0], : values.shape[1]] = values
    return full


def halved(heights: np.ndarray) -> np.ndarray:
    """Means of 2 x 2 heights. At the edge of an odd side, the last row or column counts twice.

    Single precision in a fixed order, so that every machine gets the same bits.
    """
    odd = [(0, side % 2) for side in heights.shape]
    if any(map(any, odd)):
        heights = np.pad(heights, odd, mode="edge")
    pairs = heights[0::2] + heights[1::2]
    means: np.ndarray = (pairs[:, 0::2] + pairs[:, 1::2]) * np.float32(0.25)
    return means
