from __future__ import annotations

import numpy as np

from generator.sudoku.operators.digits import exchange_digits


def test_digits_come_from_where_the_father_has_them() -> None:
    random = np.random.default_rng(3)
    mother, father = random.integers(1, 10, (2, 81)).astype(np.uint8)
    child = exchange_digits(mother, father, random)
    taken = {d for d in range(1, 10) if (child[father == d] == d).all()}
    assert (child == np.where(np.isin(father, list(taken)), father, mother)).all()
    assert 0 < len(taken) < 9
