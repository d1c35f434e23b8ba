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
from experiments.run.folder import RunFolder
from experiments.run.judged import judged
from experiments.run.own_copies import copy_into, with_own_copies
from experiments.run.results import pareto_table
from experiments.run.resuming import check_overrides, check_unchanged, commit, overridden, record_of
from experiments.run.second_opinion import second_opinions
from experiments.run.writer import writing
from experiments.wishes.avoid import make_filter
from experiments.wishes.grids import different_grids
from generator.search.dask_client import SchedulerLostError
from generator.search.fronts import hypervolume
from generator.search.judging import Task, judge
from generator.search.pool import WorkerPool
from generator.search.problem import points, reference
from generator.search.racing import no_race
from generator.search.search import Search
from generator.search.state import Generation, SearchSettings, SearchState
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
    return SearchSettings(
        seed=config.seed,
        population=s.population,
        evaluations=s.total,
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
    return SudokuProblem(
        config.pattern(),
        config.evaluation_settings(),
        config.fixed(),
        config.search.repair_budget,
        operators=config.operators(),
    )


def start(config: Config, out: Path, watcher: Watcher) -> Outcome:
    """A new run under `out`."""
    with _pool(config, watcher) as pool:

        def fill(folder: RunFolder) -> None:
            own = copy_into(config, folder.path)
            folder.write_config(own)
            folder.write_manifest(_manifest(config, record_of(own, folder)))
            folder.save(None, None, own.search.total)

        folder = RunFolder.create(out, config.name, datetime.now(), fill)
        try:
            own = folder.config()
            search = _search(own, pool, None)
        except InputError:
            folder.discard()
            raise
        with writing(folder.path, watcher.message), _kept(folder):
            checkpoint, file = folder.load(search.settings.evaluations)
            folder.return_to(checkpoint, file)
            return _drive(folder, own, search, pool, watcher, folder.manifest(), 0.0)


def resume(path: Path, watcher: Watcher, overrides: list[str] | None = None) -> Outcome:
    """Go on with a run where its last checkpoint was, or prolong it.

    Args:
        path: the run folder.
        overrides: `key=value` for search.evaluations and parallel.*.

    Raises InputError, with nothing touched, for a run that is not as it was or is being written.
    """
    folder = RunFolder.open(path)
    check_overrides(overrides or [])
    with writing(folder.path, watcher.message):
        manifest = folder.manifest()
        before = check_unchanged(folder, manifest)
        config = overridden(folder, before, overrides or [])
        total = config.search.total
        if manifest.get("finished") and total == before.search.total:
            watcher.message(
                f"the run is finished, with {total} evaluations; to prolong it: "
                f"{folder.resume_command} --set search.evaluations={2 * total}"
            )
            return _outcome(folder, manifest, False)
        checkpoint, file = folder.load(total)
        state = checkpoint.state
        with _pool(config, watcher) as pool:
            search = _search(with_own_copies(config, folder.path), pool, state)
            _warn_of_versions(manifest, watcher)
            manifest["workers"] = worker_count(config)
            commit(folder, manifest, before, config, 0 if state is None else state.generation)
            folder.return_to(checkpoint, file)
            if state is not None:
                watcher.message(f"goes on after generation {state.generation}, {state.evaluations} evaluations")
            with _kept(folder):
                return _drive(folder, config, search, pool, watcher, manifest, checkpoint.progress.seconds)


def _search(config: Config, pool: WorkerPool, state: SearchState | None) -> Search:
    return Search(problem_of(config), search_settings(config), pool, state, make_filter(config))


def _warn_of_versions(manifest: dict[str, Any], watcher: Watcher) -> None:
    """Say which packages are others than those that the run was begun with."""
    before = manifest.get("versions") or {}
    changed = [
        f"{name} {before[name]} is now {now}" for name, now in _versions().items() if before.get(name, now) != now
    ]
    if changed:
        watcher.message(f"other versions than the run began with, its end may be another: {', '.join(changed)}")


def _pool(config: Config, watcher: Watcher) -> WorkerPool:
    return WorkerPool(worker_count(config), config.parallel.backend, config.parallel.scheduler, watcher.message)


@contextmanager
def _kept(folder: RunFolder) -> Generator[None]:
    """Say how to go on when the scheduler of the workers is lost."""
    try:
        yield
    except SchedulerLostError as error:
        raise InputError(f"{error}; the run is kept, go on with: {folder.resume_command}") from None


def _drive(
    folder: RunFolder,
    config: Config,
    search: Search,
    pool: WorkerPool,
    watcher: Watcher,
    manifest: dict[str, Any],
    seconds_before: float,
) -> Outcome:
    if config.uniqueness.asks:
        watcher.message(f"uniqueness: QUBO searches by the backend {config.backend()!r}")
    _warm_up(config, pool, watcher)
    began = time.monotonic() - seconds_before
    total = search.settings.evaluations
    problem = problem_of(config)
    # a generation is written while the workers judge the next one
    with _stop_flag() as stopped, ThreadPoolExecutor(1) as writer:
        written: Future[None] | None = None
        for generation in search.run():
            seconds = time.monotonic() - began
            if written is not None:
                written.result()
            written = writer.submit(folder.record, generation, search.state, seconds, total)
            watcher.generation(generation, seconds, total)
            if stopped():
                break
        if written is not None:
            written.result()
        state = search.state
        interrupted = stopped() and state.evaluations < total
    if interrupted:
        watcher.message(f"interrupted; the front so far is kept, go on with: {folder.resume_command}")
        shown = (manifest.get("counts") or {}).get("evaluations", 0)
        if state.evaluations < shown:
            watcher.message(f"the results of {shown} evaluations stay until there are new ones")
            return _outcome(folder, manifest, True)
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


def _outcome(folder: RunFolder, manifest: dict[str, Any], interrupted: bool) -> Outcome:
    """What the manifest says of the results in the folder."""
    counts, volumes = manifest.get("counts") or {}, manifest.get("hypervolume") or {}
    grids = manifest.get("solution_grids")
    return Outcome(
        folder.path,
        int(counts.get("front", 0)),
        float(volumes.get("claimed", 0.0)),
        float(volumes.get("validated", 0.0)),
        interrupted,
        None if grids is None else (int(grids["reached"]), int(grids["wanted"])),
    )


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


def _manifest(config: Config, begun: dict[str, Any]) -> dict[str, Any]:
    """What is known of a run at its start.

    Args:
        config: as the user gave it.
        begun: see `record_of`.
    """
    return {
        "name": config.name,
        "versions": _versions(),
        "platform": f"{platform.system()} {platform.machine()}",
        "command": sys.argv[1:],
        "pattern_given": config.puzzle.pattern,
        "workers": worker_count(config),
        "start": _now(),
        "finished": False,
        **begun,
    }


def _versions() -> dict[str, str]:
    versions: dict[str, str] = {"python": platform.python_version()}
    for package in ("hintsmith", "numpy", "numba", "pymoo", "joblib", "pyqbpp"):
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = "not installed"
    return versions


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
