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


@dataclass(frozen=True, slots=True)
class UniquenessVerdict:
    """Whether a puzzle has one solution."""

    verdict: Literal["unique", "multiple", "none"]
    method: Method
    """What settled it. `propagation` means deduction alone: by singles, or by all techniques, which are sound."""
    witness: tuple[Grid, ...]
    """The solution of a unique puzzle, two different ones of a puzzle with several."""


def settle(hints: NDArray[np.uint8], scores: BatchScores, settings: UniquenessSettings) -> list[UniquenessVerdict]:
    """The verdict on each of n puzzles that were scored.

    What deduction finishes is unique, and proved so. The rest goes to the configured method. A QUBO search
    that finds two solutions refutes; one that does not proves nothing, and the exact search decides. A verdict
    therefore never depends on a solver's luck or timing.
    """
    if settings.presolve == "techniques":
        finished = (scores.left == 0) & (scores.solutions >= 1)
    else:
        finished = propagate_batch(hints)[2] == 0
    open_rows = np.flatnonzero(~finished & (scores.solutions >= 1))
    by_qubo: dict[int, tuple[Grid, Grid]] = {}
    if settings.method == "qubo" and len(open_rows):
        by_qubo = _refuted(hints, open_rows, settings)
    verdicts: list[UniquenessVerdict] = []
    for n in range(len(hints)):
        found = scores.found[n]
        if scores.solutions[n] == 0:
            verdicts.append(UniquenessVerdict("none", "exact", ()))
        elif n in by_qubo:
            verdicts.append(UniquenessVerdict("multiple", "qubo", by_qubo[n]))
        elif scores.solutions[n] > 1:
            verdicts.append(UniquenessVerdict("multiple", "exact", (found[0], found[1])))
        else:
            verdicts.append(UniquenessVerdict("unique", "propagation" if finished[n] else "exact", (found[0],)))
    return verdicts


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
