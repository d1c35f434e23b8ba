"""Which rows a search may keep and show: those within the wished bounds that its user does not refuse."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.search.bounds import Bounds

Accept = Callable[[Table], NDArray[np.bool_]]


class Allowed:
    """Tells which rows may be kept; remembers those that were refused."""

    def __init__(self, genome: str, bounds: Bounds, accept: Accept | None) -> None:
        """Args:
        genome: the column of genomes.
        bounds: wishes about measures.
        accept: tells which valid rows may be kept (a library of published ones, for instance); None for all.
        """
        self._genome = genome
        self._bounds = bounds
        self._accept = accept
        self._refused: set[bytes] = set()

    def __call__(self, rows: Table) -> NDArray[np.bool_]:
        """(n,) which rows may be kept: within the wished bounds, and not refused; nobody is asked."""
        good = ~rows["valid"] | (self._bounds.measure(rows) <= 0.0)
        if self._refused:
            good &= np.array([genome.tobytes() not in self._refused for genome in rows[self._genome]], dtype=bool)
        return good

    def refuse(self, rows: Table) -> None:
        """Ask about rows, and remember those that are refused."""
        if self._accept is not None:
            for genome in rows[self._genome][~self._accept(rows)]:
                self._refused.add(genome.tobytes())

    def of_new(self, rows: Table) -> Table:
        """The new rows that may be kept; asks about them first."""
        self.refuse(rows)
        return rows.take(self(rows))
