"""Coordinates of points."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike


def points_of(points: ArrayLike) -> np.ndarray:
    """Points as an array of float64 with two axes."""
    import numpy as np

    array = np.asarray(points)
    if array.dtype.kind not in "iuf" and array.size > 0:
        raise TypeError(f"points are numbers, not {array.dtype}")
    if array.ndim == 1 and array.size in (2, 3):
        raise ValueError(f"points have the shape (n, coordinates), not {array.shape}; for one point, give [{array.tolist()}]")
    if array.ndim != 2:
        raise ValueError(f"points have the shape (n, coordinates), not {array.shape}")
    return array.astype(np.float64, copy=False)
