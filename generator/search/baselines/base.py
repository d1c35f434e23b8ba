"""What the simple methods have in common: they propose genomes, a round at a time, and learn their scores."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.search.allowed import Accept, Allowed
from generator.search.archive import Archive
from generator.search.judging import Task
from generator.search.length import Length
from generator.search.pool import WorkerPool
from generator.search.problem import NONE, Problem
from generator.search.racing import no_race
from generator.search.state import Generation, SearchSettings, SearchState, table_arrays
from puzzles.seeds import Purpose, generator


class Baseline(ABC):
    """A search that judges every proposal once, and keeps the non-dominated of all that it has met.

    It has none of the parts of `generator.search.search`: no genome is known again, none gets more samples, nothing
    is estimated or confirmed. Of the settings it heeds the seed, the evaluations, the population, the weights and the
    bounds.

    Attributes:
        key: its name in `search.algorithm`.
        summary: what it does, in a few words.
    """

    key: ClassVar[str]
    summary: ClassVar[str]

    def __init__(
        self,
        problem: Problem,
        settings: SearchSettings,
        pool: WorkerPool,
        state: SearchState | None = None,
        accept: Accept | None = None,
    ) -> None:
        """Args: as those of `generator.search.search.Search`. Raises InputError when no genome can be valid."""
        problem.check()
        self.problem = problem
        self.settings = settings
        self.archive = Archive(problem)
        self._pool = pool
        self._allowed = Allowed(problem.genome, settings.bounds, accept)
        self._length = Length(settings.evaluations)
        self._rounds = 0
        self._evaluations = 0
        self._valid = 0
        self._tally = np.zeros(len(problem.tallies), np.int64)
        self.begin()
        if state is not None:
            self._restore(state)

    def run(self) -> Iterator[Generation]:
        """A generation for each round, until the evaluations are used up."""
        while True:
            room = self.settings.evaluations - self._evaluations
            if room <= 0:
                self._length.ends_here()
                return
            size = self._length.cut(self.round_size, room)
            random = generator(self.settings.seed, Purpose.GENERATION, self._rounds)
            recipes = self.propose(random)
            if not len(recipes):
                return
            # the last round is cut, not made smaller: a longer search would have proposed the same
            recipes = recipes.take(np.arange(min(size, len(recipes))))
            yield self._settle(self._judge(recipes, random))

    def _judge(self, recipes: Table, random: np.random.Generator) -> Table:
        n = len(recipes)
        seeds = random.integers(0, 2**63, n).astype(np.uint64)
        race = no_race(len(self.problem.goals))
        judged = self._pool.judge(Task(self.problem, recipes, seeds, np.zeros(n, np.int64), race))
        assert bool((judged["origin"] != NONE).all()), "a row is only lost where genomes are known"
        return judged

    def _settle(self, judged: Table) -> Generation:
        self._rounds += 1
        self._evaluations += len(judged)
        self._tally += self.problem.tally(judged)
        kept = self._allowed.of_new(judged)
        self._valid += int(kept["valid"].sum())
        self.archive.add(kept, self._allowed)
        self.learn(judged)
        archive = Archive(self.problem, self.archive.rows)
        nothing = np.zeros((0, self.problem.width), np.uint8)
        none = judged.take([])
        return Generation(self._rounds, self._evaluations, self._valid, kept, none, archive, nothing)

    # what a method brings

    def begin(self) -> None:  # noqa: B027
        """Before the first round, or before `restore`."""

    @property
    def round_size(self) -> int:
        """Proposals of a round."""
        return self.settings.population

    @abstractmethod
    def propose(self, random: np.random.Generator) -> Table:
        """Recipes of the next round."""

    def learn(self, judged: Table) -> None:  # noqa: B027
        """Told of the scores of what was proposed, or of the first of it where the evaluations have ended."""

    def own_state(self) -> Mapping[str, NDArray[Any]]:
        """What the method must know to go on, as arrays by name."""
        return {}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:  # noqa: B027
        """Go on from what `own_state` returned."""

    # to be left and taken up again

    @property
    def state(self) -> SearchState:
        """The state after the last round."""
        arrays: dict[str, NDArray[Any]] = {
            "generation": np.array(self._rounds),
            "evaluations": np.array(self._evaluations),
            "valid_total": np.array(self._valid),
            "tally": self._tally.copy(),
            **self._length.state(),
            **table_arrays("archive", self.archive.memory),
            **{f"own.{name}": values for name, values in self.own_state().items()},
        }
        return SearchState(arrays, np.zeros((0, self.problem.width), np.uint8))

    def _restore(self, state: SearchState) -> None:
        self._rounds, self._evaluations, self._valid = state.generation, state.evaluations, state.valid_total
        self._tally = state.tally
        self._length.restore(state.arrays)
        self.archive = Archive(self.problem, state.table("archive"))
        prefix = "own."
        self.restore({n.removeprefix(prefix): v for n, v in state.arrays.items() if n.startswith(prefix)})
