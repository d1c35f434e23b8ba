"""Symmetric hint patterns made at random, each one with a puzzle that proves it usable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from generator.sudoku.feasibility import find
from puzzles.errors import InputError
from puzzles.grid import Grid
from puzzles.pattern import FEWEST_HINTS, MOVES, Pattern, impossible_reason
from puzzles.seeds import Purpose, derived, generator

SYMMETRIES: Final[dict[str, tuple[str, ...]]] = {
    "none": (),
    "half-turn": ("half-turn",),
    "quarter-turn": ("quarter-turn",),
    "left-right": ("left-right",),
    "top-bottom": ("top-bottom",),
    "diagonal": ("diagonal",),
    "anti-diagonal": ("anti-diagonal",),
    "both-axes": ("left-right", "top-bottom"),
    "both-diagonals": ("diagonal", "anti-diagonal"),
    "full": ("left-right", "quarter-turn"),
}
"""Name to the moves that generate the symmetry; the names are those of `puzzles.pattern.MOVES` where they are one."""
_ATTEMPTS: Final = 200
_BUDGET: Final = 200_000
"""Propagations for the puzzle that proves a pattern, about a tenth of a second."""


@dataclass(frozen=True, slots=True)
class MadePattern:
    """A pattern and a puzzle that stands on it."""

    pattern: Pattern
    puzzle: Grid
    attempts: int
    """Patterns drawn until one had a puzzle."""


def orbits(symmetry: str) -> list[list[int]]:
    """The sets of cells that a symmetry moves among themselves. Raises InputError for an unknown name."""
    if symmetry not in SYMMETRIES:
        raise InputError(f"no symmetry is called {symmetry!r}; there are {', '.join(SYMMETRIES)}")
    left = set(range(81))
    found: list[list[int]] = []
    while left:
        orbit = {min(left)}
        while True:
            more = {int(MOVES[name][c]) for name in SYMMETRIES[symmetry] for c in orbit} | orbit
            if more == orbit:
                break
            orbit = more
        left -= orbit
        found.append(sorted(orbit))
    return found


def make_pattern(symmetry: str, count: int, seed: int) -> MadePattern:
    """A random pattern with a symmetry and exactly `count` hint cells on which a puzzle was found.

    Args:
        symmetry: one of SYMMETRIES; the pattern may turn out to have more.
        count: 17–81 hint cells.
        seed: the same seed gives the same pattern.

    Raises:
        InputError: when no pattern can have the count, or none with a puzzle was found in 200 attempts.
    """
    groups = orbits(symmetry)
    if not FEWEST_HINTS <= count <= 81:
        raise InputError(f"{count} hint cells: from {FEWEST_HINTS} to 81 can have a puzzle with one solution")
    rng = generator(seed, Purpose.PATTERN)
    for attempt in range(1, _ATTEMPTS + 1):
        pattern = _draw(groups, count, rng)
        if pattern is None:
            raise InputError(f"no pattern with {count} hint cells has the symmetry {symmetry}")
        if impossible_reason(pattern):
            continue
        batch = find(pattern, 1, derived(seed, Purpose.PATTERN, attempt), budget=_BUDGET, any_technique=True)
        if len(batch.hints):
            return MadePattern(pattern, batch.hints[0], attempt)
    raise InputError(
        f"no puzzle found on {_ATTEMPTS} patterns with {count} hint cells and the symmetry {symmetry}: "
        "take more hint cells or another seed"
    )


def _draw(groups: list[list[int]], count: int, rng: np.random.Generator) -> Pattern | None:
    """A random union of groups with `count` cells; None when no union has that many."""
    order = [groups[k] for k in rng.permutation(len(groups))]
    # reach[k]: bit s is set when some of order[k:] have s cells together
    reach = [1]
    for group in reversed(order):
        reach.append(reach[-1] | reach[-1] << len(group))
    reach.reverse()
    if not reach[0] >> count & 1:
        return None
    pattern = np.zeros(81, np.bool_)
    need = count
    for k, group in enumerate(order):
        if need >= len(group) and reach[k + 1] >> (need - len(group)) & 1:
            pattern[group] = True
            need -= len(group)
    return pattern
