"""A run on dask workers started as a user starts them, with a machine or the scheduler lost on the way."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from watcher import Watcher

import experiments
from experiments.run import runner
from experiments.run.config import load_config
from generator.search import dask_client
from generator.search.state import Generation
from puzzles.errors import InputError

pytest.importorskip("distributed")
pytestmark = pytest.mark.slow
ROOT = Path(experiments.__file__).resolve().parent.parent
CONFIG = """
name = "machines"
seed = 3
[puzzle]
pattern = "eccomp2024-24"
[search]
population = 20
evaluations = 300
[evaluation]
walks = 1
[validation]
walks = 10
[parallel]
workers = 2
"""


class Machines:
    """A scheduler and workers on loopback, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self._folder = folder
        self._started: list[subprocess.Popen[bytes]] = []

    def dask(self, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *words, "--host", "127.0.0.1", "--no-dashboard"]
        with (self._folder / "dask.log").open("ab") as log:
            self._started.append(
                subprocess.Popen(
                    command, env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=self._folder, stdout=log, stderr=log
                )
            )
        return self._started[-1]

    def scheduler(self) -> subprocess.Popen[bytes]:
        return self.dask("scheduler", "--port", str(self.port))

    def worker(self) -> subprocess.Popen[bytes]:
        """One whose process is the worker itself, so that killing it is losing the machine."""
        return self.dask("worker", self.address, "--nthreads", "1", "--no-nanny")

    def wait_for(self, workers: int) -> None:
        from distributed import Client

        with Client(self.address, timeout=60) as client:
            client.wait_for_workers(workers, timeout=60)

    def end(self) -> None:
        for process in self._started:
            process.kill()
            process.wait()


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    machines = Machines(tmp_path)
    yield machines
    machines.end()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("config") / "machines.toml"
    path.write_text(CONFIG)
    return path


@pytest.fixture(scope="module")
def whole(file: Path) -> Path:
    """The undisturbed run, without dask."""
    return runner.start(load_config(file), file.parent / "whole", Watcher()).folder


def on(machines: Machines) -> list[str]:
    return ["parallel.backend=dask", f"parallel.scheduler={machines.address}"]


def assert_same(run: Path, whole: Path) -> None:
    for name in ("pareto.csv", "evaluations.jsonl"):
        assert (run / name).read_bytes() == (whole / name).read_bytes(), name


def test_a_lost_machine_changes_nothing(file: Path, whole: Path, tmp_path: Path, machines: Machines) -> None:
    """One of two workers is frozen, so that it takes work and never gives it back, and is then killed."""
    machines.scheduler()
    lost, left = machines.worker(), machines.worker()
    machines.wait_for(2)
    killed: list[float] = []

    def kill() -> None:
        lost.kill()
        killed.append(time.monotonic())

    def freeze(generation: Generation) -> None:
        if generation.number == 3:
            lost.send_signal(signal.SIGSTOP)
            threading.Timer(1.0, kill).start()
        if generation.number == 4:
            done.append(time.monotonic())

    done: list[float] = []
    outcome = runner.start(load_config(file, on(machines)), tmp_path / "runs", Watcher(freeze))
    assert lost.wait(10) == -signal.SIGKILL
    assert left.poll() is None
    assert killed[0] < done[0], "the generation in hand waited for the frozen worker"
    assert not outcome.interrupted
    assert_same(outcome.folder, whole)


def test_a_lost_scheduler_is_one_line_and_the_run_goes_on_when_it_is_back(
    file: Path, whole: Path, tmp_path: Path, machines: Machines
) -> None:
    scheduler = machines.scheduler()
    machines.worker()
    machines.wait_for(1)

    def kill(generation: Generation) -> None:
        if generation.number == 4:
            scheduler.kill()
            scheduler.wait()

    with pytest.raises(InputError) as caught:
        runner.start(load_config(file, on(machines)), tmp_path / "runs", Watcher(kill))
    run = next((tmp_path / "runs").iterdir())
    assert str(caught.value) == (
        f"parallel.scheduler: the dask scheduler at {machines.address} is lost; "
        f"the run is kept, go on with: hintsmith run --resume {run}"
    )
    machines.scheduler()
    machines.worker()
    machines.wait_for(1)
    watcher = Watcher()
    outcome = runner.resume(run, watcher)
    assert watcher.messages[0] == "goes on after generation 4, 80 evaluations"
    assert_same(outcome.folder, whole)


def test_without_workers_it_waits_and_says_so(
    file: Path, whole: Path, tmp_path: Path, machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_client, "_PATIENCE", 0.5)
    machines.scheduler()

    def come(text: str) -> None:
        if text.startswith("no dask worker is left"):
            machines.worker()

    watcher = Watcher(told=come)
    outcome = runner.start(load_config(file, on(machines)), tmp_path / "runs", watcher)
    assert sum(text.startswith(f"no dask worker is left at {machines.address}") for text in watcher.messages) == 1
    assert_same(outcome.folder, whole)


def test_puzzles_that_take_workers_down_are_judged_here(
    file: Path, whole: Path, tmp_path: Path, machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    """dask gives a task up when too many workers died over it; here the first one is too many."""
    from distributed import Client

    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")
    machines.scheduler()
    lost = [machines.worker(), machines.worker()]
    machines.wait_for(2)

    def die(task: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    submit = Client.map
    calls: list[int] = []

    def first_dies(self: Client, function: object, parts: object, **options: object) -> object:
        calls.append(1)
        return submit(self, die if len(calls) == 1 else function, parts, **options)

    def come(text: str) -> None:
        if "they are judged here" in text:
            judged_here.append(text)
            if len(judged_here) == 1:
                machines.worker()

    judged_here: list[str] = []
    monkeypatch.setattr(Client, "map", first_dies)
    outcome = runner.start(load_config(file, on(machines)), tmp_path / "runs", Watcher(told=come))
    assert [process.wait(10) for process in lost] == [-signal.SIGKILL] * 2
    assert judged_here
    assert_same(outcome.folder, whole)
