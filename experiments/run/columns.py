"""The tables of a run folder: what they are called, and the columns that all kinds of puzzles have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from evaluation.table import Column, number
from generator.search.problem import Goal, Problem

PARETO_FILE: Final = "pareto.csv"
HISTORY_FILE: Final = "history.csv"
EVALUATIONS_FILE: Final = "evaluations.jsonl"
FRONTS_FILE: Final = "fronts.jsonl"
"""One generation a line: the claimed scores of the front as it was then."""


def scores(goals: Sequence[Goal], prefix: str = "") -> tuple[str, ...]:
    """The names of objectives and of their standard errors, such as `validated_f1` and `validated_f1_se`."""
    names = [f"{prefix}{goal.column}" for goal in goals]
    return (*names, *(f"{name}_se" for name in names))


def score_columns(problem: Problem, prefix: str = "") -> tuple[Column, ...]:
    """The columns of scores; with standard errors where a problem is random."""
    names = scores(problem.goals, prefix)
    return tuple(number(name) for name in (names if problem.is_random else names[: len(problem.goals)]))


def history_names(goals: Sequence[Goal]) -> tuple[str, ...]:
    """The columns of history.csv. Processor seconds are empty where other processes judge: theirs are not known."""
    best = (f"best_{goal.column}" for goal in goals)
    names = ("generation", "evaluations", "valid", "front_size", "hypervolume", *best)
    return (*names, "seconds", "processor_seconds")
