"""Run and resume: from a config to a finished run folder, whatever the kind of puzzle."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from experiments.kinds import RunConfig, kind_named
from experiments.run.driving import Drive, Outcome, Watcher, outcome_of
from experiments.run.folder import RunFolder
from experiments.run.logs import Elapsed
from experiments.run.manifest import begun, changed_versions, worker_count
from experiments.run.resuming import check_overrides, check_unchanged, commit, overridden, record_of
from experiments.run.writer import writing
from generator.search.dask_client import SchedulerLostError
from generator.search.methods import Method, make_method
from generator.search.pool import WorkerPool
from generator.search.state import SearchState
from puzzles.errors import InputError

__all__ = ["Outcome", "Watcher", "resume", "search_of", "start"]


def start(config: RunConfig, out: Path, watcher: Watcher, name: str | None = None, shown: bool = True) -> Outcome:
    """A new run under `out`.

    Args:
        config: of the run.
        out: where its folder is made.
        watcher: is told how it goes.
        name: of the folder; the config's name and the time by default.
        shown: whether it writes pictures and a report at its end.
    """
    with _pool(config, watcher) as pool:

        def fill(folder: RunFolder) -> None:
            own = kind_named(config.puzzle.kind).copy_into(config, folder.path)
            folder.write_config(own)
            folder.write_manifest(begun(config, record_of(own, folder)))
            folder.save(None, None, own.search.total)

        folder = RunFolder.create(out, config.name, datetime.now(), fill, name)
        try:
            own = folder.config()
            search = search_of(own, pool, None)
        except InputError:
            folder.discard()
            raise
        with writing(folder.path, watcher.message), _kept(folder):
            checkpoint, file = folder.load(search.settings.evaluations)
            folder.return_to(checkpoint, file)
            return Drive(folder, own, search, pool, watcher, folder.manifest(), shown).go(Elapsed())


def resume(path: Path, watcher: Watcher, overrides: list[str] | None = None, shown: bool = True) -> Outcome:
    """Go on with a run where its last checkpoint was, or prolong it.

    Args:
        path: the run folder.
        overrides: `key=value` for search.evaluations and parallel.*.
        shown: whether it writes pictures and a report at its end.

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
            return outcome_of(folder, manifest, False)
        checkpoint, file = folder.load(total)
        state = checkpoint.state
        with _pool(config, watcher) as pool:
            own = folder.kind.with_copies(config, folder.path)
            search = search_of(own, pool, state)
            changed = changed_versions(manifest)
            if changed:
                watcher.message(f"other versions than the run began with, its end may be another: {', '.join(changed)}")
            manifest["workers"] = worker_count(config)
            commit(folder, manifest, before, config, 0 if state is None else state.generation)
            folder.return_to(checkpoint, file)
            if state is not None:
                watcher.message(f"goes on after generation {state.generation}, {state.evaluations} evaluations")
            with _kept(folder):
                return Drive(folder, own, search, pool, watcher, manifest, shown).go(checkpoint.progress.elapsed)


def search_of(config: RunConfig, pool: WorkerPool, state: SearchState | None) -> Method:
    """The method that a config asks for, from its beginning or from a state."""
    kind = kind_named(config.puzzle.kind)
    return make_method(kind.problem(config), kind.search_settings(config), pool, state, kind.accept(config))


def _pool(config: RunConfig, watcher: Watcher) -> WorkerPool:
    return WorkerPool(worker_count(config), config.parallel.backend, config.parallel.scheduler, watcher.message)


@contextmanager
def _kept(folder: RunFolder) -> Generator[None]:
    """Say how to go on when the scheduler of the workers is lost."""
    try:
        yield
    except SchedulerLostError as error:
        raise InputError(f"{error}; the run is kept, go on with: {folder.resume_command}") from None
