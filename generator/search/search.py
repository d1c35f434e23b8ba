"""The search: rounds of rows go to the workers, and what comes back is remembered, lives or dies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.search.allowed import Accept, Allowed
from generator.search.archive import Archive
from generator.search.contenders import Contenders
from generator.search.estimates import Estimates
from generator.search.judging import Task
from generator.search.known import Known
from generator.search.length import Length
from generator.search.mating import Mating
from generator.search.phases import Confirmation, EarlyEnd, Fertility, Renewal
from generator.search.pool import WorkerPool
from generator.search.pooling import add_samples
from generator.search.problem import BRED, NONE, Problem
from generator.search.racing import race_against
from generator.search.shares import OperatorShares
from generator.search.state import Generation, Round, SearchSettings, SearchState, table_arrays
from generator.search.survival import Survival
from puzzles.errors import InputError
from puzzles.seeds import Purpose, derived, generator

_OVERLAP: Final = 2
"""Rounds given to the workers before the first of them is settled: they go from one to the other without a pause."""
_BEHIND: Final = 10
"""Rows behind the front that are remembered for more samples, in populations."""


class Parts:
    """The parts of a search, put together from its settings. Any of them can be replaced before the search begins."""

    def __init__(self, problem: Problem, settings: SearchSettings) -> None:
        s, goals = settings, problem.goals

        def on(part: str) -> bool:
            return part not in s.without

        self.estimates = Estimates(goals, on("estimates"))
        self.survival = Survival(problem, s.algorithm, s.population, s.weights, s.bounds, self.estimates)
        self.mating = Mating(problem, self.survival, OperatorShares(len(problem.operators), on("shares")))
        self.contenders = Contenders(goals, self.estimates, problem.samples, s.confirm)
        again = s.reevaluate if on("contenders") and problem.is_random else 0.0
        self.again = again > 0.0
        """Whether known rows get more samples."""
        self.length = Length(s.evaluations)
        self.fertility = Fertility(self.length, s.population, again)
        self.confirmation = Confirmation(self.contenders, self.length, s.population, on("confirmation"))
        self.renewal = Renewal(s.stagnation if on("renewal") else 0)
        self.early_end = EarlyEnd(on("early_end"))
        self.overlap = _OVERLAP if on("overlap") else 1
        self.behind = _BEHIND * s.population

    @property
    def stateful(self) -> tuple[Any, ...]:
        """Those that a search must find again as they were: `state` and `restore` of plain arrays."""
        return (
            self.estimates,
            self.mating.shares,
            self.length,
            self.fertility,
            self.confirmation,
            self.renewal,
            self.early_end,
        )


@dataclass(frozen=True, slots=True)
class _Given:
    """A round that the workers have."""

    round: Round
    answer: Callable[[], Table]


class Search:
    """One search; `run` yields a Generation at a time and may be left and taken up again at any of them.

    While the workers judge one round, the next is made from what was known before it: they need not wait. So children
    are judged two rounds after their mothers, whatever the number of workers.
    """

    def __init__(
        self,
        problem: Problem,
        settings: SearchSettings,
        pool: WorkerPool,
        state: SearchState | None = None,
        accept: Accept | None = None,
    ) -> None:
        """Args:
        problem: what is evolved, and how it is judged.
        settings: of the search.
        pool: where it is judged.
        state: to go on from.
        accept: tells which valid rows may be kept (a library of published ones, for instance).

        Raises InputError when no genome can be valid.
        """
        problem.check()
        self.problem = problem
        self.settings = settings
        self._pool = pool
        self._parts = Parts(problem, settings)
        self._allowed = Allowed(problem.genome, settings.bounds, accept)
        self.archive = Archive(problem, None, self._parts.estimates, self._parts.behind)
        self._known = Known(problem.width, active="known" not in settings.without)
        self._given: list[_Given] = []
        self._waiting: Round | None = None
        self._generation = 0
        self._rounds = 0
        self._evaluations = 0
        self._valid = 0
        self._tally = np.zeros(len(problem.tallies), np.int64)
        if state is not None:
            try:
                self._restore(state)
            except KeyError as error:
                raise _unfit(f"{error.args[0]} is missing") from None

    def run(self) -> Iterator[Generation]:
        """Generations until the evaluations are used up, or nothing is left to judge."""
        if self._waiting is not None:
            self._submit(self._waiting)
            self._waiting = None
        while True:
            while len(self._given) < self._parts.overlap and (following := self._make_round()) is not None:
                self._submit(following)
            if not self._given:
                return
            first = self._given.pop(0)
            yield self._settle(first.round, first.answer())

    def ask(self) -> Task | None:
        """The next round, for a caller that judges it; `tell` takes it back. None where nothing is left to give.

        Raises RuntimeError while a round is out.
        """
        if self._given:
            raise RuntimeError("a round is out already")
        following = self._waiting or self._make_round()
        if following is None:
            return None
        self._waiting = None
        self._given.append(_Given(following, _nobody))
        return self._task(following)

    def tell(self, judged: Table) -> Generation:
        """Settle the round that `ask` gave, whose rows are now as `generator.search.judging.judge` returns them."""
        return self._settle(self._given.pop(0).round, judged)

    def _submit(self, given: Round) -> None:
        self._given.append(_Given(given, self._pool.submit(self._task(given))))

    def _task(self, given: Round) -> Task:
        known = self._known.at_first(given.known)
        return Task(self.problem, given.recipes, given.seeds, given.first, given.race, known)

    # what is given to the workers

    def _make_round(self) -> Round | None:
        """The next round from all that is known now; None where there is nothing left to give."""
        s, parts = self.settings, self._parts
        out = sum(len(given.round) for given in self._given)
        room = s.evaluations - self._evaluations - out
        living = parts.survival.living
        if parts.early_end.is_due or (living is None and out):
            return None
        if room <= 0:
            parts.length.ends_here()
            return None
        random = generator(s.seed, Purpose.GENERATION, self._rounds)
        self._rounds += 1
        parts.survival.use(random)
        if living is None:
            return self._sampled(parts.length.cut(s.population, room), s.seed)
        births, again, had = self._plan(room)
        if births and parts.renewal.is_due():
            fresh = self._sampled(min(s.population // 2, births), derived(s.seed, Purpose.RENEWAL, self._rounds))
            return self._with_known(replace(fresh, renewal=True), again, had)
        strangers = 1.0 - parts.fertility.rate
        recipes, operators = parts.mating.recipes(births, strangers, self._known.genomes, random)
        seeds = random.integers(0, 2**63, births).astype(np.uint64)
        bred = replace(self._newcomers(recipes), seeds=seeds, operators=operators)
        return self._with_known(bred, again, had)

    def _plan(self, room: int) -> tuple[int, NDArray[np.uint8], NDArray[np.int64]]:
        """Rows of newcomers; known genomes for more samples, and the samples that these have had or will get."""
        s, parts = self.settings, self._parts
        known = self.archive.memory
        if not parts.again or known is None or not len(known):
            births = parts.length.cut(s.population, room)
            return births, np.zeros((0, self.problem.width), np.uint8), np.zeros(0, np.int64)
        had = known["walks"] + self._promised(known)
        if parts.confirmation.begins(room, known, had):
            births, chosen = 0, parts.contenders.last(known, min(s.population, room), had)
        else:
            births, again = parts.fertility.plan(room)
            chosen = parts.contenders.best(known, again, had)
        return births, known[self.problem.genome][chosen], had[chosen] + _earlier(chosen) * self.problem.samples

    def _promised(self, known: Table) -> NDArray[np.int64]:
        """(n,) samples that the rounds that the workers have add to known rows."""
        promised = np.zeros(len(known), np.int64)
        for given in self._given:
            for genome in given.round.recipes["genome"][given.round.first > 0]:
                place = self.archive.find(genome)
                if place is not None:
                    promised[place] += self.problem.samples
        return promised

    def _sampled(self, size: int, seed: int) -> Round:
        """New samples of the problem's."""
        genomes = np.zeros((0, self.problem.width), np.uint8)
        if size:
            genomes = self.problem.sample(size, seed)
        return self._newcomers(self.problem.recipes(genomes))

    def _newcomers(self, recipes: Table) -> Round:
        n = len(recipes)
        return Round(
            recipes=recipes,
            seeds=np.zeros(n, np.uint64),
            first=np.zeros(n, np.int64),
            operators=np.full(n, -1),
            known=len(self._known),
            renewal=False,
            race=race_against(
                self.archive.front(), self._parts.survival.living, self.problem.goals, self.settings.racing
            ),
        )

    def _with_known(self, newcomers: Round, again: NDArray[np.uint8], had: NDArray[np.int64]) -> Round:
        more = self.problem.recipes(again)
        n = len(more)
        return replace(
            newcomers,
            recipes=Table.join([newcomers.recipes, more]),
            seeds=np.concatenate([newcomers.seeds, np.zeros(n, np.uint64)]),
            first=np.concatenate([newcomers.first, had]),
            operators=np.concatenate([newcomers.operators, np.full(n, -1)]),
        )

    # what comes back

    def _settle(self, given: Round, judged: Table) -> Generation:
        """Take in what the workers found."""
        parts, n = self._parts, given.births
        made = judged["origin"][:n] != NONE
        born = judged.take(np.flatnonzero(made))
        spent = len(born) + len(judged) - n
        self._evaluations += spent
        parts.early_end.learn(spent)
        genomes = born[self.problem.genome]
        new = self._known.add(genomes)
        if given.bred:
            parts.fertility.learn(int(new.sum()), n)
        parts.estimates.learn(born)
        self._tally += self.problem.tally(born)
        kept = self._allowed.of_new(born)
        self._valid += int(kept["valid"].sum())
        again = self._longer(judged.take(np.arange(n, len(judged))))
        entered = self.archive.add(Table.join([again, kept]), self._allowed)[len(again) :]
        if n:
            parts.renewal.learn(bool(entered.any()))
        parts.survival.refresh(again)
        parts.survival.advance(born.take(new), given.renewal, self._allowed)
        if given.bred:
            self._credit(given.operators[:n], judged["origin"][:n], genomes, made)
        self._generation += 1
        archive = Archive(self.problem, self.archive.rows)
        return Generation(self._generation, self._evaluations, self._valid, kept, again, archive, genomes[new])

    def _credit(
        self,
        operators: NDArray[np.int64],
        origin: NDArray[np.int64],
        genomes: NDArray[np.uint8],
        made: NDArray[np.bool_],
    ) -> None:
        """Tell the shares which operators' children live."""
        living = self._parts.survival.living
        names = set() if living is None else {genome.tobytes() for genome in living[self.problem.genome]}
        alive = np.zeros(len(made), np.bool_)
        alive[made] = [genome.tobytes() in names for genome in genomes]
        self._parts.mating.shares.learn(operators, alive & (origin == BRED))

    def _longer(self, more: Table) -> Table:
        """Known rows with the samples of `more` added, a row for each of its rows."""
        memory = self.archive.memory
        if memory is None or not len(more):
            return more.take([])
        place = np.array([-1 if k is None else k for k in map(self.archive.find, more[self.problem.genome])])
        more, place = more.take(place >= 0), place[place >= 0]
        turn = _earlier(place)
        known = memory.take(place)
        done: list[Table] = []
        rows: list[NDArray[np.int64]] = []
        for k in range(int(turn.max(initial=-1)) + 1):
            now = np.flatnonzero(turn == k)
            before = known.take(now)
            if done:
                # the rows of the turn before, of the same genomes
                earlier = {int(place[row]): at for at, row in enumerate(rows[-1].tolist())}
                before = done[-1].take([earlier[int(place[row])] for row in now.tolist()])
            done.append(add_samples(self.problem, before, more.take(now)))
            rows.append(now)
        return Table.join(done).take(np.argsort(np.concatenate(rows))) if done else more.take([])

    # to be left and taken up again

    @property
    def state(self) -> SearchState:
        """The state after the last generation."""
        parts = self._parts
        first = self._given[0].round.state() if self._given else {}
        arrays: dict[str, NDArray[Any]] = {
            "generation": np.array(self._generation),
            "rounds": np.array(self._rounds),
            "evaluations": np.array(self._evaluations),
            "valid_total": np.array(self._valid),
            "tally": self._tally.copy(),
            **parts.survival.state(),
            **table_arrays("population", parts.survival.living),
            **table_arrays("archive", self.archive.memory),
            **{f"waiting.{name}": values for name, values in first.items()},
        }
        for part in parts.stateful:
            arrays |= part.state()
        return SearchState(arrays, self._known.genomes)

    def _restore(self, state: SearchState) -> None:
        parts, arrays = self._parts, state.arrays
        self._check_tables(state)
        self._generation, self._evaluations = state.generation, state.evaluations
        self._valid, self._rounds = state.valid_total, int(arrays["rounds"])
        self._tally = np.array(arrays["tally"], np.int64)
        for part in parts.stateful:
            part.restore(arrays)
        self._known.add(state.known)
        living = state.table("population")
        assert living is not None, "a state after a generation has a population"
        parts.survival.restore(arrays, living)
        self.archive = Archive(self.problem, state.table("archive"), parts.estimates, parts.behind)
        waiting = {n.removeprefix("waiting."): v for n, v in arrays.items() if n.startswith("waiting.")}
        self._waiting = Round.from_state(waiting, self.settings.racing) if waiting else None
        self._allowed.refuse(living)
        own = self.state.arrays
        for name in arrays:
            if name not in own and not name.startswith("waiting."):
                raise _unfit(f"{name} is unknown")

    def _check_tables(self, state: SearchState) -> None:
        """Raises InputError unless the tables of a state have the columns that this program's would have."""
        nothing = np.zeros((0, self.problem.width), np.uint8)
        needed = {*self.problem.score(nothing, np.zeros(0, np.int64), self.problem.samples).names, "origin"}
        for name in ("population", "archive"):
            table = state.table(name)
            kept = needed if table is None else set(table.names)
            for column in sorted(needed ^ kept):
                raise _unfit(f"{name}.{column} is {'missing' if column in needed else 'unknown'}")


def _unfit(reason: str) -> InputError:
    return InputError(f"what was kept of the search is another program's and cannot be gone on with ({reason})")


def _nobody() -> Table:
    raise RuntimeError("a round that was asked for is settled by tell")


def _earlier(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """(n,) how often each value has come before."""
    seen: dict[int, int] = {}
    count = np.zeros(len(values), np.int64)
    for k, value in enumerate(values.tolist()):
        count[k] = seen.get(value, 0)
        seen[value] = int(count[k]) + 1
    return count
