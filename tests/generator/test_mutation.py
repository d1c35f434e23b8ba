from __future__ import annotations

import numpy as np
import pytest
from generator.mutation import MUTATIONS, change_hints

from puzzles.grid import conflicts
from puzzles.solutions import count_batch


@pytest.mark.parametrize("name", list(MUTATIONS))
def test_mutants_stay_on_the_pattern_and_leave_fixed_cells_alone(name, puzzles, pattern) -> None:
    solutions = count_batch(puzzles).found[:, 0]
    cells = np.flatnonzero(pattern)
    free = cells[3:]
    random = np.random.default_rng(5)
    changed = 0
    for k in range(60):
        hints, solution = puzzles[k % 12], solutions[k % 12]
        before = hints.copy()
        child = MUTATIONS[name](hints, solution, free, random)
        assert (hints == before).all()
        assert ((child > 0) == pattern).all()
        assert child.max() <= 9
        assert (child[cells[:3]] == hints[cells[:3]]).all()
        changed += bool((child != hints).any())
    assert changed > 50


@pytest.mark.parametrize("number", [1, 2, 4])
def test_so_many_hints_get_another_digit(number, puzzles, pattern) -> None:
    random = np.random.default_rng(6)
    digits = set()
    for _ in range(100):
        child = change_hints(number)(puzzles[0], puzzles[0], np.flatnonzero(pattern), random)
        assert int((child != puzzles[0]).sum()) == number
        digits |= set(child[child != puzzles[0]].tolist())
    assert digits == set(range(1, 10))


def test_fewer_free_hints_than_asked_for(puzzles, pattern) -> None:
    free = np.flatnonzero(pattern)[:2]
    child = MUTATIONS["four_hints"](puzzles[0], puzzles[0], free, np.random.default_rng(0))
    assert np.flatnonzero(child != puzzles[0]).tolist() == free.tolist()


def test_a_recut_is_cut_from_a_solution_grid(puzzles, pattern) -> None:
    solutions = count_batch(puzzles).found[:, 0]
    random = np.random.default_rng(8)
    for hints, solution in zip(puzzles, solutions, strict=True):
        child = MUTATIONS["recut_lines"](hints, solution, np.flatnonzero(pattern), random)
        assert conflicts(child) == []
        assert count_batch(child[None, :], 1).counts[0] == 1


def test_a_recut_exchanges_two_lines_of_one_chute() -> None:
    grid = np.arange(81).reshape(9, 9)
    solution = (grid // 9 * 9 + grid % 9).astype(np.uint8).reshape(81)  # every cell its own number
    random = np.random.default_rng(9)
    for _ in range(30):
        child = MUTATIONS["recut_lines"](solution, solution, np.arange(81), random).reshape(9, 9)
        rows = [r for r in range(9) if child[r, 0] // 9 != r]
        columns = [c for c in range(9) if child[0, c] % 9 != c]
        assert sorted([len(rows), len(columns)]) == [0, 2]
        a, b = rows or columns
        assert a // 3 == b // 3
