"""Hands chunks to Dask's scheduler, and keeps the manifest.

The chunks of all levels are one graph: a chunk of an overview depends on the chunks below it. A task makes a block: a chunk of
level 1 or 2 and all chunks below it, so that the means of new heights need no reading, and tasks are few. Tasks are handed over
in the order of `Layout.addresses`, a limited number at a time, so that the scheduler's memory is bounded.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import time
import uuid
from collections.abc import Callable, Iterable
from typing import Any

from distributed import Client, Future, KilledWorker, as_completed

from .layout import Address, Layout
from .manifest import Manifest, ManifestError
from .work import Job, Made, make

# Passes over tasks whose workers died. After that, the task is taken as the cause.
ATTEMPTS = 4
# Errors of a chunk, for example of a network, that Dask tries again by itself.
RETRIES = 2
# Tasks that the scheduler holds for each thread of the cluster, and at least.
TASKS_PER_THREAD = 32
LEAST_TASKS = 256
# Workers may join and leave: they are counted this often.
SECONDS_BETWEEN_COUNTS = 10.0
# Blocks reach up to this level, if that leaves enough tasks for each thread.
BLOCK_LEVEL = 2
ENOUGH_TASKS_PER_THREAD = 8

_AGAIN = "The same call continues: complete chunks are kept."
_CANCELLED = (asyncio.CancelledError, concurrent.futures.CancelledError)


class BakeError(RuntimeError):
    """A bake that did not complete. What is in the store stays there, and the same call continues."""


def run(client: Client, job: Job, manifest: Manifest, on_made: Callable[[Made], object]) -> None:
    """Makes all chunks that are not complete. Calls `on_made` with each `Made`.

    Raises BakeError if a chunk cannot be made, or if the scheduler is lost. The manifest is written in each case.
    """
    level = block_level(job.layout, threads_of(client))
    todo: Iterable[Address] = job.layout.addresses(level)
    try:
        for _ in range(ATTEMPTS):
            todo = left = _Pass(client, job, manifest, level, on_made).run(todo)
            if not left:
                break
        manifest.flush()
    except ManifestError as error:
        raise BakeError(f"the manifest cannot be written: {error}. {_AGAIN}") from error
    except BaseException as stopped:
        if isinstance(stopped, KeyboardInterrupt) and hasattr(stopped, "add_note"):
            stopped.add_note(_AGAIN)
        # What stopped the bake, for example a full disk, may keep the manifest from being written too. The next run then finds
        # the chunks that the manifest does not list by their CRC-32C.
        with contextlib.suppress(OSError):
            manifest.flush()
        raise
    if not left:
        return
    raise BakeError(
        f"{_named(left[0])} could not be made: its workers died in each of {ATTEMPTS} passes. "
        f"Give the workers more memory. {_AGAIN}"
    )


def block_level(layout: Layout, threads: int) -> int:
    """The level of the chunks that tasks begin with."""
    for level in range(BLOCK_LEVEL, 0, -1):
        rows, columns = layout.grid(level)
        if rows * columns >= ENOUGH_TASKS_PER_THREAD * threads:
            return level
    return 0


def threads_of(client: Client) -> int:
    """The threads of a cluster; 1 if no worker has joined yet. Raises BakeError if the scheduler is lost."""
    try:
        return max(1, sum(client.nthreads().values()))
    except OSError as error:
        raise BakeError(f"Dask's scheduler cannot be reached: {error}. Start the cluster again. {_AGAIN}") from error


class _Pass:
    """One pass over tasks. Each is named by the address of its coarsest chunk."""

    def __init__(self, client: Client, job: Job, manifest: Manifest, level: int, on_made: Callable[[Made], object]) -> None:
        self.client, self.layout, self.manifest, self.on_made = client, job.layout, manifest, on_made
        self.level = level  # of the chunks that tasks begin with
        self.token = uuid.uuid4().hex
        # The job is a task too. So it is sent to each worker once, and made again if all workers that have it are lost.
        self.job = client.submit(_same, job, key=f"job-{self.token}")
        self.limit, self.counted = LEAST_TASKS, 0.0
        self.waiting: dict[Address, Future[Any]] = {}  # futures of tasks whose parents are not handed over yet
        self.running: dict[Future[Any], Address] = {}  # addresses by future
        self.killed: list[Address] = []  # tasks whose workers died, and the tasks that depend on them

    def run(self, addresses: Iterable[Address]) -> list[Address]:
        """Returns the tasks that are left because their workers died, each after those that it depends on."""
        completed = as_completed(with_results=True, raise_errors=False)
        try:
            for address in addresses:
                completed.add(self._submit(address))
                while len(self.running) >= self._limit():
                    self._take(*next(completed))
            while self.running:
                self._take(*next(completed))
        except BaseException:
            self.client.cancel(list(self.running))
            raise
        return sorted(self.killed)

    def _limit(self) -> int:
        if time.monotonic() - self.counted > SECONDS_BETWEEN_COUNTS:
            self.limit, self.counted = max(LEAST_TASKS, TASKS_PER_THREAD * threads_of(self.client)), time.monotonic()
        return self.limit

    def _submit(self, address: Address) -> Future[Any]:
        is_block = address.level == self.level
        below = [] if is_block else [self.waiting.pop(c) for c in self.layout.children(address) if c in self.waiting]
        chunks = self.layout.below(address) if is_block else [address]
        listed = {chunk: digest for chunk in chunks if (digest := self._listed(chunk))}
        finest = 0 if is_block else address.level
        key = "-".join(map(str, ("bake" if is_block else "overview", self.token, *address)))
        future = self.client.submit(make, self.job, address, finest, listed, *below, key=key, pure=False, retries=RETRIES)
        self.running[future] = address
        if address.level + 1 < self.layout.levels:
            self.waiting[address] = future
        return future

    def _listed(self, address: Address) -> bytes | None:
        return self.manifest.hash(address) if address.level < self.layout.levels else None

    def _take(self, future: Future[Any], result: Any) -> None:
        address = self.running.pop(future)
        if future.status == "finished":
            for made in result:
                self.manifest.record(made.address, made.sha256)
                self.on_made(made)
            return
        error = result[1] if isinstance(result, tuple) else result
        if isinstance(error, KilledWorker):
            self.killed.append(address)
        elif isinstance(error, _CANCELLED) or future.status in ("cancelled", "lost"):
            raise BakeError(
                f"the connection to Dask's scheduler was lost at {_named(address)}. Start the cluster again. {_AGAIN}"
            ) from error
        else:
            raise BakeError(f"{_named(address)} failed: {error}. Correct the cause. {_AGAIN}") from error


def _same(job: Job) -> Job:
    return job


def _named(address: Address) -> str:
    return "chunk {2} of row {1} on level {0}".format(*address)
