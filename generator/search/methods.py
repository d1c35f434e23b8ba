"""All that `search.algorithm` can name: our search with one of pymoo's survivals, or a simple method."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from generator.search.allowed import Accept
from generator.search.archive import Archive
from generator.search.baselines.base import Baseline
from generator.search.baselines.climbing import HillClimbing, RepairedClimbing
from generator.search.baselines.samples import RandomSamples
from generator.search.baselines.stock import StockNsga2
from generator.search.pool import WorkerPool
from generator.search.problem import Problem
from generator.search.search import Search
from generator.search.state import Generation, SearchSettings, SearchState

BASELINES: Final[dict[str, type[Baseline]]] = {
    method.key: method for method in (RandomSamples, HillClimbing, RepairedClimbing, StockNsga2)
}
"""Name in `search.algorithm` to simple method."""


class Method(Protocol):
    """What a run drives: it yields generations, and can be left after any of them."""

    problem: Problem
    settings: SearchSettings
    archive: Archive

    def run(self) -> Iterator[Generation]:
        """Generations until the evaluations are used up, or nothing is left to judge."""
        ...

    @property
    def state(self) -> SearchState:
        """The state after the last generation."""
        ...


def make_method(
    problem: Problem,
    settings: SearchSettings,
    pool: WorkerPool,
    state: SearchState | None = None,
    accept: Accept | None = None,
) -> Method:
    """The method of `settings.algorithm`, from its beginning or from a state.

    Raises InputError where no genome can be valid, or the method does not suit the problem.
    """
    method = BASELINES.get(settings.algorithm, Search)
    return method(problem, settings, pool, state, accept)
