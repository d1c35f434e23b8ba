"""Where the runs of a sweep go on: processes of this computer, or the workers of a dask scheduler."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final

from experiments.sweep.one import Done, Order, do
from generator.search.dask_client import SchedulerLostError, connect
from generator.search.pool import processes

_RETRIES: Final = 3
"""Times that dead processes are replaced before their runs are given up."""
_LOOK: Final = 0.25
"""Seconds between two looks at what has ended."""


def perform(
    orders: Sequence[Order],
    jobs: int,
    scheduler: str | None,
    told: Callable[[Done], None],
    look: Callable[[], None],
    say: Callable[[str], None],
    stop: Callable[[], None],
) -> None:
    """Do all orders.

    Args:
        orders: the runs.
        jobs: how many at a time.
        scheduler: address of a dask scheduler that does them instead.
        told: of each run when it has ended.
        look: called a few times a second meanwhile.
        say: told in one line of processes that died.
        stop: called when this is interrupted, before what is at work is waited for.

    Raises:
        InputError: the scheduler does not answer.
    """
    left = {order.name: order for order in orders}
    for attempt in range(1 + _RETRIES):
        try:
            with _opened(jobs, scheduler) as submit:
                try:
                    _collect([submit(order) for order in left.values()], left, told, look)
                except BrokenExecutor:
                    raise
                except BaseException:
                    stop()
                    raise
            return
        except BrokenExecutor:
            if attempt == _RETRIES:
                break
            say(f"a process died; its runs go on in another one (try {attempt + 2} of {_RETRIES + 1})")
    for name in left:
        told(Done(name, error="its process died again and again"))


def _collect(
    futures: list[Any], left: dict[str, Order], told: Callable[[Done], None], look: Callable[[], None]
) -> None:
    waiting = list(futures)
    while waiting:
        for future in [one for one in waiting if one.done()]:
            waiting.remove(future)
            done: Done = future.result()
            if done.name in left:
                del left[done.name]
                told(done)
        look()
        if waiting:
            time.sleep(_LOOK)


@contextmanager
def _opened(jobs: int, scheduler: str | None) -> Generator[Callable[[Order], Any]]:
    """What takes orders; it ends its own processes when it is left by an error."""
    if scheduler is not None:
        with _dask(scheduler) as submit:
            yield submit
        return
    if jobs == 1:
        # in this process, where nothing has to be loaded twice
        with ThreadPoolExecutor(1) as thread:
            futures: list[Future[Done]] = []

            def keep(order: Order) -> Future[Done]:
                futures.append(thread.submit(do, order))
                return futures[-1]

            try:
                yield keep
            finally:
                for future in futures:
                    future.cancel()
        return
    executor: Any = processes(jobs)
    whole = False
    try:
        yield lambda order: executor.submit(do, order)
        whole = True
    finally:
        # runs are written so that nothing is lost when their process is ended
        executor.shutdown(wait=whole, kill_workers=not whole)


@contextmanager
def _dask(scheduler: str) -> Generator[Callable[[Order], Any]]:
    from distributed import CancelledError

    client = connect(scheduler, 1)
    futures: list[Any] = []

    def submit(order: Order) -> Any:
        futures.append(client.submit(do, order, pure=False))
        return futures[-1]

    try:
        yield submit
    except (CancelledError, OSError, TimeoutError):
        raise SchedulerLostError(f"--scheduler: the dask scheduler at {scheduler} is lost; the runs are kept") from None
    finally:
        client.cancel(futures)
        client.close()


def this_process(jobs: int, scheduler: str | None) -> int | None:
    """The process that runs must not outlive; None where they are not its children."""
    return os.getpid() if jobs > 1 and scheduler is None else None
