"""How many solutions a puzzle has, with witnesses: deduction, a QUBO solver on what is left, then the exact search.

A QUBO search that finds a second solution refutes uniqueness: the solution is checked on the puzzle. One
that finds nothing proves nothing, so the exact search has the last word unless it is switched off. A
certified verdict therefore never depends on a solver's timing, seed or luck.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from time import perf_counter
from typing import Final, Literal

from qubo.attack import Attack, Effort, attack, derived_seed, whole_fits
from qubo.backends import Backend, BackendLostError, check_budget, get_backend
from qubo.model import Exact, Model, Part, Solution

_LOG = logging.getLogger(__name__)

Outcome = Literal["unique", "multiple", "none", "unknown"]
Method = Literal["propagation", "exact", "exhaustive", "qubo"]
"""What settled a verdict: deduction, our exact search, a complete backend, or a QUBO search."""

_ROUNDS: Final = 1000
"""Rounds over the windows where no certificate is to come. With one there is one round only: what it misses, the
exact search settles sooner than a second round."""


@dataclass(frozen=True, slots=True)
class ModelReport:
    """How big the model was, and what the backend did with it."""

    backend: str
    variables_full: int
    """Binaries of the empty puzzle."""
    variables_hints: int
    """Left after the hints were fixed."""
    variables: int
    """Left after propagation: the remainder."""
    rows: int
    """Rows of the remainder; 0 where it was too large to be built."""
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
    """`unknown` only when the exact search gave up as well."""
    method: Method
    solutions: tuple[Solution, ...]
    """Two witnesses for `multiple`, the solution for `unique`, nothing for `none`."""
    certified: bool
    """False when a heuristic search alone stands behind it."""
    model: ModelReport | None
    """None when no model was built."""
    seconds: float


def decide(
    model: Model,
    *,
    backend: str | Backend = "auto",
    method: Literal["qubo", "exact"] = "qubo",
    time_limit: float = 1.0,
    seed: int = 0,
    certificate: bool = True,
    known: Solution | None = None,
) -> Verdict:
    """How many solutions a puzzle has: none, one, or more.

    Args:
        model: the puzzle, and what deduction knows of it.
        backend: a name of the catalogue, `auto`, or a backend; not asked with the method `exact`.
        method: `exact` goes from deduction straight to the exact search.
        time_limit: seconds for all searches of the backend together.
        seed: for the backend and for the order of grown windows.
        certificate: when a search found nothing, let the exact search decide. Without it a search
            for a second solution that found nothing gives `unique`, marked as not certified. (A
            first solution that the backend cannot find comes from the exact search either way: a
            second can only be told from a first, and `none` is never a guess.)
        known: a solution, when the caller has one.

    Raises:
        InputError: no such backend, its library is missing, or a budget is out of range.
        BackendLostError: only without a certificate, when the solver's process died twice.
    """
    check_budget(time_limit, seed)
    started = perf_counter()
    settled = model.deduced()
    if settled is not None:
        outcome: Outcome = "unique" if settled else "none"
        return Verdict(outcome, "propagation", settled, True, None, perf_counter() - started)
    if method == "exact":
        return _certificate(model.exact(2), None, started)
    solver = get_backend(backend) if isinstance(backend, str) else backend
    search = _Search(model, solver, time_limit, seed, started)
    try:
        return search.run(known, certificate)
    except BackendLostError as error:
        if not certificate:
            raise
        _LOG.warning("%s; the exact search decides", error)
        return search.exact("the backend was lost, the exact search decided")


def _certificate(found: Exact, report: ModelReport | None, started: float) -> Verdict:
    """The verdict of an exact search for two solutions."""
    outcome: Outcome = ("none", "unique", "multiple")[len(found.solutions)]
    certain = found.complete or outcome == "multiple"
    seconds = perf_counter() - started
    return Verdict(outcome if certain else "unknown", "exact", found.solutions, certain, report, seconds)


class _Search:
    """One puzzle with one backend."""

    def __init__(self, model: Model, solver: Backend, time_limit: float, seed: int, started: float) -> None:
        self.model, self.solver, self.time_limit, self.seed, self.started = model, solver, time_limit, seed, started
        self.limits = solver.limits(time_limit)
        self.whole: Part | None = model.whole() if whole_fits(model, self.limits.variables) else None
        self.attack = Attack()
        self.energy: int | None = None

    def run(self, known: Solution | None, certificate: bool) -> Verdict:
        first = known
        if first is None:
            found = self._first(certificate)
            if isinstance(found, Verdict):
                return found
            first = found
        slices = self.model.sizes.slices
        rounds = slices[:1] if certificate else slices + slices[-1:] * _ROUNDS
        self.attack = attack(self.model, first, self.solver, Effort(self.time_limit, rounds), self.seed)
        if self.attack.energy is not None:
            self.energy = self.attack.energy
        if self.attack.second is not None:
            how = f"a second solution was found ({self.attack.found_in})"
            return self._verdict("multiple", "qubo", (first, self.attack.second), True, how)
        if self.attack.proved:
            return self._verdict("unique", "exhaustive", (first,), True, "every other assignment was ruled out")
        if certificate:
            return self.exact("no second solution was found by the backend, the exact search decided")
        how = "no second solution was found by the backend, which proves nothing"
        return self._verdict("unique", "qubo", (first,), False, how)

    def exact(self, how: str) -> Verdict:
        """The certificate."""
        return _certificate(self.model.exact(2), self._report(how), self.started)

    def _first(self, certificate: bool) -> Solution | Verdict:
        if self.whole is None:
            return self._first_by_exact_search()
        answer = self.solver.solve(self.whole.program, time_limit=self.time_limit / 2, seed=derived_seed(self.seed, 0))
        self.energy = answer.energy
        if answer.values is not None and answer.status == "solved":
            solution = self.whole.solution(answer.values)
            if self.model.is_solution(solution):
                return solution
        if answer.status == "impossible" and self.limits.complete:
            return self._verdict("none", "exhaustive", (), True, "every assignment was ruled out")
        if certificate:
            return self.exact("the backend found no solution, the exact search decided")
        return self._first_by_exact_search()

    def _first_by_exact_search(self) -> Solution | Verdict:
        found = self.model.exact(1)
        if found.solutions:
            return found.solutions[0]
        how = "the exact search found no solution" + ("" if found.complete else " in its time")
        return self._verdict("none" if found.complete else "unknown", "exact", (), found.complete, how)

    def _report(self, how: str) -> ModelReport:
        return ModelReport(
            backend=self.solver.name,
            variables_full=self.model.variables_full,
            variables_hints=self.model.variables_hints,
            variables=self.model.variables,
            rows=0 if self.whole is None else self.whole.program.rows,
            limit=self.limits.variables,
            windows=self.attack.searches,
            window=self.attack.found_in,
            energy=self.energy,
            how=how,
        )

    def _verdict(
        self, verdict: Outcome, method: Method, solutions: tuple[Solution, ...], certified: bool, how: str
    ) -> Verdict:
        seconds = perf_counter() - self.started
        return Verdict(verdict, method, solutions, certified, self._report(how), seconds)
