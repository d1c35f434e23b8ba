from __future__ import annotations

import numpy as np
from walks import is_solution, moved_grids, walk

from puzzles.solutions import count_batch


def test_a_moved_grid_is_a_solution_still(puzzles) -> None:
    solutions = np.repeat(count_batch(puzzles).found[:, 0], 50, axis=0)
    for before, after in zip(solutions, moved_grids(solutions, "digit_chain"), strict=True):
        assert is_solution(after)
        assert (before != after).any()
        # two digits, each where the other was
        cells = np.flatnonzero(before != after)
        assert len({frozenset((int(before[c]), int(after[c]))) for c in cells}) == 1


def test_a_moved_grid_gives_the_childs_solution(puzzles, pattern) -> None:
    """The child's one solution differs from the mother's as the move says: it was cut from such a grid."""
    mothers = np.repeat(puzzles, 10, axis=0)
    children, found = walk(mothers, pattern, "digit_chain", 1, np.arange(120))
    assert found.all()
    old, new = count_batch(mothers).found[:, 0], count_batch(children).found[:, 0]
    for a, b in zip(old, new, strict=True):
        cells = np.flatnonzero(a != b)
        assert len(cells) > 0
        assert len({frozenset((int(a[c]), int(b[c]))) for c in cells}) == 1
