from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.children import Walks, join_walks, make_children, normal_form
from generator.feasibility import repair_batch
from generator.operators import MOVES
from generator.operators.steps import take_steps
from puzzles.canonical import pattern_symmetries, relabel_batch, same_puzzle
from puzzles.solutions import count_batch


def walks_of(puzzles, moves, steps) -> Walks:
    moves = np.asarray(moves, np.int64)
    solutions = np.where((moves >= 0)[:, None], count_batch(puzzles).found[:, 0], 0).astype(np.uint8)
    return Walks(moves, np.where(moves >= 0, steps, 0), solutions)


def rows_of(count):
    return np.arange(count, dtype=np.int64)


def named(hints, pattern):
    return normal_form(hints, pattern, np.zeros(81, dtype=bool))


def test_steps_are_taken_where_a_walk_begins_and_nowhere_else(puzzles, pattern) -> None:
    moves = np.array([k % 6 - 1 for k in range(12)])
    assert moves.max() == len(MOVES) - 1
    walks = walks_of(puzzles, moves, 3)
    seeds = np.arange(12, dtype=np.uint64)
    before = puzzles.copy()
    children = make_children(puzzles, pattern, pattern, seeds, 0, walks)
    assert (puzzles == before).all()
    own = moves >= 0
    steps, found = take_steps(puzzles[own], walks.solutions[own], pattern, moves[own], walks.steps[own], seeds[own])
    assert (children[own] == named(steps, pattern)).all()
    assert found.sum() > 6
    assert (children[~own] == named(puzzles[~own], pattern)).all()


def test_without_walks_hints_are_repaired_and_renamed(puzzles, pattern) -> None:
    random = np.random.default_rng(4)
    broken = np.where(random.random((12, 81)) < 0.5, puzzles, np.roll(puzzles, 1, axis=0)).astype(np.uint8)
    seeds = np.arange(12, dtype=np.uint64)
    assert (make_children(broken, pattern, pattern, seeds, 0, None) == named(broken, pattern)).all()
    repaired = make_children(broken, pattern, pattern, seeds, 50_000, None)
    assert (repaired == named(repair_batch(broken, pattern, seeds, 50_000).hints, pattern)).all()
    assert (count_batch(repaired).counts == 1).sum() > (count_batch(broken).counts == 1).sum()
    # walks that all stand still change nothing
    still = walks_of(puzzles, np.full(12, -1), 0)
    assert (make_children(broken, pattern, pattern, seeds, 50_000, still) == repaired).all()


def test_the_repair_leaves_a_child_alone_that_singles_and_locked_candidates_finish(puzzles, pattern) -> None:
    walks = walks_of(puzzles, np.full(12, MOVES.index("line_cycle")), 1)
    seeds = np.arange(12, dtype=np.uint64)
    made = make_children(puzzles, pattern, pattern, seeds, 0, walks)
    repaired = make_children(puzzles, pattern, pattern, seeds, 4_000, walks)
    simple = repair_batch(made, np.zeros(81, dtype=bool), seeds, 10).repaired
    assert simple.sum() > 6
    assert (made[simple] == repaired[simple]).all()


def test_no_rows(pattern) -> None:
    nothing = np.zeros((0, 81), np.uint8)
    for budget in (0, 100):
        assert make_children(nothing, pattern, pattern, np.zeros(0, np.uint64), budget, None).shape == (0, 81)


@given(st.integers(0, 2**63 - 1), st.lists(st.integers(0, 12), max_size=3))
@settings(max_examples=20, deadline=None)
def test_children_do_not_depend_on_how_the_batch_is_cut(puzzles, pattern, seed, cuts) -> None:
    random = np.random.default_rng(seed)
    moves = random.integers(-1, len(MOVES), 12)
    walks = walks_of(puzzles, moves, random.integers(1, 8, 12))
    hints = puzzles.copy()
    rough = np.where(random.random((12, 81)) < 0.8, puzzles, np.roll(puzzles, 1, axis=0))
    hints[moves < 0] = rough[moves < 0]
    seeds = (seed + np.arange(12)).astype(np.uint64)
    whole = make_children(hints, pattern, pattern, seeds, 2_000, walks)
    for rows in np.split(rows_of(12), sorted(cuts)):
        part = make_children(hints[rows], pattern, pattern, seeds[rows], 2_000, walks.take(rows))
        assert (part == whole[rows]).all()


DIGITS = st.permutations(range(1, 10))


@given(names=DIGITS, held=st.sets(st.integers(0, 23), max_size=5), row=st.integers(0, 11))
@settings(deadline=None)
def test_normal_form_is_one_for_all_names_and_keeps_the_fixed_digits(puzzles, pattern, names, held, row) -> None:
    fixed = np.zeros(81, dtype=bool)
    fixed[np.flatnonzero(pattern)[sorted(held)]] = True
    hints = puzzles[row]
    kept = set(hints[fixed].tolist())
    free = [d for d in range(1, 10) if d not in kept]
    table = np.arange(10, dtype=np.uint8)
    table[free] = [d for d in names if d not in kept]
    renamed = table[hints]
    a, b = normal_form(np.stack([hints, renamed]), pattern, fixed)
    assert (a == b).all()
    assert (a[fixed] == hints[fixed]).all()
    assert same_puzzle(a, hints)
    if held:
        assert (relabel_batch(a[None]) == relabel_batch(hints[None])).all()
    assert (normal_form(a[None], pattern, fixed)[0] == a).all()


def test_normal_form_is_one_for_all_symmetries_of_the_pattern(puzzles, pattern) -> None:
    moves = pattern_symmetries(pattern)
    assert len(moves) == 32
    none = np.zeros(81, dtype=bool)
    for hints in puzzles:
        images = normal_form(hints[moves], pattern, none)
        assert len({row.tobytes() for row in images}) == 1
        assert ((images[0] > 0) == pattern).all()
        assert same_puzzle(images[0], hints)
    assert len({row.tobytes() for row in normal_form(puzzles, pattern, none)}) == len(puzzles)


def test_join_walks_puts_rows_behind_that_stand_still() -> None:
    walks = Walks(np.array([2, -1]), np.array([3, 0]), np.full((2, 81), 7, np.uint8))
    longer = join_walks(walks, 2)
    assert longer.moves.tolist() == [2, -1, -1, -1]
    assert longer.steps.tolist() == [3, 0, 0, 0]
    assert longer.solutions.shape == (4, 81)
    assert longer.solutions.dtype == np.uint8
    assert (longer.solutions[:2] == 7).all()
    assert not longer.solutions[2:].any()
    assert join_walks(walks, 0).moves.tolist() == [2, -1]
    back = longer.take(np.array([3, 0]))
    assert back.moves.tolist() == [-1, 2]
    assert back.steps.tolist() == [0, 3]
    assert (back.solutions[:, 0] == [0, 7]).all()
