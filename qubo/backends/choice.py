"""Which backend can be used here: tried once, without risk for this process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from typing import Final

from puzzles.errors import InputError
from qubo.backends._base import Backend
from qubo.catalogue import AUTO, PREFERRED
from qubo.program import ProgramBuilder

_SECONDS: Final = 60.0
"""After this time a process that tries a backend counts as hung."""
_ELSEWHERE: Final = """
import sys
sys.path[:] = {path!r}
from puzzles.errors import InputError
from qubo.backends import backend_class
from qubo.backends.choice import try_out
try:
    print("works" if try_out(backend_class({name!r})()) else "solves nothing")
except InputError as error:
    print(error)
"""


def choose(name: str, find: Callable[[str], type[Backend]]) -> str:
    """The backend to use for a name; `find` gives the class of a name. See `resolve_backend`."""
    if name == AUTO:
        reasons = [_why_not(candidate, find(candidate)) for candidate in PREFERRED]
        if None not in reasons:
            raise InputError("; ".join(reason for reason in reasons if reason is not None))
        return PREFERRED[reasons.index(None)]
    reason = _why_not(name, find(name))
    if reason is not None:
        raise InputError(reason)
    return name


def try_out(backend: Backend) -> bool:
    """Whether a backend solves a program of two variables; raises InputError when its library cannot be used."""
    builder = ProgramBuilder()
    a, b = builder.variable("a"), builder.variable("b")
    builder.row([(a, 1), (b, 1)], 1, 1)
    return backend.solve(builder.build(), time_limit=1.0).status == "solved"


@cache
def _why_not(name: str, cls: type[Backend]) -> str | None:
    """What is wrong with a backend here, in one line; None when it works."""
    if not cls.native:
        try:
            return None if try_out(cls()) else f"the backend {name!r} does not solve a program of two variables here"
        except InputError as error:
            return str(error)
    missing = cls.missing()
    return missing if missing is not None else _tried_elsewhere(name)


def _tried_elsewhere(name: str) -> str | None:
    """`_why_not` for native code, which can abort its process."""
    code = _ELSEWHERE.format(path=sys.path, name=name)
    try:
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return f"the backend {name!r} cannot be used here: it gave no answer for {_SECONDS:.0f} s"
    said = done.stdout.strip().splitlines()
    if done.returncode == 0 and said == ["works"]:
        return None
    if done.returncode == 0 and said and said != ["solves nothing"]:
        return said[0]
    if done.returncode < 0:
        return f"the backend {name!r} cannot be used here: it aborts its process (signal {-done.returncode})"
    why = (done.stderr.strip().splitlines() or said or [f"exit code {done.returncode}"])[-1]
    return f"the backend {name!r} cannot be used here: {why}"
