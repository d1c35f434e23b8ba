import numpy as np
import pytest

from generator.sudoku.feasibility import find, refusal, repair_batch
from puzzles.errors import InputError
from puzzles.grid import from_characters
from puzzles.pattern import named_pattern
from puzzles.propagation import propagate_batch
from puzzles.solutions import count_batch

PATTERN = named_pattern("eccomp2024-24")


def test_find_gives_unique_puzzles_that_fill_the_pattern() -> None:
    batch = find(PATTERN, 20, seed=3)
    assert batch.failures == 0
    assert batch.hints.shape == (20, 81)
    assert ((batch.hints > 0) == PATTERN).all()
    assert (count_batch(batch.hints).counts == 1).all()
    assert (batch.steps > 0).all()
    assert (batch.tries > 0).all()


def test_find_repeats_itself_and_does_not_depend_on_the_count() -> None:
    long, short, other = find(PATTERN, 6, seed=5), find(PATTERN, 2, seed=5), find(PATTERN, 6, seed=6)
    assert (long.hints[:2] == short.hints).all()
    assert (long.hints != other.hints).any(axis=1).all()


def test_singles_only_puzzles_are_finished_by_singles() -> None:
    batch = find(PATTERN, 30, seed=1, singles_only=True)
    _, _, left = propagate_batch(batch.hints)
    assert (left == 0).all()


def test_fixed_digits_stand() -> None:
    fixed = np.zeros(81, np.uint8)
    fixed[0], fixed[11], fixed[80] = 9, 4, 9
    batch = find(PATTERN, 10, seed=2, fixed=fixed)
    assert batch.failures == 0
    assert (batch.hints[:, fixed > 0] == fixed[fixed > 0]).all()
    assert (count_batch(batch.hints).counts == 1).all()


def test_a_small_budget_is_reported_as_failures() -> None:
    batch = find(PATTERN, 5, seed=1, budget=3)
    assert batch.failures == 5
    assert batch.hints.shape == (0, 81)


def test_repair_changes_only_free_cells() -> None:
    parents = find(PATTERN, 60, seed=9).hints
    rng = np.random.default_rng(4)
    children = np.where(rng.random((30, 81)) < 0.5, parents[:30], parents[30:])
    free = PATTERN.copy()
    free[np.flatnonzero(PATTERN)[:4]] = False
    sound = np.array([refusal(PATTERN, np.where(free, 0, c).astype(np.uint8)) is None for c in children])
    result = repair_batch(children, free, np.arange(30, dtype=np.uint64), budget=200_000)
    assert (result.repaired == sound).all()
    assert (result.hints[:, ~free] == children[:, ~free]).all()
    assert (count_batch(result.hints[result.repaired]).counts == 1).all()


def test_repair_leaves_a_valid_puzzle_alone() -> None:
    puzzles = find(PATTERN, 10, seed=8).hints
    result = repair_batch(puzzles, PATTERN, np.zeros(10, np.uint64), budget=100)
    assert result.repaired.all()
    assert (result.hints == puzzles).all()


@pytest.mark.parametrize(
    ("cells", "digits", "part"),
    [
        ([0, 80], [1, 1], "None"),
        ([0, 8], [5, 5], "two 5s in row 1 (r1c1 and r1c9)"),
        ([1], [5], "r1c2 = 5 is fixed, but the pattern has no hint there"),
    ],
)
def test_refusal_of_fixed_digits(cells: list[int], digits: list[int], part: str) -> None:
    fixed = np.zeros(81, np.uint8)
    fixed[cells] = digits
    assert part in str(refusal(PATTERN, fixed))


def test_refusal_raises_in_find() -> None:
    with pytest.raises(InputError, match="at least 17"):
        find(from_characters("1" * 16 + "." * 65) > 0, 1, seed=1)


def test_repair_stays_near_a_child_with_one_changed_hint() -> None:
    puzzles = find(PATTERN, 100, seed=12).hints
    children = puzzles.copy()
    cells = np.flatnonzero(PATTERN)
    for row, child in enumerate(children):
        cell = cells[row % len(cells)]
        child[cell] = child[cell] % 9 + 1
    result = repair_batch(children, PATTERN, np.arange(100, dtype=np.uint64), budget=100_000)
    distance = (result.hints != children).sum(axis=1)
    assert result.repaired.all()
    assert np.median(distance) <= 4
    assert distance.max() < len(cells)


def test_repair_gives_up_on_hints_that_may_not_change() -> None:
    child = find(PATTERN, 1, seed=1).hints
    child[0, [0, 80]] = 5
    child[0, 11] = 5  # two 5s in box 1, none of them free
    free = PATTERN.copy()
    free[[0, 11]] = False
    result = repair_batch(child, free, np.zeros(1, np.uint64), budget=100_000)
    assert not result.repaired.any()
    assert (result.hints == child).all()
    assert result.steps[0] < 10


def test_any_technique_finds_what_locked_candidates_cannot_finish() -> None:
    # the pattern of 1......32.5.8...............6.5..4..2..3.....7............21....4....6......7.5..,
    # a puzzle that needs more than locked candidates
    marks = "100000011010100000000000000010100100100100000100000000000011000010000100000010100"
    pattern = from_characters(marks) > 0
    assert find(pattern, 1, seed=1, budget=20_000).failures == 1
    batch = find(pattern, 1, seed=1, budget=2_000_000, any_technique=True)
    assert batch.failures == 0
    assert ((batch.hints > 0) == pattern).all()
    assert count_batch(batch.hints).counts.tolist() == [1]


def test_singles_only_and_any_technique_exclude_each_other() -> None:
    with pytest.raises(InputError, match="exclude"):
        find(PATTERN, 1, seed=1, singles_only=True, any_technique=True)


def test_a_pattern_of_every_cell_gives_full_grids() -> None:
    batch = find(np.ones(81, bool), 5, seed=1)
    assert batch.failures == 0
    assert (count_batch(batch.hints).counts == 1).all()


def test_refusal_when_fewer_than_eight_digits_are_possible() -> None:
    full = find(np.ones(81, bool), 1, seed=1).hints[0]
    fixed = np.where(full <= 6, full, 0).astype(np.uint8)
    pattern = fixed > 0
    pattern[np.flatnonzero(full == 7)[0]] = True
    assert "7 different digits at most" in str(refusal(pattern, fixed))
    pattern[np.flatnonzero(full == 8)[0]] = True
    assert refusal(pattern, fixed) is None


def test_refusal_of_fixed_digits_without_a_solution() -> None:
    fixed = np.zeros(81, np.uint8)
    fixed[:8] = range(1, 9)
    fixed[17] = 9  # r2c9 sees r1c9, which needs a 9
    assert refusal(fixed == fixed, fixed) == "the fixed digits have no solution"
