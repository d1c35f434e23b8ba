from __future__ import annotations

import numpy as np
from walks import walk


def test_two_hints_change_places(puzzles, pattern) -> None:
    mothers = np.repeat(puzzles, 20, axis=0)
    children, found = walk(mothers, pattern, "swap_two", 1, np.arange(240))
    assert found.mean() > 0.5
    for mother, child in zip(mothers[found], children[found], strict=True):
        a, b = np.flatnonzero(mother != child).tolist()
        assert (child[a], child[b]) == (mother[b], mother[a])
