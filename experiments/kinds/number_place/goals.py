"""The objectives of a table, where no config names them."""

from __future__ import annotations

from collections.abc import Collection

from evaluation.objectives import COMPETITION, OBJECTIVES, Objective
from experiments.kinds.number_place.columns import BEYOND


def goals_of(columns: Collection[str]) -> tuple[Objective, ...]:
    """The objectives that a table's columns hold, in the order of the catalogue.

    A measure that every table has counts only where it was an objective, which its own validated score or its standard
    error shows. Those of the competition where there is none.
    """
    return tuple(goal for goal in OBJECTIVES.values() if _is_there(goal.column, columns)) or COMPETITION


def _is_there(name: str, columns: Collection[str]) -> bool:
    return f"validated_{name}" in columns or (name in columns and (name not in BEYOND or f"{name}_se" in columns))
