"""Judged rows made by hand, and real puzzles on the 24-hint pattern."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluation.minutes import MINUTES
from evaluation.objectives import COMPETITION, named
from evaluation.settings import EvaluationSettings, UniquenessSettings
from evaluation.table import Table
from generator.search.estimates import Estimates
from generator.sudoku.feasibility import find
from generator.sudoku.problem import SudokuProblem
from puzzles.pattern import Pattern, named_pattern

MakeRows = Callable[..., Table]
EXACT = UniquenessSettings(method="exact")
VIOLATIONS = [f"violation_{key}" for key in ("pattern", "rules", "uniqueness", "techniques")]


def _make(n: int, **columns: Sequence[float] | NDArray[np.generic]) -> Table:
    whole = ["T", "walks", "hardest_family", "family_rank", "grade", "way", "searches", "origin", *VIOLATIONS]
    scores = ["f1", "f1_se", "f2", "f2_se", "height", "height_se", "effort", "hardest", "peaks", "opening"]
    scores += ["scanning", "hard_turns", *MINUTES]
    values: dict[str, NDArray[np.generic]] = {name: np.zeros(n, np.int64) for name in whole}
    values |= {name: np.zeros(n) for name in scores}
    values["hints"] = np.zeros((n, 81), np.uint8)
    # rows differ in their last two cells, so that none is another one's copy
    values["hints"][:, 79] = np.arange(n) // 9 + 1
    values["hints"][:, 80] = np.arange(n) % 9 + 1
    values["solution"] = np.zeros((n, 81), np.uint8)
    for name, column in columns.items():
        assert name in values, name
        values[name] = np.array(column, dtype=values[name].dtype)
    values["valid"] = np.sum([values[name] for name in VIOLATIONS], axis=0) == 0
    return Table(values)


@pytest.fixture(scope="session")
def make_rows() -> MakeRows:
    """`make_rows(n, f1=[…], …)`: n rows, all different, zeros where nothing is given; valid but for violations."""
    return _make


@pytest.fixture(scope="session")
def estimates_with() -> Callable[..., Estimates]:
    """`estimates_with(0.2, 0.1)`: estimates of the competition's two objectives with that prior."""

    def make(*prior: float) -> Estimates:
        estimates = Estimates(COMPETITION)
        estimates.restore({"prior": np.array(prior)})
        return estimates

    return make


@pytest.fixture(scope="session")
def pattern() -> Pattern:
    """The 24-hint pattern of the 2024 competition."""
    return named_pattern("eccomp2024-24")


@pytest.fixture(scope="session")
def problem(pattern: Pattern) -> SudokuProblem:
    """Number place on that pattern, with the competition's two objectives.

    Uniqueness is counted: what QUBO comes to in its time depends on the machine, though the verdict does not.
    """
    return SudokuProblem(pattern, EvaluationSettings(walks=1, seed=5, objectives=COMPETITION, uniqueness=EXACT))


@pytest.fixture(scope="session")
def three(pattern: Pattern) -> SudokuProblem:
    """The same with three objectives."""
    goals = named(["tension", "chain", "height"])
    return SudokuProblem(pattern, EvaluationSettings(walks=1, seed=5, objectives=goals, uniqueness=EXACT))


@pytest.fixture(scope="session")
def puzzles(pattern: Pattern) -> NDArray[np.uint8]:
    """(12, 81) puzzles with one solution on the pattern."""
    batch = find(pattern, 12, seed=11)
    assert batch.failures == 0
    return batch.hints
