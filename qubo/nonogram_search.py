"""How many pictures a nonogram has: line solving, then a QUBO solver on what is left, then the exact search."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final, Literal

import numpy as np

from puzzles.nonogram import Nonogram, Picture, count_pictures, is_picture_of, solve_lines, unknown_picture
from qubo.backends import Backend, BackendLostError, get_backend
from qubo.backends._base import check_budget
from qubo.nonogram import PictureModel, picture_model, variables_needed
from qubo.pieces import pieces
from qubo.search import Method, ModelReport

_LOG = logging.getLogger(__name__)

PIECE_VARIABLES: Final = 300
"""The largest piece for a backend without a limit."""
WHOLE_VARIABLES: Final = 600
"""Beyond this many variables a backend without a limit gets pieces as well, around a picture of the exact search."""
EXACT_SECONDS: Final = 60.0
_SLICES: Final = (0.05, 0.2, 0.8)

PictureOutcome = Literal["unique", "multiple", "none", "unknown"]


@dataclass(frozen=True, slots=True)
class PictureVerdict:
    """How many pictures a nonogram has."""

    verdict: PictureOutcome
    """`unknown` only when the exact search ran out of time as well."""
    method: Method
    pictures: tuple[Picture, ...]
    """Two witnesses for `multiple`, the picture for `unique`; each (h, w) of 0 and 1."""
    certified: bool
    """False when a heuristic search alone stands behind it."""
    model: ModelReport | None
    seconds: float


def decide_nonogram(
    puzzle: Nonogram,
    *,
    backend: str | Backend = "easy",
    method: Literal["qubo", "exact"] = "qubo",
    time_limit: float = 5.0,
    seed: int = 0,
    certificate: bool = True,
    exact_seconds: float = EXACT_SECONDS,
) -> PictureVerdict:
    """The number of pictures of a nonogram: none, one, or more, with the pictures.

    Args:
        backend: a name of the catalogue, or a backend; not used with the method `exact`.
        method: `exact` goes from line solving straight to the exact search.
        time_limit: seconds for all searches of the backend together.
        certificate: when a search found nothing, let the exact search decide. Without it a search for
            a second picture that found nothing gives `unique`, marked as not certified.
        exact_seconds: after this time the exact search gives up; the verdict is `unknown` then.

    Raises:
        InputError: no such backend, its library is missing, or a budget is out of range.
    """
    check_budget(time_limit, seed)
    started = perf_counter()
    known, left = solve_lines(puzzle)
    if left < 0:
        return PictureVerdict("none", "propagation", (), True, None, perf_counter() - started)
    if left == 0:
        return PictureVerdict("unique", "propagation", (known,), True, None, perf_counter() - started)
    if method == "exact":
        found = _exact(puzzle, exact_seconds, None)
        return replace(found, seconds=perf_counter() - started)
    solver = get_backend(backend) if isinstance(backend, str) else backend
    search = _Search(puzzle, known, solver, time_limit, seed, exact_seconds)
    try:
        found = search.run(certificate)
    except BackendLostError as error:
        if not certificate:
            raise
        _LOG.warning("%s; the exact search decides", error)
        found = search.exact("the backend was lost, the exact search decided")
    return replace(found, seconds=perf_counter() - started)


def _exact(puzzle: Nonogram, seconds: float, model: ModelReport | None) -> PictureVerdict:
    result = count_pictures(puzzle, 2, seconds)
    if result.count == 2:
        return PictureVerdict("multiple", "exact", result.pictures, True, model, 0.0)
    if result.status == "stopped":
        return PictureVerdict("unknown", "exact", result.pictures, False, model, 0.0)
    outcome: PictureOutcome = "unique" if result.count else "none"
    return PictureVerdict(outcome, "exact", result.pictures, True, model, 0.0)


class _Search:
    def __init__(
        self, puzzle: Nonogram, known: Picture, solver: Backend, time_limit: float, seed: int, exact_seconds: float
    ) -> None:
        self.puzzle, self.known, self.solver, self.seed = puzzle, known, solver, seed
        self.time_limit, self.exact_seconds = time_limit, exact_seconds
        self.deadline = perf_counter() + time_limit
        limits = solver.limits(time_limit)
        self.limit, self.stoppable = limits.variables, limits.stoppable
        self.size = variables_needed(puzzle, known)
        self.fits = self.size <= (WHOLE_VARIABLES if self.limit is None else self.limit)
        self.rows = 0
        self.tried = 0
        self.energy: int | None = None
        self.window: str | None = None

    def run(self, certificate: bool) -> PictureVerdict:
        whole = picture_model(self.puzzle, self.known) if self.fits else None
        if whole is not None:
            self.rows = whole.program.rows
        picture = self._first_by_exact_search() if whole is None else self._first(whole, certificate)
        if isinstance(picture, PictureVerdict):
            return picture
        second = self._second(whole, picture, _SLICES[:1] if certificate else (*_SLICES, *[_SLICES[-1]] * 1000))
        if isinstance(second, PictureVerdict):
            return second
        if second is not None:
            how = f"a second picture was found ({self.window})"
            return self._verdict("multiple", "qubo", (picture, second), True, how)
        if certificate:
            return self.exact("no second picture was found by the backend, the exact search decided")
        how = "no second picture was found by the backend, which proves nothing"
        return self._verdict("unique", "qubo", (picture,), False, how)

    def exact(self, how: str) -> PictureVerdict:
        return _exact(self.puzzle, self.exact_seconds, self._report(how))

    def _proof(self) -> Method:
        return "exact" if self.solver.name == "exact" else "exhaustive"

    def _first(self, whole: PictureModel, certificate: bool) -> Picture | PictureVerdict:
        answer = self.solver.solve(whole.program, time_limit=self.time_limit / 2, seed=self.seed)
        self.energy = answer.energy
        if answer.status == "solved" and answer.values is not None:
            picture = whole.picture(answer.values)
            if is_picture_of(picture, self.puzzle):
                return picture
        if answer.status == "impossible":
            return self._verdict("none", self._proof(), (), True, "every assignment was ruled out")
        if certificate:
            return self.exact("the backend found no picture, the exact search decided")
        return self._first_by_exact_search()

    def _first_by_exact_search(self) -> Picture | PictureVerdict:
        result = count_pictures(self.puzzle, 1, self.exact_seconds)
        if result.count:
            return result.pictures[0]
        complete = result.status == "complete"
        how = "the exact search found no picture" + ("" if complete else " in its time")
        return self._verdict("none" if complete else "unknown", "exact", (), complete, how)

    def _models(self, whole: PictureModel | None, picture: Picture) -> Iterator[tuple[str, PictureModel]]:
        if whole is not None:
            yield "whole", whole
        limit = PIECE_VARIABLES if self.limit is None else self.limit
        for cells in pieces(self.puzzle, picture, self.known, limit, self.seed):
            model = picture_model(self.puzzle, cells)
            if model is not None:
                yield "piece", model

    def _second(
        self, whole: PictureModel | None, picture: Picture, rounds: tuple[float, ...]
    ) -> Picture | PictureVerdict | None:
        """A second picture, a proof that there is none, or None after the rounds or when time is over."""
        source = self._models(whole, picture)
        for seconds in rounds:
            still_open: list[tuple[str, PictureModel]] = []
            for kind, model in source:
                left = self.deadline - perf_counter()
                if left <= 0:
                    return None
                self.tried += 1
                answer = self.solver.solve(
                    model.excluding(picture),
                    time_limit=max(1e-3, min(seconds, left)) if self.stoppable else self.time_limit,
                    seed=(self.seed + self.tried) % 2**31,
                )
                self.energy = answer.energy
                if answer.status == "solved" and answer.values is not None:
                    second = model.picture(answer.values)
                    if is_picture_of(second, self.puzzle) and bool((second != picture).any()):
                        self.window = f"{kind}, {model.program.variables} variables"
                        return second
                if answer.status != "impossible":
                    still_open.append((kind, model))
                elif kind == "whole":
                    how = "every other assignment was ruled out"
                    return self._verdict("unique", self._proof(), (picture,), True, how)
            if not still_open:
                return None
            source = iter(still_open)
        return None

    def _report(self, how: str) -> ModelReport:
        full = variables_needed(self.puzzle, unknown_picture(self.puzzle))
        return ModelReport(
            backend=self.solver.name,
            variables_full=full,
            variables_hints=full,
            variables=self.size,
            rows=self.rows,
            limit=self.limit,
            windows=self.tried,
            window=self.window,
            energy=self.energy,
            how=how,
        )

    def _verdict(
        self, verdict: PictureOutcome, method: Method, pictures: tuple[Picture, ...], certified: bool, how: str
    ) -> PictureVerdict:
        copies = tuple(np.array(p, np.int8) for p in pictures)
        return PictureVerdict(verdict, method, copies, certified, self._report(how), 0.0)
