"""The catalogue of solvers. A new one is a file in this folder and a line here; `docs/qubo.md` shows how."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final, cast

from puzzles.errors import InputError
from qubo.backends._base import Answer, Backend, BackendLostError, Limits

BACKENDS: Final[dict[str, str]] = {
    "easy": "qubo.backends.easy:EasyBackend",
    "exhaustive": "qubo.backends.exhaustive:ExhaustiveBackend",
    "annealing": "qubo.backends.annealing:AnnealingBackend",
    "exact": "qubo.backends.exact:ExactBackend",
}
"""Name to module and class; imported when asked for, since each needs its own library."""

__all__ = ["BACKENDS", "Answer", "Backend", "BackendLostError", "Limits", "get_backend"]


@cache
def get_backend(name: str) -> Backend:
    """The solver of that name, one a process.

    Raises InputError that lists the names when there is none, or that says what is missing when its
    library cannot be used here. No other solver takes its place.
    """
    place = BACKENDS.get(name)
    if place is None:
        raise InputError(f"no backend is called {name!r}; there are {', '.join(BACKENDS)}")
    module, cls = place.split(":")
    try:
        backend = cast("type[Backend]", getattr(import_module(module), cls))()
    except ImportError as error:
        raise InputError(f"the backend {name!r} cannot be used here: {str(error).splitlines()[0]}") from None
    backend.limits()
    return backend
