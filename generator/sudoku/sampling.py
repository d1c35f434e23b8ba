"""The first population: valid puzzles from the feasibility search."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from generator.sudoku.feasibility import find, refusal
from puzzles.canonical import relabel_batch
from puzzles.errors import InputError
from puzzles.grid import Grid
from puzzles.pattern import Pattern
from puzzles.seeds import Purpose, derived, generator

_ROUNDS = 3
_BUDGET = 2_000_000
"""Propagations for one puzzle, about a second."""


def first_population(
    pattern: Pattern, size: int, seed: int, fixed: Grid | None = None, budget: int = _BUDGET
) -> NDArray[np.uint8]:
    """Up to `size` different valid puzzles; the rest is filled with random hints that the search may repair.

    Raises InputError when the pattern cannot work.
    """
    rows: dict[bytes, NDArray[np.uint8]] = {}
    for attempt in range(_ROUNDS):
        own = derived(seed, Purpose.SAMPLING, attempt)
        found = find(pattern, size - len(rows), own, fixed=fixed, budget=budget)
        if not len(found.hints):
            found = find(pattern, size - len(rows), own, fixed=fixed, budget=budget, any_technique=True)
        for hints, name in zip(found.hints, relabel_batch(found.hints), strict=True):
            rows.setdefault(name.tobytes(), hints)
        if len(rows) == size:
            break
    random = generator(seed, Purpose.FILLING)
    grids = list(rows.values())
    while len(grids) < size:
        loose = np.where(pattern, random.integers(1, 10, 81), 0).astype(np.uint8)
        grids.append(loose if fixed is None else np.where(fixed > 0, fixed, loose).astype(np.uint8))
    return np.array(grids, dtype=np.uint8)


def check_pattern(pattern: Pattern, fixed: Grid | None) -> None:
    """Raises InputError with the reason when no puzzle can stand on the pattern."""
    reason = refusal(pattern, fixed)
    if reason is not None:
        raise InputError(f"pattern: {reason}")
