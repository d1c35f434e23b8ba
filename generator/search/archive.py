"""The archive: the non-dominated valid rows met so far, and some of the layers behind them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.search.fronts import hypervolume, layers, non_dominated
from generator.search.problem import Problem, points, reference

_SLACK: Final = 1.25
"""How far the rows behind the front may outgrow their number before the last layers are dropped."""

Keep = Callable[[Table], NDArray[np.bool_]]


class Archive:
    """The non-dominated set, without limit of size, and the layers behind it. No two rows have the same genome."""

    def __init__(
        self,
        problem: Problem,
        rows: Table | None = None,
        value: Callable[[Table], Table] = lambda rows: rows,
        behind: int = 0,
    ) -> None:
        """Args:
        problem: its goals decide who dominates whom.
        rows: of an earlier archive, its `memory`, to begin with.
        value: gives the scores by which rows dominate each other; those that were judged by default.
        behind: rows behind the front that are remembered.
        """
        self._problem = problem
        self._memory = rows
        self._value = value
        self._behind = behind
        self._place = {} if rows is None else self._places(rows)
        self._front: Table | None = None
        if rows is not None:
            self._sort()

    def _places(self, rows: Table) -> dict[bytes, int]:
        return {genome.tobytes(): k for k, genome in enumerate(rows[self._problem.genome])}

    @property
    def memory(self) -> Table | None:
        """All that is remembered, in the order in which it came; None before the first."""
        return self._memory

    def find(self, genome: NDArray[np.uint8]) -> int | None:
        """The row of `memory` that holds a genome; None where it is not remembered."""
        return self._place.get(genome.tobytes())

    @property
    def rows(self) -> Table | None:
        """The non-dominated rows, the best of the first goal first, then of the next; None before the first."""
        return self._front

    def __len__(self) -> int:
        return 0 if self._front is None else len(self._front)

    def add(self, offered: Table, keep: Keep | None = None) -> NDArray[np.bool_]:
        """Offer rows; returns (n,) which of them are non-dominated now and were not before.

        Of a genome that is known the row with more samples is kept.

        Args:
            offered: rows that are not valid are passed over.
            keep: tells of all that is remembered what may stay; all by default.
        """
        entered = np.zeros(len(offered), dtype=bool)
        valid = np.flatnonzero(offered["valid"])
        if not len(valid):
            return entered
        name = self._problem.genome
        before = set() if self._front is None else {row.tobytes() for row in self._front[name]}
        self._merge(offered.take(valid))
        assert self._memory is not None
        if keep is not None:
            good = keep(self._memory)
            if not good.all():
                self._remember(self._memory.take(good))
        self._sort()
        names = {row.tobytes() for row in self._front[name]} - before if self._front is not None else set()
        for row in valid.tolist():
            key = offered[name][row].tobytes()
            if key in names:
                names.discard(key)
                entered[row] = True
        return entered

    def _merge(self, offered: Table) -> None:
        """Put rows with more samples in the place of their genome's, and new genomes behind all."""
        old = 0 if self._memory is None else len(self._memory)
        both = offered if self._memory is None else Table.join([self._memory, offered])
        rows = list(range(old))
        for k, genome in enumerate(offered[self._problem.genome]):
            place = self._place.setdefault(genome.tobytes(), len(rows))
            if place == len(rows):
                rows.append(old + k)
            elif offered["walks"][k] > both["walks"][rows[place]]:
                rows[place] = old + k
        self._memory = both.take(rows)

    def _remember(self, rows: Table) -> None:
        self._memory = rows
        self._place = self._places(rows)

    def _sort(self) -> None:
        """Find the front anew, and drop what is too far behind it."""
        assert self._memory is not None
        if not len(self._memory):
            self._front = None
            return
        values = points(self._value(self._memory), self._problem.goals)
        layer = layers(values)
        ahead = layer == 0
        if len(self._memory) - int(ahead.sum()) > int(_SLACK * self._behind):
            # newcomers go first among equals
            order = np.lexsort((-np.arange(len(layer)), layer))
            kept = np.sort(order[: int(ahead.sum()) + self._behind])
            self._remember(self._memory.take(kept))
            ahead = ahead[kept]
        self._front = self._in_order(self._memory.take(ahead))

    def _in_order(self, front: Table) -> Table:
        own = (-points(front, self._problem.goals)).tolist()
        genomes = front[self._problem.genome]
        return front.take(sorted(range(len(front)), key=lambda k: (own[k], genomes[k].tobytes())))

    def front(self) -> Table | None:
        """The rows that no other dominates by the scores that were judged."""
        rows = self._front
        return None if rows is None else rows.take(non_dominated(points(rows, self._problem.goals)))

    def hypervolume(self) -> float:
        """Of the non-dominated rows, from the goals' worst values."""
        if self._front is None:
            return 0.0
        return hypervolume(points(self._front, self._problem.goals), reference(self._problem.goals))
