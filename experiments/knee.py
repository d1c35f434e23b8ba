"""The knee of a front: the puzzle farthest out in its middle."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def scaled(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each objective of (n, objectives) scores from 0 to 1; an objective that does not vary is 0."""
    span = np.ptp(scores, axis=0)
    return (scores - scores.min(axis=0)) / np.where(span > 0, span, 1.0)


def ends(scores: NDArray[np.float64]) -> list[int]:
    """For each objective the row that is best in it; of equals the one that is better in the others together."""
    whole = scores.sum(axis=1)
    return [int(np.lexsort((whole - own, own))[-1]) for own in scores.T]


def knee(scores: NDArray[np.float64]) -> int | None:
    """The row farthest from the line (the plane) through the ends of the front, all objectives scaled to 0–1.

    Args:
        scores: (n, objectives) with n ≥ 1, each the higher the better.

    Returns:
        The row; None where one row is the best in both of two objectives, so that there is no line.
    """
    unit = scaled(scores)
    corners = unit[ends(unit)]
    normal = _normal(corners)
    if not normal.any():
        if unit.shape[1] <= 2:
            return None
        # one is the best in two objectives: no plane goes through the ends
        normal = np.ones(unit.shape[1])
    # positive on the side of the better puzzles; a front that caves in everywhere has its knee at an end
    beyond = (unit - corners[0]) @ (normal / np.linalg.norm(normal))
    beyond = beyond if (1.0 - corners[0]) @ normal >= 0 else -beyond
    return int(np.argmax(beyond))


def _normal(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """A (k,) vector across the plane through (k, k) points; zeros where they lie in no single plane."""
    along = corners[1:] - corners[0]
    signs = (-1.0) ** np.arange(len(corners))
    return np.array([sign * np.linalg.det(np.delete(along, k, axis=1)) for k, sign in enumerate(signs)])
