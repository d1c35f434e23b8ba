"""The catalogue of the kinds of puzzles that a run can evolve.

Ours is number place. Others come from outside: a package names its own in the entry point group `hintsmith.kinds`, or
a program calls `register`.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any, Final

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

__all__ = [
    "DEFAULT_KIND",
    "GROUP",
    "Kind",
    "ParallelSection",
    "PuzzleSection",
    "RunConfig",
    "SearchSection",
    "Section",
    "ValidationSection",
    "kind_named",
    "kind_names",
    "register",
]

GROUP: Final = "hintsmith.kinds"
"""Entry points: a name for each, the kind's key, and an object that is a `Kind` or makes one when it is called."""
_registered: Final[dict[str, Kind[Any]]] = {}


def register(kind: Kind[Any]) -> Kind[Any]:
    """Add a kind to the catalogue of this process. Raises ValueError for a key that another kind has."""
    if kind.key == DEFAULT_KIND or type(_registered.get(kind.key, kind)) is not type(kind):
        raise ValueError(f"a kind of puzzle is called {kind.key!r} already")
    _registered[kind.key] = kind
    return kind


def kind_names() -> list[str]:
    """The keys of all kinds, ours first."""
    return [DEFAULT_KIND, *sorted({*_registered, *_entries()} - {DEFAULT_KIND})]


def kind_named(key: str) -> Kind[Any]:
    """The kind of a key. Raises InputError that lists the keys there are, or says what is wrong with a plug-in."""
    if key == DEFAULT_KIND:
        return _own()
    if key in _registered:
        return _registered[key]
    if key in _entries():
        return register(_loaded(key))
    raise InputError(f"puzzle.kind: {key!r} is none of {', '.join(kind_names())}")


@cache
def _own() -> Kind[Any]:
    # it takes the evaluation and its kernels in, which other kinds need not
    from experiments.kinds.number_place.kind import NumberPlace

    return NumberPlace()


@cache
def _entries() -> dict[str, Any]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _loaded(key: str) -> Kind[Any]:
    entry = _entries()[key]
    try:
        found = entry.load()
        kind = found if isinstance(found, Kind) else found()
    except Exception as error:  # whatever a stranger's code raises
        raise InputError(
            f"the kind {key!r} ({entry.value}) cannot be loaded: {type(error).__name__}: {error}"
        ) from None
    if not isinstance(kind, Kind) or kind.key != key:
        raise InputError(f"the kind {key!r} ({entry.value}) is no Kind with that key")
    return kind
