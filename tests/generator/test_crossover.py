from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from generator.crossover import CROSSOVERS, align, crossover
from hypothesis import given
from hypothesis import strategies as st

SEEDS = st.integers(0, 2**32)


def agreement(a, b) -> int:
    return int(((a == b) & (a > 0)).sum())


@given(SEEDS)
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


@pytest.mark.parametrize("name", list(CROSSOVERS))
def test_children_stay_on_the_pattern_and_come_from_their_parents(name, puzzles, pattern) -> None:
    random = np.random.default_rng(1)
    mixed = 0
    for k in range(60):
        mother, father = puzzles[random.integers(0, 12, 2)]
        before = mother.copy(), father.copy()
        child = crossover(name, mother, father, random)
        assert child.dtype == np.uint8
        assert ((child > 0) == pattern).all()
        aligned = align(mother, father)
        assert ((child == mother) | (child == aligned)).all(), k
        assert (mother == before[0]).all()
        assert (father == before[1]).all()
        mixed += bool((child != mother).any() and (child != aligned).any())
    assert mixed > 20


def test_boxes_and_chutes_are_taken_whole() -> None:
    mother, father = np.ones(81, np.uint8), np.full(81, 2, np.uint8)
    random = np.random.default_rng(2)
    chutes = set()
    for _ in range(40):
        boxes = CROSSOVERS["boxes"](mother, father, random).reshape(3, 3, 3, 3)
        for band in range(3):
            for stack in range(3):
                assert len(set(boxes[band, :, stack].ravel().tolist())) == 1
        child = CROSSOVERS["chutes"](mother, father, random).reshape(9, 9)
        lines = child[:, 0] if (child == child[:, :1]).all() else child[0]
        assert (child == child[:, :1]).all() or (child == child[:1]).all()
        assert [len(set(lines[k : k + 3].tolist())) for k in (0, 3, 6)] == [1, 1, 1]
        chutes.add(int((child == 2).sum()))
    assert chutes == {27, 54}


def test_digits_come_from_where_the_father_has_them() -> None:
    random = np.random.default_rng(3)
    mother, father = random.integers(1, 10, (2, 81)).astype(np.uint8)
    child = CROSSOVERS["digits"](mother, father, random)
    taken = {d for d in range(1, 10) if (child[father == d] == d).all()}
    assert (child == np.where(np.isin(father, list(taken)), father, mother)).all()
    assert 0 < len(taken) < 9
