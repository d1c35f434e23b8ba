"""What workers do: finish children, judge them, and send back a table."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.search.problem import NONE, Problem
from generator.search.racing import Race, sampled


@dataclass(frozen=True, slots=True)
class Task:
    """Rows for one worker; what comes back does not depend on how the rows were split into tasks."""

    problem: Problem
    recipes: Table
    """n rows, see `Problem.recipes` and `Breeding.breed`; the column `genome` is that of known rows too."""
    seeds: NDArray[np.uint64]
    """(n,) random streams of the newcomers' making."""
    first: NDArray[np.int64]
    """(n,) samples that a row has had already; above 0 only its scores are asked for."""
    race: Race
    known: NDArray[np.uint64] | None = None
    """Digests that no newcomer may have, ascending; None where any may come."""

    def __len__(self) -> int:
        return len(self.recipes)

    def take(self, rows: NDArray[np.int64]) -> Task:
        """The given rows as a task."""
        return replace(self, recipes=self.recipes.take(rows), seeds=self.seeds[rows], first=self.first[rows])


def judge(task: Task) -> Table:
    """Finish the newcomers of a task and judge all its rows, in order; the column `origin` says how each came about."""
    problem = task.problem
    new, again = np.flatnonzero(task.first == 0), np.flatnonzero(task.first > 0)
    genomes, origin = problem.finish(task.recipes.take(new), task.seeds[new], task.known)
    made = origin != NONE
    parts: list[Table] = []
    if made.any() or not len(again):
        parts.append(sampled(problem, genomes[made], task.race))
    if len(again):
        parts.append(problem.score(task.recipes["genome"][again], task.first[again], problem.samples))
    nothing = no_rows(parts[0], int((~made).sum()))
    origins = np.concatenate([origin[made], np.zeros(len(again), np.int64), origin[~made]])
    rows = Table.join([*parts, nothing]).with_columns({"origin": origins})
    return rows.take(np.argsort(np.concatenate([new[made], again, new[~made]])))


def no_rows(like: Table, n: int) -> Table:
    """n rows with the columns of a table, in which nothing is valid and nothing known."""
    return Table({name: np.zeros((n, *values.shape[1:]), values.dtype) for name, values in like.items()})
