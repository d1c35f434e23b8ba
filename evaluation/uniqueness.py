"""Has a puzzle one solution, and what settled it: deduction, QUBO for a second solution, then the exact counter."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from evaluation.settings import UniquenessSettings
from evaluation.solver.batch import BatchScores
from puzzles.propagation import propagate_batch
from puzzles.solutions import count_batch
from qubo.attack import Effort, attack, derived_seed
from qubo.backends import get_backend
from qubo.sudoku_model import SudokuModel

NONE, UNIQUE, MULTIPLE = 0, 1, 2
"""Verdicts: the number of solutions, two for two or more."""
VERDICTS: Final = ("none", "unique", "multiple")

UNSETTLED: Final = -1
"""The way of a row that was not judged for the first time."""
DEDUCED, CONTRADICTED, REFUTED_BY_QUBO, PROVED_BY_QUBO, COUNTED_ONE, COUNTED_OTHER = range(6)
"""Ways to a verdict: sound deduction filled the grid, or found a contradiction; a QUBO search found a second solution,
or a complete backend ruled it out; the exact counter found one solution, or none or several."""

Method = Literal["propagation", "exact", "exhaustive", "qubo"]
METHODS: Final[tuple[Method, ...]] = ("propagation", "propagation", "qubo", "exhaustive", "exact", "exact")
"""What evaluations call each way. `propagation` is deduction alone, by singles or by all techniques."""

_ONE_SEARCH: Final = threading.Lock()
"""The backends share one pool of variables per process, so threads take turns."""


@dataclass(frozen=True, slots=True)
class Settled:
    """Verdicts on n puzzles."""

    verdict: NDArray[np.int64]
    """(n,) NONE, UNIQUE or MULTIPLE."""
    way: NDArray[np.int64]
    """(n,) one of the ways above."""
    searches: NDArray[np.int64]
    """(n,) searches for a second solution by QUBO; 0 where it was not asked."""
    witness: NDArray[np.uint8]
    """(n, 2, 81) the only solution, or two different ones; zeros where there are fewer."""
    measure: NDArray[np.int64]
    """(n,) the constraint's measure: for several solutions the cells that singles leave empty, at least 1; else 0."""


def solutions_wanted(settings: UniquenessSettings) -> int:
    """How many solutions `settle` needs of the exact search beforehand: two decide, the first is enough for QUBO."""
    return 2 if settings.method == "exact" else 1


def settle(
    hints: NDArray[np.uint8], scores: BatchScores, settings: UniquenessSettings, new: NDArray[np.bool_] | None = None
) -> Settled:
    """The verdicts on n puzzles that were scored with `solutions_wanted`.

    What deduction finishes is unique, and proved so. With the method `exact` the counter has decided the rest. With
    `qubo` the solver looks for a second solution of the rest: one that checks out refutes, and needs no counter. A
    search that finds none proves nothing, and the exact counter decides. So a verdict never depends on a solver's
    luck or timing.

    Args:
        hints: (n, 81)
        scores: of the same hints, its solutions in the digits of `hints`.
        settings: the method, and what deduction goes first.
        new: (n,) rows that are judged for the first time. Others had one solution when they were judged before; where
            the techniques finish them, QUBO is not asked again. None: all are new.
    """
    n = len(hints)
    number = scores.solutions.copy()
    witness = scores.found.copy()
    searches = np.zeros(n, np.int64)
    deduced = _deduced(hints, scores, settings, new)
    way = np.where(deduced, DEDUCED, np.where(number == 1, COUNTED_ONE, COUNTED_OTHER)).astype(np.int64)
    none = np.flatnonzero(number == 0)
    if len(none):
        way[none[_contradicted(hints[none], scores.conflicts[none], settings)]] = CONTRADICTED
    open_rows = np.flatnonzero(~deduced & (number > 0))
    if settings.method == "qubo" and len(open_rows):
        way[open_rows], searches[open_rows] = _ask(hints[open_rows], witness, open_rows, settings)
        number[way == REFUTED_BY_QUBO] = MULTIPLE
        rest = open_rows[way[open_rows] == UNSETTLED]
        counted = count_batch(hints[rest])
        number[rest], witness[rest] = counted.counts, counted.found
        way[rest] = np.where(counted.counts == 1, COUNTED_ONE, COUNTED_OTHER)
    several = np.flatnonzero(number > 1)
    measure = np.zeros(n, np.int64)
    if len(several):
        measure[several] = np.maximum(1, propagate_batch(hints[several])[2])
    return Settled(np.minimum(number, MULTIPLE), way, searches, witness, measure)


