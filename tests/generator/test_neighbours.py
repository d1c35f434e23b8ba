"""Small moves: whatever the seed, a child is a puzzle with one solution, near its mother and not the same."""

from __future__ import annotations

import numpy as np
import pytest
from generator.neighbours import (
    MOVES,
    _digit_chain,
    _line_cycle,
    take_steps,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.feasibility import find
from puzzles.canonical import relabel_batch
from puzzles.kernel import kernel
from puzzles.solutions import count_batch

SEEDS = st.integers(0, 2**63 - 1)
KINDS = st.sampled_from(range(len(MOVES)))


def walk(mothers, free, move, steps, seeds):
    n = len(mothers)
    solutions = count_batch(mothers).found[:, 0]
    return take_steps(
        mothers,
        solutions,
        free,
        np.broadcast_to(np.asarray(move, np.int64), n).copy(),
        np.broadcast_to(np.asarray(steps, np.int64), n).copy(),
        np.asarray(seeds, np.uint64),
    )


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


@pytest.mark.parametrize("move", range(len(MOVES)), ids=MOVES)
def test_one_step_never_comes_back_to_the_mother(puzzles, pattern, move) -> None:
    mothers = np.repeat(puzzles, 30, axis=0)
    children, found = walk(mothers, pattern, move, 1, 1000 * move + np.arange(360))
    assert found.mean() > 0.5
    same = (relabel_batch(children) == relabel_batch(mothers)).all(axis=1)
    assert not same[found].any()
    assert len(np.unique(relabel_batch(children[found]), axis=0)) > 12


def test_nor_where_a_digit_is_missing(pattern) -> None:
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


def test_how_many_hints_a_change_or_a_swap_touches(puzzles, pattern) -> None:
    mothers = np.repeat(puzzles, 20, axis=0)
    for name, numbers in (("change_one", {1}), ("change_two", {1, 2}), ("swap_two", {2})):
        children, found = walk(mothers, pattern, MOVES.index(name), 1, np.arange(240))
        changed = children[found] != mothers[found]
        assert set(changed.sum(axis=1).tolist()) <= numbers
        assert max(numbers) in changed.sum(axis=1)
        if name == "swap_two":
            assert (np.sort(children[found], axis=1) == np.sort(mothers[found], axis=1)).all()


def is_solution(grid) -> bool:
    """Rows, columns and boxes by the rules' own words, nothing shared with the kernels."""
    g = np.asarray(grid).reshape(9, 9)
    units = [*g, *g.T, *(g[r : r + 3, c : c + 3].ravel() for r in (0, 3, 6) for c in (0, 3, 6))]
    return all(sorted(unit.tolist()) == list(range(1, 10)) for unit in units)


def exchanged_between_two_lines(g, h) -> bool:
    """Whether the rows of h are those of g but for two rows of one band, which exchange some of their digits."""
    lines = np.flatnonzero((g != h).any(axis=1))
    if len(lines) != 2 or lines[0] // 3 != lines[1] // 3:
        return False
    a, b = lines
    places = g[a] != h[a]
    return bool((places == (g[b] != h[b])).all() and (g[a] == h[b])[places].all() and (g[b] == h[a])[places].all())


@kernel
def _moved_grids(solutions, seeds, chain, grids):
    state = np.empty(1, np.uint64)
    stack = np.empty(81, np.int64)
    for n in range(solutions.shape[0]):
        state[0] = seeds[n]
        if chain:
            _digit_chain(solutions[n], state, grids[n], stack)
        else:
            _line_cycle(solutions[n], state, grids[n])


def moved_grids(solutions, name, seeds):
    grids = np.zeros_like(solutions)
    _moved_grids(solutions, seeds, name == "digit_chain", grids)
    return grids


@pytest.mark.parametrize("name", ["line_cycle", "digit_chain"])
def test_a_moved_grid_is_a_solution_still(puzzles, name) -> None:
    solutions = np.repeat(count_batch(puzzles).found[:, 0], 50, axis=0)
    grids = moved_grids(solutions, name, np.arange(600, dtype=np.uint64))
    for before, after in zip(solutions, grids, strict=True):
        assert is_solution(after)
        assert (before != after).any()
        cells = np.flatnonzero(before != after)
        if name == "digit_chain":
            # two digits, each where the other was
            pairs = {frozenset((int(before[c]), int(after[c]))) for c in cells}
            assert len(pairs) == 1
        else:
            g, h = before.reshape(9, 9), after.reshape(9, 9)
            # four cells may be read either way
            assert exchanged_between_two_lines(g, h) or exchanged_between_two_lines(g.T, h.T)


@pytest.mark.parametrize("name", ["line_cycle", "digit_chain"])
def test_a_moved_grid_gives_the_childs_solution(puzzles, pattern, name) -> None:
    """The child's one solution differs from the mother's as the move says: it was cut from such a grid."""
    mothers = np.repeat(puzzles, 10, axis=0)
    children, found = walk(mothers, pattern, MOVES.index(name), 1, np.arange(120))
    assert found.all()
    old, new = count_batch(mothers).found[:, 0], count_batch(children).found[:, 0]
    for a, b in zip(old, new, strict=True):
        cells = np.flatnonzero(a != b)
        assert len(cells) > 0
        if name == "digit_chain":
            assert len({frozenset((int(a[c]), int(b[c]))) for c in cells}) == 1
        else:
            assert min(len(set((cells // 9).tolist())), len(set((cells % 9).tolist()))) == 2


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
    line_cycle = MOVES.index("line_cycle")
    near, _ = walk(mothers, pattern, line_cycle, 1, np.arange(200))
    far, _ = walk(mothers, pattern, line_cycle, 7, np.arange(200))
    assert len(np.unique(far, axis=0)) > len(np.unique(near, axis=0)) > 1
    assert (far != mothers).sum() > (near != mothers).sum()


@pytest.mark.parametrize("move", range(len(MOVES)), ids=MOVES)
def test_where_no_cell_may_change_there_is_no_step(puzzles, move) -> None:
    children, found = walk(puzzles, np.zeros(81, dtype=bool), move, 3, np.arange(12))
    assert not found.any()
    assert (children == puzzles).all()


def test_no_steps_and_no_rows(puzzles, pattern) -> None:
    children, found = walk(puzzles, pattern, 0, 0, np.arange(12))
    assert (children == puzzles).all()
    assert not found.any()
    children, found = walk(puzzles[:0], pattern, 0, 1, np.zeros(0))
    assert children.shape == (0, 81)
    assert found.shape == (0,)
