from __future__ import annotations

import numpy as np

from generator.sudoku.operators.recut_lines import recut_lines
from puzzles.grid import conflicts
from puzzles.solutions import count_batch


def test_a_recut_is_cut_from_a_solution_grid(puzzles, pattern) -> None:
    solutions = count_batch(puzzles).found[:, 0]
    random = np.random.default_rng(8)
    for hints, solution in zip(puzzles, solutions, strict=True):
        child = recut_lines(hints, solution, np.flatnonzero(pattern), random)
        assert conflicts(child) == []
        assert count_batch(child[None, :], 1).counts[0] == 1


def test_a_recut_exchanges_two_lines_of_one_chute() -> None:
    grid = np.arange(81).reshape(9, 9)
    solution = (grid // 9 * 9 + grid % 9).astype(np.uint8).reshape(81)  # every cell its own number
    random = np.random.default_rng(9)
    for _ in range(30):
        child = recut_lines(solution, solution, np.arange(81), random).reshape(9, 9)
        rows = [r for r in range(9) if child[r, 0] // 9 != r]
        columns = [c for c in range(9) if child[0, c] % 9 != c]
        assert sorted([len(rows), len(columns)]) == [0, 2]
        a, b = rows or columns
        assert a // 3 == b // 3
