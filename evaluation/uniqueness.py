"""Has a puzzle one solution, and what settled it: deduction, then QUBO or exact search, then the certificate."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from evaluation.batch import BatchScores
from evaluation.settings import UniquenessSettings
from puzzles.grid import Grid
from puzzles.propagation import propagate_batch
from qubo.search import refute_batch

Method = Literal["propagation", "exact", "exhaustive", "qubo"]

_ONE_SEARCH: Final = threading.Lock()
"""The backends share one pool of variables per process, so threads take turns."""


IMPOSSIBLE: Final = 0
UNIQUE: Final = 1
SEVERAL: Final = 2
VERDICTS: Final = ("none", "unique", "multiple")
"""The words of the three verdicts, which are their numbers of solutions."""
METHODS: Final[tuple[Method, ...]] = ("propagation", "exact", "exhaustive", "qubo")


@dataclass(frozen=True, slots=True)
class Settled:
    """Whether each of n puzzles has one solution, and what settled it."""

    verdict: NDArray[np.int64]
    """(n,) IMPOSSIBLE, UNIQUE or SEVERAL."""
    method: NDArray[np.int64]
    """(n,) index of METHODS. `propagation` means deduction alone: by singles, or by all techniques, which are sound."""
    witness: NDArray[np.uint8]
    """(n, 2, 81) the solution of a unique puzzle, two different ones of a puzzle with several; else zeros."""


def settle(hints: NDArray[np.uint8], scores: BatchScores, settings: UniquenessSettings) -> Settled:
    """The verdicts on n puzzles that were scored.

    What deduction finishes is unique, and proved so. The rest goes to the configured method. A QUBO search
    that finds two solutions refutes; one that does not proves nothing, and the exact search decides. A verdict
    therefore never depends on a solver's luck or timing.
    """
    if settings.presolve == "techniques":
        finished = (scores.left == 0) & (scores.solutions >= 1)
    else:
        finished = propagate_batch(hints)[2] == 0
    verdict = np.minimum(scores.solutions, SEVERAL)
    method = np.where(finished & (verdict == UNIQUE), METHODS.index("propagation"), METHODS.index("exact"))
    witness = scores.found.copy()
    open_rows = np.flatnonzero(~finished & (scores.solutions >= 1))
    if settings.method == "qubo" and len(open_rows):
        for row, solutions in _refuted(hints, open_rows, settings).items():
            verdict[row], method[row] = SEVERAL, METHODS.index("qubo")
            witness[row] = solutions
    witness[verdict == UNIQUE, 1] = 0
    witness[verdict == IMPOSSIBLE] = 0
    return Settled(verdict, method, witness)


def _refuted(
    hints: NDArray[np.uint8], rows: NDArray[np.int64], settings: UniquenessSettings
) -> dict[int, tuple[Grid, Grid]]:
    """The rows for which the QUBO search found two solutions, with both."""
    with _ONE_SEARCH:
        verdicts = refute_batch(hints[rows], backend=settings.backend, time_limit=settings.time_limit)
    return {
        int(row): (verdict.solutions[0], verdict.solutions[1])
        for row, verdict in zip(rows, verdicts, strict=True)
        if verdict.verdict == "multiple" and verdict.method == "qubo"
    }
