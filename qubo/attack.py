"""The search for a second solution with a QUBO solver: the whole remainder where it fits, else windows of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from qubo.backends import Backend
from qubo.model import Model, Part, Solution

WHOLE: Final = "whole"
_GROWN: Final = 64
"""Tries to grow a window, where the number of searches is not bounded."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How long an attack goes on. What is counted are the seconds given to its searches, not those that they took:
    so the number of searches does not depend on the speed of the machine."""

    seconds: float
    """Granted to all searches together."""
    slices: tuple[float, ...]
    """Seconds of each search in the first, second, … round over the parts; there is no round after the last."""
    searches: int | None = None
    """The most searches; None for no bound of their number."""


@dataclass(slots=True)
class Attack:
    """What an attack came to."""

    second: Solution | None = None
    """A second solution, checked."""
    proved: bool = False
    """Whether a complete backend ruled out every other filling of the whole remainder."""
    searches: int = 0
    found_in: str | None = None
    """The kind and size of the part that held the second solution, such as `digits, 8 variables`."""
    energy: int | None = None
    """The least energy of the last search; 0 when every row held."""


def attack(model: Model, known: Solution, solver: Backend, effort: Effort, seed: int) -> Attack:
    """Look for a solution other than `known`.

    Args:
        model: the puzzle.
        known: one solution of it.
        solver: its "impossible" on the whole remainder is a proof where its limits say that it is complete.
        effort: how long.
        seed: 0 ≤ seed < 2**31; seeds the solver and the order of the windows.
    """
    result = Attack()
    limits = solver.limits(effort.seconds)
    waiting: Iterator[tuple[str, Part]] = _parts(model, known, limits.variables, effort.searches, seed)
    given = 0.0
    taken = 0.0
    for seconds in effort.slices:
        still_open: list[tuple[str, Part]] = []
        for kind, part in waiting:
            # the clock counts only for a backend that cannot be stopped: the others keep what they are given
            over = taken >= effort.seconds and not limits.stoppable
            if over or given >= effort.seconds or result.searches == effort.searches:
                return result
            granted = min(seconds, effort.seconds - given)
            given += granted
            result.searches += 1
            answer = solver.solve(
                part.excluding(known),
                time_limit=granted if limits.stoppable else effort.seconds,
                seed=derived_seed(seed, result.searches),
            )
            taken += answer.seconds
            result.energy = answer.energy
            if answer.values is not None and answer.status == "solved":
                second = part.solution(answer.values)
                if model.is_solution(second) and bool((second != known).any()):
                    result.second = second
                    result.found_in = f"{kind}, {part.program.variables} variables"
                    return result
            if answer.status != "impossible" or not limits.complete:
                still_open.append((kind, part))
            elif kind == WHOLE:
                result.proved = True
                return result
        if not still_open:
            break
        waiting = iter(still_open)
    return result


def derived_seed(seed: int, *more: int) -> int:
    """A seed below 2**31 made from another and from whole numbers ≥ 0, by numpy's `SeedSequence`."""
    return int(np.random.SeedSequence((seed, *more)).generate_state(1)[0]) >> 1


def whole_fits(model: Model, limit: int | None) -> bool:
    """Whether the whole remainder may be given to a backend that takes `limit` variables, None for any number."""
    most = model.sizes.whole_most
    return all(bound is None or model.variables <= bound for bound in (limit, most))


def _parts(
    model: Model, known: Solution, limit: int | None, searches: int | None, seed: int
) -> Iterator[tuple[str, Part]]:
    """The parts that may hold a second solution: the whole first where few searches are to come, else the most
    promising first."""
    fits = whole_fits(model, limit)
    first = searches is not None or model.variables <= model.sizes.whole_first
    grown = _GROWN if searches is None else searches
    if fits and first:
        yield WHOLE, model.whole()
    yield from model.windows(known, model.sizes.window if limit is None else limit, seed, grown)
    if fits and not first:
        yield WHOLE, model.whole()
