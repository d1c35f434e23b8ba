"""NSGA-II over hint arrays: pymoo decides who lives, this module what is judged and remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from pymoo.core.population import Population

from evaluation.settings import EvaluationSettings
from generator.search.algorithms import make_algorithm
from generator.search.archive import Archive
from generator.search.contenders import Contenders
from generator.search.estimates import Estimates
from generator.search.known import Known
from generator.search.pool import WorkerPool
from generator.search.problem import HintProblem
from generator.search.racing import Race
from generator.search.shares import OperatorShares
from generator.search.state import Generation, Round, SearchSettings, SearchState
from generator.sudoku.breeding import Breeding, attribute
from generator.sudoku.children import BRED, NONE, Walks
from generator.sudoku.judging import Judged, Task, add_walks, join, no_rows
from generator.sudoku.sampling import check_pattern, first_population

_CONFIRMATION: Final = 0.15
"""Largest share of all evaluations that goes into confirming the front at the end."""
_IN_WORK: Final = 2
"""Rounds given to the workers before the first of them is settled: they go from one to the other without a pause."""
_LAST: Final = 4
"""Least evaluations of the confirmation, in populations, within that share: the newest puzzles need them to be told
from lucky ones, however well the others are known."""
_BEHIND: Final = 10
"""Puzzles behind the front that are remembered for more walks, in populations."""
_FADING: Final = 0.8
_LEAST_BIRTHS: Final = 0.05
"""Share of the newcomers' rows that is spent on looking for new puzzles however few are found."""
_HOPE: Final = 4.0
"""Newcomers' rows become fewer when less than one of so many brings a new puzzle."""
_BARREN: Final = 10
"""A search ends after so many generations without an evaluation: nothing new is found, and nothing known left."""


@dataclass(frozen=True, slots=True)
class _Flight:
    """A round in work."""

    round: Round
    answer: Callable[[], Judged]


