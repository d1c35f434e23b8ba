"""Who writes a run folder: one process at a time."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from experiments.files import write_whole
from puzzles.errors import InputError

_LOCK: Final = "checkpoint/writer.lock"
"""Locked by the operating system while a process writes, and by it released when that process ends in any way."""
_NOTE: Final = "checkpoint/writer.json"
"""Says who has the lock; it stays behind when a process is killed."""
_PATIENCE: Final = 1.0
"""Seconds that a writer waits for the lock: `inspect` may hold it for a moment to see whether it is free."""


@dataclass(frozen=True, slots=True)
class Writer:
    """A process that writes a run, or did when it was killed."""

    process: int
    host: str
    since: str
    """ISO time."""

    def __str__(self) -> str:
        return f"process {self.process} on {self.host} since {self.local}"

    @property
    def local(self) -> str:
        """Since when, in the reader's own time."""
        try:
            return datetime.fromisoformat(self.since).astimezone().strftime("%Y-%m-%d %H:%M:%S")
        except ValueError:
            return self.since


def this_writer() -> Writer:
    """This process."""
    return Writer(os.getpid(), socket.gethostname(), datetime.now(UTC).isoformat(timespec="seconds"))


@contextmanager
def writing(run: Path, say: Callable[[str], None]) -> Generator[None]:
    """Hold the run's lock.

    The lock of a process that is gone is taken over, with a line. The lock of another host is not: what the operating
    system knows of locks ends at its own disks.

    Raises InputError of one line when another process writes, or the folder takes no lock.
    """
    lock = FileLock(run / _LOCK, timeout=_PATIENCE)
    try:
        lock.acquire()
    except Timeout:
        raise InputError(f"{run}: is being written by {_noted(run) or 'another process'}") from None
    except (OSError, NotImplementedError) as error:
        raise InputError(f"{run / _LOCK}: cannot be locked ({_reason(error)})") from None
    try:
        before = _noted(run)
        if before is not None:
            if before.host != socket.gethostname():
                raise InputError(
                    f"{run}: is being written by {before}, another computer than this one; "
                    f"if that process is gone, delete {run / _NOTE} and try again"
                )
            say(f"{before}, which wrote this run, is gone; this process goes on in its place")
        write_whole(run / _NOTE, json.dumps(asdict(this_writer())) + "\n")
        try:
            yield
        finally:
            with suppress(OSError):
                (run / _NOTE).unlink()
    finally:
        lock.release()


def writer_of(run: Path) -> Writer | None:
    """The process that writes the run now; None when there is none, or only one that is gone.

    A writer on another host is believed.
    """
    noted = _noted(run)
    if noted is None or noted.host != socket.gethostname():
        return noted
    lock = FileLock(run / _LOCK, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        return noted
    except (OSError, NotImplementedError):
        # not ours to lock: another user's run
        return noted if Path(f"/proc/{noted.process}").exists() else None
    lock.release()
    return None


def _noted(run: Path) -> Writer | None:
    try:
        data = json.loads((run / _NOTE).read_text(encoding="utf-8"))
        return Writer(int(data["process"]), str(data["host"]), str(data["since"]))
    except OSError:
        return None
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{run / _NOTE}: does not say who writes the run; delete it when nobody does") from None


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)
