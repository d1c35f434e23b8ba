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
from numpy.typing import NDArray

from evaluation.difficulty import GRADES
from evaluation.techniques import FAMILY_KEYS
from evaluation.uniqueness import COUNTS
from experiments.report import build_report, write_front, write_report
from experiments.run.columns import GRIDS_FILE
from experiments.run.config import Config
from experiments.run.folder import Progress, RunFolder
from experiments.run.second_opinion import second_opinions
from experiments.wishes.avoid import make_filter
from experiments.wishes.grids import different_grids
from generator.search.archive import hypervolume
from generator.search.dask_client import SchedulerLostError
from generator.search.driver import Search
from generator.search.pool import WorkerPool
from generator.search.state import Generation, SearchSettings
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
    evaluations = s.evaluations
    if s.generations is not None:
        evaluations = min(evaluations, s.generations * s.population)
    return SearchSettings(
        pattern=config.pattern(),
        seed=config.seed,
        population=s.population,
        evaluations=evaluations,
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
        search = Search(settings, config.evaluation_settings(), pool, state, make_filter(config))
        if state is not None:
            watcher.message(f"goes on after generation {state.generation}, {state.evaluations} evaluations")
        with _kept(folder):
            return _drive(folder, config, search, pool, watcher, manifest, progress)


def _search(config: Config, settings: SearchSettings, pool: WorkerPool) -> Search:
    return Search(settings, config.evaluation_settings(), pool, None, make_filter(config))


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
        fresh = _validate(config, rows, pool)
        validated = hypervolume(fresh.f1, fresh.f2)
        folder.write_pareto(_pareto_rows(config, rows, fresh, pool))
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
        "uniqueness": _uniqueness(config, state.verdicts),
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
    pattern, fixed = config.pattern(), config.fixed()
    chosen = different_grids(folder.valid_puzzles(), pattern, wanted, front)
    if not chosen:
        folder.write_pareto([], GRIDS_FILE)
        return 0, wanted
    free = pattern if fixed is None else pattern & (fixed == 0)
    nothing = np.zeros(len(chosen), np.uint64)
    rows = pool.judge(Task(np.array(chosen), pattern, free, nothing, 0, config.evaluation_settings()))
    folder.write_pareto(_pareto_rows(config, rows, _validate(config, rows, pool), pool), GRIDS_FILE)
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


def _pareto_rows(config: Config, rows: Judged, fresh: Judged, pool: WorkerPool) -> list[dict[str, str]]:
    """The lines of pareto.csv; raises RuntimeError should a puzzle lack its proof of one solution."""
    proof = count_batch(rows.hints)
    if not bool((proof.counts == 1).all()):
        raise RuntimeError("a fault of this program: a puzzle on the front has not exactly one solution")
    opinions = second_opinions(config, rows.hints, pool)
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
                "qubo_searches": str(opinions[k][0]),
                "qubo_verdict": opinions[k][1],
            }
        )
    return lines


def _uniqueness(config: Config, verdicts: NDArray[np.int64]) -> dict[str, Any]:
    """Who judged that puzzles have one solution, and how often."""
    backend = config.backend() if config.uniqueness.asks else None
    counts = dict(zip(COUNTS, verdicts.tolist(), strict=True))
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
