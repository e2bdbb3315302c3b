"""Reports the progress of long calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[int, int], object]


@contextmanager
def reported(progress: bool | Progress | None, unit: str = "sample") -> Iterator[Progress | None]:
    """A function of (done, all) from the argument `progress`. For True, it moves a bar of tqdm, if tqdm is
    installed."""
    if not progress:
        yield None
    elif callable(progress):
        yield progress
    elif progress is not True:
        raise TypeError(f"progress is True, False or a function of (done, all), not {type(progress).__name__}")
    else:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            yield None
            return
        with tqdm(unit=unit, unit_scale=True) as bar:

            def update(done: int, total: int) -> None:
                bar.total = total
                bar.update(done - bar.n)

            yield update
