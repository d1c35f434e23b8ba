"""Layers and hypervolume of points whose coordinates are all the higher the better."""

from __future__ import annotations

from typing import Any, cast

import moocore
import numpy as np
from numpy.typing import NDArray

_moocore: Any = moocore


def hypervolume(points: NDArray[np.float64], reference: NDArray[np.float64] | None = None) -> float:
    """Volume that (n, k) points dominate, down to the (k,) reference point, the origin by default."""
    if not len(points):
        return 0.0
    at = np.zeros(points.shape[1]) if reference is None else reference
    return float(_moocore.hypervolume(-points, ref=-at))


def layers(points: NDArray[np.float64], number: int | None = None, depth: int | None = None) -> NDArray[np.int64]:
    """(n,) layer of each of (n, k) points: 0 for the non-dominated ones, 1 for those without them …

    Equal points do not dominate each other. When `number` different points have their layer, or there are `depth`
    layers, the rest are all given the next.
    """
    if not len(points):
        return np.zeros(0, np.int64)
    layer = cast("NDArray[np.int64]", _moocore.pareto_rank(points, maximise=True)).astype(np.int64)
    last = int(layer.max())
    if number is not None:
        _, first = np.unique(points, axis=0, return_index=True)
        before = np.concatenate([[0], np.cumsum(np.bincount(layer[first], minlength=last + 1))])
        last = min(last, int(np.searchsorted(before, number)))
    if depth is not None:
        last = min(last, depth)
    return np.minimum(layer, last)


def non_dominated(points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(n,) which of (n, k) points no other dominates; equal points do not dominate each other."""
    return layers(points, depth=1) == 0
