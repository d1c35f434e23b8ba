"""The one pool of pyqbpp variables of this process, and programs as native constraints over it.

pyqbpp counts every variable ever declared in a process against its licence and *aborts the process*
when the count is passed. So variables are declared here only, once, and every model is built over the
first n of them. This module must be imported, never pickled by value: a second copy in one process
would declare a second pool.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final

import numpy as np

from puzzles.errors import InputError
from qubo.program import Program

_UNLIMITED = 1 << 30
_BLOCK = 100

LOCK: Final = threading.RLock()
"""Held while pyqbpp is used: the pool is shared, and its native code is not known to bear several threads."""

_pool: list[Any] = []
_library: Any = None


@contextmanager
def _quiet_stderr() -> Generator[None]:
    """Keep what native code writes to file descriptor 2 off the terminal."""
    try:
        sys.stderr.flush()
        saved = os.dup(2)
    except (OSError, ValueError, AttributeError):
        yield
        return
    try:
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, 2)
        os.close(sink)
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)


def library() -> Any:
    """The pyqbpp module. Raises InputError in one line where it cannot be imported or used."""
    global _library
    with LOCK:
        return _library if _library is not None else _load()


def _load() -> Any:
    global _library
    if _library is None:
        try:
            with _quiet_stderr():
                import pyqbpp

                qbpp: Any = pyqbpp
                qbpp.max_var_count()
        # what its loader raises where its native library is missing or does not fit
        except (ImportError, OSError, RuntimeError, AttributeError) as error:
            raise InputError(_useless(str(error).splitlines()[0] if str(error) else type(error).__name__)) from None
        _library = pyqbpp
    return _library


def _useless(why: str) -> str:
    return (
        f"the backends 'easy' and 'exhaustive' need pyqbpp, which cannot be used here ({why}); "
        "install pyqbpp (Linux) or choose the backend 'annealing'"
    )


def not_installed() -> str | None:
    """A line that says so when there is no pyqbpp here; it is not loaded."""
    if "pyqbpp" in sys.modules:
        found = bool(sys.modules["pyqbpp"])
    else:
        found = importlib.util.find_spec("pyqbpp") is not None
    return None if found else _useless("it is not installed")


def variable_limit() -> int | None:
    """How many variables a model may have under the licence in force; None when it sets no limit."""
    qbpp = library()
    with LOCK:
        allowed, used, own = int(qbpp.max_var_count()), int(qbpp.used_var_count()), len(_pool)
    if allowed >= _UNLIMITED:
        return None
    return own + max(0, allowed - used)


def pool(count: int) -> list[Any]:
    """The first `count` variables of the pool; `count` must be within `variable_limit()`.

    Raises InputError, before anything is declared, when it is not.
    """
    qbpp = library()
    limit = variable_limit()
    if limit is not None and count > limit:
        raise InputError(f"{count} variables are more than the {limit} of the pyqbpp licence")
    with LOCK:
        while len(_pool) < count:
            wanted = max(_BLOCK, count - len(_pool))
            if limit is not None:
                wanted = min(wanted, limit - len(_pool))
            with _quiet_stderr():
                block = qbpp.var(f"v{len(_pool)}", shape=(wanted,))
            _pool.extend(block[k] for k in range(wanted))
        return _pool[:count]


def native_model(program: Program, variables: list[Any]) -> Any:
    """The program as a pyqbpp expression of native constraints, its objective in front of them.

    A violated row adds row_weight · violation², so the solver's energy is `program.energy`. Rows that
    are the same, such as a column and a box with the same open cells, are stated once with their weights added.
    """
    qbpp = library()
    total: Any = qbpp.expr()
    if program.objective is not None:
        for column, cost in enumerate(program.objective.tolist()):
            if cost:
                total += cost * variables[column]
    weight_of: dict[tuple[tuple[int, ...], tuple[int, ...], int, int], int] = {}
    least, most = program.reach()
    can_fail = (least < program.lower) | (most > program.upper)
    for index in np.flatnonzero(can_fail).tolist():
        columns, weights, lower, upper = program.row(index)
        row = (tuple(columns), tuple(weights), lower, upper)
        weight_of[row] = weight_of.get(row, 0) + program.row_weight
    for (columns, weights, lower, upper), scale in weight_of.items():
        body: Any = qbpp.expr()
        for column, weight in zip(columns, weights, strict=True):
            body += variables[column] if weight == 1 else weight * variables[column]
        held = qbpp.cons(body, equal=lower) if lower == upper else qbpp.cons(body, between=(lower, upper))
        total += held if scale == 1 else scale * held
    return total
