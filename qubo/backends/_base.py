"""The contract that every solver of a `Program` keeps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from time import perf_counter
from typing import ClassVar, Literal

import numpy as np

from puzzles.errors import InputError
from qubo.program import Bits, Program

Status = Literal["solved", "impossible", "open"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a backend can do here and now."""

    variables: int | None
    """The most binaries it takes; None without a limit."""
    complete: bool
    """Whether its "impossible" is a proof: it searches everything. From others it counts as `open`."""
    repeatable: bool
    """Whether one seed gives one answer, as long as the time limit is not reached."""
    stoppable: bool
    """Whether it stops at the time limit; one that cannot takes fewer variables instead."""
    note: str
    """Where the limit comes from, and how it keeps the time limit."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a backend found.

    `solved`: every row holds (and, from a complete backend, the objective is least). `impossible`:
    proved that the rows cannot all hold, by a backend whose limits say that it is complete, or since a
    single row is out of reach. `open`: neither; `values` is then the best that was seen.
    """

    status: Status
    values: Bits | None
    """(n,) the best assignment, None when there is none to show."""
    energy: int | None
    """`program.energy(values)`, computed here, never the solver's word."""
    seconds: float


class BackendLostError(RuntimeError):
    """A solver died or hung, and so did the one started in its place."""


class BackendFaultError(RuntimeError):
    """The code of a backend raised an exception in its own process: a fault of that code, not of what it was given."""


class Backend(ABC):
    """A solver of programs. Subclasses write `_search`; `solve` checks what goes in and what comes out."""

    name: str
    native: ClassVar[bool] = False
    """Whether misuse can abort the process: it is then tried out, and run by `solve`, in a process of its own."""

    @classmethod
    def missing(cls) -> str | None:
        """What a native backend lacks here, in one line, as far as can be told without loading it; None for nothing."""
        return None

    @abstractmethod
    def limits(self, time_limit: float = 1.0) -> Limits:
        """What it takes with this time limit. Raises InputError when its library cannot be used here."""

    @abstractmethod
    def _search(self, program: Program, time_limit: float, seed: int) -> tuple[Status, Bits | None]:
        """The search on a program with variables and within the limits."""

    def solve(self, program: Program, *, time_limit: float = 1.0, seed: int = 0) -> Answer:
        """Look for an assignment under which every row holds, and of least objective if there is one.

        Args:
            program: the rows; at most `limits(time_limit).variables` binaries.
            time_limit: seconds, above 0; kept loosely (thread starts and model building come on top).
            seed: 0 ≤ seed < 2**31.

        Raises:
            InputError: too many variables, or a time limit or seed out of range. Nothing was started then.
        """
        check_budget(time_limit, seed)
        limits = self.limits(time_limit)
        limit = limits.variables
        if limit is not None and program.variables > limit:
            raise InputError(
                f"{program.variables} variables are more than the {limit} that the backend {self.name!r} takes here"
            )
        started = perf_counter()
        settled = _without_search(program)
        if settled is not None:
            status, values = settled
            return Answer(status, values, program.energy(values), perf_counter() - started)
        status, values = self._search(program, time_limit, seed)
        if values is not None and status == "solved" and not program.holds(values):
            status = "open"
        if status == "impossible" and not limits.complete:
            # one that does not search everything cannot know
            status = "open"
        energy = None if values is None else program.energy(values)
        return Answer(status, values, energy, perf_counter() - started)


def check_budget(time_limit: float, seed: int) -> None:
    """Raises InputError unless 0 < time_limit < ∞ and 0 ≤ seed < 2**31."""
    if not 0 < time_limit < float("inf"):
        raise InputError(f"a time limit of {time_limit} s; it must be above 0 and finite")
    if not 0 <= seed < 2**31:
        raise InputError(f"seed {seed}; it must be from 0 to {2**31 - 1}")


def _without_search(program: Program) -> tuple[Status, Bits] | None:
    """The answer where the rows alone give it: one is out of reach, or none can fail and nothing is to be minimised."""
    least, most = program.reach()
    nothing = np.zeros(program.variables, np.uint8)
    if bool((least > program.upper).any() or (most < program.lower).any()):
        return "impossible", nothing
    certain = bool(((least >= program.lower) & (most <= program.upper)).all())
    costs = program.objective is not None and bool(program.objective.any())
    return ("solved", nothing) if certain and not costs else None
