"""Small moves: whatever the seed, a child is a puzzle with one solution, near its mother and not the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import walk

from generator.sudoku.feasibility import find
from generator.sudoku.operators import MOVES
from generator.sudoku.operators.steps import take_steps
from puzzles.canonical import relabel_batch
from puzzles.solutions import count_batch

SEEDS = st.integers(0, 2**63 - 1)
KINDS = st.sampled_from(range(len(MOVES)))


@given(seed=SEEDS, move=KINDS, steps=st.integers(1, 7), held=st.sets(st.integers(0, 23), max_size=12))
@settings(max_examples=60, deadline=None)
def test_every_child_is_a_puzzle_on_the_pattern(puzzles, pattern, seed, move, steps, held) -> None:
    cells = np.flatnonzero(pattern)
    fixed = cells[sorted(held)]
    free = pattern.copy()
    free[fixed] = False
    before = puzzles.copy()
    children, found = walk(puzzles, free, move, steps, seed + np.arange(12))
    assert (puzzles == before).all()
    assert ((children > 0) == pattern).all()
    assert children.max() <= 9
    assert (count_batch(children).counts == 1).all()
    assert (children[:, fixed] == puzzles[:, fixed]).all()
    assert (children[~found] == puzzles[~found]).all()


def test_no_step_comes_back_to_the_mother_where_a_digit_is_missing(pattern) -> None:
    """A digit that stands once and the one that stands nowhere can be renamed into each other."""
    mothers = find(pattern, 200, seed=3).hints
    counts = np.stack([(mothers == d).sum(axis=1) for d in range(1, 10)], axis=1)
    once = np.flatnonzero(((counts <= 1).sum(axis=1) >= 2) | (counts == 0).any(axis=1))
    assert len(once) >= 3, "the sample holds some"
    mothers = np.repeat(mothers[once], 100, axis=0)
    for move in range(len(MOVES)):
        children, found = walk(mothers, pattern, move, 1, np.arange(len(mothers)))
        same = (relabel_batch(children) == relabel_batch(mothers)).all(axis=1)
        assert found.any()
        assert not same[found].any(), MOVES[move]


@given(seed=SEEDS, cut=st.lists(st.integers(0, 12), max_size=4), random=st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_a_child_depends_on_its_seed_alone(puzzles, pattern, seed, cut, random) -> None:
    moves = np.array([random.randrange(len(MOVES)) for _ in range(12)])
    steps = np.array([random.randrange(1, 8) for _ in range(12)])
    seeds = seed + np.arange(12)
    whole, found = walk(puzzles, pattern, moves, steps, seeds)
    order = np.array(random.sample(range(12), 12))
    for rows in np.split(order, sorted(cut)):
        part, some = walk(puzzles[rows], pattern, moves[rows], steps[rows], seeds[rows])
        assert (part == whole[rows]).all()
        assert (some == found[rows]).all()


def test_other_seeds_give_other_children_and_more_steps_lead_further(puzzles, pattern) -> None:
    mothers = np.repeat(puzzles[:1], 200, axis=0)
    near, _ = walk(mothers, pattern, "line_cycle", 1, np.arange(200))
    far, _ = walk(mothers, pattern, "line_cycle", 7, np.arange(200))
    assert len(np.unique(far, axis=0)) > len(np.unique(near, axis=0)) > 1
    assert (far != mothers).sum() > (near != mothers).sum()


@pytest.mark.parametrize("move", range(len(MOVES)), ids=MOVES)
def test_where_no_cell_may_change_there_is_no_step(puzzles, move) -> None:
    children, found = walk(puzzles, np.zeros(81, dtype=bool), move, 3, np.arange(12))
    assert not found.any()
    assert (children == puzzles).all()


def test_steps_know_their_solutions_and_count_what_was_rejected_once(puzzles, pattern) -> None:
    """Twice the same row: the second time, few but the children themselves are counted."""
    moves = np.arange(12) % len(MOVES)
    rows = np.repeat(np.arange(12), 2)
    arrived = take_steps(
        puzzles[rows],
        count_batch(puzzles).found[:, 0][rows],
        pattern,
        moves[rows],
        np.full(24, 2),
        rows.astype(np.uint64),
    )
    assert (arrived.hints[::2] == arrived.hints[1::2]).all()
    assert (arrived.solutions == count_batch(arrived.hints).found[:, 0]).all()
    first, second = arrived.counts[::2], arrived.counts[1::2]
    assert (second >= arrived.found[1::2]).all()
    assert first.sum() > 5 * second.sum()


def test_no_steps_and_no_rows(puzzles, pattern) -> None:
    children, found = walk(puzzles, pattern, 0, 0, np.arange(12))
    assert (children == puzzles).all()
    assert not found.any()
    children, found = walk(puzzles[:0], pattern, 0, 1, np.zeros(0))
    assert children.shape == (0, 81)
    assert found.shape == (0,)
