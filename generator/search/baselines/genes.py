"""Genomes as integers that can be changed one by one: what hill climbing and a stock algorithm need to know of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.search.problem import Problem
from puzzles.errors import InputError


@dataclass(frozen=True, slots=True)
class Genes:
    """The numbers of a genome that may change."""

    places: NDArray[np.int64]
    """(k,) where in a genome they stand."""
    low: int
    """Least value of each."""
    high: int
    """Largest value of each."""


@runtime_checkable
class HasGenes(Protocol):
    """A problem whose genomes are integers that can be changed one by one."""

    @property
    def genes(self) -> Genes:
        """Those that may change."""
        ...

    def repaired(self, genomes: NDArray[np.uint8]) -> Table:
        """Recipes of genomes that are repaired before they are judged."""
        ...


def with_genes(problem: Problem, algorithm: str) -> HasGenes:
    """The same problem. Raises InputError where its genomes cannot be changed one by one."""
    if not isinstance(problem, HasGenes):
        raise InputError(f"search.algorithm: {algorithm} cannot be used, this kind of puzzle does not say its genes")
    return problem
