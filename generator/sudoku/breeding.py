"""Children of a population: tournament parents, an operator each, never a hint off the pattern."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from pymoo.core.infill import InfillCriterion
from pymoo.core.population import Population

from generator.search.shares import OperatorShares
from generator.sudoku.operators import CROSSOVERS, MOVES, MUTATIONS, OPERATORS, crossover
from puzzles.pattern import Pattern
from puzzles.solutions import count_batch

_GO_ON: Final = 0.7
"""Chance of one more step after each step of a walk over neighbours."""
_MOST_STEPS: Final = 7


class Breeding(InfillCriterion):
    """pymoo's mating, with this project's operators.

    Children of crossovers and wide mutations leave unrepaired, and those of small moves are still their mothers: the
    workers take the steps and repair, each child with a random stream of its own.
    """

    def __init__(self, pattern: Pattern, free: NDArray[np.bool_], shares: OperatorShares) -> None:
        super().__init__()
        self._pattern = pattern
        self._free = np.flatnonzero(free)
        self._loose = bool(free[pattern].all())
        self.shares = shares
        self.solutions: dict[bytes, NDArray[np.uint8]] = {}
        """Hints to solution (zeros where there is not exactly one), of the individuals alive."""
        self.others: NDArray[np.uint8] | None = None
        """(n, 81) all that was judged so far."""
        self.abroad = 0.0
        """Share of mothers that are drawn from these, all alike: the neighbours of the living may be used up."""

    def do(
        self,
        problem: Any,
        pop: Population,
        n_offsprings: int,
        random_state: np.random.Generator | None = None,
        n_max_iterations: int | None = None,
        **kwargs: Any,
    ) -> Population:
        """(n_offsprings) children; their attributes:

        `operator` tells which operator makes each; `move` and `steps` the walk that begins at X (−1 and 0 for none),
        and `solution` the only solution of X where there is a walk.
        """
        random = random_state if random_state is not None else np.random.default_rng(0)
        parents = _tournaments(pop, 2 * n_offsprings, random)
        operators = random.choice(len(OPERATORS), n_offsprings, p=self.shares.probabilities())
        hints = np.asarray(pop.get("X"), np.uint8)
        lengths = np.minimum(random.geometric(1 - _GO_ON, n_offsprings), _MOST_STEPS)
        strangers, only, abroad = self._strangers(n_offsprings, random)
        children = np.empty((n_offsprings, 81), np.uint8)
        solutions = np.zeros((n_offsprings, 81), np.uint8)
        moves = np.full(n_offsprings, -1)
        for k, operator in enumerate(operators.tolist()):
            mother, father = hints[parents[2 * k]], hints[parents[2 * k + 1]]
            solution = self.solutions.get(mother.tobytes())
            if abroad[k] >= 0:
                mother, solution = strangers[abroad[k]], only[abroad[k]]
            name = OPERATORS[operator]
            if solution is not None and solution.any() and name in MOVES:
                children[k], solutions[k], moves[k] = mother, solution, MOVES.index(name)
            else:
                children[k] = self._child(name, mother, father, solution, random)
        off = Population.new("X", children.astype(int))
        off.set("operator", operators)
        off.set("move", moves)
        off.set("steps", np.where(moves >= 0, lengths, 0))
        off.set("solution", solutions)
        return off

    def _strangers(
        self, number: int, random: np.random.Generator
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int64]]:
        """Mothers from all that was judged, their only solutions, and for each child the row of its mother or −1."""
        row = np.full(number, -1)
        nobody = np.zeros((0, 81), np.uint8)
        if self.others is None or not len(self.others):
            return nobody, nobody, row
        chosen = np.flatnonzero(random.random(number) < self.abroad)
        row[chosen] = np.arange(len(chosen))
        hints = self.others[random.integers(0, len(self.others), len(chosen))]
        counted = count_batch(hints)
        return hints, np.where((counted.counts == 1)[:, None], counted.found[:, 0], 0).astype(np.uint8), row

    def _child(
        self,
        name: str,
        mother: NDArray[np.uint8],
        father: NDArray[np.uint8],
        solution: NDArray[np.uint8] | None,
        random: np.random.Generator,
    ) -> NDArray[np.uint8]:
        if name in CROSSOVERS:
            child = crossover(name, mother, father, random)
            if not self._loose:
                fixed = np.ones(81, dtype=bool)
                fixed[self._free] = False
                child = np.where(fixed, mother, child)
            return child
        if solution is None or not solution.any():
            # nothing to move in or to cut from
            return MUTATIONS["four_hints"](mother, mother, self._free, random)
        return MUTATIONS[name](mother, solution, self._free, random)


def _tournaments(pop: Population, number: int, random: np.random.Generator) -> NDArray[np.int64]:
    """Winners of binary tournaments: less violation, then better rank, then more crowding distance."""
    pairs = random.integers(0, len(pop), (number, 2))
    violation = np.asarray(pop.get("CV"), dtype=float)[:, 0]
    rank = np.nan_to_num(attribute(pop, "rank"), nan=1e9)
    spread = np.nan_to_num(attribute(pop, "crowding"), nan=0.0, posinf=1e9)
    keys = np.stack([violation, rank, -spread], axis=1)
    first, second = keys[pairs[:, 0]], keys[pairs[:, 1]]
    order = np.zeros(number)
    for column in range(3):
        undecided = order == 0
        order[undecided] = np.sign(first[undecided, column] - second[undecided, column])
    order[order == 0] = np.where(random.random(int((order == 0).sum())) < 0.5, -1, 1)
    return np.where(order < 0, pairs[:, 0], pairs[:, 1])


def attribute(pop: Population, name: str) -> NDArray[np.float64]:
    """(n,) what pymoo's survival noted of each individual, NaN where it noted nothing."""
    values = [individual.get(name) if individual.has(name) else None for individual in pop]
    return np.array([np.nan if value is None else float(value) for value in values])
