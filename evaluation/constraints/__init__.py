"""The catalogue of constraints. Adding one is adding a file and a line, or `@constraint` on a function outside."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.constraints import pattern, rules, techniques, uniqueness
from evaluation.constraints.base import Constraint, Facts
from puzzles.errors import InputError
from puzzles.plugins import Catalogue

__all__ = ["CONSTRAINTS", "OURS", "Constraint", "Facts", "constraint", "named", "register", "with_others"]

OURS: Final = tuple(module.CONSTRAINT for module in (pattern, rules, uniqueness, techniques))
"""Those that every puzzle is held to, in the order of semantics.md."""
CONSTRAINTS: Final = Catalogue(
    "constraint",
    "hintsmith.constraints",
    {one.key: one for one in OURS},
    lambda one: one if isinstance(one, Constraint) else None,
    lambda one: one.key,
)
"""All that are known; grows by `register` and by entry points."""

Measure = Callable[[Facts], NDArray[np.int64]]


def register(new: Constraint, function: object = None) -> Constraint:
    """Make a constraint known by its key. Raises InputError for the name of one of ours."""
    return CONSTRAINTS.register(new, function)


def constraint(name: str, english: str = "", japanese: str = "") -> Callable[[Measure], Measure]:
    """A decorator that makes a constraint of a function of `Facts`.

    The function returns (n,) whole numbers: how far each of n puzzles is from keeping it, 0 where it does. The search
    follows them, so a measure that falls step by step leads further than 0 and 1.

    Args:
        name: in `evaluation.constraints`, and in JSON.
        english, japanese: what is wrong where it is not kept; `{}` is the measure.

    Raises InputError for a name that is taken.
    """

    def decorate(function: Measure) -> Measure:
        words = english or f"{name} is not kept ({{}})"
        register(Constraint(name, function, words, japanese or words), function)
        return function

    return decorate


def named(keys: Iterable[str]) -> tuple[Constraint, ...]:
    """The constraints of these names. Raises InputError that lists the names there are."""
    return tuple(CONSTRAINTS.named(key) for key in keys)


def with_others(keys: Iterable[str]) -> tuple[Constraint, ...]:
    """The four that always hold, and others by name. Raises InputError for one of the four, or one named twice."""
    wanted = list(keys)
    for key in wanted:
        if key in CONSTRAINTS.own:
            raise InputError(f"constraint {key!r}: is one of the four that always hold")
        if wanted.count(key) > 1:
            raise InputError(f"constraint {key!r}: is named twice")
    return (*OURS, *named(wanted))
