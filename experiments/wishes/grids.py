"""The wish for different solution grids: the best puzzle of each of them, out of all that a run has met."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from generator.search.fronts import non_dominated
from puzzles.canonical import canonical, pattern_symmetries
from puzzles.grid import Grid, from_characters
from puzzles.pattern import Pattern
from puzzles.solutions import count_batch

_AT_ONCE: Final = 512
"""Solutions looked up together."""


def different_grids(
    puzzles: Iterable[tuple[str, float, float]], pattern: Pattern, wanted: int, front: Collection[str] = ()
) -> list[Grid]:
    """Hints of up to `wanted` puzzles, no two with the same solution grid.

    The puzzles are taken from the best to the worst: those of the run's front, which have had the most walks, then
    layer by layer of non-dominated ones, within a layer by falling f1 · f2. Grids count as the same when renaming
    digits and the symmetries of the pattern turn one into the other.

    Args:
        puzzles: hints as 81 characters, f1 and f2 of valid puzzles; one met twice counts once.
        pattern: (81,) the hint cells.
        front: hints that come first.

    Returns:
        (81,) hints, best first; fewer than `wanted` when there are no more grids.
    """
    scores = {hints: (f1, f2) for hints, f1, f2 in puzzles}
    names = list(scores)
    points = np.array(list(scores.values()), dtype=float).reshape(-1, 2)
    moves = pattern_symmetries(pattern)
    taken: set[str] = set()
    chosen: list[Grid] = []
    rest = np.arange(len(names))
    best = np.array([name in front for name in names], dtype=bool)
    while len(rest) and len(chosen) < wanted:
        if not best.any():
            best = non_dominated(points[rest])
        layer = rest[best].tolist()
        rest = rest[~best]
        best = np.zeros(len(rest), dtype=bool)
        layer.sort(key=lambda k: (-points[k, 0] * points[k, 1], names[k]))
        for begin in range(0, len(layer), _AT_ONCE):
            hints = [from_characters(names[k]) for k in layer[begin : begin + _AT_ONCE]]
            for grid, solution in zip(hints, _solutions(np.array(hints)), strict=True):
                form = canonical(solution, moves)
                if form not in taken and len(chosen) < wanted:
                    taken.add(form)
                    chosen.append(grid)
    return chosen


def _solutions(hints: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(n, 81) the solutions of puzzles; raises RuntimeError should one have more than one."""
    proof = count_batch(hints)
    if not bool((proof.counts == 1).all()):
        raise RuntimeError("a fault of this program: a puzzle of the run has not exactly one solution")
    return proof.found[:, 0]
