"""A second opinion on the front: QUBO looks for a second solution of each puzzle, with no deduction to help it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.uniqueness import PROVED_BY_QUBO, REFUTED_BY_QUBO
from experiments.run.judged import judged
from generator.search.pool import WorkerPool
from generator.sudoku.problem import SudokuProblem
from puzzles.grid import to_line

OPINIONS: Final = ("not asked", "not refuted", "proved")
"""What a puzzle's QUBO searches for a second solution came to; the column `qubo_verdict` holds the place here."""
NOT_ASKED, NOT_REFUTED, PROVED = range(3)


def second_opinions(
    problem: SudokuProblem, searches: int, hints: NDArray[np.uint8], pool: WorkerPool
) -> dict[str, NDArray[np.int64]]:
    """What QUBO says of (n, 81) puzzles that the exact counter has proved to have one solution.

    Args:
        problem: whose backend and seed are used.
        searches: how many for each puzzle; 0 for none.
        hints: the puzzles.
        pool: where it is asked.

    Returns:
        The columns `qubo_searches` and `qubo_verdict`, (n,) each.

    Raises:
        RuntimeError: it finds a second solution of one: two solutions that check out and a count of one cannot both be
            right, so that is a fault of this program.
    """
    none = np.zeros(len(hints), np.int64)
    if not searches or not len(hints):
        return {"qubo_searches": none, "qubo_verdict": none + NOT_ASKED}
    found = problem.evaluation.uniqueness
    asked = replace(found, method="qubo", presolve="none", searches=searches)
    rows = judged(replace(problem, evaluation=replace(problem.evaluation, walks=1, uniqueness=asked)), hints, pool)
    refuted = np.flatnonzero(rows["way"] == REFUTED_BY_QUBO)
    if len(refuted):
        raise RuntimeError(
            f"a fault of this program: QUBO found two solutions of {to_line(hints[refuted[0]])}, "
            "of which the exact counter says that it has one"
        )
    verdict = np.where(rows["way"] == PROVED_BY_QUBO, PROVED, NOT_REFUTED)
    return {"qubo_searches": rows["searches"], "qubo_verdict": verdict}
