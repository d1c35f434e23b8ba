"""Workers: tasks out, judged hints back, in order, whatever the backend."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from types import TracebackType
from typing import Any, Final, Literal

import numpy as np
from joblib import Parallel, delayed
from joblib.externals.loky.process_executor import TerminatedWorkerError

from generator.judging import Judged, Task, join, judge

Backend = Literal["loky", "threading", "dask"]
_RETRIES: Final = 3
_CHUNKS_PER_WORKER: Final = 2


def _judge_in_worker(task: Task) -> Judged:
    """`judge`, deaf to Ctrl-C: the main process decides when a run ends."""
    if multiprocessing.parent_process() is not None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return judge(task)


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
        self._parallel: Any = None
        if backend == "dask":
            from generator.dask_client import connect

            self._client = connect(scheduler, workers)

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leave()
        if self._client is not None:
            self._client.close()

    def _leave(self) -> None:
        if self._parallel is not None:
            parallel, self._parallel = self._parallel, None
            parallel.__exit__(None, None, None)

    def judge(self, task: Task) -> Judged:
        """Judge one task, split over the workers."""
        parts = self._split(task)
        for attempt in range(_RETRIES):
            try:
                return join(self._run(parts))
            except TerminatedWorkerError:
                self._leave()
                self._warn(f"a worker died; its puzzles are judged again (try {attempt + 2} of {_RETRIES + 1})")
        return join([judge(part) for part in parts])

    def _split(self, task: Task) -> list[Task]:
        n = len(task.hints)
        pieces = min(n, max(1, self.workers * _CHUNKS_PER_WORKER)) if self.workers > 1 or self._client else 1
        rows = np.array_split(np.arange(n), pieces)
        return [task.take(part) for part in rows]

    def _run(self, parts: list[Task]) -> list[Judged]:
        if self._client is not None:
            from generator.dask_client import judge_on

            return judge_on(self._client, parts, self._warn)
        if self.workers == 1:
            return [judge(part) for part in parts]
        if self._parallel is None:
            self._parallel = Parallel(n_jobs=self.workers, backend=self._backend)
            self._parallel.__enter__()
        return list(self._parallel(delayed(_judge_in_worker)(part) for part in parts))
