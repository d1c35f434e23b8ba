"""From what the breeding hands over to hint arrays that may be judged: steps, repair, normal form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from generator.feasibility import repair_batch
from generator.operators.steps import take_steps
from puzzles.canonical import canonical_batch, pattern_symmetries, relabel_batch

_MOST_SYMMETRIES: Final = 1_024
"""Beyond, trying them all would cost more than the evaluation."""


@dataclass(frozen=True, slots=True)
class Walks:
    """Walks over neighbours that make children of their mothers; see `generator.operators.steps.take_steps`."""

    moves: NDArray[np.int64]
    """(n,) the first step's kind; −1 for a child that is made already."""
    steps: NDArray[np.int64]
    """(n,)"""
    solutions: NDArray[np.uint8]
    """(n, 81) the mothers' only solutions; zeros where there is no walk."""

    def take(self, rows: NDArray[np.int64]) -> Walks:
        """The given rows."""
        return Walks(self.moves[rows], self.steps[rows], self.solutions[rows])


def make_children(
    hints: NDArray[np.uint8],
    pattern: NDArray[np.bool_],
    free: NDArray[np.bool_],
    seeds: NDArray[np.uint64],
    repair_budget: int,
    walks: Walks | None,
) -> NDArray[np.uint8]:
    """(n, 81) children in normal form.

    Args:
        hints: (n, 81) children, or mothers where a walk begins.
        pattern, free: (81,) hint cells, and those whose digit may change.
        seeds: (n,) random streams.
        repair_budget: propagations for the repair of a child; 0 for no repair.
    """
    if walks is not None and (walks.moves >= 0).any():
        rows = np.flatnonzero(walks.moves >= 0)
        hints = hints.copy()
        hints[rows], _ = take_steps(
            hints[rows], walks.solutions[rows], free, walks.moves[rows], walks.steps[rows], seeds[rows]
        )
    if repair_budget and len(hints):
        hints = repair_batch(hints, free, seeds, repair_budget).hints
    return normal_form(hints, pattern, pattern & ~free)


def normal_form(hints: NDArray[np.uint8], pattern: NDArray[np.bool_], fixed: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """(n, 81) hints, the same for puzzles that differ by names of digits and symmetries of the pattern only.

    With fixed cells no symmetry is free to use, and their digits keep their names. Where a pattern has very many
    symmetries, only the names count.

    Args:
        pattern: (81,) hint cells.
        fixed: (81,) cells that hold the same digit in every row.
    """
    if not fixed.any():
        symmetries = pattern_symmetries(pattern)
        return canonical_batch(hints, symmetries) if len(symmetries) <= _MOST_SYMMETRIES else relabel_batch(hints)
    named = np.empty_like(hints)
    for row, source in enumerate(hints):
        kept = set(source[fixed].tolist()) | {0}
        order = [d for d in dict.fromkeys(source.tolist()) if d not in kept]
        names = np.arange(10, dtype=np.uint8)
        rest = [d for d in range(1, 10) if d not in kept]
        names[order + [d for d in rest if d not in order]] = rest
        named[row] = names[source]
    return named


def join_walks(walks: Walks, more: int) -> Walks:
    """The walks of a task that has `more` rows behind them, which take none."""
    return Walks(
        np.concatenate([walks.moves, np.full(more, -1)]),
        np.concatenate([walks.steps, np.zeros(more, np.int64)]),
        np.concatenate([walks.solutions, np.zeros((more, 81), np.uint8)]),
    )
