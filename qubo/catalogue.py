"""The names of the solvers, without loading any of them: configs and help texts read them here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from puzzles.plugins import Catalogue

AUTO: Final = "auto"
"""Stands for the first backend of `PREFERRED` that works."""
PREFERRED: Final = ("easy", "annealing")


@dataclass(frozen=True, slots=True)
class Source:
    """Where a backend's class is."""

    name: str
    place: str = ""
    """Module and class of one of hintsmith's own; imported when asked for, since each needs its own library."""
    made: type[Any] | None = None
    """The class of one from outside."""


def _accept(thing: object) -> Source | None:
    from qubo.backends._base import Backend

    if isinstance(thing, Source):
        return thing
    if isinstance(thing, type) and issubclass(thing, Backend):
        return Source(thing.name, made=thing)
    return None


_OWN: Final = (
    Source("easy", "qubo.backends.easy:EasyBackend"),
    Source("exhaustive", "qubo.backends.exhaustive:ExhaustiveBackend"),
    Source("annealing", "qubo.backends.annealing:AnnealingBackend"),
    Source("exact", "qubo.backends.exact:ExactBackend"),
)
BACKENDS: Final = Catalogue(
    "backend", "hintsmith.backends", {one.name: one for one in _OWN}, _accept, lambda one: one.name
)
"""Name to where its class is; grows by `qubo.backends.register` and by entry points."""


def backend_names() -> list[str]:
    """What configs and commands take: `auto`, and the names of the catalogue."""
    return [AUTO, *BACKENDS]


def one_of_the_backends() -> str:
    """The names as a list in words."""
    names = backend_names()
    return f"{', '.join(names[:-1])} or {names[-1]}"
