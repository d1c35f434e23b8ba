"""The tables of a run folder: what they are called, and their columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from evaluation.difficulty import GRADE_NAMES
from evaluation.minutes import MINUTES
from evaluation.objectives import COMPETITION, Objective
from evaluation.table import Column, choice, count, genome, number
from evaluation.techniques import FAMILY_KEYS
from experiments.run.second_opinion import OPINIONS
from puzzles.grid import from_characters, to_line

PARETO_FILE: Final = "pareto.csv"
HISTORY_FILE: Final = "history.csv"
EVALUATIONS_FILE: Final = "evaluations.jsonl"
FRONTS_FILE: Final = "fronts.jsonl"
"""One generation a line: the claimed scores of the front as it was then."""
GRIDS_FILE: Final = "grids.csv"
"""Puzzles on different solution grids, in the columns of pareto.csv."""

_HINTS: Final = genome("hints", 81, to_line, from_characters)
_SOLUTION: Final = genome("solution", 81, to_line, from_characters)
PROFILE: Final = ("effort", "hardest", "peaks", "grade")
"""Columns that a validation measures again, beside the objectives."""
BEYOND: Final = ("height", "opening")
"""Measures of walks that are not of the competition; as PROFILE."""


def scores(goals: Sequence[Objective], prefix: str = "") -> tuple[str, ...]:
    """The names of objectives and of their standard errors, such as `validated_f1` and `validated_f1_se`."""
    names = [f"{prefix}{goal.column}" for goal in goals]
    return (*names, *(f"{name}_se" for name in names))


def pareto_columns(goals: Sequence[Objective] = COMPETITION) -> tuple[Column, ...]:
    """The columns of pareto.csv: scores as the search claims them, and as they were measured with fresh seeds."""
    own = {goal.column for goal in goals}
    return (
        _HINTS,
        _SOLUTION,
        *(number(name) for name in scores(goals)),
        *(number(name) for name in scores(goals, "validated_")),
        count("T"),
        number("effort", 4),
        number("hardest", 4),
        number("peaks", 2),
        choice("hardest_family", FAMILY_KEYS),
        choice("grade", GRADE_NAMES),
        count("walks"),
        *(number(name, 4) for name in BEYOND if name not in own),
        count("qubo_searches"),
        choice("qubo_verdict", OPINIONS),
        *(number(name, 2) for name in MINUTES),
    )


def evaluation_columns(goals: Sequence[Objective]) -> tuple[Column, ...]:
    """The columns of a line of evaluations.jsonl."""
    return (
        count("generation"),
        _HINTS,
        *(number(name) for name in scores(goals)),
        count("walks"),
        count("T"),
        number("effort", 6),
    )


def history_names(goals: Sequence[Objective]) -> tuple[str, ...]:
    """The columns of history.csv."""
    best = (f"best_{goal.column}" for goal in goals)
    return ("generation", "evaluations", "valid", "front_size", "hypervolume", *best, "seconds")
