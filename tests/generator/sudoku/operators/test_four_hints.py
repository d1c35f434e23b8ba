from __future__ import annotations

import numpy as np

from generator.sudoku.operators.four_hints import change_four_hints


def test_four_hints_get_another_digit(puzzles, pattern) -> None:
    random = np.random.default_rng(6)
    digits = set()
    for _ in range(100):
        child = change_four_hints(puzzles[0], puzzles[0], np.flatnonzero(pattern), random)
        assert int((child != puzzles[0]).sum()) == 4
        digits |= set(child[child != puzzles[0]].tolist())
    assert digits == set(range(1, 10))


def test_fewer_free_hints_than_asked_for(puzzles, pattern) -> None:
    free = np.flatnonzero(pattern)[:2]
    child = change_four_hints(puzzles[0], puzzles[0], free, np.random.default_rng(0))
    assert np.flatnonzero(child != puzzles[0]).tolist() == free.tolist()
