"""One run of a sweep, in whatever process it is given to."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from experiments.run import runner
from experiments.run.config import make_config
from experiments.run.folder import RunFolder
from experiments.run.writer import writer_of
from experiments.sweep.folder import RUNS, STOP_FILE
from generator.search.state import Generation
from puzzles.errors import InputError

_PATIENCE: Final = 120.0
"""Seconds that a run waits for the process of an earlier sweep that still writes it, and is about to notice its end."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a process must know to do one run; plain data, so that it travels anywhere."""

    sweep: str
    """The sweep's folder."""
    name: str
    """Of the run's folder."""
    config: dict[str, Any]
    parent: int | None
    """The process that must live on for this run to go on; None where that cannot be seen."""


@dataclass(frozen=True, slots=True)
class Done:
    """How a run went."""

    name: str
    front: int = 0
    claimed: float = 0.0
    validated: float = 0.0
    finished: bool = False
    error: str = ""
    """Why it could not be done; empty otherwise."""


class _StoppedError(Exception):
    """The sweep has ended before this run did."""


class _Watcher:
    """Ends a run when its sweep is stopped; what it says is in its folder."""

    def __init__(self, order: Order) -> None:
        self._stop = Path(order.sweep) / STOP_FILE
        self._parent = order.parent

    def message(self, text: str) -> None:
        """Said by the sweep, where it matters."""

    def generation(self, generation: Generation, seconds: float, total: int) -> None:
        """Look whether anybody still wants this run. Raises _StoppedError."""
        if self._stop.exists() or (self._parent is not None and self._parent != os.getppid()):
            raise _StoppedError


def do(order: Order) -> Done:
    """Begin a run, or go on with it, and take it to its end; a finished one is left as it is."""
    path = Path(order.sweep) / RUNS / order.name
    watcher = _Watcher(order)
    try:
        if path.exists():
            _await_writer(path)
            outcome = runner.resume(path, watcher, shown=False)
        else:
            config = make_config(order.config, order.name)
            outcome = runner.start(config, path.parent, watcher, path.name, shown=False)
    except _StoppedError:
        return Done(order.name)
    except InputError as error:
        return Done(order.name, error=str(error))
    return Done(order.name, outcome.front, outcome.claimed, outcome.validated, not outcome.interrupted)


def _await_writer(path: Path) -> None:
    until = time.monotonic() + _PATIENCE
    while writer_of(path) is not None and time.monotonic() < until:
        time.sleep(0.2)


def evaluations_of(path: Path) -> int:
    """How far a run is; 0 where it has not begun."""
    if not path.is_dir():
        return 0
    history = RunFolder(path).history()
    return int(history[-1]["evaluations"]) if history else 0