def _deduced(
    hints: NDArray[np.uint8], scores: BatchScores, settings: UniquenessSettings, new: NDArray[np.bool_] | None
) -> NDArray[np.bool_]:
    """(n,) which grids sound deduction fills, of those whose deduction counts."""
    by_techniques = (scores.left == 0) & (scores.solutions > 0)
    if settings.presolve == "techniques":
        return by_techniques
    known = by_techniques & ~new if new is not None else np.zeros(len(hints), np.bool_)
    if settings.presolve == "none":
        return known
    return ((propagate_batch(hints)[2] == 0) & (scores.solutions > 0)) | known


def _contradicted(
    hints: NDArray[np.uint8], conflicts: NDArray[np.int64], settings: UniquenessSettings
) -> NDArray[np.bool_]:
    """(n,) which of the grids without a solution deduction refutes: by hints in conflict, or by singles."""
    if settings.presolve == "none":
        return conflicts > 0
    return (conflicts > 0) | (propagate_batch(hints)[2] < 0)


def _ask(
    hints: NDArray[np.uint8], witness: NDArray[np.uint8], rows: NDArray[np.int64], settings: UniquenessSettings
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What QUBO says of (k, 81) hints that have a solution: (k,) ways, UNSETTLED where it found nothing, and searches.

    `witness` holds the first solution of each at `rows`; a second one that is found is entered beside it.
    """
    ways, searches = np.full(len(rows), UNSETTLED, np.int64), np.zeros(len(rows), np.int64)
    effort = Effort(settings.time_limit * settings.searches, (settings.time_limit,), settings.searches)
    with _ONE_SEARCH:
        solver = get_backend(settings.backend)
        for k, row in enumerate(rows.tolist()):
            model = SudokuModel(hints[k], deduce=settings.presolve != "none")
            # of the puzzle alone, so that it does not matter which others come with it
            seed = derived_seed(settings.seed, *hints[k].tolist())
            found = attack(model, witness[row, 0], solver, effort, seed)
            searches[k] = found.searches
            if found.second is not None:
                ways[k], witness[row, 1] = REFUTED_BY_QUBO, found.second
            elif found.proved:
                ways[k] = PROVED_BY_QUBO
    return ways, searches


COUNTS: Final = (
    "judged",
    "proved_by_deduction",
    "refuted_by_deduction",
    "asked_of_qubo",
    "qubo_searches",
    "refuted_by_qubo",
    "proved_by_qubo",
    "missed_by_qubo",
    "proved_by_counter",
    "refuted_by_counter",
)
"""What a run counts of its verdicts. `missed_by_qubo`: refuted by the counter after QUBO had found nothing."""


def count_verdicts(way: NDArray[np.int64], searches: NDArray[np.int64]) -> NDArray[np.int64]:
    """(10,) the COUNTS of (n,) ways and searches; rows that are UNSETTLED do not count."""
    asked = searches > 0
    by_way = np.bincount(way[way != UNSETTLED], minlength=6)
    return np.array(
        [
            by_way.sum(),
            by_way[DEDUCED],
            by_way[CONTRADICTED],
            asked.sum(),
            searches.sum(),
            by_way[REFUTED_BY_QUBO],
            by_way[PROVED_BY_QUBO],
            (asked & (way == COUNTED_OTHER)).sum(),
            by_way[COUNTED_ONE],
            by_way[COUNTED_OTHER],
        ],
        np.int64,
    )
