"""Sameness of puzzles: against slow oracles that build moved grids step by step, and by properties."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.canonical import (
    canonical,
    minimal_form,
    move_onto,
    pattern_symmetries,
    relabel,
    relabel_batch,
    same_puzzle,
)
from puzzles.grid import from_characters, to_line
from puzzles.pattern import MOVES, library, named_pattern

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def random_hints(seed: int, count: int = 24) -> np.ndarray:
    rng = np.random.default_rng(seed)
    grid = np.zeros(81, np.uint8)
    grid[rng.permutation(81)[:count]] = rng.integers(1, 10, count)
    return grid


def random_move(rng: np.random.Generator, grid: np.ndarray) -> np.ndarray:
    """A grid moved by exchanging rows, columns, bands and stacks one at a time, and renamed."""
    square = grid.reshape(9, 9).copy()
    for _ in range(2):
        for _ in range(8):
            band = 3 * rng.integers(3)
            i, j = band + rng.integers(3), band + rng.integers(3)
            square[[i, j]] = square[[j, i]]
            a, b = rng.integers(3), rng.integers(3)
            blocks = [square[3 * k : 3 * k + 3].copy() for k in range(3)]
            square[3 * a : 3 * a + 3], square[3 * b : 3 * b + 3] = blocks[b], blocks[a]
        square = square.T.copy()
    if rng.integers(2):
        square = square.T.copy()
    names = np.concatenate([[0], rng.permutation(9) + 1]).astype(np.uint8)
    return names[square.reshape(-1)]


def slow_relabel(grid: np.ndarray) -> list[int]:
    names = {0: 0}
    return [names.setdefault(int(v), len(names)) for v in grid]


def test_relabel_by_hand() -> None:
    grid = np.zeros(81, np.uint8)
    grid[[3, 10, 11, 80]] = [7, 2, 7, 9]
    expected = np.zeros(81, np.uint8)
    expected[[3, 10, 11, 80]] = [1, 2, 1, 3]
    assert relabel(grid).tolist() == expected.tolist()


@given(st.lists(st.lists(st.integers(0, 9), min_size=81, max_size=81), max_size=5))
def test_relabel_batch_equals_the_slow_way(rows: list[list[int]]) -> None:
    grids = np.array(rows, np.uint8).reshape(-1, 81)
    assert relabel_batch(grids).tolist() == [slow_relabel(grid) for grid in grids]


def test_relabel_leaves_its_argument_alone() -> None:
    grid = from_characters(PUZZLE)
    relabel(grid)
    assert to_line(grid) == PUZZLE


@pytest.mark.parametrize("name", library())
def test_symmetries_form_a_group_that_keeps_the_pattern(name: str) -> None:
    pattern = named_pattern(name)
    moves = pattern_symmetries(pattern)
    assert (pattern[moves] == pattern).all()
    known = {move.tobytes() for move in moves}
    assert len(known) == len(moves)
    assert np.arange(81, dtype=np.uint8).tobytes() in known
    assert 3_359_232 % len(moves) == 0
    for a, b in product(moves[:8], moves[:40]):
        assert a[b].tobytes() in known
    for square in MOVES.values():
        if (pattern[square] == pattern).all():
            assert square.astype(np.uint8).tobytes() in known


def test_symmetries_are_all_there_by_brute_force() -> None:
    """Every move of a pattern whose rows can only be told apart slowly: count them one by one."""
    square = np.zeros((9, 9), bool)
    square[0, 0] = square[1, 1] = square[2, 2] = square[4, 4] = square[8, 8] = square[0, 5] = True
    lines = [
        [3 * b + p[b][k] for b in blocks for k in range(3)]
        for blocks in permutations(range(3))
        for p in product(permutations(range(3)), repeat=3)
    ]
    wanted = {square[:, c].tobytes() for c in range(9)}
    expected = 0
    for source in (square, square.T):
        for rows in lines:
            moved = source[rows]
            if {moved[:, c].tobytes() for c in range(9)} != wanted:
                continue
            expected += sum(1 for columns in lines if (moved[:, columns] == square).all())
    assert len(pattern_symmetries(square.reshape(-1))) == expected > 1


def test_a_pattern_without_structure_has_the_identity_only() -> None:
    square = np.tril(np.ones((9, 9), bool))
    square[0, 7] = square[5, 8] = True
    assert pattern_symmetries(square.reshape(-1)).tolist() == [list(range(81))]


def test_two_equal_columns_double_the_moves() -> None:
    square = np.tril(np.ones((9, 9), bool))
    square[0, 8] = True
    square[1:, 0:2] = True
    square[0, 0:2] = True
    moves = pattern_symmetries(square.reshape(-1))
    assert len(moves) == 2
    exchanged = np.arange(81).reshape(9, 9)
    exchanged[:, [0, 1]] = exchanged[:, [1, 0]]
    assert exchanged.reshape(-1).tolist() in moves.tolist()


@pytest.mark.slow
def test_the_full_pattern_has_the_whole_group() -> None:
    assert pattern_symmetries(np.ones(81, bool)).shape == (3_359_232, 81)


@given(st.integers(0, 10**6))
@settings(max_examples=30, deadline=None)
def test_canonical_equals_the_minimum_taken_slowly(seed: int) -> None:
    pattern = named_pattern("eccomp2024-24")
    moves = pattern_symmetries(pattern)
    hints = np.zeros(81, np.uint8)
    hints[pattern] = np.random.default_rng(seed).integers(1, 10, int(pattern.sum()))
    slow = min(slow_relabel(hints[move]) for move in moves)
    assert canonical(hints, moves) == "".join(str(v) if v else "." for v in slow)
    moved = hints[moves[seed % len(moves)]]
    assert canonical(moved, moves) == canonical(hints, moves)


@given(st.integers(0, 10**6), st.integers(14, 50))
@settings(max_examples=60, deadline=None)
def test_minimal_form_does_not_see_moves(seed: int, count: int) -> None:
    hints = random_hints(seed, count)
    moved = random_move(np.random.default_rng(seed + 1), hints)
    assert minimal_form(moved) == minimal_form(hints)
    assert same_puzzle(moved, hints)


@given(st.integers(0, 10**6))
@settings(max_examples=30, deadline=None)
def test_minimal_form_is_a_form_of_the_puzzle_itself(seed: int) -> None:
    hints = random_hints(seed)
    form = minimal_form(hints)
    assert minimal_form(from_characters(form)) == form
    assert form <= to_line(relabel(hints))
    assert form.count(".") == 57


def test_minimal_form_by_the_full_group() -> None:
    """The structured search equals the plain minimum over all moves, on a few grids."""
    moves = pattern_symmetries(np.ones(81, bool))
    for hints in (from_characters(PUZZLE), random_hints(3, 17), random_hints(4, 60)):
        assert minimal_form(hints) == canonical(hints, moves)


@given(st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_one_changed_hint_is_another_puzzle(seed: int) -> None:
    """A digit that stands once more often changes how often digits stand, which no move can."""
    hints = from_characters(PUZZLE)
    counts = np.bincount(hints, minlength=10)[1:]
    cell = int(np.flatnonzero(hints)[seed % np.count_nonzero(hints)])
    other = hints.copy()
    other[cell] = hints[cell] % 9 + 1
    after = np.bincount(other, minlength=10)[1:]
    if sorted(counts.tolist()) != sorted(after.tolist()):
        assert not same_puzzle(hints, other)


def test_same_puzzle_on_one_pattern_agrees_with_canonical() -> None:
    pattern = named_pattern("eccomp2024-24")
    moves = pattern_symmetries(pattern)
    rng = np.random.default_rng(5)
    grids = []
    for _ in range(6):
        hints = np.zeros(81, np.uint8)
        hints[pattern] = rng.integers(1, 10, int(pattern.sum()))
        grids += [hints, relabel(hints[moves[rng.integers(len(moves))]])]
    for a in grids:
        for b in grids:
            assert same_puzzle(a, b) == (canonical(a, moves) == canonical(b, moves))


@pytest.mark.parametrize("seed", range(5))
def test_a_pattern_is_moved_onto_another(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pattern = random_hints(seed) > 0
    lines = [np.concatenate([3 * b + rng.permutation(3) for b in rng.permutation(3)]) for _ in range(2)]
    moved = pattern.reshape(9, 9)[lines[0]][:, lines[1]]
    moved = (moved.T if seed % 2 else moved).ravel()
    move = move_onto(pattern, moved)
    assert move is not None
    assert sorted(move.tolist()) == list(range(81))
    assert (pattern[move] == moved).all()
    # one hint more, and one hint elsewhere: no move does that
    more = moved.copy()
    more[np.flatnonzero(~moved)[0]] = True
    assert move_onto(pattern, more) is None
    assert move_onto(named_pattern("eccomp2024-24"), random_hints(seed) > 0) is None
