"""The hypervolume of the rows of a front, as anybody computes it from pareto.csv."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.search.fronts import hypervolume
from generator.search.problem import Goal, reference


def gains(rows: Table, goals: Sequence[Goal], prefix: str = "") -> NDArray[np.float64]:
    """(n, goals) scores, each the higher the better, NaN where unknown; `prefix` is `validated_` for fresh ones."""
    return np.stack([goal.sign * rows[f"{prefix}{goal.column}"].astype(float) for goal in goals], axis=1)


def volume_of(rows: Table, goals: Sequence[Goal], prefix: str = "") -> float:
    """Hypervolume from the goals' worst values; rows with an unknown score are left out."""
    values = gains(rows, goals, prefix)
    return hypervolume(values[~np.isnan(values).any(axis=1)], reference(goals))
