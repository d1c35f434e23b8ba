"""The solvers. A new one is a file in this folder and a line in `qubo/catalogue.py`, or a class under `@register`
outside; `docs/qubo.md` shows how."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TypeVar, cast

from puzzles.errors import InputError
from puzzles.plugins import follow, names_of
from qubo.backends._base import Answer, Backend, BackendLostError, Limits, check_budget
from qubo.backends.choice import choose
from qubo.catalogue import AUTO, BACKENDS, backend_names

__all__ = [
    "AUTO",
    "BACKENDS",
    "Answer",
    "Backend",
    "BackendLostError",
    "Limits",
    "backend_class",
    "backend_names",
    "check_budget",
    "get_backend",
    "register",
    "resolve_backend",
]


def backend_class(name: str) -> type[Backend]:
    """The class of that name in the catalogue, with its library not yet asked whether it works.

    Raises InputError that lists the names when there is none, or that says what is missing when its
    library cannot be imported.
    """
    if name not in BACKENDS:
        raise InputError(f"no backend is called {name!r}; there are {', '.join(backend_names())}")
    source = BACKENDS[name]
    if source.made is not None:
        return source.made
    module, cls = source.place.split(":")
    try:
        return cast("type[Backend]", getattr(import_module(module), cls))
    except ImportError as error:
        raise InputError(f"the backend {name!r} cannot be used here: {str(error).splitlines()[0]}") from None


def resolve_backend(name: str) -> str:
    """The name of a backend that works here: the one given, or what `auto` stands for.

    Each name is tried once a process, on a small program; native code is tried in a process of its own, so
    that its abort does not end this one. Raises InputError, in one line, for a named backend that cannot be used.
    """
    return choose(name, backend_class)


@cache
def get_backend(name: str) -> Backend:
    """The solver of that name, one a process; `auto` stands for the one that `resolve_backend` names.

    Raises InputError that lists the names when there is none, or that says what is missing when its
    library cannot be used here. No other solver takes the place of one that was named.
    """
    if name == AUTO:
        return get_backend(resolve_backend(AUTO))
    backend = backend_class(name)()
    backend.limits()
    return backend


_B = TypeVar("_B", bound=type[Backend])


def register(backend: _B) -> _B:
    """A decorator that makes a class of backends known by its `name`, here and in the workers that start later.

    Raises InputError for a name that is taken, and for a native backend that no entry point brings: it is tried in a
    process of its own, which knows only what is installed.
    """
    name = getattr(backend, "name", None)
    if not isinstance(name, str):
        raise InputError(f'{backend.__name__}: a backend needs a name, as name = "mine"')
    if name == AUTO:
        raise InputError(f"backend {AUTO}: the name stands for the first one that works")
    if backend.native and name not in names_of(BACKENDS.group):
        raise InputError(f"backend {name}: is native, so it must come by an entry point of the group {BACKENDS.group}")
    BACKENDS.register(backend)
    get_backend.cache_clear()
    follow(BACKENDS.group, name, register, backend)
    return backend
