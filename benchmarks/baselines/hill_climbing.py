"""Weighted-sum hill climbing with restarts, the plain way to a front: many climbers, a direction each."""

from __future__ import annotations

import numpy as np
from baselines.contest import Contest

from generator.sudoku.sampling import first_population
from puzzles.seeds import Purpose, derived

_CLIMBERS = 50
_PATIENCE = 200
"""Proposals in vain before a climber begins anew."""
_SCALE = np.array([1.0, 0.2])
"""What f1 and f2 are divided by before they are weighed: about the largest values seen."""
_REPAIR = 4_000


def search(contest: Contest, repair: bool = False) -> None:
    """Climbers change 1 to 4 hints and keep what is valid and not worse in their own weighted sum.

    Args:
        repair: give proposals to our repair first; without it an invalid proposal is an evaluation spent.
    """
    random = np.random.default_rng([contest.seed, 0xC11B])
    cells = np.flatnonzero(contest.pattern)
    hints = first_population(contest.pattern, _CLIMBERS, contest.seed)
    first = contest.judge(hints)
    weights = random.random((_CLIMBERS, 1)) * [[1.0, -1.0]] + [[0.0, 1.0]]
    value = np.nan_to_num(_sums(first["f1"], first["f2"], weights), nan=-np.inf)
    vain = np.zeros(_CLIMBERS, np.int64)
    restarts = 0
    while contest.left:
        proposals = hints.copy()
        for row in proposals:
            for cell in random.choice(cells, 1 + int(random.integers(4)), replace=False):
                row[cell] = (int(row[cell]) + int(random.integers(0, 8))) % 9 + 1
        tired = np.flatnonzero(vain >= _PATIENCE)
        if len(tired):
            restarts += 1
            seed = derived(contest.seed, Purpose.BENCHMARK, 1, restarts)
            proposals[tired] = first_population(contest.pattern, len(tired), seed)
            weights[tired] = random.random((len(tired), 1)) * [[1.0, -1.0]] + [[0.0, 1.0]]
            value[tired] = -np.inf
        judged = contest.judge(proposals, random, _REPAIR if repair else 0)
        n = len(judged)
        sums = np.nan_to_num(_sums(judged["f1"], judged["f2"], weights[:n]), nan=-np.inf)
        better = sums >= value[:n]
        vain[:n] = np.where(sums > value[:n], 0, vain[:n] + 1)
        rows = np.flatnonzero(better)
        hints[rows], value[rows] = judged["hints"][rows], sums[rows]


def _sums(f1: np.ndarray, f2: np.ndarray, weights: np.ndarray) -> np.ndarray:
    return (np.stack([f1, f2], axis=1) / _SCALE * weights).sum(axis=1)
