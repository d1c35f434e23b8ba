from __future__ import annotations

import numpy as np
from walks import is_solution, moved_grids, walk

from puzzles.solutions import count_batch


def exchanged_between_two_lines(g, h) -> bool:
    """Whether the rows of h are those of g but for two rows of one band, which exchange some of their digits."""
    lines = np.flatnonzero((g != h).any(axis=1))
    if len(lines) != 2 or lines[0] // 3 != lines[1] // 3:
        return False
    a, b = lines
    places = g[a] != h[a]
    return bool((places == (g[b] != h[b])).all() and (g[a] == h[b])[places].all() and (g[b] == h[a])[places].all())


def test_a_moved_grid_is_a_solution_still(puzzles) -> None:
    solutions = np.repeat(count_batch(puzzles).found[:, 0], 50, axis=0)
    for before, after in zip(solutions, moved_grids(solutions, "line_cycle"), strict=True):
        assert is_solution(after)
        assert (before != after).any()
        g, h = before.reshape(9, 9), after.reshape(9, 9)
        # four cells may be read either way
        assert exchanged_between_two_lines(g, h) or exchanged_between_two_lines(g.T, h.T)


def test_a_moved_grid_gives_the_childs_solution(puzzles, pattern) -> None:
    """The child's one solution differs from the mother's as the move says: it was cut from such a grid."""
    mothers = np.repeat(puzzles, 10, axis=0)
    children, found = walk(mothers, pattern, "line_cycle", 1, np.arange(120))
    assert found.all()
    old, new = count_batch(mothers).found[:, 0], count_batch(children).found[:, 0]
    for a, b in zip(old, new, strict=True):
        cells = np.flatnonzero(a != b)
        assert len(cells) > 0
        assert min(len(set((cells // 9).tolist())), len(set((cells % 9).tolist()))) == 2
