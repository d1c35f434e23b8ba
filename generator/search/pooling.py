"""More samples of rows that have had some: pooled means and errors."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.search.problem import Problem


def add_samples(problem: Problem, old: Table, new: Table) -> Table:
    """The same genomes with the samples of both: means and errors are pooled, all else is as `old` has it.

    The squares about the pooled mean: T. F. Chan, G. H. Golub and R. J. LeVeque, "Updating formulae and a pairwise
    algorithm for computing sample variances", 1979.
    """
    a, b = old["walks"].astype(float), new["walks"].astype(float)
    total = np.maximum(a + b, 1.0)
    columns: dict[str, NDArray[Any]] = {"walks": old["walks"] + new["walks"]}
    goals = [goal.column for goal in problem.goals]
    for name in (*goals, *problem.means):
        columns[name] = (old[name] * a + new[name] * b) / total
    for name in goals:
        squares = _squares(old[f"{name}_se"], a) + _squares(new[f"{name}_se"], b)
        squares += (old[name] - new[name]) ** 2 * a * b / total
        error = np.sqrt(np.maximum(squares, 0.0) / np.maximum(total - 1.0, 1.0) / total)
        columns[f"{name}_se"] = np.where(total > 1.0, error, np.nan)
    return problem.derive(old.with_columns(columns))


def _squares(error: NDArray[np.float64], samples: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums of squares about the mean, from the mean's standard error; 0 for one sample, whose error is unknown."""
    return np.where(samples > 1.0, error**2 * samples * (samples - 1.0), 0.0)
