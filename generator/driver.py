"""NSGA-II over hint arrays: pymoo decides who lives, this module what is judged and remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray
from pymoo.core.population import Population

from evaluation.settings import EvaluationSettings
from generator.algorithms import make_algorithm
from generator.archive import Archive, distinct
from generator.bounds import Bounds
from generator.breeding import Breeding, attribute
from generator.children import Walks, join_walks
from generator.contenders import Contenders
from generator.estimates import Estimates
from generator.judging import Judged, Task, add_walks, join, no_rows
from generator.pool import WorkerPool
from generator.problem import HintProblem
from generator.racing import Race
from generator.sampling import check_pattern, first_population
from generator.shares import OperatorShares
from puzzles.grid import Grid
from puzzles.pattern import Pattern

_FIRST_BUDGET: Final = 2_000_000
_CONFIRMATION: Final = 0.15
"""Largest share of all evaluations that goes into confirming the front at the end."""
_NOTHING: Final = no_rows()


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
    reevaluate: float = 0.3
    """Share of a generation's evaluations that gives more walks to the best puzzles known; 0 judges each once."""
    confirm: int = 64
    """Walks that the end of a search, at most 15 % of its evaluations, tries to give each puzzle of the front."""
    racing: float = 0.0
    """Chance allowed that a new puzzle is stopped early that would have come on the front; 0 for no racing."""
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
    """The new hints of this generation."""
    again: Judged
    """The known puzzles that were given more walks, with all that they have had."""
    archive: Archive
    """As it was then."""


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
    prior: NDArray[np.float64]


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
        self._estimates = Estimates(None if state is None else state.prior)
        self.archive = Archive(None, self._estimates)
        self._contenders = Contenders(self._estimates, evaluation.walks, settings.confirm)
        self._refused: set[bytes] = set()
        self._breeding = Breeding(settings.pattern, free, OperatorShares(None if state is None else state.shares))
        self._algorithm: Any = make_algorithm(settings.algorithm, settings.objectives, settings.population)
        self._algorithm.mating = self._breeding
        self._algorithm.setup(self._problem, seed=settings.seed)
        self._known: Judged | None = None
        self._generation = 0
        self._evaluations = 0
        self._valid = 0
        self._stagnant = 0
        self._confirming = False
        if state is not None:
            self._restore(state)

    def run(self) -> Iterator[Generation]:
        """Generations until the evaluations are used up."""
        while self._evaluations < self.settings.evaluations:
            yield self._step()

    def _step(self) -> Generation:
        random = np.random.default_rng([self.settings.seed, self._generation])
        self._algorithm.random_state = random
        s = self.settings
        room = s.evaluations - self._evaluations
        again = self._again(room)
        operators: NDArray[np.int64] | None = None
        if self._generation == 0:
            task = self._fresh(min(s.population, room), s.seed)
        elif s.stagnation and self._stagnant >= s.stagnation and not self._confirming:
            task = self._fresh(min(s.population // 2, room - len(again)), s.seed + 104_729 * (self._generation + 1))
            self._stagnant = 0
        else:
            # a generation that only confirms what it has brings no children
            size = 0 if self._confirming else min(s.population, room) - len(again)
            off = self._breeding.do(self._problem, self._algorithm.pop, size, random_state=random)
            operators = np.asarray(off.get("operator"), np.int64)
            task = self._births(off, random)
        judged, again = self._judge(task, again)
        self._evaluations += len(judged) + len(again)
        self._estimates.learn(judged)
        kept = self._accepted(judged)
        self._valid += int(kept.valid.sum())
        self._refresh(again)
        entered = self.archive.add(kept)
        if not self._confirming:
            self._stagnant = 0 if entered.any() else self._stagnant + 1
        self._advance(judged, operators)
        self._generation += 1
        return Generation(self._generation, self._evaluations, self._valid, kept, again, Archive(self.archive.rows))

    def _again(self, room: int) -> Judged:
        """Known puzzles that get more walks in this generation."""
        s = self.settings
        self._confirming = False
        if self._known is None or not s.reevaluate:
            return _NOTHING
        known = [self._known.take(self._allowed(self._known))]
        if self.archive.rows is not None:
            known.append(self.archive.rows)
        rows = distinct(join(known))
        self._confirming = room <= min(self._contenders.missing(rows), _CONFIRMATION * s.evaluations)
        if self._confirming:
            return self._contenders.last(rows, min(s.population, room))
        return self._contenders.best(rows, min(round(s.reevaluate * s.population), room))

    def _fresh(self, size: int, seed: int) -> Task:
        """Valid puzzles from the feasibility search; after a stagnation the archive keeps the elite."""
        s = self.settings
        if not size:
            return Task(_NOTHING.hints, s.pattern, self._free, np.zeros(0, np.uint64), 0, self._evaluation)
        hints = first_population(s.pattern, size, seed, s.fixed, _FIRST_BUDGET)
        return Task(hints, s.pattern, self._free, np.zeros(len(hints), np.uint64), 0, self._evaluation)

    def _births(self, off: Population, random: np.random.Generator) -> Task:
        hints = np.asarray(off.get("X"), np.uint8).reshape(-1, 81)
        walks = Walks(
            np.asarray(off.get("move"), np.int64),
            np.asarray(off.get("steps"), np.int64),
            np.asarray(off.get("solution"), np.uint8).reshape(-1, 81),
        )
        seeds = random.integers(0, 2**63, len(hints)).astype(np.uint64)
        budget = self.settings.repair_budget
        return Task(hints, self.settings.pattern, self._free, seeds, budget, self._evaluation, walks=walks)

    def _judge(self, task: Task, again: Judged) -> tuple[Judged, Judged]:
        """New hints, and known puzzles with their walks added, in one round of the workers."""
        n, m = len(task.hints), len(again)
        walks = task.walks
        if m and walks is not None:
            walks = join_walks(walks, m)
        whole = replace(
            task,
            hints=np.concatenate([task.hints, again.hints]),
            seeds=np.concatenate([task.seeds, np.zeros(m, np.uint64)]),
            first_walk=np.concatenate([np.zeros(n, np.int64), again.walks]),
            walks=walks,
            race=self._race(),
        )
        judged = self._pool.judge(whole)
        return judged.take(np.arange(n)), add_walks(again, judged.take(np.arange(n, n + m)))

    def _race(self) -> Race | None:
        front = self.archive.front()
        if not self.settings.racing or self._known is None or front is None:
            return None
        several = self._known.take(self._known.walks > 1)
        spread = [
            float(np.median(getattr(several, name) * np.sqrt(several.walks))) if len(several) else 0.0
            for name in ("f1_se", "f2_se")
        ]
        return Race(np.stack([front.f1, front.f2], axis=1), (spread[0], spread[1]), self.settings.racing)

    def _refresh(self, again: Judged) -> None:
        """Put rows with more walks in the place of the old ones."""
        if not len(again) or self._known is None:
            return
        rows = join([self._known, again])
        place = {hints.tobytes(): len(self._known) + k for k, hints in enumerate(again.hints)}
        self._known = rows.take([place.get(hints.tobytes(), k) for k, hints in enumerate(self._known.hints)])
        self.archive.add(join([again, self._known.take(self._allowed(self._known))]))

    def _allowed(self, rows: Judged) -> NDArray[np.bool_]:
        """(n,) which rows may be kept and shown: within the wished bounds, and not refused."""
        good = ~rows.valid | (self.settings.bounds.measure(rows) <= 0.0)
        return good & np.array([hints.tobytes() not in self._refused for hints in rows.hints], dtype=bool)

    def _accepted(self, judged: Judged) -> Judged:
        """The new rows that may be kept; asks `accept` about them and remembers what it refuses."""
        if self._accept is not None:
            for hints in judged.hints[~self._accept(judged)]:
                self._refused.add(hints.tobytes())
        return judged.take(self._allowed(judged))

    def _advance(self, judged: Judged, operators: NDArray[np.int64] | None) -> None:
        """Survival: new hint arrays that are not alive already compete with the population."""
        if not len(judged):
            return
        fresh: list[int] = []
        seen = set(self._breeding.solutions)
        for row in range(len(judged)):
            name = judged.hints[row].tobytes()
            if name not in seen:
                seen.add(name)
                fresh.append(row)
        offered = judged.take(fresh)
        infills = self._problem.population(self._estimates(offered))
        pool = offered if self._known is None else join([self._known, offered])
        infills.set("row", np.arange(len(infills)) + (len(pool) - len(offered)))
        if self._known is not None:
            values, _ = self._problem.values(self._estimates(self._known))
            self._algorithm.pop.set("F", values)
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
            self._estimates.prior,
        )

    def _restore(self, state: SearchState) -> None:
        self._generation = state.generation
        self._evaluations = state.evaluations
        self._valid = state.valid_total
        self._stagnant = state.stagnant
        pop = self._problem.population(self._estimates(state.population))
        for k, individual in enumerate(pop):
            if not np.isnan(state.rank[k]):
                individual.set("rank", state.rank[k])
            if not np.isnan(state.crowding[k]):
                individual.set("crowding", state.crowding[k])
        self._algorithm.pop = pop
        self._algorithm.n_iter = state.generation + 1
        self._algorithm.is_initialized = True
        self._settle(state.population)
        self.archive = Archive(state.archive, self._estimates)
        if self._accept is not None:
            for hints in state.population.hints[~self._accept(state.population)]:
                self._refused.add(hints.tobytes())
