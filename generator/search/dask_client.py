"""The connection to a dask scheduler; dask is an optional dependency."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any, Final

from evaluation.table import Table
from generator.search.judging import Task, judge
from puzzles.errors import InputError

_PATIENCE: Final = 10.0
"""Seconds without a result after which it is looked at whether any worker is left."""


class SchedulerLostError(InputError):
    """The scheduler does not answer any more."""


def connect(scheduler: str | None, workers: int) -> Any:
    """A client of the scheduler at an address such as `tcp://127.0.0.1:8786`, or of a local cluster without one.

    Raises InputError when dask is not installed or the scheduler cannot be reached.
    """
    try:
        from distributed import Client
    except ImportError:
        raise InputError(
            'parallel.backend: "dask" needs the distributed package: pip install "hintsmith[dask]"'
        ) from None
    # what goes wrong is said in one line of ours, not in a traceback of dask's
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    if scheduler is None:
        # a client that starts its own cluster also ends it
        return Client(n_workers=workers, threads_per_worker=1, dashboard_address=":0", host="127.0.0.1")
    try:
        return Client(scheduler, timeout=10)
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"parallel.scheduler: no dask scheduler answers at {scheduler} ({reason})") from None


def start_on(client: Any, parts: Sequence[Task], warn: Callable[[str], None]) -> Callable[[], list[Table]]:
    """`judge` of every part on the workers of a scheduler; what is returned waits for the answers, in order.

    What a lost worker had in hand goes to another one; dask sees to that. Parts that took several workers down with
    them are judged here. Where no worker is left this waits for one, and says so through `warn`.

    Both raise SchedulerLostError.
    """
    from distributed import CancelledError

    address = client.scheduler.address if client.scheduler is not None else "its address"
    lost = SchedulerLostError(f"parallel.scheduler: the dask scheduler at {address} is lost")
    try:
        # a result belongs to its task alone, and is wanted once: nothing is looked up by its arguments
        futures = client.map(judge, parts, pure=False)
    except (CancelledError, OSError, TimeoutError):
        raise lost from None

    def collect() -> list[Table]:
        try:
            return _collect(client, address, parts, futures, warn)
        except (CancelledError, OSError, TimeoutError):
            raise lost from None

    return collect


def _collect(
    client: Any, address: str, parts: Sequence[Task], futures: Sequence[Any], warn: Callable[[str], None]
) -> list[Table]:
    from distributed import KilledWorker, wait

    told = False
    while True:
        try:
            wait(futures, timeout=_PATIENCE)
            break
        except TimeoutError:
            if client.status != "running":
                raise ConnectionError("no answer") from None
            if not told and not client.scheduler_info()["workers"]:
                told = True
                warn(f"no dask worker is left at {address}; waiting for one (Ctrl-C twice ends the run)")
    results: list[Table] = []
    for part, future in zip(parts, futures, strict=True):
        try:
            results.append(future.result())
        except KilledWorker:
            warn("dask workers died again and again over the same puzzles; they are judged here")
            results.append(judge(part))
    return results
