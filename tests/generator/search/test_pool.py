from __future__ import annotations

import multiprocessing
import os
import signal

import numpy as np
import pytest

from evaluation.settings import EvaluationSettings
from evaluation.table import Table
from generator.search.dask_client import connect
from generator.search.judging import Task, judge
from generator.search.pool import WorkerPool
from generator.search.racing import no_race
from generator.sudoku.breeding import given
from generator.sudoku.problem import SudokuProblem
from puzzles.errors import InputError


@pytest.fixture(scope="module")
def task(puzzles, pattern) -> Task:
    children = np.where(np.random.default_rng(3).random((12, 81)) < 0.5, puzzles, np.roll(puzzles, 1, axis=0))
    seeds = np.arange(12, dtype=np.uint64)
    problem = SudokuProblem(pattern, EvaluationSettings(walks=2), repair_budget=2_000)
    return Task(problem, given(children, bred=True), seeds, np.zeros(12, np.int64), no_race(2))


def assert_same(a: Table, b: Table) -> None:
    assert a.names == b.names
    for name, values in a.items():
        assert np.array_equal(values, b[name], equal_nan=values.dtype.kind == "f"), name


@pytest.mark.parametrize(("workers", "backend"), [(1, "loky"), (2, "loky"), (2, "threading"), (20, "threading")])
def test_the_answer_does_not_depend_on_the_workers(task, workers, backend) -> None:
    with WorkerPool(workers, backend) as pool:
        assert_same(pool.judge(task), judge(task))


def test_a_killed_worker_is_reported_and_its_work_done_again(task) -> None:
    said: list[str] = []
    with WorkerPool(2, "loky", warn=said.append) as pool:
        first = pool.judge(task)
        assert said == []
        victim = next(iter(pool._executor._processes))
        os.kill(victim, signal.SIGKILL)
        again = pool.judge(task)
        third = pool.judge(task)
    assert_same(first, again)
    assert_same(first, third)
    assert len(said) == 1
    assert said[0].startswith("a worker died")
    assert "\n" not in said[0]


def test_workers_that_always_die_do_not_stop_the_work(task, monkeypatch) -> None:
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    said: list[str] = []
    with WorkerPool(2, "loky", warn=said.append) as pool:

        def die() -> list[Table]:
            raise TerminatedWorkerError("gone")

        monkeypatch.setattr(pool, "_start", lambda parts: die)
        assert_same(pool.judge(task), judge(task))
    assert len(said) == 3


def test_a_local_dask_cluster_answers_the_same_and_ends_with_the_pool(task) -> None:
    before = set(multiprocessing.active_children())
    with WorkerPool(2, "dask") as pool:
        assert_same(pool.judge(task), judge(task))
        assert len(set(multiprocessing.active_children()) - before) == 2
    assert set(multiprocessing.active_children()) <= before


def test_no_scheduler_there() -> None:
    with pytest.raises(InputError, match=r"^parallel\.scheduler: no dask scheduler answers at nowhere \(.+\)$"):
        connect("nowhere", 1)


@pytest.mark.parametrize(("workers", "backend"), [(1, "loky"), (2, "loky"), (2, "threading")])
def test_tasks_may_wait_for_each_other(task, workers, backend) -> None:
    """Two at once, the answers asked for in any order; one that nobody asks for does no harm."""
    other = task.take(np.arange(5, 12))
    with WorkerPool(workers, backend) as pool:
        pool.warm(task.take(np.arange(1)))
        first, second = pool.submit(task), pool.submit(other)
        pool.submit(other)
        assert_same(second(), judge(other))
        assert_same(first(), judge(task))


@pytest.mark.slow
def test_a_worker_killed_between_two_tasks(task) -> None:
    said: list[str] = []
    with WorkerPool(2, "loky", warn=said.append) as pool:
        pool.judge(task)
        first, second = pool.submit(task), pool.submit(task)
        os.kill(next(iter(pool._executor._processes)), signal.SIGKILL)
        assert_same(first(), judge(task))
        assert_same(second(), judge(task))
    assert len(said) == 1
