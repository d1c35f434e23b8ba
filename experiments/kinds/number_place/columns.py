"""The columns of number place in a run folder's tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from evaluation.difficulty import GRADE_NAMES
from evaluation.minutes import MINUTES
from evaluation.objectives import COMPETITION, Objective
from evaluation.table import Column, choice, count, genome, number
from evaluation.techniques import FAMILY_KEYS
from experiments.kinds.number_place.second_opinion import OPINIONS
from experiments.run.columns import scores
from puzzles.grid import from_characters, to_line

GRIDS_FILE: Final = "grids.csv"
"""Puzzles on different solution grids, in the columns of pareto.csv."""
HINTS: Final = genome("hints", 81, to_line, from_characters)
_SOLUTION: Final = genome("solution", 81, to_line, from_characters)
PROFILE: Final = ("effort", "hardest", "peaks", "grade")
"""Columns that a validation measures again, beside the objectives."""
BEYOND: Final = ("height", "opening")
"""Measures of walks that are not of the competition; as PROFILE."""


def pareto_columns(goals: Sequence[Objective] = COMPETITION) -> tuple[Column, ...]:
    """The columns of pareto.csv: scores as the search claims them, and as they were measured with fresh seeds."""
    own = {goal.column for goal in goals}
    return (
        HINTS,
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
        HINTS,
        *(number(name) for name in scores(goals)),
        count("walks"),
        count("T"),
        number("effort", 6),
        number(MINUTES[0], 2),
    )
