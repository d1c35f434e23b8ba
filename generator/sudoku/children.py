"""From what the breeding hands over to hint arrays that may be judged: steps, repair, normal form, new ones only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.difficulty import SIX, finishes
from evaluation.table import Table
from generator.search.known import digests, is_known
from generator.search.problem import BRED, FRESH, GIVEN, NONE
from generator.sudoku.breeding import begin
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


@dataclass(frozen=True, slots=True)
class Ground:
    """What the children of a search have in common."""

    pattern: NDArray[np.bool_]
    """(81,) hint cells."""
    free: NDArray[np.bool_]
    """(81,) those whose digit may change."""
    repair_budget: int
    """Propagations for the repair of a child, or for a new puzzle; 0 for neither."""
    allowed: int = SIX
    """Mask of the technique families that may be needed."""

    def normal_form(self, hints: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """See `normal_form`."""
        return normal_form(hints, self.pattern, self.pattern & ~self.free)


class _Children:
    """Children in the making; where they must be new, others take the places of those that are not."""

    def __init__(self, recipes: Table, ground: Ground, seeds: NDArray[np.uint64]) -> None:
        begun = begin(recipes, ground.free, seeds)
        self.hints = begun.hints
        self.origin = np.where(recipes["bred"], BRED, GIVEN)
        self.unwanted = np.zeros(len(recipes), np.bool_)
        self._recipes, self._ground, self._seeds = recipes, ground, seeds
        self._moving, self._solutions = begun.moving, begun.solutions

    def take_steps(self) -> NDArray[np.bool_]:
        """Take the small moves that the recipes ask for; returns (n,) which rows still need the repair."""
        rough = ~self._moving
        rows = np.flatnonzero(self._moving)
        if len(rows):
            recipes = self._recipes.take(rows)
            arrived = take_steps(
                recipes["genome"],
                self._solutions[rows],
                self._ground.free,
                recipes["move"],
                recipes["steps"],
                self._seeds[rows],
            )
            self.hints[rows] = arrived.hints
            rough[rows[~arrived.found]] = True
        return rough

    def repair(self, rough: NDArray[np.bool_]) -> None:
        """Drive the rough rows to one solution, and bring all to normal form."""
        if self._ground.repair_budget:
            rows = np.flatnonzero(rough)
            repaired = repair_batch(self.hints[rows], self._ground.free, self._seeds[rows], self._ground.repair_budget)
            self.hints[rows] = repaired.hints
        self.hints = self._ground.normal_form(self.hints)

    def refuse(self, known: NDArray[np.uint64], rough: NDArray[np.bool_]) -> None:
        """Note which rows are known, or came by small moves and cannot be finished."""
        self.unwanted = is_known(known, digests(self.hints))
        fresh = np.flatnonzero(self._moving & ~rough & ~self.unwanted)
        self.unwanted[fresh] = ~finishes(self.hints[fresh], self._ground.allowed)

    def _offer(self, rows: NDArray[np.int64], made: NDArray[np.uint8], kind: int, known: NDArray[np.uint64]) -> None:
        """Put what is new and can be finished in the place of what is not."""
        made = self._ground.normal_form(made)
        good = ~is_known(known, digests(made))
        good[good] = finishes(made[good], self._ground.allowed)
        self.hints[rows[good]] = made[good]
        self.origin[rows[good]] = kind
        self.unwanted[rows[good]] = False

    def step_on(self, known: NDArray[np.uint64]) -> None:
        """Unwanted children of small moves: from their mothers one more move at a time, until a puzzle is new."""
        rows = np.flatnonzero(self.unwanted & self._moving)
        at, solutions = self._recipes["genome"][rows], self._solutions[rows]
        for attempt in range(1, 1 + _STEPS):
            if not len(rows):
                return
            streams = combine_all(self._seeds[rows], attempt)
            moves = ((streams >> np.uint64(32)) % np.uint64(len(MOVES))).astype(np.int64)
            arrived = take_steps(at, solutions, self._ground.free, moves, np.ones(len(rows), np.int64), streams)
            self._offer(rows[arrived.found], arrived.hints[arrived.found], BRED, known)
            left = self.unwanted[rows]
            rows, at, solutions = rows[left], arrived.hints[left], arrived.solutions[left]

    def begin_anew(self, known: NDArray[np.uint64]) -> None:
        """New puzzles of the feasibility search in the places of what is still unwanted."""
        budget = self._ground.repair_budget
        for attempt in range(_CLIMBS if budget else 0):
            rows = np.flatnonzero(self.unwanted)
            if not len(rows):
                return
            empty = np.where(self._ground.free, 0, self._recipes["genome"][rows]).astype(np.uint8)
            made, found = _climb(empty, self._ground.free, combine_all(self._seeds[rows], 1 + _STEPS + attempt), budget)
            self._offer(rows[found], made[found], FRESH, known)


def make_children(
    recipes: Table, ground: Ground, seeds: NDArray[np.uint64], known: NDArray[np.uint64] | None = None
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Children, and where they are asked to be new, none that is known.

    A child that small moves arrived at has one solution and stays as it is; others are repaired. Where the moves
    arrived at a known puzzle, or at one that no technique finishes, more moves follow until they meet a new puzzle.
    What is still not new gives its place to a puzzle of the feasibility search; so a search whose neighbourhoods are
    used up gets new puzzles by itself.

    Args:
        recipes: see `generator.sudoku.breeding.given`; children, or mothers where small moves begin.
        ground: where they stand, and what they may need.
        seeds: (n,) random streams.
        known: digests of puzzles that are not wanted, ascending; None where any may come.

    Returns:
        (n, 81) children in normal form, and (n,) their origins: NONE (the hints say nothing), GIVEN, BRED or FRESH.
    """
    children = _Children(recipes, ground, seeds)
    rough = children.take_steps()
    children.repair(rough)
    if known is not None:
        children.refuse(known, rough)
        children.step_on(known)
        children.begin_anew(known)
        children.origin[children.unwanted] = NONE
    return children.hints, children.origin


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
