"""What a puzzle offers to the search for its first and second solution. Number place and nonograms implement it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from qubo.program import Bits, Program

Solution = NDArray[np.integer[Any]]
"""A filled puzzle as an array of whole numbers, of the shape that the puzzle's own modules use."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large the models of a kind of puzzle may be, and how long they take. Variables are counted."""

    whole_first: int
    """Up to this many variables the whole remainder is tried before windows of it."""
    whole_most: int | None
    """A larger remainder is tried in windows only, also where the backend has no limit. None: never too large."""
    window: int
    """The largest window for a backend without a limit."""
    slices: tuple[float, ...]
    """Seconds for each search for a second solution in the first, second and further rounds over the windows."""


@dataclass(frozen=True, slots=True)
class Exact:
    """What the exact search found."""

    solutions: tuple[Solution, ...]
    """The first solutions, at most as many as were asked for."""
    complete: bool
    """False when it gave up before it had searched everything or found as many as were asked for."""


class Part(Protocol):
    """A program of the open cells of a puzzle, or of a window of them."""

    @property
    def program(self) -> Program:
        """The rows that a filling must keep."""
        ...

    def solution(self, values: Bits) -> Solution:
        """The filled puzzle that an assignment of the program stands for."""
        ...

    def excluding(self, solution: Solution) -> Program:
        """The program without one filled puzzle, which agrees with the part outside its open cells."""
        ...


class Model(Protocol):
    """A puzzle with what deduction knows of it."""

    @property
    def sizes(self) -> Sizes:
        """Limits of this kind of puzzle."""
        ...

    @property
    def variables_full(self) -> int:
        """Binaries of the empty puzzle."""
        ...

    @property
    def variables_hints(self) -> int:
        """Left after the hints were fixed."""
        ...

    @property
    def variables(self) -> int:
        """Left after deduction: the remainder."""
        ...

    def deduced(self) -> tuple[Solution, ...] | None:
        """The only solution, or nothing where there is none, if deduction settles that; None where it does not."""
        ...

    def whole(self) -> Part:
        """The program of all open cells."""
        ...

    def windows(self, known: Solution, limit: int, seed: int, grown: int) -> Iterator[tuple[str, Part]]:
        """Kind and program of windows around a known solution, of at most `limit` variables, best first.

        The last ones are grown at random, as far as the limit allows, in `grown` tries.
        """
        ...

    def is_solution(self, solution: Solution) -> bool:
        """Whether it fills the puzzle and keeps every rule and hint."""
        ...

    def exact(self, limit: int) -> Exact:
        """The first solutions by exact search, at most `limit`."""
        ...
