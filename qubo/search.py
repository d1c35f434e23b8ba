"""First and second solution of a number place puzzle with a QUBO solver, and the verdict with its witnesses.

A QUBO search that finds a second solution refutes uniqueness: the solution is checked on the grid. One
that finds nothing proves nothing, so the exact counter has the last word unless it is switched off. A
certified verdict therefore never depends on a solver's timing, seed or luck.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from puzzles.geometry import UNITS
from puzzles.grid import Grid
from puzzles.propagation import candidates, propagate, propagate_batch
from puzzles.solutions import count, count_batch
from qubo.backends import Backend, BackendLostError, get_backend
from qubo.backends._base import check_budget
from qubo.program import side_by_side
from qubo.sudoku import FULL_VARIABLES, Remainder, remainder, variables_left
from qubo.windows import Window, digit_window, smallest_pair_windows, windows

_LOG = logging.getLogger(__name__)

Outcome = Literal["unique", "multiple", "none"]
Method = Literal["propagation", "exact", "exhaustive", "qubo"]

WINDOW_VARIABLES: Final = 150
"""The largest window for a backend without a limit."""
WHOLE_FIRST: Final = 100
"""Up to this many variables the whole remainder is tried before windows of it."""
PACK_VARIABLES: Final = 96
"""How many variables of windows of several grids share one model in `refute_batch`."""
_SLICES: Final = (0.025, 0.1, 0.4)
"""Seconds for each window in the first, second and further rounds over the windows. With a certificate
to come there is one round only: what it misses, the exact counter settles sooner than a second round."""


@dataclass(frozen=True, slots=True)
class ModelReport:
    """How big the model was, and what the backend did with it."""

    backend: str
    variables_full: int
    """Binaries of the empty grid."""
    variables_hints: int
    """Left after the hints were fixed."""
    variables: int
    """Left after propagation: the remainder."""
    rows: int
    """Rows of the remainder."""
    limit: int | None
    """The most variables the backend takes, None without a limit."""
    windows: int
    """Searches for a second solution: windows, and the whole remainder as one of them."""
    window: str | None
    """The kind and size of the window that held the second solution, such as `digits, 8 variables`."""
    energy: int | None
    """The least energy of the last search; 0 when every row held."""
    how: str
    """How the verdict was reached, in a sentence."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many solutions a puzzle has."""

    verdict: Outcome
    method: Method
    solutions: tuple[Grid, ...]
    """Two witnesses for `multiple`, the solution for `unique`, nothing for `none`; each (81,) uint8."""
    certified: bool
    """False when a heuristic search alone stands behind it."""
    model: ModelReport | None
    """None when no model was built."""
    seconds: float


@dataclass(frozen=True, slots=True)
class Propagated:
    """What sound deduction found before any search."""

    values: Grid
    """(81,) digits that hold in every solution, 0 where open."""
    cand: NDArray[np.uint16]
    """(81,) candidate masks of the open cells, 0 for fixed ones."""
    left: int
    """Open cells; −1 when the hints contradict themselves."""


def is_solution(solution: Grid, hints: Grid) -> bool:
    """Whether a grid is full, keeps the rules and agrees with the hints."""
    if bool(((hints != 0) & (hints != solution)).any()):
        return False
    wanted = np.arange(1, 10, dtype=np.uint8)
    return bool((np.sort(solution[UNITS], axis=1) == wanted).all())


