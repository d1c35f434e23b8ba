"""Children of number place puzzles: an operator each, never a hint off the pattern."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.sudoku.operators import CATALOGUE, CROSSOVERS, MOVES, MUTATIONS, OPERATORS, WIDE
from generator.sudoku.operators.align import align_batch
from puzzles.pattern import Pattern
from puzzles.solutions import count_batch

_GO_ON: Final = 0.7
"""Chance of one more step after each step of a mutation by small moves."""
_MOST_STEPS: Final = 7
"""Steps after which a child has little of its mother left."""


def given(hints: NDArray[np.uint8], bred: bool = False) -> Table:
    """Recipes of (n, 81) hints that are judged as they are, or (where `bred`) only need the repair.

    Columns: `genome`; `move` and `steps`, the small moves that begin at it (−1 and 0 for none); `wide`, the crossover
    or wide mutation that begins at it (an index of `WIDE`, −1 for none), and `father` for a crossover; `bred`.
    """
    n = len(hints)
    return Table(
        {
            "genome": hints,
            "father": np.zeros((n, 81), np.uint8),
            "wide": np.full(n, -1),
            "move": np.full(n, -1),
            "steps": np.zeros(n, np.int64),
            "bred": np.full(n, bred),
        }
    )


class SudokuBreeding:
    """Makes recipes of children: who begins, and by which operator. All else is the workers'.

    Only operators from outside are asked here: the workers may not know them.
    """

    def __init__(self, pattern: Pattern, free: NDArray[np.bool_], operators: Sequence[str] = OPERATORS) -> None:
        """Args:
        pattern: (81,) hint cells.
        free: (81,) those whose digit may change.
        operators: the names that `breed` counts by.
        """
        self._fixed = pattern & ~free
        self._moves = np.array([MOVES.index(name) if name in MOVES else -1 for name in operators])
        self._wide = np.array([WIDE.index(name) if name in WIDE else -1 for name in operators])
        self._outside = {k: CATALOGUE[name] for k, name in enumerate(operators) if name not in OPERATORS}

    def breed(
        self,
        mothers: NDArray[np.uint8],
        fathers: NDArray[np.uint8],
        operators: NDArray[np.int64],
        random: np.random.Generator,
    ) -> Table:
        """Recipes of children, as `given`."""
        lengths = np.minimum(random.geometric(1 - _GO_ON, len(mothers)), _MOST_STEPS)
        begun, moves, wide = mothers.copy(), self._moves[operators], self._wide[operators]
        for k in np.flatnonzero(np.isin(operators, list(self._outside))).tolist():
            child = self._outside[int(operators[k])].child(mothers[k], fathers[k], random)
            begun[k] = np.where(self._fixed, mothers[k], child)
        crossed = (wide >= 0) & (wide < len(CROSSOVERS))
        return given(begun, bred=True).with_columns(
            {
                "father": np.where(crossed[:, None], fathers, 0).astype(np.uint8),
                "wide": wide,
                "move": moves,
                "steps": np.where(moves >= 0, lengths, 0),
            }
        )


@dataclass(frozen=True, slots=True)
class Begun:
    """Children as their recipes begin them."""

    hints: NDArray[np.uint8]
    """(n, 81) children of crossovers and wide mutations, mothers where small moves begin, and what was given."""
    moving: NDArray[np.bool_]
    """(n,) where small moves begin."""
    solutions: NDArray[np.uint8]
    """(n, 81) the mothers' only solutions; zeros where there is not exactly one, and where nobody asked."""


def begin(recipes: Table, free: NDArray[np.bool_], seeds: NDArray[np.uint64]) -> Begun:
    """In a worker: the crossovers and wide mutations of recipes.

    A mother without exactly one solution cannot begin small moves or be cut anew: four of her hints change instead.

    Args:
        recipes: as `given`.
        free: (81,) cells whose digit may change.
        seeds: (n,) random streams, one a row.
    """
    mothers, wide = recipes["genome"], recipes["wide"].copy()
    hints, solutions = mothers.copy(), np.zeros_like(mothers)
    moving = recipes["move"] >= 0
    asked = np.flatnonzero(moving | (wide >= len(CROSSOVERS)))
    if len(asked):
        counted = count_batch(mothers[asked])
        unique = counted.counts == 1
        solutions[asked[unique]] = counted.found[unique, 0]
        wide[asked[~unique]] = WIDE.index("four_hints")
        moving[asked[~unique]] = False
    cells = np.flatnonzero(free)
    crossed = np.flatnonzero((wide >= 0) & (wide < len(CROSSOVERS)))
    fathers = align_batch(mothers[crossed], recipes["father"][crossed])
    for k, father in zip(crossed.tolist(), fathers, strict=True):
        child = CROSSOVERS[WIDE[wide[k]]](mothers[k], father, np.random.default_rng(int(seeds[k])))
        hints[k] = np.where(free, child, mothers[k])
    for k in np.flatnonzero(wide >= len(CROSSOVERS)).tolist():
        random = np.random.default_rng(int(seeds[k]))
        hints[k] = MUTATIONS[WIDE[wide[k]]](mothers[k], solutions[k], cells, random)
    return Begun(hints, moving, solutions)
