"""From what the breeding hands over to hint arrays that may be judged: steps, repair, normal form, new ones only."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.difficulty import SIX, finishes
from evaluation.table import Table
from generator.search.known import digests, is_known
from generator.search.problem import BRED, FRESH, GIVEN, NONE
from generator.sudoku.feasibility import repair_batch
from generator.sudoku.operators import MOVES
from generator.sudoku.operators.steps import take_steps
from puzzles.canonical import canonical_batch, pattern_symmetries, relabel_batch
from puzzles.randomness import combine_all

_MOST_SYMMETRIES: Final = 1_024
"""Beyond, trying them all would cost more than the evaluation."""
_STEPS: Final = 8
"""Steps over known puzzles on the way to a new one."""
_CLIMBS: Final = 2


def make_children(
    recipes: Table,
    pattern: NDArray[np.bool_],
    free: NDArray[np.bool_],
    seeds: NDArray[np.uint64],
    repair_budget: int,
    known: NDArray[np.uint64] | None = None,
    allowed: int = SIX,
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Children, and where they are asked to be new, none that is known.

    A child that small moves arrived at has one solution and stays as it is; others are repaired. Where the moves
    arrived at a known puzzle, or at one that no technique finishes, more moves follow until they meet a new puzzle.
    What is still not new gives its place to a puzzle of the feasibility search; so a search whose neighbourhoods are
    used up gets new blood by itself.

    Args:
        recipes: see `generator.sudoku.breeding.given`; children, or mothers where small moves begin.
        pattern, free: (81,) hint cells, and those whose digit may change.
        seeds: (n,) random streams.
        repair_budget: propagations for the repair of a child, or for a new puzzle; 0 for neither.
        known: names of puzzles that are not wanted, ascending; None where any may come.
        allowed: mask of the technique families that may be needed.

    Returns:
        (n, 81) children in normal form, and (n,) their origins: NONE (the hints say nothing), GIVEN, BRED or FRESH.
    """
    hints, solutions = recipes["genome"], recipes["solution"]
    fixed = pattern & ~free
    moving = recipes["move"] >= 0
    children = hints.copy()
    origin = np.where(recipes["bred"], BRED, GIVEN)
    rough = ~moving
    rows = np.flatnonzero(moving)
    if len(rows):
        arrived = take_steps(
            hints[rows], solutions[rows], free, recipes["move"][rows], recipes["steps"][rows], seeds[rows]
        )
        children[rows] = arrived.hints
        rough[rows[~arrived.found]] = True
    if repair_budget:
        rows = np.flatnonzero(rough)
        children[rows] = repair_batch(children[rows], free, seeds[rows], repair_budget).hints
    children = normal_form(children, pattern, fixed)
    if known is None:
        return children, origin
    unwanted = is_known(known, digests(children))
    fresh = np.flatnonzero(moving & ~rough & ~unwanted)
    unwanted[fresh] = ~finishes(children[fresh], allowed)

    def offer(rows: NDArray[np.int64], made: NDArray[np.uint8], kind: int) -> None:
        """Put what is new and can be finished in the place of what is not."""
        made = normal_form(made, pattern, fixed)
        good = ~is_known(known, digests(made))
        good[good] = finishes(made[good], allowed)
        children[rows[good]] = made[good]
        origin[rows[good]] = kind
        unwanted[rows[good]] = False

    rows = np.flatnonzero(unwanted & moving)
    if len(rows):
        at, solutions = hints[rows], solutions[rows]
        for attempt in range(1, 1 + _STEPS):
            if not len(rows):
                break
            streams = combine_all(seeds[rows], attempt)
            moves = ((streams >> np.uint64(32)) % np.uint64(len(MOVES))).astype(np.int64)
            arrived = take_steps(at, solutions, free, moves, np.ones(len(rows), np.int64), streams)
            offer(rows[arrived.found], arrived.hints[arrived.found], BRED)
            left = unwanted[rows]
            rows, at, solutions = rows[left], arrived.hints[left], arrived.solutions[left]
    for attempt in range(_CLIMBS if repair_budget else 0):
        rows = np.flatnonzero(unwanted)
        if not len(rows):
            break
        empty = np.where(free, 0, hints[rows]).astype(np.uint8)
        made, found = _climb(empty, free, combine_all(seeds[rows], 1 + _STEPS + attempt), repair_budget)
        offer(rows[found], made[found], FRESH)
    origin[unwanted] = NONE
    return children, origin


def _climb(
    empty: NDArray[np.uint8], free: NDArray[np.bool_], seeds: NDArray[np.uint64], budget: int
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """New puzzles, and which were found: half of them such as singles and locked candidates finish, half any."""
    hints = empty.astype(np.uint8)
    found = np.zeros(len(hints), np.bool_)
    for any_technique in (False, True):
        rows = np.flatnonzero((seeds >> np.uint64(32)) % np.uint64(2) == np.uint64(any_technique))
        climbed = repair_batch(hints[rows], free, seeds[rows], budget, any_technique=any_technique)
        hints[rows], found[rows] = climbed.hints, climbed.repaired
    return hints, found


def normal_form(hints: NDArray[np.uint8], pattern: NDArray[np.bool_], fixed: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """(n, 81) hints, the same for puzzles that differ by names of digits and symmetries of the pattern only.

    With fixed cells no symmetry is free to use, and their digits keep their names. Where a pattern has very many
    symmetries, only the names count.

    Args:
        pattern: (81,) hint cells.
        fixed: (81,) cells that hold the same digit in every row.
    """
    if not fixed.any():
        symmetries = pattern_symmetries(pattern)
        return canonical_batch(hints, symmetries) if len(symmetries) <= _MOST_SYMMETRIES else relabel_batch(hints)
    named = np.empty_like(hints)
    for row, source in enumerate(hints):
        kept = set(source[fixed].tolist()) | {0}
        order = [d for d in dict.fromkeys(source.tolist()) if d not in kept]
        names = np.arange(10, dtype=np.uint8)
        rest = [d for d in range(1, 10) if d not in kept]
        names[order + [d for d in rest if d not in order]] = rest
        named[row] = names[source]
    return named
