"""The tables of a run folder: what they are called, and the names of their columns."""

from __future__ import annotations

from typing import Final

PARETO_FILE: Final = "pareto.csv"
HISTORY_FILE: Final = "history.csv"
EVALUATIONS_FILE: Final = "evaluations.jsonl"
FRONTS_FILE: Final = "fronts.jsonl"
"""One generation a line: the claimed scores of the front as it was then."""
GRIDS_FILE: Final = "grids.csv"
"""Puzzles on different solution grids, in the columns of pareto.csv."""

SCORES: Final = ("f1", "f2", "f1_se", "f2_se")
"""Objectives and their standard errors, as the search claims them."""
VALIDATED: Final = tuple(f"validated_{name}" for name in SCORES)
"""The same, measured again with fresh seeds."""

HISTORY: Final = (
    "generation",
    "evaluations",
    "valid",
    "front_size",
    "hypervolume",
    "best_f1",
    "best_f2",
    "seconds",
)
PARETO: Final = (
    "hints",
    "solution",
    *SCORES,
    *VALIDATED,
    "T",
    "effort",
    "hardest",
    "peaks",
    "hardest_family",
    "grade",
    "walks",
    "qubo_searches",
    "qubo_verdict",
)
