"""The wish for different solution grids: the best puzzle of each of them, out of all that a run has met."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from experiments.run.columns import EVALUATIONS_FILE
from experiments.run.logs import whole_lines
from generator.search.fronts import non_dominated
from generator.search.problem import Goal
from puzzles.alike import most_alike
from puzzles.canonical import canonical, pattern_symmetries
from puzzles.grid import Grid, from_characters
from puzzles.pattern import Pattern
from puzzles.solutions import count_batch

_AT_ONCE: Final = 512
"""Solutions looked up together."""


def met_puzzles(run: Path, goals: Sequence[Goal]) -> Iterator[tuple[Any, ...]]:
    """Hints (81 characters) and scores of every valid puzzle that a run has met, by all the walks it has had.

    A score is how much better than the objective's worst value it is: for f1 and f2, these themselves.
    """
    best: dict[str, tuple[int, list[float]]] = {}
    for line in whole_lines(run / EVALUATIONS_FILE):
        record = json.loads(line)
        # children of two rounds that were in work together may be the same puzzle
        walks = int(record.get("walks", 1))
        if record["hints"] not in best or walks >= best[record["hints"]][0]:
            gains = [goal.sign * (record[goal.column] - goal.worst) for goal in goals]
            best[record["hints"]] = (walks, gains)
    for hints, (_, gains) in best.items():
        yield hints, *gains


def different_grids(
    puzzles: Iterable[tuple[Any, ...]],
    pattern: Pattern,
    wanted: int,
    front: Collection[str] = (),
    max_alike: float = 1.0,
) -> list[Grid]:
    """Hints of up to `wanted` puzzles, no two with the same solution grid.

    The puzzles are taken from the best to the worst: those of the run's front, which have had the most walks, then
    layer by layer of non-dominated ones, within a layer by the falling product of scores. Grids count as the same
    when renaming digits and the symmetries of the pattern turn one into the other, and when they are near copies
    (`puzzles.alike`); two puzzles that are near copies are not both taken either.

    Args:
        puzzles: hints as 81 characters and scores, f1 and f2 say, of valid puzzles; one met twice counts once.
        pattern: (81,) the hint cells.
        front: hints that come first.
        max_alike: share of cells, or of hints, alike above which two grids, or two puzzles, are near copies.

    Returns:
        (81,) hints, best first; fewer than `wanted` when there are no more grids.
    """
    scores = {str(hints): values for hints, *values in puzzles}
    names = list(scores)
    points = np.array(list(scores.values()), dtype=float)
    moves = pattern_symmetries(pattern)
    taken: set[str] = set()
    chosen: list[Grid] = []
    grids: list[Grid] = []
    rest = np.arange(len(names))
    best = np.array([name in front for name in names], dtype=bool)
    while len(rest) and len(chosen) < wanted:
        if not best.any():
            best = non_dominated(points[rest])
        layer = rest[best].tolist()
        rest = rest[~best]
        best = np.zeros(len(rest), dtype=bool)
        layer.sort(key=lambda k: (-points[k].prod(), names[k]))
        for begin in range(0, len(layer), _AT_ONCE):
            hints = [from_characters(names[k]) for k in layer[begin : begin + _AT_ONCE]]
            for grid, solution in zip(hints, _solutions(np.array(hints)), strict=True):
                if len(chosen) == wanted:
                    break
                form = canonical(solution, moves)
                if form in taken or _is_near(solution, grids, max_alike) or _is_near(grid, chosen, max_alike):
                    continue
                taken.add(form)
                grids.append(solution)
                chosen.append(grid)
    return chosen


def _is_near(grid: Grid, others: Sequence[Grid], max_alike: float) -> bool:
    if not others or max_alike >= 1.0:
        return False
    nearest, _ = most_alike(grid[None, :], np.array(others, np.uint8), max_alike)
    return bool(nearest[0] >= 0)


def _solutions(hints: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(n, 81) the solutions of puzzles; raises RuntimeError should one have more than one."""
    proof = count_batch(hints)
    if not bool((proof.counts == 1).all()):
        raise RuntimeError("a fault of this program: a puzzle of the run has not exactly one solution")
    return proof.found[:, 0]
