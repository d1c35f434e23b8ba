"""A sweep from its grid to the comparison of its runs."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from filelock import FileLock, Timeout

from experiments.kinds import kind_named
from experiments.run.config import with_override
from experiments.run.driving import make_ready
from experiments.run.folder import RunFolder
from experiments.sweep.executors import perform, this_process
from experiments.sweep.folder import LOCK_FILE, RUNS, STOP_FILE, open_sweep
from experiments.sweep.grid import Cell, Grid, cells_of
from experiments.sweep.one import Done, Order, evaluations_of
from puzzles.errors import InputError
from puzzles.files.encoding import read_file_text


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sweep is done and kept."""

    out: Path
    """The sweep's folder."""
    jobs: int = 1
    """Runs at a time."""
    scheduler: str | None = None
    """Address of a dask scheduler that does them instead; its workers must see the same folder."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a sweep is."""

    runs: int
    done: int
    evaluations: int
    total: int
    running: tuple[tuple[str, int, int], ...]
    """Name, evaluations so far, and in all, of each run that is neither done nor before its start."""


class Display(Protocol):
    """Is told how a sweep goes."""

    def message(self, text: str) -> None:
        """One line for the user."""
        ...

    def standing(self, standing: Standing) -> None:
        """A few times a second."""
        ...


def run_sweep(
    config: Path,
    overrides: Sequence[str],
    grid: Grid,
    seeds: Sequence[int],
    place: Place,
    display: Display,
) -> list[Done]:
    """Do every run of a grid that is not done yet; returns how each went, in the order of the grid.

    Args:
        config: the file of the config.
        overrides: `key=value`, of every run.
        grid: key to values.
        seeds: of each combination.
        place: where they are done and kept.
        display: of the progress.

    Raises:
        InputError: before anything begins, for a grid, a config or a folder that is not right.
    """
    out = place.out
    cells = cells_of(config, overrides, grid, seeds)
    open_sweep(out, _base(config, overrides), grid, seeds)
    lock = FileLock(out / LOCK_FILE, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise InputError(f"{out}: another sweep is at work in this folder") from None
    try:
        return _Sweep(cells, place, display).go()
    finally:
        lock.release()


def _base(config: Path, overrides: Sequence[str]) -> dict[str, Any]:
    data: dict[str, Any] = tomllib.loads(read_file_text(config))
    for override in overrides:
        with_override(data, override)
    return data


class _Sweep:
    def __init__(self, cells: list[Cell], place: Place, display: Display) -> None:
        self._cells = cells
        self._out, self._jobs, self._scheduler = place.out, place.jobs, place.scheduler
        self._display = display
        self._totals = {cell.name: cell.config.search.total for cell in cells}
        self._done: dict[str, Done] = {}

    def go(self) -> list[Done]:
        for cell in self._cells:
            self._take_in(cell)
        orders = [self._order(cell) for cell in self._cells if cell.name not in self._done]
        if self._done:
            self._display.message(f"{len(self._done)} of {len(self._cells)} runs are there already")
        if orders:
            # compiled once, before several processes would do it at the same time
            for kind, config in {cell.config.puzzle.kind: cell.config for cell in self._cells}.items():
                make_ready(kind_named(kind), config, self._display.message)
            perform(orders, self._jobs, self._scheduler, self._told, self._look, self._display.message, self._stop)
        return [self._done[cell.name] for cell in self._cells]

    def _take_in(self, cell: Cell) -> None:
        """Note a run that is finished. Raises InputError for a folder that holds another run than it should."""
        path = self._out / RUNS / cell.name
        if not path.exists():
            return
        folder = RunFolder.open(path)
        manifest = folder.manifest()
        for key, value in kind_named(cell.config.puzzle.kind).identity(cell.config).items():
            if manifest.get(key) != value:
                raise InputError(f"{path}: its {key} is not that of the sweep; take another --out")
        if manifest.get("finished"):
            counts, volumes = manifest.get("counts") or {}, manifest.get("hypervolume") or {}
            claimed, validated = (float(volumes.get(name, 0.0)) for name in ("claimed", "validated"))
            self._done[cell.name] = Done(cell.name, int(counts.get("front", 0)), claimed, validated, True)

    def _order(self, cell: Cell) -> Order:
        config = cell.config.model_dump(mode="json", exclude_none=True)
        # the runs share the processors, not each of them its puzzles
        config["parallel"] = {"workers": 1, "backend": "threading"}
        return Order(str(self._out.absolute()), cell.name, config, this_process(self._jobs, self._scheduler))

    def _told(self, done: Done) -> None:
        self._done[done.name] = done
        if done.error:
            self._display.message(f"{done.name}: {done.error}")

    def _stop(self) -> None:
        (self._out / STOP_FILE).touch()

    def _look(self) -> None:
        far = {name: evaluations_of(self._out / RUNS / name) for name in self._totals if name not in self._done}
        running = tuple((name, now, self._totals[name]) for name, now in far.items() if now)
        done = sum(self._totals[name] for name in self._done)
        total = sum(self._totals.values())
        self._display.standing(Standing(len(self._cells), len(self._done), done + sum(far.values()), total, running))
