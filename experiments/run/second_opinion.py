"""A second opinion on the front: QUBO looks for a second solution of each puzzle, with no deduction to help it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.settings import UniquenessSettings
from evaluation.uniqueness import PROVED_BY_QUBO, REFUTED_BY_QUBO
from experiments.run.config import Config
from generator.search.pool import WorkerPool
from generator.sudoku.judging import Task
from puzzles.grid import to_line

NOT_ASKED: Final = "not asked"
NOT_REFUTED: Final = "not refuted"
PROVED: Final = "proved"
Opinion = tuple[int, str]
"""Searches for a second solution, and what came of them."""


def second_opinions(config: Config, hints: NDArray[np.uint8], pool: WorkerPool) -> list[Opinion]:
    """What QUBO says of (n, 81) puzzles that the exact counter has proved to have one solution.

    Raises RuntimeError should it find a second solution of one: two solutions that check out and a count of one
    cannot both be right, so that is a fault of this program.
    """
    searches = config.uniqueness.second_opinion
    if not searches or not len(hints):
        return [(0, NOT_ASKED)] * len(hints)
    found = config.evaluation_settings().uniqueness
    asked = UniquenessSettings("qubo", found.backend, "none", found.time_limit, searches, found.seed)
    settings = replace(config.evaluation_settings(), walks=1, uniqueness=asked)
    pattern, nothing = config.pattern(), np.zeros(len(hints), np.uint64)
    judged = pool.judge(Task(hints, pattern, pattern, nothing, 0, settings))
    opinions: list[Opinion] = []
    for k, way in enumerate(judged.way.tolist()):
        if way == REFUTED_BY_QUBO:
            raise RuntimeError(
                f"a fault of this program: QUBO found two solutions of {to_line(hints[k])}, "
                "of which the exact counter says that it has one"
            )
        opinions.append((int(judged.searches[k]), PROVED if way == PROVED_BY_QUBO else NOT_REFUTED))
    return opinions
