from __future__ import annotations

import numpy as np

from generator.sudoku.operators.cells import exchange_cells


def test_each_hint_comes_from_either_parent() -> None:
    mother, father = np.ones(81, np.uint8), np.full(81, 2, np.uint8)
    random = np.random.default_rng(1)
    children = np.stack([exchange_cells(mother, father, random) for _ in range(200)])
    assert set(children.ravel().tolist()) == {1, 2}
    # no cell is tied to another one or to a parent
    assert (np.abs((children == 2).mean(axis=0) - 0.5) < 0.2).all()
    both = (children[:, :-1] == children[:, 1:]).mean(axis=0)
    assert (np.abs(both - 0.5) < 0.2).all()
