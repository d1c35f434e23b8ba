"""The objectives of a table, where no config names them."""

from __future__ import annotations

from collections.abc import Collection

from evaluation.objectives import COMPETITION, OBJECTIVES, Objective
from experiments.run.columns import BEYOND


def goals_of(columns: Collection[str]) -> tuple[Objective, ...]:
    """The objectives that a table's columns hold, in the order of the catalogue.

    A measure that every table has counts only where it was an objective, which its standard error shows. Those of the
    competition where there is none.
    """
    found = [
        goal
        for goal in OBJECTIVES.values()
        if (f"validated_{goal.column}" in columns or goal.column in columns)
        and (goal.column not in BEYOND or f"{goal.column}_se" in columns)
    ]
    return tuple(found) or COMPETITION
