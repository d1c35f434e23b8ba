"""What a run hands out: puzzles that are proved, with claimed and validated scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from experiments.kinds import Kind, RunConfig
from experiments.run.columns import scores
from experiments.run.judged import judged
from generator.search.fronts import hypervolume
from generator.search.pool import WorkerPool
from generator.search.problem import points, reference


@dataclass(frozen=True, slots=True)
class HandedOut:
    """Rows that are handed out."""

    rows: Table | None
    """None where none is left."""
    volume: float
    """The hypervolume of their validated scores."""
    left_out: int
    """How many were left out, as the validation put them outside the run's wishes."""


class Results:
    """Makes rows of pareto.csv out of what the search found."""

    def __init__(self, kind: Kind[Any], config: RunConfig, pool: WorkerPool) -> None:
        self._kind = kind
        self._config = config
        self._pool = pool
        self._problem = kind.problem(config)
        self.validation = kind.validation(config)
        """What judges again; None where nothing is random."""

    def of(self, rows: Table) -> HandedOut:
        """Judged rows, proved and judged again; what the wishes no longer hold of is left out.

        Raises:
            RuntimeError: a row lacks its proof; it is not written.
        """
        goals = self._problem.goals
        proved = self._kind.prove(self._config, rows)
        fresh = rows if self.validation is None else judged(self.validation, rows[self._problem.genome], self._pool)
        measured = self._kind.measure(self._config, rows, fresh, self._pool)
        validated = {} if self.validation is None else {f"validated_{name}": fresh[name] for name in scores(goals)}
        whole = rows.with_columns({**proved, **validated, **measured})
        holds = self._kind.holds(self._config, whole)
        kept = int(holds.sum())
        if not kept:
            return HandedOut(None, 0.0, len(whole))
        volume = hypervolume(points(fresh.take(holds), goals), reference(goals))
        return HandedOut(whole.take(holds), volume, len(whole) - kept)

    def of_genomes(self, genomes: NDArray[np.uint8]) -> HandedOut:
        """The rows of (n, width) genomes."""
        return self.of(judged(self._problem, genomes, self._pool))
