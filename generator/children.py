"""From what the breeding hands over to hint arrays that may be judged: steps, repair, normal form, new ones only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from generator.feasibility import repair_batch
from generator.known import digests, is_known
from generator.neighbours import take_steps
from puzzles.canonical import canonical_batch, pattern_symmetries, relabel_batch

_MOST_SYMMETRIES: Final = 1_024
"""Beyond, trying them all would cost more than the evaluation."""
_WALKS: Final = 3
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
    """Walks over neighbours that make children of their mothers; see `generator.neighbours.take_steps`."""

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
) -> Children:
    """Children, and where they are asked to be new, none that is known.

    A child that a walk arrived at has one solution and stays as it is; others are repaired. A walk that arrived at a
    known puzzle begins again and goes further. What is still not new gives its place to a puzzle of the feasibility
    search; so a search whose neighbourhoods are used up gets new blood by itself.

    Args:
        hints: (n, 81) children, or mothers where a walk begins.
        pattern, free: (81,) hint cells, and those whose digit may change.
        seeds: (n,) random streams.
        repair_budget: propagations for the repair of a child, or for a new puzzle; 0 for neither.
        known: names of puzzles that are not wanted, ascending; None where any may come.
    """
    n = len(hints)
    walking = np.zeros(n, np.bool_) if walks is None else walks.moves >= 0
    children = hints.copy()
    origin = np.full(n, BRED if walks is not None else GIVEN, np.int64)
    rough = ~walking
    if walks is not None:
        stuck = _walk(children, np.flatnonzero(walking), free, seeds, walks, 0)
        rough[stuck] = True
    if repair_budget:
        rows = np.flatnonzero(rough)
        children[rows] = repair_batch(children[rows], free, seeds[rows], repair_budget).hints
    fixed = pattern & ~free
    children = normal_form(children, pattern, fixed)
    if known is None:
        return Children(children, origin)
    old = is_known(known, digests(children))
    for attempt in range(1, _WALKS):
        rows = np.flatnonzero(old & walking)
        if not len(rows) or walks is None:
            break
        children[rows] = hints[rows]
        _walk(children, rows, free, seeds, walks, attempt)
        children[rows] = normal_form(children[rows], pattern, fixed)
        old[rows] = is_known(known, digests(children[rows]))
    for attempt in range(_CLIMBS if repair_budget else 0):
        rows = np.flatnonzero(old)
        if not len(rows):
            break
        made, good = _climb(np.where(free, 0, hints[rows]), free, _streams(seeds[rows], _WALKS + attempt), repair_budget)
        made = normal_form(made, pattern, fixed)
        good &= ~is_known(known, digests(made))
        children[rows[good]] = made[good]
        origin[rows[good]] = FRESH
        old[rows[good]] = False
    origin[old] = NONE
    return Children(children, origin)


def _walk(
    children: NDArray[np.uint8],
    rows: NDArray[np.int64],
    free: NDArray[np.bool_],
    seeds: NDArray[np.uint64],
    walks: Walks,
    attempt: int,
) -> NDArray[np.int64]:
    """Take the steps of some rows, in place; returns the rows that could take none."""
    if not len(rows):
        return rows
    arrived, found = take_steps(
        children[rows],
        walks.solutions[rows],
        free,
        walks.moves[rows],
        walks.steps[rows] + attempt,
        _streams(seeds[rows], attempt),
    )
    children[rows] = arrived
    return rows[~found]


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
