"""The catalogue of the kinds of puzzles that a run can evolve.

Ours is number place. Others come from outside: a package names its own in the entry point group `hintsmith.kinds`, or
a program calls `register`.
"""

from __future__ import annotations

from typing import Any, Final, cast

from experiments.kinds.base import Kind
from experiments.kinds.config import (
    DEFAULT_KIND,
    ParallelSection,
    PuzzleSection,
    RunConfig,
    SearchSection,
    Section,
    ValidationSection,
)
from puzzles.errors import InputError
from puzzles.plugins import Catalogue

__all__ = [
    "DEFAULT_KIND",
    "KINDS",
    "Kind",
    "ParallelSection",
    "PuzzleSection",
    "RunConfig",
    "SearchSection",
    "Section",
    "ValidationSection",
    "kind_named",
    "register",
]


def _number_place() -> Kind[Any]:
    # it takes the evaluation and its kernels in, which other kinds need not
    from experiments.kinds.number_place.kind import NumberPlace

    return NumberPlace()


def _accepted(found: object) -> Kind[Any] | None:
    made = found() if isinstance(found, type) and issubclass(found, Kind) else found
    return cast("Kind[Any]", made) if isinstance(made, Kind) else None


KINDS: Final[Catalogue[Kind[Any]]] = Catalogue(
    "kind of puzzle", "hintsmith.kinds", {}, _accepted, lambda kind: kind.key, late={DEFAULT_KIND: _number_place}
)
"""By key. An entry point names a `Kind`, or the class of one."""
register = KINDS.register
"""Make a kind, or the class of one, known as this program runs."""


def kind_named(key: str) -> Kind[Any]:
    """The kind of a key. Raises InputError that lists the keys there are, or says what is wrong with a plug-in."""
    if key not in KINDS:
        raise InputError(f"puzzle.kind: {key!r} is none of {', '.join(KINDS)}")
    return KINDS[key]