def decide(
    hints: Grid,
    *,
    backend: str | Backend = "easy",
    time_limit: float = 1.0,
    seed: int = 0,
    certificate: bool = True,
    known: Grid | None = None,
    propagated: Propagated | None = None,
) -> Verdict:
    """How many solutions the hints have: none, one, or more.

    Args:
        hints: (81,) digits.
        backend: a name of the catalogue, or a backend.
        time_limit: seconds for all searches of the backend together.
        seed: for the backend and for the order of grown windows.
        certificate: when a search found nothing, let the exact counter decide. Without it a search
            for a second solution that found nothing gives `unique`, marked as not certified. (A
            first solution that the backend cannot find comes from the exact search either way: a
            second can only be told from a first, and `none` is never a guess.)
        known: a solution of the hints, when the caller has one.
        propagated: what deduction found; plain singles are propagated when it is not given.

    Raises:
        InputError: no such backend, its library is missing, or a budget is out of range.
        BackendLostError: only without a certificate, when the solver's process died twice.
    """
    check_budget(time_limit, seed)
    started = perf_counter()
    start = propagated or Propagated(*propagate(hints))
    if start.left < 0:
        return Verdict("none", "propagation", (), True, None, perf_counter() - started)
    if start.left == 0:
        if not is_solution(start.values, hints):
            return Verdict("none", "propagation", (), True, None, perf_counter() - started)
        return Verdict("unique", "propagation", (start.values,), True, None, perf_counter() - started)
    solver = get_backend(backend) if isinstance(backend, str) else backend
    search = _Search(hints, start, solver, time_limit, seed)
    try:
        found = search.run(known, certificate)
    except BackendLostError as error:
        if not certificate:
            raise
        _LOG.warning("%s; the exact counter decides", error)
        found = search.exact("the backend was lost, the exact counter decided")
    return replace(found, seconds=perf_counter() - started)


