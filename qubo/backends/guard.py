"""A backend in a process of its own: if that process dies or hangs, this one lives.

Native solvers can abort the process that misuses them. Behind the guard an abort or a hang costs one
worker: it is reported, and the search is done again in a fresh one.
"""

from __future__ import annotations

import logging
import multiprocessing
from multiprocessing.connection import Connection
from traceback import format_exc
from typing import Any

from puzzles.errors import InputError
from qubo.backends import get_backend
from qubo.backends._base import Backend, BackendFaultError, BackendLostError, Limits, Status
from qubo.program import Bits, Program

_LOG = logging.getLogger(__name__)
_START_SECONDS = 60.0


def _serve(connection: Connection, name: str) -> None:
    """The worker: answers ("limits", time_limit) and ("search", program, time_limit, seed)."""
    while True:
        try:
            request: tuple[Any, ...] = connection.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        try:
            backend = get_backend(name)
            if request[0] == "limits":
                connection.send(("ok", backend.limits(request[1])))
            else:
                answer = backend.solve(request[1], time_limit=request[2], seed=request[3])
                connection.send(("ok", (answer.status, answer.values)))
        except InputError as error:
            connection.send(("input", str(error)))
        except KeyboardInterrupt:
            return
        except Exception as error:
            connection.send(("fault", f"the backend {name!r} failed: {type(error).__name__}: {error}", format_exc()))


class GuardedBackend(Backend):
    """Any backend of the catalogue, run in a worker process.

    Args:
        name: its name in the catalogue.
        grace: seconds that a search may take beyond twice its time limit before it counts as hung.
    """

    def __init__(self, name: str, grace: float = 20.0) -> None:
        self.name = name
        self._grace = grace
        self._process: Any = None
        self._connection: Connection | None = None

    @property
    def pid(self) -> int | None:
        """The worker's process id while one lives."""
        return None if self._process is None else self._process.pid

    def limits(self, time_limit: float = 1.0) -> Limits:
        return self._ask(("limits", time_limit), _START_SECONDS)

    def _search(self, program: Program, time_limit: float, seed: int) -> tuple[Status, Bits | None]:
        return self._ask(("search", program, time_limit, seed), 2 * time_limit + self._grace)

    def _ask(self, request: tuple[Any, ...], seconds: float) -> Any:
        for again in (False, True):
            connection = self._connected()
            try:
                connection.send(request)
                if connection.poll(seconds):
                    kind, *content = connection.recv()
                    if kind == "input":
                        raise InputError(content[0])
                    if kind == "fault":
                        error = BackendFaultError(content[0])
                        error.add_note(f"In the worker:\n{content[1]}")
                        raise error
                    return content[0]
                what = f"gave no answer for {seconds:.0f} s"
            except (EOFError, OSError):
                self._process.join(5)
                what = f"died (exit code {self._process.exitcode})"
            self.close()
            if not again:
                _LOG.warning("the worker of the backend %r %s; the search is done again in a new one", self.name, what)
        raise BackendLostError(f"two workers of the backend {self.name!r} in a row {what}")

    def _connected(self) -> Connection:
        if self._connection is None:
            context = multiprocessing.get_context("spawn")
            self._connection, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs, self.name), daemon=True)
            self._process.start()
            theirs.close()
            # the first answer waits for the start, whatever the time limit is
            self._connection.send(("limits", 1.0))
            if self._connection.poll(_START_SECONDS):
                self._connection.recv()
        return self._connection

    def close(self) -> None:
        """End the worker, if one lives."""
        if self._process is not None:
            if self._process.is_alive():
                self._process.kill()
            self._process.join(5)
            self._process = None
        if self._connection is not None:
            self._connection.close()
            self._connection = None
