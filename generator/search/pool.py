"""Workers: tasks out, judged rows back, in order, whatever the backend."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Final, Literal

import numpy as np
from joblib.externals.loky import ProcessPoolExecutor

from evaluation.table import Table
from generator.search.judging import Task, judge
from puzzles.plugins import followers, register_all

Backend = Literal["loky", "threading", "dask"]
_RETRIES: Final = 3
_CHUNKS_PER_WORKER: Final = 1


_ONE_THREAD: Final = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def _begin(carried: Any) -> None:
    """First in a worker. Ctrl-C is the main process's: it decides when a run ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    register_all(carried)


class _Processes(ProcessPoolExecutor):
    """joblib's own, asked without its polling: a generation lasts a few hundredths of a second."""

    def submit(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """As the executor's; it may start processes, and those shall be deaf to Ctrl-C from their first moment."""
        with _interrupts_wait():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _interrupts_wait() -> Generator[None]:
    """Ctrl-C waits until this is left; what is started meanwhile never hears it, while it imports neither."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows: there `_begin` alone looks after it
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def processes(workers: int) -> Executor:
    """That many processes, which know what this one has registered so far."""
    return _Processes(workers, initializer=_begin, initargs=(followers(),), env=_ONE_THREAD)


class WorkerPool:
    """Judges tasks on several workers; a worker that dies is reported and its work is done again."""

    def __init__(
        self,
        workers: int,
        backend: Backend = "loky",
        scheduler: str | None = None,
        warn: Callable[[str], None] = lambda text: None,
    ) -> None:
        """Args:
        workers: number of them; 1 with `loky` or `threading` works in this process.
        backend: where they run.
        scheduler: address of a dask scheduler; None starts a local one.
        warn: told in one line of workers that died.
        """
        self.workers = workers
        self._backend = backend
        self._warn = warn
        self._client: Any = None
        self._executor: Executor | None = None
        if backend == "dask":
            from generator.search.dask_client import connect

            self._client = connect(scheduler, workers)

    @property
    def is_here(self) -> bool:
        """Whether this process judges itself, alone or by threads."""
        return self._client is None and (self.workers == 1 or self._backend == "threading")

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leave()
        if self._client is not None:
            self._client.close()

    def _leave(self) -> None:
        if self._executor is not None:
            executor, self._executor = self._executor, None
            executor.shutdown()

    def warm(self, task: Task) -> None:
        """Let each worker start and judge a task, of which nothing is awaited."""
        if self.workers > 1 and self._client is None:
            executor = self._running()
            for _ in range(self.workers):
                executor.submit(judge, task)

    def submit(self, task: Task) -> Callable[[], Table]:
        """Give the workers one task, split over them; what is returned waits for the answer.

        The workers judge while the caller goes on; without workers the task is judged when the answer is asked for.
        """
        n = len(task)
        pieces = min(n, self.workers * _CHUNKS_PER_WORKER) if self.workers > 1 or self._client else 1
        # every part gets its share of each kind of rows, which stand together in a task
        rows = [np.arange(piece, n, pieces) for piece in range(pieces)]
        parts = [task.take(part) for part in rows] if pieces > 1 else [task]
        in_order = np.argsort(np.concatenate(rows))
        first = self._start(parts), self._executor

        def answer() -> Table:
            collect, executor = first
            for attempt in range(_RETRIES):
                try:
                    return Table.join(collect()).take(in_order)
                except BrokenExecutor:
                    # the other task in work may have said so, and gone on with new workers, already
                    if self._executor is executor:
                        self._leave()
                        self._warn(f"a worker died; its puzzles are judged again (try {attempt + 2} of {_RETRIES + 1})")
                    collect, executor = self._start(parts), self._executor
            return Table.join([judge(part) for part in parts]).take(in_order)

        return answer

    def judge(self, task: Task) -> Table:
        """Judge one task, and wait for it."""
        return self.submit(task)()

    def _start(self, parts: list[Task]) -> Callable[[], list[Table]]:
        if self._client is not None:
            from generator.search.dask_client import start_on

            return start_on(self._client, parts, self._warn)
        if self.workers == 1:
            return lambda: [judge(part) for part in parts]
        try:
            futures = [self._running().submit(judge, part) for part in parts]
        except BrokenExecutor as broken:
            error = broken

            def fail() -> list[Table]:
                raise error

            return fail
        return lambda: [future.result() for future in futures]

    def _running(self) -> Executor:
        if self._executor is None:
            if self._backend == "threading":
                self._executor = ThreadPoolExecutor(self.workers)
            else:
                self._executor = processes(self.workers)
        return self._executor