class _Search:
    """One puzzle with one backend."""

    def __init__(self, hints: Grid, start: Propagated, solver: Backend, time_limit: float, seed: int) -> None:
        self.hints, self.start, self.solver, self.seed = hints, start, solver, seed
        self.time_limit = time_limit
        self.deadline = perf_counter() + time_limit
        self.whole = remainder(start.values, start.cand)
        limits = solver.limits(time_limit)
        self.limit, self.stoppable = limits.variables, limits.stoppable
        self.tried = 0
        self.energy: int | None = None
        self.window: str | None = None

    def run(self, known: Grid | None, certificate: bool) -> Verdict:
        if known is None:
            first = self._first_solution(certificate)
            if isinstance(first, Verdict):
                return first
            known = first
        second = self._second_solution(known, _SLICES[:1] if certificate else (*_SLICES, *[_SLICES[-1]] * 1000))
        if isinstance(second, Verdict):
            return second
        if second is not None:
            return self._verdict(
                "multiple", "qubo", (known, second), True, f"a second solution was found ({self.window})"
            )
        if certificate:
            return self.exact("no second solution was found by the backend, the exact counter decided")
        return self._verdict(
            "unique", "qubo", (known,), False, "no second solution was found by the backend, which proves nothing"
        )

    def exact(self, how: str) -> Verdict:
        number, solutions = count(self.hints, 2)
        outcome: Outcome = ("none", "unique", "multiple")[number]
        return self._verdict(outcome, "exact", tuple(solutions), True, how)

    def _fits(self, variables: int) -> bool:
        return self.limit is None or variables <= self.limit

    def _first_solution(self, certificate: bool) -> Grid | Verdict:
        if not self._fits(self.whole.program.variables):
            return self._first_by_exact_search()
        answer = self.solver.solve(self.whole.program, time_limit=self.time_limit / 2, seed=self.seed)
        self.energy = answer.energy
        if answer.values is not None and answer.status == "solved":
            solution = self.whole.grid(answer.values)
            if is_solution(solution, self.hints):
                return solution
        if answer.status == "impossible":
            return self._verdict("none", self._proof(), (), True, "every assignment was ruled out")
        if certificate:
            return self.exact("the backend found no solution, the exact counter decided")
        return self._first_by_exact_search()

    def _first_by_exact_search(self) -> Grid | Verdict:
        number, solutions = count(self.hints, 1)
        if number == 0:
            return self._verdict("none", "exact", (), True, "the exact search found no solution")
        return solutions[0]

    def _proof(self) -> Method:
        return "exact" if self.solver.name == "exact" else "exhaustive"

    def _models(self, known: Grid) -> Iterator[tuple[str, Remainder]]:
        """The models that may hold a second solution, the most promising first."""
        size = self.whole.program.variables
        whole = ("whole", self.whole)
        if self._fits(size) and size <= WHOLE_FIRST:
            yield whole
        limit = WINDOW_VARIABLES if self.limit is None else self.limit
        for window in windows(known, self.start.values, limit, self.seed):
            yield window.kind, remainder(window.values, window.cand)
        if self._fits(size) and size > WHOLE_FIRST:
            yield whole

    def _second_solution(self, known: Grid, rounds: tuple[float, ...]) -> Grid | Verdict | None:
        """A second solution, a proof that there is none, or None after the rounds or when time is over."""
        source: Iterator[tuple[str, Remainder]] = self._models(known)
        for seconds in rounds:
            open_models: list[tuple[str, Remainder]] = []
            for kind, model in source:
                left = self.deadline - perf_counter()
                if left <= 0:
                    return None
                self.tried += 1
                answer = self.solver.solve(
                    model.excluding(known).program,
                    time_limit=self._slice(seconds, left),
                    seed=(self.seed + self.tried) % 2**31,
                )
                self.energy = answer.energy
                if answer.values is not None and answer.status == "solved":
                    second = model.grid(answer.values)
                    if is_solution(second, self.hints) and bool((second != known).any()):
                        self.window = f"{kind}, {model.program.variables} variables"
                        return second
                if answer.status != "impossible":
                    open_models.append((kind, model))
                elif kind == "whole":
                    return self._verdict(
                        "unique", self._proof(), (known,), True, "every other assignment was ruled out"
                    )
            if not open_models:
                return None
            source = iter(open_models)
        return None

    def _slice(self, seconds: float, left: float) -> float:
        # a solver that cannot be stopped sizes itself by its time limit: it keeps the whole one
        return max(1e-3, min(seconds, left)) if self.stoppable else self.time_limit

    def _verdict(
        self, verdict: Outcome, method: Method, solutions: tuple[Grid, ...], certified: bool, how: str
    ) -> Verdict:
        report = ModelReport(
            backend=self.solver.name,
            variables_full=FULL_VARIABLES,
            variables_hints=variables_left(candidates(self.hints)),
            variables=self.whole.program.variables,
            rows=self.whole.program.rows,
            limit=self.limit,
            windows=self.tried,
            window=self.window,
            energy=self.energy,
            how=how,
        )
        return Verdict(verdict, method, solutions, certified, report, 0.0)


