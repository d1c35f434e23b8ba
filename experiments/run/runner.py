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
from typing import Any, Final, Protocol

import numpy as np

from evaluation.difficulty import GRADES
from evaluation.techniques import FAMILY_KEYS
from experiments.report import build_report, write_front, write_report
from experiments.run.columns import GRIDS_FILE
from experiments.run.config import Config
from experiments.run.folder import RunFolder
from experiments.run.own_copies import copy_into, with_own_copies
from experiments.run.resuming import check_overrides, check_unchanged, commit, overridden, record_of
from experiments.run.writer import writing
from experiments.wishes.avoid import make_filter
from experiments.wishes.grids import different_grids
from generator.search.archive import hypervolume
from generator.search.dask_client import SchedulerLostError
from generator.search.driver import Search
from generator.search.pool import WorkerPool
from generator.search.state import Generation, SearchSettings, SearchState
from generator.sudoku.children import Walks
from generator.sudoku.judging import Judged, Task, judge
from puzzles.errors import InputError
from puzzles.grid import to_line
from puzzles.kernel import is_cold
from puzzles.solutions import count_batch

_FRESH: Final = 0x9E3779B97F4A7C15
"""Mixed into the seed for the validation, so that its walks are none of the search's."""


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
        pattern=config.pattern(),
        seed=config.seed,
        population=s.population,
        evaluations=s.total,
        algorithm=s.algorithm,
        objectives=s.objectives,
        weights=s.weights,
        repair_budget=s.repair_budget,
        stagnation=s.stagnation,
        reevaluate=s.reevaluate,
        confirm=s.confirm,
        racing=config.evaluation.racing,
        fixed=config.fixed(),
        bounds=config.difficulty.bounds(),
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
    return Search(search_settings(config), config.evaluation_settings(), pool, state, make_filter(config))


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
    _warm_up(config, pool, watcher)
    began = time.monotonic() - seconds_before
    total = search.settings.evaluations
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
        fresh = _validate(config, rows, pool)
        validated = hypervolume(fresh.f1, fresh.f2)
        folder.write_pareto(_pareto_rows(rows, fresh))
    else:
        folder.write_pareto([])
    grids = _write_grids(folder, config, pool, [] if rows is None else [to_line(hints) for hints in rows.hints])
    manifest |= {
        "end": _now(),
        "finished": not interrupted,
        "counts": {
            "evaluations": state.evaluations,
            "valid": state.valid_total,
            "front": 0 if rows is None else len(rows),
        },
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
    pattern, fixed = config.pattern(), config.fixed()
    chosen = different_grids(folder.valid_puzzles(), pattern, wanted, front)
    if not chosen:
        folder.write_pareto([], GRIDS_FILE)
        return 0, wanted
    free = pattern if fixed is None else pattern & (fixed == 0)
    nothing = np.zeros(len(chosen), np.uint64)
    rows = pool.judge(Task(np.array(chosen), pattern, free, nothing, 0, config.evaluation_settings()))
    folder.write_pareto(_pareto_rows(rows, _validate(config, rows, pool)), GRIDS_FILE)
    return len(chosen), wanted


def _warm_up(config: Config, pool: WorkerPool, watcher: Watcher) -> None:
    """Have the kernels ready here and in the workers, which start meanwhile unless there is nothing yet to load."""
    pattern = config.pattern()
    hints = np.where(pattern, 1, 0).astype(np.uint8)[None, :]
    step = Walks(np.zeros(1, np.int64), np.ones(1, np.int64), np.zeros((1, 81), np.uint8))
    nothing = np.zeros(0, np.uint64)
    one = np.ones(1, np.uint64)
    task = Task(hints, pattern, pattern.copy(), one, 200, config.evaluation_settings(), walks=step, known=nothing)
    cold = is_cold()
    if cold:
        # compiled once, before the workers look for it in the cache
        watcher.message("compiling the kernels for this machine, once (about half a minute)")
    else:
        pool.warm(task)
    judge(task)
    if cold:
        pool.warm(task)


def _validate(config: Config, rows: Judged, pool: WorkerPool) -> Judged:
    """The same puzzles scored with fresh seeds and the validation's number of walks."""
    settings = replace(config.evaluation_settings(), walks=config.validation.walks, seed=(config.seed ^ _FRESH) % 2**64)
    pattern = config.pattern()
    nothing = np.zeros(len(rows), np.uint64)
    return pool.judge(Task(rows.hints, pattern, pattern, nothing, 0, settings))


def _pareto_rows(rows: Judged, fresh: Judged) -> list[dict[str, str]]:
    """The lines of pareto.csv; raises AssertionError should a puzzle lack its proof of one solution."""
    proof = count_batch(rows.hints)
    assert bool((proof.counts == 1).all()), "a puzzle on the front has not exactly one solution"
    lines: list[dict[str, str]] = []
    for k in range(len(rows)):
        lines.append(
            {
                "hints": to_line(rows.hints[k]),
                "solution": to_line(proof.found[k, 0]),
                "f1": repr(float(rows.f1[k])),
                "f2": repr(float(rows.f2[k])),
                "f1_se": repr(float(rows.f1_se[k])),
                "f2_se": repr(float(rows.f2_se[k])),
                "validated_f1": repr(float(fresh.f1[k])),
                "validated_f2": repr(float(fresh.f2[k])),
                "validated_f1_se": repr(float(fresh.f1_se[k])),
                "validated_f2_se": repr(float(fresh.f2_se[k])),
                "T": str(int(rows.turns[k])),
                "effort": f"{float(fresh.effort[k]):.4f}",
                "hardest": f"{float(fresh.hardest[k]):.4f}",
                "peaks": f"{float(fresh.peaks[k]):.2f}",
                "hardest_family": FAMILY_KEYS[int(rows.family[k])],
                "grade": GRADES[int(fresh.grade[k])].english,
                "walks": str(int(rows.walks[k])),
            }
        )
    return lines


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
