"""From what the breeding hands over to hint arrays that may be judged: steps, repair, normal form, new ones only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.difficulty import finishes
from generator.search.known import digests, is_known
from generator.sudoku.feasibility import repair_batch
from generator.sudoku.operators import MOVES
from generator.sudoku.operators.steps import take_steps
from puzzles.canonical import canonical_batch, pattern_symmetries, relabel_batch

_MOST_SYMMETRIES: Final = 1_024
"""Beyond, trying them all would cost more than the evaluation."""
_STEPS: Final = 8
"""Steps over known puzzles on the way to a new one."""
_CLIMBS: Final = 2
_STREAM: Final = 0xD1B54A32D192ED03

NONE: Final = -1
"""Origin of a row that brought no new puzzle."""
GIVEN: Final = 0
"""Origin of hints that were judged as they came, and of known ones."""
BRED: Final = 1
"""Origin of a child of its operator."""
FRESH: Final = 2
"""Origin of a puzzle of the feasibility search, in the place of a child that is known already."""


@dataclass(frozen=True, slots=True)
class Walks:
    """Walks over neighbours that make children of their mothers; see `generator.sudoku.operators.steps.take_steps`."""

    moves: NDArray[np.int64]
    """(n,) the first step's kind; −1 for a child that is made already."""
    steps: NDArray[np.int64]
    """(n,)"""
    solutions: NDArray[np.uint8]
    """(n, 81) the mothers' only solutions; zeros where there is no walk."""

    def take(self, rows: NDArray[np.int64]) -> Walks:
        """The given rows."""
        return Walks(self.moves[rows], self.steps[rows], self.solutions[rows])


@dataclass(frozen=True, slots=True)
class Children:
    """Children in normal form."""

    hints: NDArray[np.uint8]
    """(n, 81)"""
    origin: NDArray[np.int64]
    """(n,) NONE, GIVEN, BRED or FRESH; hints say nothing where it is NONE."""


def make_children(
    hints: NDArray[np.uint8],
    pattern: NDArray[np.bool_],
    free: NDArray[np.bool_],
    seeds: NDArray[np.uint64],
    repair_budget: int,
    walks: Walks | None,
    known: NDArray[np.uint64] | None = None,
    x_wing: bool = True,
) -> Children:
    """Children, and where they are asked to be new, none that is known.

    A child that a walk arrived at has one solution and stays as it is; others are repaired. Where the walk arrived at a
    known puzzle, or at one that no technique finishes, another one is taken step by step until it meets a new puzzle.
    What is still not new gives its place to a puzzle of the feasibility search; so a search whose neighbourhoods are
    used up gets new blood by itself.

    Args:
        hints: (n, 81) children, or mothers where a walk begins.
        pattern, free: (81,) hint cells, and those whose digit may change.
        seeds: (n,) random streams.
        repair_budget: propagations for the repair of a child, or for a new puzzle; 0 for neither.
        known: names of puzzles that are not wanted, ascending; None where any may come.
        x_wing: whether that technique is allowed.
    """
    n = len(hints)
    fixed = pattern & ~free
    walking = np.zeros(n, np.bool_) if walks is None else walks.moves >= 0
    children = hints.copy()
    origin = np.full(n, BRED if walks is not None else GIVEN, np.int64)
    rough = ~walking
    if walks is not None:
        rows = np.flatnonzero(walking)
        arrived = take_steps(
            hints[rows], walks.solutions[rows], free, walks.moves[rows], walks.steps[rows], seeds[rows]
        )
        children[rows] = arrived.hints
        rough[rows[~arrived.found]] = True
    if repair_budget:
        rows = np.flatnonzero(rough)
        children[rows] = repair_batch(children[rows], free, seeds[rows], repair_budget).hints
    children = normal_form(children, pattern, fixed)
    if known is None:
        return Children(children, origin)
    unwanted = is_known(known, digests(children))
    fresh = np.flatnonzero(walking & ~rough & ~unwanted)
    unwanted[fresh] = ~finishes(children[fresh], x_wing)

    def offer(rows: NDArray[np.int64], made: NDArray[np.uint8], kind: int) -> None:
        """Put what is new and can be finished in the place of what is not."""
        made = normal_form(made, pattern, fixed)
        good = ~is_known(known, digests(made))
        good[good] = finishes(made[good], x_wing)
        children[rows[good]] = made[good]
        origin[rows[good]] = kind
        unwanted[rows[good]] = False

    if walks is not None:
        rows = np.flatnonzero(unwanted & walking)
        at, solutions = hints[rows], walks.solutions[rows]
        for attempt in range(1, 1 + _STEPS):
            if not len(rows):
                break
            streams = _streams(seeds[rows], attempt)
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
        made, found = _climb(empty, free, _streams(seeds[rows], 1 + _STEPS + attempt), repair_budget)
        offer(rows[found], made[found], FRESH)
    origin[unwanted] = NONE
    return Children(children, origin)


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


def _streams(seeds: NDArray[np.uint64], attempt: int) -> NDArray[np.uint64]:
    """(n,) other random streams for another attempt."""
    return seeds + np.uint64(_STREAM * attempt % 2**64)


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
