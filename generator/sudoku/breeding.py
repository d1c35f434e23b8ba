"""Children of number place puzzles: an operator each, never a hint off the pattern."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.sudoku.operators import CATALOGUE, CROSSOVERS, MOVES, MUTATIONS, OPERATORS, crossover
from puzzles.pattern import Pattern
from puzzles.solutions import count_batch

_GO_ON: Final = 0.7
"""Chance of one more step after each step of a mutation by small moves."""
_MOST_STEPS: Final = 7
"""Steps after which a child has little of its mother left."""


def given(hints: NDArray[np.uint8], bred: bool = False) -> Table:
    """Recipes of (n, 81) hints that are judged as they are, or (where `bred`) only need the repair.

    Columns: `genome`; `move` and `steps`, the small moves that begin at it (−1 and 0 for none); `solution`, its only
    solution where there is a move; `bred`.
    """
    n = len(hints)
    return Table(
        {
            "genome": hints,
            "move": np.full(n, -1),
            "steps": np.zeros(n, np.int64),
            "solution": np.zeros((n, 81), np.uint8),
            "bred": np.full(n, bred),
        }
    )


class SudokuBreeding:
    """Makes recipes of children.

    Children of crossovers and wide mutations leave unrepaired, and those of small moves are still their mothers: the
    workers take the steps and repair, each child with a random stream of its own.
    """

    def __init__(self, pattern: Pattern, free: NDArray[np.bool_], operators: Sequence[str] = OPERATORS) -> None:
        """Args:
        pattern: (81,) hint cells.
        free: (81,) those whose digit may change.
        operators: the names that `breed` counts by.
        """
        self._names = tuple(operators)
        self._outside = {name: CATALOGUE[name] for name in operators if name not in OPERATORS}
        self._free = np.flatnonzero(free)
        self._loose = bool(free[pattern].all())
        self._solutions: dict[bytes, NDArray[np.uint8]] = {}
        """Hints to solution (zeros where there is not exactly one), of the puzzles alive."""

    def remember(self, living: Table) -> None:
        """Keep the solutions of the population."""
        self._solutions = {
            hints.tobytes(): solution for hints, solution in zip(living["hints"], living["solution"], strict=True)
        }

    def breed(
        self,
        mothers: NDArray[np.uint8],
        fathers: NDArray[np.uint8],
        operators: NDArray[np.int64],
        random: np.random.Generator,
    ) -> Table:
        """Recipes of children, as `given`."""
        n = len(mothers)
        lengths = np.minimum(random.geometric(1 - _GO_ON, n), _MOST_STEPS)
        only = self._solutions_of(mothers)
        children = mothers.copy()
        moves = np.full(n, -1)
        for k, operator in enumerate(operators.tolist()):
            name = self._names[operator]
            if only[k].any() and name in MOVES:
                moves[k] = MOVES.index(name)
            else:
                children[k] = self._child(name, mothers[k], fathers[k], only[k], random)
        moving = moves >= 0
        return given(children, bred=True).with_columns(
            {
                "move": moves,
                "steps": np.where(moving, lengths, 0),
                "solution": np.where(moving[:, None], only, 0).astype(np.uint8),
            }
        )

    def _solutions_of(self, mothers: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """(n, 81) their only solutions; zeros where there is not exactly one."""
        solutions = np.zeros_like(mothers)
        strangers: list[int] = []
        for k, mother in enumerate(mothers):
            known = self._solutions.get(mother.tobytes())
            if known is None:
                strangers.append(k)
            else:
                solutions[k] = known
        if strangers:
            counted = count_batch(mothers[strangers])
            solutions[strangers] = np.where((counted.counts == 1)[:, None], counted.found[:, 0], 0)
        return solutions

    def _child(
        self,
        name: str,
        mother: NDArray[np.uint8],
        father: NDArray[np.uint8],
        solution: NDArray[np.uint8],
        random: np.random.Generator,
    ) -> NDArray[np.uint8]:
        if name in CROSSOVERS or name in self._outside:
            if name in CROSSOVERS:
                child = crossover(name, mother, father, random)
            else:
                child = self._outside[name].child(mother, father, random)
            if not self._loose:
                fixed = np.ones(81, dtype=bool)
                fixed[self._free] = False
                child = np.where(fixed, mother, child)
            return child
        if not solution.any():
            # nothing to move in or to cut from
            return MUTATIONS["four_hints"](mother, mother, self._free, random)
        return MUTATIONS[name](mother, solution, self._free, random)