class Search:
    """One search; `run` yields a Generation at a time and may be left and taken up again at any of them.

    While the workers judge one round, the next is made from what was known before it: they need not wait. So children
    are judged two rounds after their mothers, whatever the number of workers.
    """

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
        self._behind = _BEHIND * settings.population
        self.archive = Archive(None, self._estimates, self._behind)
        self._contenders = Contenders(self._estimates, evaluation.walks, settings.confirm)
        self._known = Known(None if state is None else state.known)
        self._refused: set[bytes] = set()
        self._breeding = Breeding(settings.pattern, free, OperatorShares(None if state is None else state.shares))
        self._algorithm: Any = make_algorithm(settings.algorithm, settings.objectives, settings.population)
        self._algorithm.mating = self._breeding
        self._algorithm.setup(self._problem, seed=settings.seed)
        self._parts_infeasible = bool(self._algorithm.survival.filter_infeasible)
        self._living: Judged | None = None
        self._flights: list[_Flight] = []
        self._pending: Round | None = None
        self._generation = 0
        self._rounds = 0
        self._evaluations = 0
        self._valid = 0
        self._stagnant = 0
        self._barren = 0
        self._fertility = 1.0
        self._confirming = False
        self._least = 0
        self._prolongable = True
        if state is not None:
            self._restore(state)

    def run(self) -> Iterator[Generation]:
        """Generations until the evaluations are used up, or no puzzle is left to judge."""
        if self._pending is not None:
            self._submit(self._pending)
            self._pending = None
        while True:
            while len(self._flights) < _IN_WORK and (following := self._make_round()) is not None:
                self._submit(following)
            if not self._flights:
                return
            flight = self._flights.pop(0)
            yield self._settle(flight.round, flight.answer())

    def _submit(self, given: Round) -> None:
        s = self.settings
        race = Race(given.race_points, (float(given.race_spread[0]), float(given.race_spread[1])), s.racing)
        task = Task(
            given.hints,
            s.pattern,
            self._free,
            given.seeds,
            s.repair_budget if given.bred else 0,
            self._evaluation,
            first_walk=given.first_walk,
            walks=Walks(given.moves, given.steps, given.solutions) if given.bred else None,
            race=race if len(given.race_points) else None,
            known=self._known.at_first(given.known),
        )
        self._flights.append(_Flight(given, self._pool.submit(task)))

    def _make_round(self) -> Round | None:
        """The next round from all that is known now; None where there is nothing left to give."""
        s = self.settings
        in_work = sum(len(flight.round) for flight in self._flights)
        room = s.evaluations - self._evaluations - in_work
        if self._barren >= _BARREN or (self._living is None and in_work):
            return None
        if room <= 0:
            self._prolongable = False
            return None
        random = np.random.default_rng([s.seed, self._rounds])
        self._rounds += 1
        self._algorithm.random_state = random
        if self._living is None:
            return self._sampled(self._cut(s.population, room), s.seed)
        births, again, had = self._plan(room)
        if births and s.stagnation and self._stagnant >= s.stagnation:
            self._stagnant = 0
            fresh = self._sampled(min(s.population // 2, births), s.seed + 104_729 * self._rounds)
            return self._with_known(replace(fresh, renewal=True), again, had)
        self._breeding.others = self._known.hints
        self._breeding.abroad = 1.0 - self._fertility
        off = self._breeding.do(self._problem, self._algorithm.pop, births, random_state=random)
        return self._with_known(self._births(off, random), again, had)

    def _plan(self, room: int) -> tuple[int, NDArray[np.uint8], NDArray[np.int64]]:
        """Rows of newcomers; hints of known puzzles for more walks, and the walks that these have had or will get."""
        s = self.settings
        nobody = np.zeros((0, 81), np.uint8), np.zeros(0, np.int64)
        known = self.archive.memory
        if not s.reevaluate or known is None or not len(known):
            return self._cut(s.population, room), *nobody
        had = known.walks + self._promised(known)
        if room <= _CONFIRMATION * s.evaluations and not self._confirming:
            wanted = max(self._contenders.missing(known, had), _LAST * s.population)
            self._confirming = room <= wanted
            self._needs(s.evaluations - room + wanted + 1)
        else:
            self._needs(_before_confirmation(s.evaluations - room))
        if self._confirming:
            self._prolongable = False
            chosen = self._contenders.last(known, min(s.population, room), had)
            births = 0
        else:
            share = round(s.reevaluate * s.population)
            births = s.population - share
            births = round(births * min(1.0, max(_LEAST_BIRTHS, _HOPE * self._fertility)))
            # what brings no new puzzle leaves its evaluation to a known one
            number = max(share, s.population - round(births * self._fertility))
            whole = births + number
            number = min(number, room)
            births = self._cut(whole, room) - number
            chosen = self._contenders.best(known, number, had)
        hints = known.hints[chosen]
        return births, hints, had[chosen] + _earlier(chosen) * self._evaluation.walks

    def _cut(self, size: int, room: int) -> int:
        """The size that fits; notes whether more evaluations would have left room for all of it."""
        self._prolongable &= size <= room
        self._needs(self.settings.evaluations - room + size)
        return min(size, room)

    def _needs(self, evaluations: int) -> None:
        """Note that a search of fewer evaluations would have decided otherwise."""
        self._least = max(self._least, evaluations)

    def _promised(self, known: Judged) -> NDArray[np.int64]:
        """(n,) walks that the round in work adds to known puzzles."""
        promised = np.zeros(len(known), np.int64)
        for flight in self._flights:
            for hints in flight.round.hints[flight.round.first_walk > 0]:
                place = self.archive.find(hints)
                if place is not None:
                    promised[place] += self._evaluation.walks
        return promised

    def _sampled(self, size: int, seed: int) -> Round:
        """Valid puzzles from the feasibility search."""
        s = self.settings
        hints = np.zeros((0, 81), np.uint8)
        if size:
            hints = first_population(s.pattern, size, seed, s.fixed)
        return self._newcomers(hints)

    def _births(self, off: Population, random: np.random.Generator) -> Round:
        return replace(
            self._newcomers(np.asarray(off.get("X"), np.uint8).reshape(-1, 81)),
            seeds=random.integers(0, 2**63, len(off)).astype(np.uint64),
            moves=np.asarray(off.get("move"), np.int64),
            steps=np.asarray(off.get("steps"), np.int64),
            solutions=np.asarray(off.get("solution"), np.uint8).reshape(-1, 81),
            operators=np.asarray(off.get("operator"), np.int64),
        )

    def _newcomers(self, hints: NDArray[np.uint8]) -> Round:
        n = len(hints)
        zeros, no = np.zeros(n, np.int64), np.full(n, -1)
        seeds, grids = np.zeros(n, np.uint64), np.zeros((n, 81), np.uint8)
        points, spread = self._race()
        return Round(hints, seeds, zeros, no, zeros, grids, no, len(self._known), False, points, spread)

    def _with_known(self, newcomers: Round, again: NDArray[np.uint8], had: NDArray[np.int64]) -> Round:
        more = self._newcomers(again)
        both = {
            name: np.concatenate([getattr(newcomers, name), getattr(more, name)])
            for name in ("hints", "seeds", "moves", "steps", "solutions", "operators")
        }
        return replace(newcomers, first_walk=np.concatenate([newcomers.first_walk, had]), **both)

    def _race(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Points of the front and the spread of single walks; no points where there is no race."""
        front = self.archive.front()
        if not self.settings.racing or self._living is None or front is None:
            return np.zeros((0, 2)), np.zeros(2)
        several = self._living.take(self._living.walks > 1)
        spread = [
            float(np.median(getattr(several, name) * np.sqrt(several.walks))) if len(several) else 0.0
            for name in ("f1_se", "f2_se")
        ]
        return np.stack([front.f1, front.f2], axis=1), np.array(spread)

    def _settle(self, given: Round, judged: Judged) -> Generation:
        """Take in what the workers found."""
        n = given.births
        made = judged.origin[:n] != NONE
        born = judged.take(np.flatnonzero(made))
        spent = len(born) + len(judged) - n
        self._evaluations += spent
        self._barren = 0 if spent else self._barren + 1
        new = self._known.add(born.hints)
        if given.bred:
            self._fertility = _FADING * self._fertility + (1.0 - _FADING) * float(new.sum()) / n
        self._estimates.learn(born)
        kept = self._accepted(born)
        self._valid += int(kept.valid.sum())
        again = self._longer(judged.take(np.arange(n, len(judged))))
        entered = self.archive.add(join([again, kept]), self._allowed)[len(again) :]
        if n:
            self._stagnant = 0 if entered.any() else self._stagnant + 1
        self._refresh(again)
        self._advance(born.take(new), given.renewal)
        if given.bred:
            alive = np.zeros(n, np.bool_)
            alive[made] = [hints.tobytes() in self._breeding.solutions for hints in born.hints]
            alive &= judged.origin[:n] == BRED
            self._breeding.shares.learn(given.operators[:n], alive)
        self._generation += 1
        archive = Archive(self.archive.rows)
        return Generation(self._generation, self._evaluations, self._valid, kept, again, archive, born.hints[new])

    def _longer(self, more: Judged) -> Judged:
        """Known puzzles with the walks of `more` added, a row for each of its rows."""
        memory = self.archive.memory
        if memory is None or not len(more):
            return no_rows()
        place = np.array([-1 if k is None else k for k in map(self.archive.find, more.hints)])
        more, place = more.take(place >= 0), place[place >= 0]
        turn = _earlier(place)
        known = memory.take(place)
        done: list[Judged] = []
        rows: list[NDArray[np.int64]] = []
        for k in range(int(turn.max(initial=-1)) + 1):
            now = np.flatnonzero(turn == k)
            before = known.take(now)
            if done:
                # the rows of the turn before, of the same puzzles
                earlier = {int(place[row]): at for at, row in enumerate(rows[-1].tolist())}
                before = done[-1].take([earlier[int(place[row])] for row in now.tolist()])
            done.append(add_walks(before, more.take(now)))
            rows.append(now)
        return join(done).take(np.argsort(np.concatenate(rows))) if done else no_rows()

    def _refresh(self, again: Judged) -> None:
        """Put rows with more walks in the place of the living's."""
        if not len(again) or self._living is None:
            return
        rows = join([self._living, again])
        place = {hints.tobytes(): len(self._living) + k for k, hints in enumerate(again.hints)}
        self._living = rows.take([place.get(hints.tobytes(), k) for k, hints in enumerate(self._living.hints)])

    def _allowed(self, rows: Judged) -> NDArray[np.bool_]:
        """(n,) which rows may be kept and shown: within the wished bounds, and not refused."""
        good = ~rows.valid | (self.settings.bounds.measure(rows) <= 0.0)
        if self._refused:
            good &= np.array([hints.tobytes() not in self._refused for hints in rows.hints], dtype=bool)
        return good

    def _accepted(self, judged: Judged) -> Judged:
        """The new rows that may be kept; asks `accept` about them and remembers what it refuses."""
        if self._accept is not None:
            for hints in judged.hints[~self._accept(judged)]:
                self._refused.add(hints.tobytes())
        return judged.take(self._allowed(judged))

    def _advance(self, offered: Judged, renewal: bool) -> None:
        """Survival: the new puzzles compete with the population, or take half of its places."""
        if not len(offered):
            return
        if renewal and self._living is not None:
            half = self._algorithm.pop[: len(self._algorithm.pop) // 2]
            self._living = self._living.take(np.asarray(half.get("row"), np.int64))
            self._algorithm.pop = half
        infills = self._problem.population(self._estimates(offered))
        pool = offered if self._living is None else join([self._living, offered])
        infills.set("row", np.arange(len(infills)) + (len(pool) - len(offered)))
        if self._living is not None:
            values, _ = self._problem.values(self._estimates(self._living))
            self._algorithm.pop.set("row", np.arange(len(self._living)))
            self._algorithm.pop.set("F", values)
        # pymoo need not part those that break a constraint from the others where there are none
        if self._parts_infeasible:
            self._algorithm.survival.filter_infeasible = not (pool.valid & self._allowed(pool)).all()
        self._algorithm.advance(infills=infills)
        self._live(pool.take(np.asarray(self._algorithm.pop.get("row"), np.int64)))

    def _live(self, living: Judged) -> None:
        self._living = living
        self._algorithm.pop.set("row", np.arange(len(living)))
        self._breeding.solutions = {
            hints.tobytes(): solution for hints, solution in zip(living.hints, living.solution, strict=True)
        }

    @property
    def state(self) -> SearchState:
        """The state after the last generation."""
        assert self._living is not None
        pop: Population = self._algorithm.pop
        return SearchState(
            self._generation,
            self._rounds,
            self._evaluations,
            self._valid,
            self._stagnant,
            self._barren,
            self._confirming,
            self._least,
            self._prolongable,
            self._fertility,
            self._living,
            attribute(pop, "rank"),
            attribute(pop, "crowding"),
            self.archive.memory,
            self._breeding.shares.state,
            self._estimates.prior,
            self._known.hints,
            self._flights[0].round if self._flights else None,
        )

    def _restore(self, state: SearchState) -> None:
        self._generation = state.generation
        self._rounds = state.rounds
        self._evaluations = state.evaluations
        self._valid = state.valid_total
        self._stagnant = state.stagnant
        self._barren = state.barren
        self._confirming = state.confirming
        self._least = state.least
        self._prolongable = state.prolongable
        self._fertility = state.fertility
        self._pending = state.pending
        pop = self._problem.population(self._estimates(state.population))
        for k, individual in enumerate(pop):
            if not np.isnan(state.rank[k]):
                individual.set("rank", state.rank[k])
            if not np.isnan(state.crowding[k]):
                individual.set("crowding", state.crowding[k])
        self._algorithm.pop = pop
        self._algorithm.n_iter = state.generation + 1
        self._algorithm.is_initialized = True
        self._live(state.population)
        self.archive = Archive(state.archive, self._estimates, self._behind)
        if self._accept is not None:
            for hints in state.population.hints[~self._accept(state.population)]:
                self._refused.add(hints.tobytes())


def _before_confirmation(used: int) -> int:
    """The fewest evaluations of a search whose confirmation cannot begin when so many are used."""
    evaluations = int(used / (1.0 - _CONFIRMATION))
    while evaluations - used <= _CONFIRMATION * evaluations:
        evaluations += 1
    return evaluations


def _earlier(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """(n,) how often each value has come before."""
    seen: dict[int, int] = {}
    count = np.zeros(len(values), np.int64)
    for k, value in enumerate(values.tolist()):
        count[k] = seen.get(value, 0)
        seen[value] = int(count[k]) + 1
    return count
