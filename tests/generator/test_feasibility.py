import numpy as np
import pytest

from generator.feasibility import find, refusal, repair_batch
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
