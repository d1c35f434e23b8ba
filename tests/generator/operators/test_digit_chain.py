from __future__ import annotations

import numpy as np
from walks import is_solution, walk

from generator.operators.digit_chain import digit_chain
from puzzles.kernel import kernel
from puzzles.solutions import count_batch


@kernel
def _moved_grids(solutions, seeds, grids):
    """With all cells free, the hints that a move cuts are its whole grid."""
    state = np.empty(1, np.uint64)
    grid = np.empty(81, np.uint8)
    stack = np.empty(81, np.int64)
    cells = np.arange(81)
    for n in range(solutions.shape[0]):
        state[0] = seeds[n]
        digit_chain(grids[n], solutions[n], cells, state, grid, stack)


def test_a_moved_grid_is_a_solution_still(puzzles) -> None:
    solutions = np.repeat(count_batch(puzzles).found[:, 0], 50, axis=0)
    grids = np.zeros_like(solutions)
    _moved_grids(solutions, np.arange(600, dtype=np.uint64), grids)
    for before, after in zip(solutions, grids, strict=True):
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