def refute_batch(
    grids: NDArray[np.uint8],
    *,
    backend: str | Backend = "easy",
    time_limit: float = 0.02,
    seed: int = 0,
    windows_each: int = 2,
    certificate: bool = True,
) -> list[Verdict]:
    """The verdicts of many grids that deduction did not finish, as fast as a QUBO solver allows.

    One solution of each grid comes from the exact search. Around it, the windows of several grids
    stand side by side in one model of up to `PACK_VARIABLES` variables, so that the fixed cost of a
    search, about 4 ms in pyqbpp, is shared. A window of two digits always has a second filling; the
    others may have none and go into models of their own.

    Args:
        grids: (n, 81) hints.
        backend: a name of the catalogue, or a backend.
        time_limit: seconds for each search, that is for each pack of windows.
        seed: for the backend.
        windows_each: windows tried for a grid before the exact counter decides.
        certificate: as in `decide`.
    """
    check_budget(time_limit, seed)
    started = perf_counter()
    solver = get_backend(backend) if isinstance(backend, str) else backend
    verdicts: list[Verdict | None] = [None] * len(grids)
    values, _, left = propagate_batch(grids)
    for n in np.flatnonzero(left <= 0).tolist():
        sound = left[n] == 0 and is_solution(values[n], grids[n])
        verdicts[n] = Verdict(
            "unique" if sound else "none", "propagation", (values[n].copy(),) if sound else (), True, None, 0.0
        )
    rest = np.flatnonzero(left > 0)
    first = count_batch(grids[rest], 1)
    for n in rest[first.counts == 0].tolist():
        verdicts[n] = Verdict("none", "exact", (), True, None, 0.0)
    rest, known = rest[first.counts > 0], first.found[first.counts > 0, 0]
    pairs = smallest_pair_windows(known, values[rest])
    limit = solver.limits(time_limit).variables
    pack = PACK_VARIABLES if limit is None else min(limit, PACK_VARIABLES)
    queue = [_Queue(n, known[k], values[n], int(pairs[k]), pack, seed) for k, n in enumerate(rest.tolist())]
    for _ in range(windows_each):
        waiting = [(q, model) for q in queue if verdicts[q.number] is None and (model := q.next()) is not None]
        for group in _packs(waiting, pack):
            answer = solver.solve(
                side_by_side([model.excluding(q.known).program for q, model in group]),
                time_limit=time_limit,
                seed=seed,
            )
            if answer.values is None:
                continue
            at = 0
            for q, model in group:
                part = answer.values[at : at + model.program.variables]
                at += model.program.variables
                second = model.grid(part)
                if is_solution(second, grids[q.number]) and bool((second != q.known).any()):
                    verdicts[q.number] = Verdict("multiple", "qubo", (q.known, second), True, None, 0.0)
    missed = [q for q in queue if verdicts[q.number] is None]
    if certificate and missed:
        numbers = [q.number for q in missed]
        exact = count_batch(grids[numbers], 2)
        for k, n in enumerate(numbers):
            several = int(exact.counts[k]) > 1
            solutions = tuple(exact.found[k, : 2 if several else 1])
            verdicts[n] = Verdict("multiple" if several else "unique", "exact", solutions, True, None, 0.0)
    for q in missed if not certificate else ():
        verdicts[q.number] = Verdict("unique", "qubo", (q.known,), False, None, 0.0)
    share = (perf_counter() - started) / max(1, len(grids))
    return [replace(v, seconds=share) for v in verdicts if v is not None]


class _Queue:
    """The windows of one grid, in order."""

    def __init__(self, number: int, known: Grid, fixed: Grid, pair: int, limit: int, seed: int) -> None:
        self.number, self.known = number, known
        self.sure = pair != 0
        self._fixed, self._pair, self._limit, self._seed = fixed, pair, limit, seed
        self._rest: Iterator[Window] | None = None

    def next(self) -> Remainder | None:
        """The model of the next window that the limit allows; `sure` says whether it has a second filling."""
        if self._pair:
            window = digit_window(self.known, self._fixed, self._pair)
            self._pair = 0
            if window is not None and window.variables <= self._limit:
                return remainder(window.values, window.cand)
        if self._rest is None:
            self._rest = windows(self.known, self._fixed, self._limit, self._seed, grown=2)
            if self.sure:
                next(self._rest, None)
        else:
            self.sure = False
        following = next(self._rest, None)
        self.sure = self.sure and following is not None
        return None if following is None else remainder(following.values, following.cand)


def _packs(waiting: Sequence[tuple[_Queue, Remainder]], limit: int) -> Iterator[list[tuple[_Queue, Remainder]]]:
    """Groups of at most `limit` variables, the sure windows apart from the others, small ones first."""
    for sure in (True, False):
        group: list[tuple[_Queue, Remainder]] = []
        size = 0
        for q, model in sorted((w for w in waiting if w[0].sure is sure), key=lambda w: w[1].program.variables):
            if group and size + model.program.variables > limit:
                yield group
                group, size = [], 0
            group.append((q, model))
            size += model.program.variables
        if group:
            yield group
