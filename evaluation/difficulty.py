"""How hard a puzzle is, in numbers and in one word: effort, hardest turn, hardest family needed, grade."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.minutes import GRADE_BOUNDS
from evaluation.solver.board import new_desk
from evaluation.solver.dispatch import eliminate_easiest
from evaluation.solver.state import (
    CAND,
    CELL,
    LEFT,
    LOW,
    ONE,
    POP,
    POS,
    SIZE,
    automatic_fill,
    fill_cell,
    load_board,
    refresh,
)
from evaluation.techniques import BY_RANK, COMPETITION, ELIMINATING, FAMILIES, extra_of, mask_of
from puzzles.grid import Grid
from puzzles.kernel import kernel, part


@dataclass(frozen=True, slots=True)
class Grade:
    """One of the five grades."""

    level: int
    """0 (easiest) to 4."""
    english: str
    japanese: str


GRADES: Final = (
    Grade(0, "easy", "入門"),
    Grade(1, "gentle", "初級"),
    Grade(2, "moderate", "中級"),
    Grade(3, "hard", "上級"),
    Grade(4, "fiendish", "最上級"),
)
GRADE_NAMES: Final = tuple(grade.english for grade in GRADES)

FAMILY_FLOOR: Final = tuple(family.grade_floor for family in FAMILIES)
"""(families,) the lowest grade of a puzzle that cannot do without a family, by number."""
SIX: Final = mask_of(COMPETITION)
"""Mask of the competition's six families."""
_BY_RANK: Final = np.array(BY_RANK, np.int64)


def grade_of(minutes: float, hardest_family: int) -> Grade:
    """The grade of a puzzle: that of its minutes, but not below the floor of the hardest family it needs.

    Both parts only rise, so neither more minutes nor a harder family ever lowers a grade.

    Args:
        minutes: predicted by `evaluation.minutes`, at least 0.
        hardest_family: its number.
    """
    by_minutes = sum(minutes >= bound for bound in GRADE_BOUNDS)
    return GRADES[max(by_minutes, FAMILY_FLOOR[hardest_family])]


def grades_of(minutes: NDArray[np.float64], hardest_family: NDArray[np.int64]) -> NDArray[np.int64]:
    """(n,) the levels of `grade_of` for n puzzles."""
    by_minutes = np.searchsorted(np.array(GRADE_BOUNDS), minutes, side="right")
    return np.maximum(by_minutes, np.array(FAMILY_FLOOR)[hardest_family]).astype(np.int64)


def hardest_family_needed(hints: Grid, allowed: int = SIX) -> int:
    """`hardest_families_needed` of one puzzle, (81,) digits."""
    return int(hardest_families_needed(hints[None, :], allowed)[0])


def hardest_families_needed(hints: NDArray[np.uint8], allowed: int = SIX) -> NDArray[np.int64]:
    """For each of (n, 81) hints the number of the hardest family that it cannot do without; −1 where none will do.

    It is the first in `BY_RANK` such that those of the mask `allowed` up to it finish the puzzle. Every board is taken
    by the easiest family that gets on, and a harder one is allowed only when all easier ones are exhausted. The
    techniques never stop working because something else was filled or removed before (at most they turn into a single,
    which is easier), so the cells that the families up to one reach do not depend on the order, and the one found is
    the first.
    """
    ranks = _hardest_ranks(hints, allowed)
    return np.where(ranks >= 0, _BY_RANK[ranks], -1)


def finishes(hints: NDArray[np.uint8], allowed: int = SIX) -> NDArray[np.bool_]:
    """(n,) whether the singles and the families of the mask `allowed` finish (n, 81) hints."""
    return _hardest_ranks(hints, allowed) >= 0


def indispensable_families(hints: NDArray[np.uint8], allowed: int = SIX) -> NDArray[np.bool_]:
    """(n, eliminating families) for each of (n, 81) hints: can it not do without them? In the order of `ELIMINATING`.

    True where all families of the mask `allowed` finish the puzzle and the others without this one do not. One family
    may stand in for another, so a puzzle whose hardest family is the X-wing may yet do without hidden subsets, or even
    without both of the easier two. All False where they do not finish it.
    """
    finished = finishes(hints, allowed)
    needed = np.zeros((len(hints), len(ELIMINATING)), np.bool_)
    for column, family in enumerate(ELIMINATING):
        if allowed >> family & 1:
            needed[:, column] = finished & ~finishes(hints, allowed & ~(1 << family))
    return needed


def _hardest_ranks(hints: NDArray[np.uint8], allowed: int) -> NDArray[np.int64]:
    batch = np.ascontiguousarray(hints, dtype=np.uint8)
    needed = np.zeros(len(batch), np.int64)
    _needed_many(batch, new_desk(), allowed, extra_of(allowed), needed)
    return needed


@kernel
def _needed_many(hints, desk, allowed, extra, needed):
    values = np.empty(81, np.int64)
    for n in range(hints.shape[0]):
        for k in range(81):
            values[k] = hints[n, k]
        needed[n] = _needed(values, desk, allowed, extra)


@part
def _needed(values, desk, allowed, extra):
    """The rank of the hardest family needed for (81,) int64 digits, which are filled in place; −1 when stuck.

    Of the eliminating families only those in the mask `allowed` are used.
    """
    state = desk.state
    if not load_board(state, values) or automatic_fill(state, values) < 0:
        return -1
    hardest = 0
    while state[LEFT]:
        refresh(state)
        family, cell, digit = _easiest_single(state)
        if family < 0:
            family, cell, digit = _easiest_elimination(desk, allowed, extra)
            if family < 0:
                return -1
        hardest = max(hardest, family)
        if state[CAND + cell] >> digit & 1 == 0:
            return -1
        values[cell] = digit + 1
        fill_cell(state, cell, digit)
        if automatic_fill(state, values) < 0:
            return -1
    return hardest


@part
def _easiest_single(state):
    """Family, cell and digit (0–8) of a single of the easiest kind on the board; −1 without one."""
    for step in range(27):
        unit = (step + 18) % 27  # boxes first
        if state[ONE + unit]:
            digit = LOW[state[ONE + unit]]
            return 0 if unit >= 18 else 1, CELL[unit, LOW[state[POS + 9 * unit + digit]]], digit
    for cell in range(81):
        mask = state[CAND + cell]
        if mask and POP[mask] == 1:
            return 2, cell, LOW[mask]
    return -1, 0, 0


@part
def _easiest_elimination(desk, allowed, extra):
    """Remove what the eliminating families in the mask `allowed` remove, the easiest first, until a single stands.

    Returns:
        The rank of the hardest family used, the cell and the digit (0–8) of the single; −1 when nothing is left.
    """
    board = desk.prepared
    for k in range(SIZE):
        board[k] = desk.state[k]
    hardest = 0
    while True:
        refresh(board)
        family, cell, digit = _easiest_single(board)
        if family >= 0:
            return hardest, cell, digit
        rank = eliminate_easiest(board, desk.found, allowed, extra)
        if rank < 0:
            return -1, 0, 0
        hardest = max(hardest, rank)
