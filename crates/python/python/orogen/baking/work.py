"""What workers do: they make one chunk, unless it is whole already."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..windows import evaluate
from .layout import Address, Layout
from .store import Store


@dataclass(frozen=True)
class Job:
    """All that a worker needs to make any chunk."""

    terrain: object
    layout: Layout
    store: Store


class Made(NamedTuple):
    """A chunk that is in the store."""

    address: Address
    sha256: bytes
    """Hash of its file."""
    is_new: bool
    """False if it was whole already."""
    seconds: tuple
    """Processor time: of its heights, and of compressing and writing them."""


def make(job, address, expected, *children):
    """Makes a chunk, unless the store has it. `expected` is its hash in the manifest, or None.

    `children` are the results for the chunks that this one is the mean of; they only put tasks in order. Their heights come
    from the store, so a worker that is lost takes no chunk with it that is in the store.
    """
    found = job.store.check(address, expected)
    if found is not None:
        return Made(address, found, False, (0.0, 0.0))
    start = time.thread_time()
    values = heights(job, address)
    evaluated = time.thread_time()
    written = time.process_time()
    digest = job.store.write(address, job.layout.samples(address), values)
    return Made(address, digest, True, (evaluated - start, time.process_time() - written))


def heights(job, address):
    """The heights of a chunk: evaluated on level 0, and means of 2 x 2 samples on other levels."""
    rows, columns = job.layout.samples(address)
    if address.level == 0:
        part = job.layout.window.part(rows.start, columns.start, rows.stop - rows.start, columns.stop - columns.start)
        return evaluate(job.terrain, part)
    finer = job.store.read(address.level - 1, tuple(slice(2 * side.start, 2 * side.stop) for side in (rows, columns)))
    return halved(finer)


def halved(heights):
    """Means of 2 x 2 heights. At the edge of an odd side, the last row or column counts twice.

    Single precision in a fixed order, so that every machine gets the same bits.
    """
    rows, columns = heights.shape
    if rows % 2 or columns % 2:
        heights = np.pad(heights, ((0, rows % 2), (0, columns % 2)), mode="edge")
    top = heights[0::2, 0::2] + heights[0::2, 1::2]
    bottom = heights[1::2, 0::2] + heights[1::2, 1::2]
    return (top + bottom) * np.float32(0.25)
