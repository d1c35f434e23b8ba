"""From a hint pattern to valid puzzles, and from invalid hints to valid ones near them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from generator.sudoku.climb import LOCKED, SINGLES, UNIQUE, climb, new_work
from puzzles.errors import InputError
from puzzles.geometry import cell_name
from puzzles.grid import Grid, describe_conflict
from puzzles.kernel import kernel
from puzzles.pattern import Pattern, impossible_reason
from puzzles.randomness import combine_all
from puzzles.solutions import count

DEFAULT_BUDGET: Final = 20_000_000
"""Propagations for one puzzle, about ten seconds."""


@dataclass(frozen=True, slots=True)
class FeasibleBatch:
    """Valid puzzles on one pattern, in the order of their random streams."""

    hints: NDArray[np.uint8]
    """(n, 81): puzzles with exactly one solution, every cell of the pattern filled."""
    steps: NDArray[np.int64]
    """(n,): propagations that each of them took."""
    tries: NDArray[np.int64]
    """(n,): starts that each of them took."""
    failures: int
    """Puzzles not found within the budget: n + failures is the count asked for."""


@dataclass(frozen=True, slots=True)
class RepairedBatch:
    """What became of a batch of hints."""

    hints: NDArray[np.uint8]
    """(n, 81): valid puzzles where `repaired`; elsewhere the hints as they were given."""
    repaired: NDArray[np.bool_]
    """(n,): whether the puzzle is valid now."""
    steps: NDArray[np.int64]
    """(n,): propagations spent."""


@kernel
def repair_many(hints, free, seeds, budget, finish, done, steps, starts):
    """Climb from each of (n, 81) hints in place; see `generator.sudoku.climb.climb`.

    Args:
        hints: (n, 81) uint8; free: (n, 81) uint8; seeds: (n,) uint64.
        budget: propagations for each; finish: the kind of puzzle wanted.
        done: (n,) bool, written; steps, starts: (n,) int64, written.
    """
    work = new_work()
    state = np.empty(1, np.uint64)
    for n in range(hints.shape[0]):
        state[0] = seeds[n]
        done[n], steps[n], starts[n] = climb(hints[n], free[n], state, budget, finish, work)


def _finish(singles_only: bool, any_technique: bool) -> int:
    if singles_only and any_technique:
        raise InputError("singles_only and any_technique exclude each other")
    return SINGLES if singles_only else UNIQUE if any_technique else LOCKED


def repair_batch(
    hints: NDArray[np.uint8],
    free: NDArray[np.bool_] | NDArray[np.uint8],
    seeds: NDArray[np.uint64],
    budget: int,
    *,
    singles_only: bool = False,
    any_technique: bool = False,
) -> RepairedBatch:
    """Drive each of (n, 81) hints to a valid puzzle close to it.

    Args:
        hints: any digits; 0 in a free cell is a hint yet to be chosen.
        free: (81,) or (n, 81), true where a digit may be changed and must stand in the end.
        seeds: (n,), one a row.
        budget: most propagations for one row.
        singles_only, any_technique: as in `find`.
    """
    grids = np.array(hints, dtype=np.uint8, order="C")
    # a copy, for a view of one row would be read only, and the kernel compiled once more for it
    mask = np.broadcast_to(np.asarray(free, dtype=np.uint8), grids.shape).copy()
    done = np.empty(len(grids), np.bool_)
    steps = np.empty(len(grids), np.int64)
    starts = np.empty(len(grids), np.int64)
    finish = _finish(singles_only, any_technique)
    repair_many(grids, mask, np.ascontiguousarray(seeds, dtype=np.uint64), budget, finish, done, steps, starts)
    grids[~done] = hints[~done]
    return RepairedBatch(grids, done, steps)


def refusal(pattern: Pattern, fixed: Grid | None = None) -> str | None:
    """Why no valid puzzle with these fixed digits can stand on the pattern, in one line; None if nothing forbids it."""
    reason = impossible_reason(pattern)
    if reason or fixed is None:
        return reason
    off = np.flatnonzero((fixed > 0) & ~pattern.astype(bool))
    if len(off):
        return f"{cell_name(int(off[0]))} = {fixed[off[0]]} is fixed, but the pattern has no hint there"
    conflict = describe_conflict(fixed)
    if conflict:
        return f"the fixed digits hold {conflict}"
    free = int((pattern.astype(bool) & (fixed == 0)).sum())
    kinds = len(set(fixed[fixed > 0].tolist()))
    if kinds + free < 8:
        return f"the fixed digits leave {kinds + free} different digits at most, a puzzle with one solution needs 8"
    if count(fixed, 1)[0] == 0:
        return "the fixed digits have no solution"
    return None


def find(
    pattern: Pattern,
    count: int,
    seed: int,
    *,
    fixed: Grid | None = None,
    budget: int = DEFAULT_BUDGET,
    singles_only: bool = False,
    any_technique: bool = False,
) -> FeasibleBatch:
    """Valid puzzles on a pattern, each from a random stream of its own.

    Args:
        pattern: (81,) hint cells; each puzzle fills them all and no other.
        count: puzzles wanted.
        seed: the same seed gives the same puzzles; puzzle k does not depend on `count`.
        fixed: (81,) digits that must stand in hint cells, 0 where any may.
        budget: most propagations for one puzzle.
        singles_only: only puzzles that hidden and naked singles finish. Without it locked candidates count too.
        any_technique: any puzzle with one solution, also one that needs more than locked candidates.

    Raises:
        InputError: when no puzzle can exist, with the reason.
    """
    reason = refusal(pattern, fixed)
    if reason:
        raise InputError(reason)
    start = np.zeros(81, np.uint8) if fixed is None else fixed.astype(np.uint8)
    hints = np.tile(start, (count, 1))
    free = np.tile((pattern.astype(bool) & (start == 0)).astype(np.uint8), (count, 1))
    seeds = combine_all(seed % 2**64, np.arange(count))
    done = np.empty(count, np.bool_)
    steps = np.empty(count, np.int64)
    starts = np.empty(count, np.int64)
    repair_many(hints, free, seeds, budget, _finish(singles_only, any_technique), done, steps, starts)
    return FeasibleBatch(hints[done], steps[done], starts[done], int((~done).sum()))
