from __future__ import annotations

import numpy as np
import pytest
from walks import walk

from puzzles.grid import conflicts


@pytest.mark.parametrize(("name", "numbers"), [("change_one", {1}), ("change_two", {1, 2})])
def test_how_many_hints_get_other_digits(puzzles, pattern, name, numbers) -> None:
    mothers = np.repeat(puzzles, 20, axis=0)
    children, found = walk(mothers, pattern, name, 1, np.arange(240))
    changed = children[found] != mothers[found]
    assert set(changed.sum(axis=1).tolist()) == numbers
    assert all(conflicts(child) == [] for child in children)
    assert len(set(children[found][changed].tolist())) > 5
