from __future__ import annotations

import numpy as np
import pytest

from generator.sudoku.sampling import check_pattern, first_population
from puzzles.canonical import relabel_batch
from puzzles.errors import InputError
from puzzles.solutions import count_batch


def test_the_first_population_is_valid_and_all_different(pattern) -> None:
    hints = first_population(pattern, 40, 1, None, 2_000_000)
    assert hints.shape == (40, 81)
    assert hints.dtype == np.uint8
    assert ((hints > 0) == pattern).all()
    assert (count_batch(hints).counts == 1).all()
    assert len({row.tobytes() for row in relabel_batch(hints)}) == 40


def test_the_seed_decides(pattern) -> None:
    a, b, c = (first_population(pattern, 5, seed, None, 2_000_000) for seed in (1, 1, 2))
    assert (a == b).all()
    assert (a != c).any()


def test_fixed_digits_stand_in_the_found_and_in_the_loose(pattern) -> None:
    cells = np.flatnonzero(pattern)
    fixed = np.zeros(81, np.uint8)
    fixed[cells[3]], fixed[cells[9]] = 7, 2
    for budget in (2_000_000, 1):
        hints = first_population(pattern, 10, 1, fixed, budget)
        assert hints.shape == (10, 81)
        assert (hints[:, fixed > 0] == fixed[fixed > 0]).all()
        assert ((hints > 0) == pattern).all()
        assert (count_batch(hints).counts == 1).all() == (budget > 1)


def with_cells(number: int) -> np.ndarray:
    marks = np.zeros(81, dtype=bool)
    marks[(np.arange(number) * 10) % 81] = True
    return marks


def test_patterns_that_cannot_work(pattern) -> None:
    two_rows = np.ones(81, dtype=bool)
    two_rows[9:27] = False
    columns = two_rows.reshape(9, 9).T.reshape(81)
    for bad, reason in ((with_cells(16), "16 hint cells"), (two_rows, "rows 2 and 3"), (columns, "columns 2 and 3")):
        with pytest.raises(InputError, match=rf"^pattern: {reason}"):
            check_pattern(bad, None)
    check_pattern(pattern, None)
    check_pattern(with_cells(17), None)
