"""Run, resume, validate: from a config to a finished run folder."""

from __future__ import annotations

import os
import platform
import signal
import sys
import time
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import FrameType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from evaluation.settings import EvaluationSettings
from evaluation.table import Table
from experiments.report import build_report, write_front, write_report
from experiments.run.columns import GRIDS_FILE
from experiments.run.config import Config
from experiments.run.folder import Progress, RunFolder
from experiments.run.judged import judged
from experiments.run.results import pareto_table
from experiments.run.second_opinion import second_opinions
from experiments.wishes.avoid import make_filter
from experiments.wishes.grids import different_grids
from generator.search.dask_client import SchedulerLostError
from generator.search.fronts import hypervolume
from generator.search.judging import Task, judge
from generator.search.pool import WorkerPool
from generator.search.problem import points, reference
from generator.search.racing import no_race
from generator.search.search import Search
from generator.search.state import Generation, SearchSettings
from generator.sudoku.breeding import given
from generator.sudoku.problem import SudokuProblem
from puzzles.errors import InputError
from puzzles.grid import to_line
from puzzles.kernel import is_cold, warmed
from puzzles.seeds import Purpose, derived


class Watcher(Protocol):
    """Is told how a run goes."""

    def message(self, text: str) -> None:
        """One line for the user."""
        ...

    def generation(self, generation: Generation, seconds: float, total: int) -> None:
        """After each generation: seconds since the start, evaluations in all."""
        ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended."""

    folder: Path
    front: int
    """Puzzles on the front."""
    claimed: float
    """Hypervolume to (0, 0) of the scores that the search saw."""
    validated: float
    """Hypervolume of the non-dominated validated scores."""
    interrupted: bool
    grids: tuple[int, int] | None = None
    """Different solution grids reached and wanted; None when none were wanted."""


def worker_count(config: Config) -> int:
    """The configured number, or the cores this process may use."""
    if config.parallel.workers:
        return config.parallel.workers
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def search_settings(config: Config) -> SearchSettings:
    """The search's settings of a config."""
    s = config.search
    evaluations = s.evaluations
    if s.generations is not None:
        evaluations = min(evaluations, s.generations * s.population)
    return SearchSettings(
        seed=config.seed,
        population=s.population,
        evaluations=evaluations,
        algorithm=s.algorithm,
        weights=config.weights(),
        stagnation=s.stagnation,
        reevaluate=s.reevaluate,
        confirm=s.confirm,
        racing=config.evaluation.racing,
        bounds=config.difficulty.bounds(),
        without=frozenset(s.without),
    )


def problem_of(config: Config) -> SudokuProblem:
    """What a config wants to be evolved."""
    return SudokuProblem(config.pattern(), config.evaluation_settings(), config.fixed(), config.search.repair_budget)


def start(config: Config, out: Path, watcher: Watcher) -> Outcome:
    """A new run under `out`."""
    settings = search_settings(config)
    with _pool(config, watcher) as pool:
        search = _search(config, settings, pool)
        folder = RunFolder.create(out, config.name, datetime.now())
        folder.write_config(config)
        manifest = _manifest(config)
        folder.write_manifest(manifest)
        with _kept(folder):
            return _drive(folder, config, search, pool, watcher, manifest, Progress())


def resume(path: Path, watcher: Watcher) -> Outcome:
    """Go on with an interrupted run where its last checkpoint was."""
    folder = RunFolder.open(path)
    config = folder.config()
    manifest = folder.manifest() or _manifest(config)
    loaded = folder.load()
    state, progress = loaded if loaded is not None else (None, Progress())
    settings = search_settings(config)
    with _pool(config, watcher) as pool:
        search = Search(problem_of(config), settings, pool, state, make_filter(config))
        if state is not None:
            watcher.message(f"goes on after generation {state.generation}, {state.evaluations} evaluations")
        with _kept(folder):
            return _drive(folder, config, search, pool, watcher, manifest, progress)


def _search(config: Config, settings: SearchSettings, pool: WorkerPool) -> Search:
    return Search(problem_of(config), settings, pool, None, make_filter(config))


def _pool(config: Config, watcher: Watcher) -> WorkerPool:
    return WorkerPool(worker_count(config), config.parallel.backend, config.parallel.scheduler, watcher.message)


@contextmanager
def _kept(folder: RunFolder) -> Generator[None]:
    """Say how to go on when the scheduler of the workers is lost."""
    try:
        yield
    except SchedulerLostError as error:
        raise InputError(f"{error}; the run is kept, go on with: hintsmith run --resume {folder.path}") from None


