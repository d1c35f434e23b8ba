"""How much alike puzzles are: by hand, and against all renamings and turns tried one by one."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.alike import TURNS, hint_share, most_alike


def sides(grid: np.ndarray) -> list[np.ndarray]:
    """The eight images of a grid in the square, by turning it in the hand."""
    square = grid.reshape(9, 9)
    return [np.rot90(side, k).ravel() for side in (square, square[:, ::-1]) for k in range(4)]


def random_hints(seed: int, count: int = 24) -> np.ndarray:
    rng = np.random.default_rng(seed)
    hints = np.zeros(81, np.uint8)
    hints[rng.choice(81, count, replace=False)] = rng.integers(1, 10, count)
    return hints


def test_turns_are_the_eight_of_the_square() -> None:
    grid = np.arange(81)
    assert {tuple(grid[turn]) for turn in TURNS} == {tuple(side) for side in sides(grid)}
    assert len({tuple(turn) for turn in TURNS}) == 8
    assert TURNS[0].tolist() == list(range(81))


def test_hint_share_by_hand() -> None:
    a = np.zeros(81, np.uint8)
    b = np.zeros(81, np.uint8)
    a[[0, 1, 2, 3]] = [1, 2, 3, 1]
    b[[0, 1, 2, 3, 4]] = [5, 6, 7, 8, 9]
    # 1→5, 2→6, 3→7 agree in three cells of the richer puzzle's five
    assert hint_share(a, b) == pytest.approx(3 / 5)
    assert hint_share(b, a) == pytest.approx(3 / 5)
    assert hint_share(a, a) == 1.0
    assert hint_share(a, np.zeros(81, np.uint8)) == 0.0
    assert hint_share(np.zeros(81, np.uint8), np.zeros(81, np.uint8)) == 1.0
    # down the last column instead of along the first row: a quarter turn
    c = np.zeros(81, np.uint8)
    c[[8, 17, 26, 35]] = [4, 5, 6, 4]
    assert hint_share(a, c) == 1.0


@given(st.integers(0, 10**6))
@settings(max_examples=6, deadline=None)
def test_hint_share_is_the_best_over_all_renamings_and_turns(seed: int) -> None:
    """Digits 1–5 only, so that all 9!/4! ways to rename them can be tried."""
    rng = np.random.default_rng(seed)
    a, b = rng.integers(0, 6, (2, 81)).astype(np.uint8)
    ways = np.array(list(permutations(range(1, 10), 5)))
    best = 0
    for image in sides(b):
        cells = (a > 0) & (image > 0)
        table = np.zeros((6, 10), int)
        np.add.at(table, (image[cells], a[cells]), 1)
        best = max(best, int(sum(table[d + 1, ways[:, d]] for d in range(5)).max()))
    assert hint_share(a, b) == pytest.approx(best / max(np.count_nonzero(a), np.count_nonzero(b)))


def test_hint_share_sees_neither_names_nor_turns() -> None:
    rng = np.random.default_rng(1)
    a, b = random_hints(1), random_hints(2)
    names = np.concatenate([[0], rng.permutation(9) + 1]).astype(np.uint8)
    for image in sides(a):
        assert hint_share(a, names[image]) == 1.0
    for image in sides(b):
        assert hint_share(a, names[image]) == hint_share(a, b)


@pytest.mark.parametrize("limit", [-1.0, 0.3, 0.6, 0.9, 1.0])
def test_the_most_alike_is_found_whatever_is_given_up_early(limit: float) -> None:
    """Against the share of each pair alone; some others are made from the puzzles by a few changed hints."""
    rng = np.random.default_rng(5)
    hints = np.array([random_hints(k) for k in range(20)])
    others = [random_hints(100 + k, int(rng.integers(17, 30))) for k in range(20)]
    for k in range(20):
        near = sides(hints[k])[k % 8].copy()
        near[np.flatnonzero(near)[: k % 6]] = rng.integers(0, 10, k % 6)
        others.append(near)
    index, share = most_alike(hints, np.array(others), limit)
    for k in range(20):
        shares = [hint_share(hints[k], other) for other in others]
        best = max(shares)
        if best > limit:
            assert share[k] == best
            assert index[k] == shares.index(best)
        else:
            assert (index[k], share[k]) == (-1, limit)
