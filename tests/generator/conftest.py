"""Judged rows made by hand, and real puzzles on the 24-hint pattern."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields

import numpy as np
import pytest
from numpy.typing import NDArray

from generator.sudoku.feasibility import find
from generator.sudoku.judging import Judged
from puzzles.pattern import Pattern, named_pattern

MakeJudged = Callable[..., Judged]


def _make(n: int, **columns: Sequence[float] | NDArray[np.generic]) -> Judged:
    whole = {"turns", "family", "grade", "walks", "origin"}
    values: dict[str, NDArray[np.generic]] = {
        f.name: np.zeros(n, np.int64 if f.name in whole else np.float64) for f in fields(Judged)
    }
    values["hints"] = np.zeros((n, 81), np.uint8)
    # rows differ in their last two cells, so that none is another one's copy
    values["hints"][:, 79] = np.arange(n) // 9 + 1
    values["hints"][:, 80] = np.arange(n) % 9 + 1
    values["solution"] = np.zeros((n, 81), np.uint8)
    values["violations"] = np.zeros((n, 4), np.int64)
    for name, column in columns.items():
        assert name in values, name
        values[name] = np.asarray(column, dtype=values[name].dtype)
    return Judged(**values)  # pyright: ignore[reportArgumentType]


@pytest.fixture(scope="session")
def make_judged() -> MakeJudged:
    """`make_judged(n, f1=[…], …)`: n valid rows, all different, zeros where nothing is given."""
    return _make


@pytest.fixture(scope="session")
def pattern() -> Pattern:
    """The 24-hint pattern of the 2024 competition."""
    return named_pattern("eccomp2024-24")


@pytest.fixture(scope="session")
def puzzles(pattern: Pattern) -> NDArray[np.uint8]:
    """(12, 81) puzzles with one solution on the pattern."""
    batch = find(pattern, 12, seed=11)
    assert batch.failures == 0
    return batch.hints
