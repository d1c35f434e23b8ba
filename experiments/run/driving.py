"""A run while it goes on: kernels made ready, generations written, results handed out."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from evaluation.table import Table
from experiments.kinds import Kind, RunConfig
from experiments.run.budgets import write_budgets
from experiments.run.folder import RunFolder
from experiments.run.logs import Elapsed
from experiments.run.manifest import now
from experiments.run.results import HandedOut, Results
from experiments.run.stopping import stop_flag
from generator.search.judging import judge
from generator.search.methods import Method
from generator.search.pool import WorkerPool
from generator.search.state import Generation
from puzzles.kernel import is_cold, warmed


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
    """Hypervolume, from the objectives' worst values, of the scores that the search saw."""
    validated: float
    """Hypervolume of the non-dominated validated scores; the claimed one where nothing is random."""
    interrupted: bool
    is_random: bool = True
    """Whether the scores are means of samples, so that validated ones differ from the claimed."""
    worst: tuple[float, ...] = (0.0, 0.0)
    """The point from which the hypervolumes are measured: each objective's worst value."""
    remarks: tuple[str, ...] = ()
    """Lines about what was written besides the front."""


def outcome_of(folder: RunFolder, manifest: dict[str, Any], interrupted: bool) -> Outcome:
    """What the manifest says of the results in the folder."""
    counts, volumes = manifest.get("counts") or {}, manifest.get("hypervolume") or {}
    return Outcome(
        folder.path,
        int(counts.get("front", 0)),
        float(volumes.get("claimed", 0.0)),
        float(volumes.get("validated", 0.0)),
        interrupted,
        folder.problem.is_random,
        tuple(goal.worst for goal in folder.goals),
        tuple(folder.kind.remarks(manifest)),
    )


def make_ready(kind: Kind[Any], config: RunConfig, say: Callable[[str], None], pool: WorkerPool | None = None) -> None:
    """Have the kernels of a config ready in this process, and in the workers of a pool."""
    task = kind.warm_up(config)
    work = f"run {kind.kernels(config)}"
    cold = is_cold(work)
    if cold:
        # compiled once, before the workers look for it in the cache
        say("compiling the kernels for this machine, once (about half a minute)")
    elif pool is not None:
        pool.warm(task)
    judge(task)
    warmed(work)
    if cold and pool is not None:
        pool.warm(task)


@dataclass(frozen=True, slots=True)
class _Clock:
    """Tells how long a run has taken."""

    began: float
    began_processor: float | None
    """None where other processes judge."""

    @staticmethod
    def start(before: Elapsed, is_here: bool) -> _Clock:
        """A clock that goes on from what a run took before; `is_here` says whether this process judges itself."""
        own = before.processor if is_here else None
        return _Clock(time.monotonic() - before.seconds, None if own is None else time.process_time() - own)

    def now(self) -> Elapsed:
        """Since the start of the run."""
        processor = None if self.began_processor is None else time.process_time() - self.began_processor
        return Elapsed(time.monotonic() - self.began, processor)


@dataclass(frozen=True, slots=True)
class Drive:
    """Takes a search to its end, or to a pause, and its results into the run folder."""

    folder: RunFolder
    config: RunConfig
    search: Method
    pool: WorkerPool
    watcher: Watcher
    manifest: dict[str, Any]
    """Of the run so far; it is completed."""
    shown: bool = True
    """Whether pictures and a report are written at the end; one of many runs is shown when somebody asks."""

    def go(self, before: Elapsed) -> Outcome:
        """Run, validate, write. `before` is what the run took before this start."""
        announcement = self.folder.kind.announcement(self.config)
        if announcement is not None:
            self.watcher.message(announcement)
        with stop_flag(self.watcher.message) as stopped:
            self._warm_up()
            interrupted = self._run(_Clock.start(before, self.pool.is_here), stopped)
        if interrupted:
            self.watcher.message(f"interrupted; the front so far is kept, go on with: {self.folder.resume_command}")
            shown = (self.manifest.get("counts") or {}).get("evaluations", 0)
            if self.search.state.evaluations < shown:
                self.watcher.message(f"the results of {shown} evaluations stay until there are new ones")
                return outcome_of(self.folder, self.manifest, True)
        self._hand_out(self.search.archive.front(), interrupted)
        return outcome_of(self.folder, self.manifest, interrupted)

    def _warm_up(self) -> None:
        """Have the kernels ready here and in the workers, which start meanwhile unless there is nothing yet to load."""
        make_ready(self.folder.kind, self.config, self.watcher.message, self.pool)

    def _run(self, clock: _Clock, stopped: Callable[[], bool]) -> bool:
        """Write generation after generation; returns whether the user has interrupted it."""
        folder, search, total = self.folder, self.search, self.search.settings.evaluations
        # a generation is written while the workers judge the next one
        with ThreadPoolExecutor(1) as writer:
            written: Future[None] | None = None
            for generation in search.run():
                elapsed = clock.now()
                if written is not None:
                    written.result()
                written = writer.submit(folder.record, generation, search.state, elapsed, total)
                self.watcher.generation(generation, elapsed.seconds, total)
                if stopped():
                    break
            if written is not None:
                written.result()
            return stopped() and search.state.evaluations < total

    def _hand_out(self, rows: Table | None, interrupted: bool) -> None:
        """Validate the front, and write all that a run leaves."""
        folder, kind, config = self.folder, self.folder.kind, self.config
        results = Results(kind, config, self.pool)
        handed = HandedOut(None, 0.0, 0)
        if rows is not None:
            if results.validation is not None:
                walks = config.validation.walks
                self.watcher.message(f"validating {len(rows)} puzzles with {walks} fresh walks each")
            handed = results.of(rows)
        front = handed.rows
        folder.write_rows(front)
        more = kind.write_more(folder, config, front, results)
        if config.validation.history and not interrupted:
            self.watcher.message("validating the fronts at each tenth of the evaluations")
            more = {**more, "validated_history": write_budgets(folder.path, kind, config, front, self.pool)}
        state, tallies = self.search.state, self.search.problem.tallies
        self.manifest.update(
            {
                "end": now(),
                "finished": not interrupted,
                "counts": {
                    "evaluations": state.evaluations,
                    "valid": state.valid_total,
                    "front": 0 if front is None else len(front),
                },
                **kind.counted(config, dict(zip(tallies, state.tally.tolist(), strict=True))),
                "hypervolume": {"claimed": self.search.archive.hypervolume(), "validated": handed.volume},
                "outside_wishes": handed.left_out,
                **more,
            }
        )
        folder.write_manifest(self.manifest)
        if self.shown:
            kind.after_run(folder.path, config, front is not None)
