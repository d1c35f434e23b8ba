"""NSGA-II over hint arrays: pymoo decides who lives, this module what is judged and remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray
from pymoo.core.population import Population

from evaluation.settings import EvaluationSettings
from generator.algorithms import make_algorithm
from generator.archive import Archive
from generator.bounds import Bounds
from generator.breeding import Breeding, attribute
from generator.judging import Judged, Task, join
from generator.pool import WorkerPool
from generator.problem import HintProblem
from generator.sampling import check_pattern, first_population
from generator.shares import OperatorShares
from puzzles.grid import Grid
from puzzles.pattern import Pattern

_FIRST_BUDGET: Final = 2_000_000


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """What decides a search, apart from the evaluation."""

    pattern: Pattern
    seed: int = 0
    population: int = 100
    evaluations: int = 5_000
    algorithm: str = "nsga2"
    objectives: Literal["multi", "weighted"] = "multi"
    weights: tuple[float, float] = (1.0, 1.0)
    repair_budget: int = 4_000
    """Propagations that the repair of one child may take; 0 switches the repair off."""
    stagnation: int = 40
    """Generations without a new puzzle in the archive before the population is renewed; 0 for never."""
    fixed: Grid | None = None
    bounds: Bounds = field(default_factory=Bounds)


@dataclass(frozen=True, slots=True)
class Generation:
    """What one generation brought."""

    number: int
    evaluations: int
    """Hint arrays judged since the start of the search."""
    valid_total: int
    judged: Judged
    """All that was judged in this generation."""
    archive: Archive


@dataclass(frozen=True, slots=True)
class SearchState:
    """Enough to go on exactly: plain arrays, no code."""

    generation: int
    evaluations: int
    valid_total: int
    stagnant: int
    population: Judged
    rank: NDArray[np.float64]
    crowding: NDArray[np.float64]
    archive: Judged | None
    shares: NDArray[np.float64]


class Search:
    """One search; `run` yields a Generation at a time and may be left and taken up again at any of them."""

    def __init__(
        self,
        settings: SearchSettings,
        evaluation: EvaluationSettings,
        pool: WorkerPool,
        state: SearchState | None = None,
        accept: Callable[[Judged], NDArray[np.bool_]] | None = None,
    ) -> None:
        """Args:
        settings, evaluation: what is searched and how it is scored.
        pool: where it is judged.
        state: to go on from.
        accept: tells which valid puzzles may be kept (a library of published ones, for instance).

        Raises InputError when the pattern cannot work.
        """
        check_pattern(settings.pattern, settings.fixed)
        self.settings = settings
        self._evaluation = evaluation
        self._pool = pool
        self._accept = accept
        free = settings.pattern.copy()
        if settings.fixed is not None:
            free &= settings.fixed == 0
        self._free = free
        self._problem = HintProblem(settings.objectives, settings.weights, settings.bounds)
        self.archive = Archive()
        self._breeding = Breeding(settings.pattern, free, OperatorShares(None if state is None else state.shares))
        self._algorithm: Any = make_algorithm(settings.algorithm, settings.objectives, settings.population)
        self._algorithm.mating = self._breeding
        self._algorithm.setup(self._problem, seed=settings.seed)
        self._known: Judged | None = None
        self._generation = 0
        self._evaluations = 0
        self._valid = 0
        self._stagnant = 0
        if state is not None:
            self._restore(state)

    def run(self) -> Iterator[Generation]:
        """Generations until the evaluations are used up."""
        while self._evaluations < self.settings.evaluations:
            yield self._step()

    def _step(self) -> Generation:
        random = np.random.default_rng([self.settings.seed, self._generation])
        self._algorithm.random_state = random
        room = self.settings.evaluations - self._evaluations
        if self._generation == 0:
            judged = self._first(min(self.settings.population, room))
            operators = None
        elif self._stagnant and self.settings.stagnation and self._stagnant >= self.settings.stagnation:
            judged = self._renewed(min(self.settings.population // 2, room))
            operators = None
            self._stagnant = 0
        else:
            off = self._breeding.do(
                self._problem, self._algorithm.pop, min(self.settings.population, room), random_state=random
            )
            operators = np.asarray(off.get("operator"), np.int64)
            judged = self._judge(np.asarray(off.get("X"), np.uint8), random, self.settings.repair_budget)
        self._evaluations += len(judged)
        kept = self._accepted(judged)
        self._valid += int(kept.valid.sum())
        entered = self.archive.add(kept)
        self._stagnant = 0 if entered.any() else self._stagnant + 1
        self._advance(judged, operators)
        self._generation += 1
        return Generation(self._generation, self._evaluations, self._valid, kept, self.archive)

    def _accepted(self, judged: Judged) -> Judged:
        """The judged rows that may be kept and shown: within the wished bounds, and not refused."""
        good = np.ones(len(judged), dtype=bool)
        good &= ~judged.valid | (self.settings.bounds.measure(judged) <= 0.0)
        if self._accept is not None:
            good &= self._accept(judged)
        return judged.take(good)

    def _first(self, size: int) -> Judged:
        s = self.settings
        hints = first_population(s.pattern, size, s.seed, s.fixed, _FIRST_BUDGET)
        return self._judge(hints, np.random.default_rng([s.seed, 1 << 20]), 0)

    def _renewed(self, size: int) -> Judged:
        """Fresh valid puzzles after a stagnation; the archive keeps the elite."""
        s = self.settings
        seed = s.seed + 104_729 * (self._generation + 1)
        hints = first_population(s.pattern, size, seed, s.fixed, _FIRST_BUDGET)
        return self._judge(hints, np.random.default_rng([s.seed, 1 << 20, self._generation]), 0)

    def _judge(self, hints: NDArray[np.uint8], random: np.random.Generator, budget: int) -> Judged:
        seeds = random.integers(0, 2**63, len(hints)).astype(np.uint64)
        return self._pool.judge(Task(hints, self.settings.pattern, self._free, seeds, budget, self._evaluation))

    def _advance(self, judged: Judged, operators: NDArray[np.int64] | None) -> None:
        """Survival: new hint arrays that are not alive already compete with the population."""
        fresh: list[int] = []
        seen = set(self._breeding.solutions)
        for row in range(len(judged)):
            name = judged.hints[row].tobytes()
            if name not in seen:
                seen.add(name)
                fresh.append(row)
        offered = judged.take(fresh)
        infills = self._problem.population(offered)
        pool = offered if self._known is None else join([self._known, offered])
        infills.set("row", np.arange(len(infills)) + (len(pool) - len(offered)))
        self._algorithm.advance(infills=infills)
        rows = np.asarray(self._algorithm.pop.get("row"), np.int64)
        if operators is not None:
            alive = {pool.hints[row].tobytes() for row in rows.tolist()}
            lives = np.zeros(len(judged), dtype=bool)
            lives[fresh] = [judged.hints[row].tobytes() in alive for row in fresh]
            self._breeding.shares.learn(operators, lives)
        self._settle(pool.take(rows))

    def _settle(self, living: Judged) -> None:
        self._known = living
        self._algorithm.pop.set("row", np.arange(len(living)))
        self._breeding.solutions = {
            hints.tobytes(): solution for hints, solution in zip(living.hints, living.solution, strict=True)
        }

    @property
    def state(self) -> SearchState:
        """The state after the last generation."""
        assert self._known is not None
        pop: Population = self._algorithm.pop
        return SearchState(
            self._generation,
            self._evaluations,
            self._valid,
            self._stagnant,
            self._known,
            attribute(pop, "rank"),
            attribute(pop, "crowding"),
            self.archive.rows,
            self._breeding.shares.state,
        )

    def _restore(self, state: SearchState) -> None:
        self._generation = state.generation
        self._evaluations = state.evaluations
        self._valid = state.valid_total
        self._stagnant = state.stagnant
        pop = self._problem.population(state.population)
        for k, individual in enumerate(pop):
            if not np.isnan(state.rank[k]):
                individual.set("rank", state.rank[k])
            if not np.isnan(state.crowding[k]):
                individual.set("crowding", state.crowding[k])
        self._algorithm.pop = pop
        self._algorithm.n_iter = state.generation + 1
        self._algorithm.is_initialized = True
        self._settle(state.population)
        self.archive = Archive(state.archive)
