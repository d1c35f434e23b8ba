from __future__ import annotations

import numpy as np

from generator.sudoku.operators.chutes import exchange_chutes


def test_one_or_two_bands_or_stacks_are_taken_whole() -> None:
    mother, father = np.ones(81, np.uint8), np.full(81, 2, np.uint8)
    random = np.random.default_rng(2)
    taken = set()
    for _ in range(100):
        child = exchange_chutes(mother, father, random).reshape(9, 9)
        bands = bool((child == child[:, :1]).all())
        assert bands or (child == child[:1]).all()
        lines = child[:, 0] if bands else child[0]
        assert [len(set(lines[k : k + 3].tolist())) for k in (0, 3, 6)] == [1, 1, 1]
        taken.add((bands, *lines[::3].tolist()))
    # bands and stacks, six choices of one or two of three
    assert len(taken) == 12
