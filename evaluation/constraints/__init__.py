"""The catalogue of constraints. Adding one is adding a file and a line, or `register` from outside."""

from __future__ import annotations

from typing import Final

from evaluation.constraints import pattern, rules, techniques, uniqueness
from evaluation.constraints.base import Constraint, Facts
from puzzles.errors import InputError

__all__ = ["CONSTRAINTS", "OURS", "Constraint", "Facts", "named", "register"]

OURS: Final = tuple(module.CONSTRAINT for module in (pattern, rules, uniqueness, techniques))
"""Those that every puzzle is held to, in the order of semantics.md."""
CONSTRAINTS: Final[dict[str, Constraint]] = {constraint.key: constraint for constraint in OURS}
"""All that are known; grows by `register`."""


def register(new: Constraint) -> Constraint:
    """Make a constraint known by its key. Raises InputError for the name of one of ours."""
    if any(new.key == own.key for own in OURS):
        raise InputError(f"constraint {new.key}: the name is taken by hintsmith's own")
    CONSTRAINTS[new.key] = new
    return new


def named(keys: tuple[str, ...] | list[str]) -> tuple[Constraint, ...]:
    """The constraints of these names. Raises InputError that lists the names there are."""
    for key in keys:
        if key not in CONSTRAINTS:
            raise InputError(f"constraint {key!r}: unknown; there are {', '.join(CONSTRAINTS)}")
    return tuple(CONSTRAINTS[key] for key in keys)
