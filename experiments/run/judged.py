"""Puzzles judged on a pool's workers, outside of a search."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.search.judging import Task
from generator.search.pool import WorkerPool
from generator.search.problem import Problem
from generator.search.racing import no_race


def judged(problem: Problem, genomes: NDArray[np.uint8], pool: WorkerPool) -> Table:
    """(n, width) genomes judged as they are, in order."""
    n = len(genomes)
    seeds, first = np.zeros(n, np.uint64), np.zeros(n, np.int64)
    return pool.judge(Task(problem, problem.recipes(genomes), seeds, first, no_race(len(problem.goals))))