def _drive(
    folder: RunFolder,
    config: Config,
    search: Search,
    pool: WorkerPool,
    watcher: Watcher,
    manifest: dict[str, Any],
    progress: Progress,
) -> Outcome:
    if config.uniqueness.asks:
        watcher.message(f"uniqueness: QUBO searches by the backend {config.backend()!r}")
    _warm_up(config, pool, watcher)
    began = time.monotonic() - progress.seconds
    total = search.settings.evaluations
    problem = problem_of(config)
    # a generation is written while the workers judge the next one
    with _stop_flag() as stopped, ThreadPoolExecutor(1) as writer:
        written: Future[None] | None = None
        for generation in search.run():
            seconds = time.monotonic() - began
            if written is not None:
                written.result()
            written = writer.submit(folder.record, generation, search.state, seconds)
            watcher.generation(generation, seconds, total)
            if stopped():
                break
        if written is not None:
            written.result()
        state = search.state
        interrupted = stopped() and state.evaluations < total
    if interrupted:
        watcher.message(f"interrupted; the front so far is kept, go on with: hintsmith run --resume {folder.path}")
    rows = search.archive.front()
    claimed = search.archive.hypervolume()
    validated = 0.0
    if rows is not None:
        watcher.message(f"validating {len(rows)} puzzles with {config.validation.walks} fresh walks each")
        fresh = _validate(problem, config, rows["hints"], pool)
        validated = hypervolume(points(fresh, problem.goals), reference(problem.goals))
        opinions = second_opinions(problem, config.uniqueness.second_opinion, rows["hints"], pool)
        folder.write_pareto(pareto_table(rows, fresh, problem.goals, opinions))
    else:
        folder.write_pareto(None)
    grids = _write_grids(folder, config, pool, [] if rows is None else [to_line(hints) for hints in rows["hints"]])
    manifest |= {
        "end": _now(),
        "finished": not interrupted,
        "counts": {
            "evaluations": state.evaluations,
            "valid": state.valid_total,
            "front": 0 if rows is None else len(rows),
        },
        "uniqueness": _uniqueness(config, dict(zip(problem.tallies, state.tally.tolist(), strict=True))),
        "hypervolume": {"claimed": claimed, "validated": validated},
    }
    if grids is not None:
        manifest["solution_grids"] = {"reached": grids[0], "wanted": grids[1]}
    folder.write_manifest(manifest)
    data = build_report(folder.path, config.evaluation_settings())
    write_front(folder.path, data)
    if rows is not None:
        write_report(folder.path, data=data)
    return Outcome(folder.path, 0 if rows is None else len(rows), claimed, validated, interrupted, grids)


def _write_grids(folder: RunFolder, config: Config, pool: WorkerPool, front: list[str]) -> tuple[int, int] | None:
    """grids.csv, where it is wished for: the best puzzles on different solution grids, scored like the front."""
    wanted = config.puzzle.solution_grids
    if wanted is None:
        return None
    chosen = different_grids(folder.valid_puzzles(), config.pattern(), wanted, front)
    if not chosen:
        folder.write_pareto(None, GRIDS_FILE)
        return 0, wanted
    problem = problem_of(config)
    hints = np.array(chosen)
    rows, fresh = judged(problem, hints, pool), _validate(problem, config, hints, pool)
    opinions = second_opinions(problem, config.uniqueness.second_opinion, hints, pool)
    folder.write_pareto(pareto_table(rows, fresh, problem.goals, opinions), GRIDS_FILE)
    return len(chosen), wanted


def _warm_up(config: Config, pool: WorkerPool, watcher: Watcher) -> None:
    """Have the kernels ready here and in the workers, which start meanwhile unless there is nothing yet to load."""
    problem = problem_of(config)
    task = warm_up_task(replace(problem, repair_budget=200))
    work = _kernels_for(config)
    cold = is_cold(work)
    if cold:
        # compiled once, before the workers look for it in the cache
        watcher.message("compiling the kernels for this machine, once (about half a minute)")
    else:
        pool.warm(task)
    judge(task)
    warmed(work)
    if cold:
        pool.warm(task)


def warm_up_task(problem: SudokuProblem) -> Task:
    """A task that needs every kernel of a search."""
    hints = np.where(problem.pattern, 1, 0).astype(np.uint8)[None, :]
    step = given(hints, bred=True).with_columns({"move": np.zeros(1, np.int64), "steps": np.ones(1, np.int64)})
    none = np.zeros(1, np.int64)
    return Task(problem, step, np.ones(1, np.uint64), none, no_race(len(problem.goals)), np.zeros(0, np.uint64))


def _validate(problem: SudokuProblem, config: Config, hints: NDArray[np.uint8], pool: WorkerPool) -> Table:
    """(n, 81) hints scored with fresh seeds and the validation's number of walks."""
    return judged(replace(problem, evaluation=validation_settings(config)), hints, pool)


def _kernels_for(config: Config) -> str:
    """The settings that decide which kernels a run needs."""
    settings = config.evaluation_settings()
    return f"run {settings.walk} {settings.uniqueness.method} {settings.uniqueness.presolve}"


def validation_settings(config: Config) -> EvaluationSettings:
    """How the front is scored again: other walks than the search's, and as many as the config says."""
    return replace(
        config.evaluation_settings(), walks=config.validation.walks, seed=derived(config.seed, Purpose.VALIDATION)
    )


def _uniqueness(config: Config, counts: dict[str, int]) -> dict[str, Any]:
    """Who judged that puzzles have one solution, and how often."""
    backend = config.backend() if config.uniqueness.asks else None
    return {"method": config.uniqueness.method, "backend": backend, "counts": counts}


def _manifest(config: Config) -> dict[str, Any]:
    versions: dict[str, str] = {"python": platform.python_version()}
    for package in ("hintsmith", "numpy", "numba", "pymoo", "joblib", "pyqbpp"):
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = "not installed"
    return {
        "name": config.name,
        "versions": versions,
        "platform": f"{platform.system()} {platform.machine()}",
        "seed": config.seed,
        "command": sys.argv[1:],
        "pattern": "".join("1" if on else "0" for on in config.pattern()),
        "workers": worker_count(config),
        "start": _now(),
    }


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


@contextmanager
def _stop_flag() -> Generator[Callable[[], bool]]:
    """While inside, the first Ctrl-C only asks to stop after this generation; a second one ends at once."""
    asked: list[int] = []

    def ask(number: int, frame: FrameType | None) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)

    try:
        before = signal.signal(signal.SIGINT, ask)
    except ValueError:  # not in the main thread: the caller looks after interrupts
        yield lambda: False
        return
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)
