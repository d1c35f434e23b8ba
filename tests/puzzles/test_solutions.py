"""The exact counter against a slow search of our own, on grids with one, several and no solutions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.grid import conflicts, from_characters
from puzzles.solutions import count, count_batch

EULER = from_characters("..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..")
SOLUTION = from_characters("483921657967345821251876493548132976729564138136798245372689514814253769695417382")


def slow(values: list[int], limit: int) -> set[tuple[int, ...]]:
    """All solutions up to a limit: the cell with the fewest digits first, sets only."""

    def free(board: list[int], cell: int) -> set[int]:
        r, c = divmod(cell, 9)
        top, left = r - r % 3, c - c % 3
        seen = {board[9 * r + k] for k in range(9)} | {board[9 * k + c] for k in range(9)}
        seen |= {board[9 * (top + k // 3) + left + k % 3] for k in range(9)}
        return set(range(1, 10)) - seen

    if conflicts(np.array(values, np.uint8)):
        return set()
    found: set[tuple[int, ...]] = set()

    def go(board: list[int]) -> None:
        best: tuple[int, set[int]] | None = None
        for cell in range(81):
            if not board[cell]:
                options = free(board, cell)
                if best is None or len(options) < len(best[1]):
                    best = (cell, options)
        if best is None:
            found.add(tuple(board))
            return
        for digit in best[1]:
            if len(found) >= limit:
                return
            board[best[0]] = digit
            go(board)
            board[best[0]] = 0

    go(list(values))
    return found


def renamed(seed: int):
    """The known solution with digits renamed, lines moved inside bands and stacks, and perhaps transposed."""
    random = np.random.default_rng(seed)
    rows = np.concatenate([3 * band + random.permutation(3) for band in random.permutation(3)])
    columns = np.concatenate([3 * stack + random.permutation(3) for stack in random.permutation(3)])
    grid = SOLUTION.reshape(9, 9)[rows][:, columns]
    grid = grid.T if random.random() < 0.5 else grid
    return (1 + random.permutation(9))[grid.reshape(81) - 1].astype(np.uint8)


def test_a_known_puzzle():
    number, found = count(EULER)
    assert number == 1
    assert [f.tolist() for f in found] == [SOLUTION.tolist()]
    assert slow(EULER.tolist(), 3) == {tuple(SOLUTION.tolist())}


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(24, 70), st.booleans())
def test_counts_and_solutions_agree_with_the_slow_search(seed: int, number: int, spoil: bool):
    """Random parts of a solution have one or several; with a digit changed often none."""
    random = np.random.default_rng(seed)
    grid = np.where(random.permutation(81) < number, renamed(seed), 0).astype(np.uint8)
    if spoil:
        cell = random.choice(np.flatnonzero(grid))
        grid[cell] = grid[cell] % 9 + 1
    expected = slow(grid.tolist(), 50)
    total, found = count(grid, 50)
    assert total == len(expected)
    assert len(found) == min(2, total)
    assert {tuple(f.tolist()) for f in found} <= expected or total == 50
    for solution in found:
        assert (solution[grid > 0] == grid[grid > 0]).all()
        assert not conflicts(solution)
        assert (solution > 0).all()
    if total > 1:
        assert found[0].tolist() != found[1].tolist()


def test_two_solutions_by_hand():
    """A rectangle in two boxes that holds two digits crosswise can be turned over: two solutions, no more."""
    for a in range(0, 81, 9):
        for b in range(a + 9, (a // 27 + 1) * 27, 9):
            for c in range(9):
                for d in range(9):
                    crosswise = SOLUTION[a + c] == SOLUTION[b + d] and SOLUTION[a + d] == SOLUTION[b + c]
                    if c // 3 != d // 3 and crosswise:
                        grid = SOLUTION.copy()
                        grid[[a + c, b + d, a + d, b + c]] = 0
                        number, found = count(grid, 10)
                        assert number == 2
                        other = SOLUTION.copy()
                        other[[a + c, a + d, b + c, b + d]] = SOLUTION[[a + d, a + c, b + d, b + c]]
                        assert {tuple(f.tolist()) for f in found} == {tuple(SOLUTION.tolist()), tuple(other.tolist())}
                        return
    pytest.fail("the solution has no such rectangle")


def test_none_with_and_without_equal_digits_in_a_unit():
    twice = EULER.copy()
    twice[0] = 3
    assert count(twice) == (0, [])
    wrong = EULER.copy()
    wrong[0] = 5
    assert not conflicts(wrong)
    assert count(wrong) == (0, [])
    full = SOLUTION.copy()
    full[0], full[1] = full[1], full[0]
    assert count(full) == (0, [])


def test_limits():
    empty = np.zeros(81, np.uint8)
    for limit in (1, 2, 1000):
        assert count(empty, limit)[0] == limit
    assert count(empty, 0)[0] == 1, "a limit below 1 is taken as 1"
    assert count(SOLUTION)[0] == 1


def test_grids_with_few_hints_take_few_branches():
    """Nothing is decided there without looking ahead: branches that do not see a contradiction would never end."""
    random = np.random.default_rng(3)
    grids = np.array([np.where(random.permutation(81) < random.integers(18), renamed(k), 0) for k in range(2_000)])
    bands = np.array([renamed(k) for k in range(100)])
    bands[:, 27:] = 0
    grids = np.concatenate([grids, bands, bands.reshape(-1, 9, 9).transpose(0, 2, 1).reshape(-1, 81)]).astype(np.uint8)
    wrong = grids.copy()
    wrong[np.arange(len(wrong)), random.integers(0, 81, len(wrong))] = random.integers(1, 10, len(wrong))
    for batch, limit, most in ((grids, 2, 200), (grids, 100, 400), (wrong, 2, 200)):
        result = count_batch(batch, limit)
        assert result.branches.max() < most
    assert (count_batch(grids, 100).counts == 100).mean() > 0.9


def test_where_nothing_is_guessed_there_are_no_branches():
    assert count_batch(np.array([EULER, SOLUTION])).branches.tolist() == [0, 0]


def test_batches_keep_their_order_and_their_input():
    twice = EULER.copy()
    twice[0] = 3
    grids = np.array([EULER, np.zeros(81, np.uint8), twice, SOLUTION])
    before = grids.copy()
    result = count_batch(grids)
    assert result.counts.tolist() == [1, 2, 0, 1]
    assert (grids == before).all()
    assert (result.found[0, 0] == SOLUTION).all()
    assert not result.found[0, 1].any()
    assert not result.found[2].any()
    assert count_batch(np.zeros((0, 81), np.uint8)).counts.shape == (0,)
