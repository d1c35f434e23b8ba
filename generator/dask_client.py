"""The connection to a dask scheduler; dask is an optional dependency."""

from __future__ import annotations

from typing import Any

from puzzles.errors import InputError


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
    if scheduler is None:
        # a client that starts its own cluster also ends it
        return Client(n_workers=workers, threads_per_worker=1, dashboard_address=":0", host="127.0.0.1")
    try:
        return Client(scheduler, timeout=10)
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"parallel.scheduler: no dask scheduler answers at {scheduler} ({reason})") from None
