from __future__ import annotations

from itertools import permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.sudoku.operators.align import align

SEEDS = st.integers(0, 2**32)


def agreement(a, b) -> int:
    return int(((a == b) & (a > 0)).sum())


@given(SEEDS)
@settings(deadline=None)
def test_align_agrees_as_much_as_any_renaming(seed) -> None:
    # only digits 1 to 5 stand, so that all 5! renamings can be tried; the others cannot agree anyway
    random = np.random.default_rng(seed)
    stand = random.random(81) < 0.3
    mother, father = (np.where(stand, random.integers(1, 6, 81), 0).astype(np.uint8) for _ in range(2))
    best = 0
    for names in permutations(range(1, 6)):
        best = max(best, agreement(mother, np.array([0, *names, 6, 7, 8, 9], np.uint8)[father]))
    assert agreement(mother, align(mother, father)) == best


def test_align_undoes_a_renaming(puzzles) -> None:
    names = np.array([0, 4, 7, 1, 9, 2, 8, 3, 6, 5], np.uint8)
    for hints in puzzles:
        assert (align(hints, names[hints]) == hints).all()


@given(SEEDS)
def test_align_only_renames(seed) -> None:
    random = np.random.default_rng(seed)
    mother, father = random.integers(0, 10, (2, 81)).astype(np.uint8)
    renamed = align(mother, father)
    pairs = set(zip(father.tolist(), renamed.tolist(), strict=True))
    assert len(pairs) == len({old for old, _ in pairs}) == len({new for _, new in pairs})
    assert ((renamed == 0) == (father == 0)).all()
