"""A run folder: what it holds, written so that a crash loses nothing."""

from __future__ import annotations

import csv
import json
import os
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from evaluation.table import Column, Table
from experiments.files import write_whole
from experiments.kinds import Kind, RunConfig, kind_named
from experiments.names import file_stem
from experiments.run.cells import read_cells
from experiments.run.checkpoint import Checkpoint, Progress, read_checkpoint, write_checkpoint
from experiments.run.columns import HISTORY_FILE, PARETO_FILE
from experiments.run.config import dump_config, load_config
from experiments.run.logs import (
    NO_LENGTHS,
    Elapsed,
    Layout,
    append_generation,
    check_logs,
    cut_logs,
    known_genomes,
    whole_lines,
)
from experiments.run.writer import writer_of
from generator.search.problem import Goal, Problem
from generator.search.state import Generation, SearchState
from puzzles.errors import InputError

CONFIG_FILE: Final = "config.toml"
MANIFEST_FILE: Final = "manifest.json"
STATE_FILE: Final = "checkpoint/state.npz"
"""The last checkpoint."""
BRANCH_FILE: Final = "checkpoint/branch.npz"
"""The last checkpoint that a run of more evaluations would have come by too: from there a run is prolonged."""


class RunFolder:
    """Reads and writes the files of one run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._branch_follows = False
        """Whether the last checkpoint is one to prolong from, so that it is kept when the next one is not."""

    @staticmethod
    def create(
        out: Path, name: str, now: datetime, fill: Callable[[RunFolder], None], exact: str | None = None
    ) -> RunFolder:
        """A new folder `<name>-<yyyymmdd-hhmmss>` under `out`; a number is added to a name that is taken.

        With `exact` it is called just that, and a name that is taken is an error.

        It is there with all that `fill` writes into it and a first checkpoint, or not at all. Raises InputError when
        it cannot be made.
        """
        base = exact or f"{file_stem(name, 'run')}-{now:%Y%m%d-%H%M%S}"
        if out.exists() and not out.is_dir():
            raise InputError(f"{out}: is a file, a folder is needed")
        made = out / f".{base}.{os.getpid()}.tmp"
        try:
            (made / "checkpoint").mkdir(parents=True)
        except OSError as error:
            raise InputError(f"{out / base}: cannot be made ({(error.strerror or str(error)).lower()})") from None
        try:
            fill(RunFolder(made))
            for k in range(1 if exact else 1000):
                path = out / (base if k == 0 else f"{base}-{k}")
                if path.exists():
                    continue
                with suppress(OSError):  # another run took the name just now
                    made.rename(path)
                    return RunFolder(path)
            raise InputError(f"{out / base}: the name is taken{'' if exact else ' a thousand times'}")
        finally:
            shutil.rmtree(made, ignore_errors=True)

    @staticmethod
    def open(path: Path) -> RunFolder:
        """An existing run folder. Raises InputError for anything else."""
        if not path.is_dir():
            raise InputError(f"{path}: no such run folder")
        if not (path / CONFIG_FILE).is_file():
            raise InputError(f"{path}: is no run folder, it has no {CONFIG_FILE}")
        return RunFolder(path)

    def discard(self) -> None:
        """Remove a folder of this process's making whose run cannot begin."""
        shutil.rmtree(self.path, ignore_errors=True)

    def config(self) -> RunConfig:
        """The run's resolved config, the files that it names in this folder."""
        config = load_config(self.path / CONFIG_FILE)
        return kind_named(config.puzzle.kind).with_copies(config, self.path)

    @cached_property
    def _begun(self) -> tuple[Kind[Any], RunConfig, Problem]:
        """What does not change while a run goes on: its kind, what its config says of the puzzle, and the problem."""
        config = self.config()
        kind = kind_named(config.puzzle.kind)
        return kind, config, kind.problem(config)

    @property
    def kind(self) -> Kind[Any]:
        """The kind of its puzzles."""
        return self._begun[0]

    @property
    def problem(self) -> Problem:
        """What is evolved."""
        return self._begun[2]

    @property
    def goals(self) -> Sequence[Goal]:
        """The run's objectives."""
        return self.problem.goals

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns of pareto.csv."""
        kind, config, _ = self._begun
        return kind.columns(config)

    @cached_property
    def _logs(self) -> Layout:
        kind, config, problem = self._begun
        fronts = kind.genome_column(config) if config.validation.history else None
        return Layout(problem.goals, kind.log_columns(config), fronts)

    @property
    def _names(self) -> dict[str, tuple[str, ...]]:
        """The catalogues whose places a checkpoint counts on."""
        return {"operators": tuple(self.problem.operators)}

    def write_config(self, config: RunConfig) -> None:
        """config.toml, defaults and overrides written out."""
        write_whole(self.path / CONFIG_FILE, dump_config(config))

    def write_manifest(self, manifest: dict[str, Any]) -> None:
        """manifest.json"""
        write_whole(self.path / MANIFEST_FILE, json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")

    def manifest(self) -> dict[str, Any]:
        """manifest.json as written; empty when there is none. Raises InputError when it is not JSON."""
        path = self.path / MANIFEST_FILE
        if not path.is_file():
            return {}
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            data = None
        if not isinstance(data, dict):
            raise InputError(f"{path}: is not a JSON object")
        return data

    def record(self, generation: Generation, state: SearchState, elapsed: Elapsed, total: int) -> None:
        """One generation into the logs, then the checkpoint that counts on them."""
        self.save(state, self.append(generation, elapsed), total)

    def append(self, generation: Generation, elapsed: Elapsed) -> Progress:
        """Add one generation to the logs."""
        return Progress(append_generation(self.path, generation, self._logs, elapsed), elapsed)

    def save(self, state: SearchState | None, progress: Progress | None, total: int) -> None:
        """The checkpoint of a run of `total` evaluations; no state and no progress at its start."""
        checkpoint = Checkpoint(state, progress or Progress(NO_LENGTHS), total, self._names)
        if self._branch_follows and not checkpoint.prolongable:
            write_whole(self.path / BRANCH_FILE, (self.path / STATE_FILE).read_bytes())
        write_checkpoint(self.path / STATE_FILE, checkpoint)
        self._branch_follows = checkpoint.prolongable

    def load(self, total: int) -> tuple[Checkpoint, str]:
        """A checkpoint from which a run of `total` evaluations can go on, and its file. Touches nothing.

        Raises InputError when there is none, or when it counts on what is not there.
        """
        file = STATE_FILE
        checkpoint = read_checkpoint(self.path / STATE_FILE, self._names)
        if not checkpoint.serves(total):
            # before its confirmation a run keeps its last checkpoint for this
            if not checkpoint.prolongable:
                file = BRANCH_FILE
                checkpoint = read_checkpoint(self.path / BRANCH_FILE, self._names)
            if not checkpoint.serves(total):
                raise InputError(
                    f"search.evaluations: {total} are too few to go on with this run, what it has done fits "
                    f"{checkpoint.least} and more; a run of its own: "
                    f"hintsmith run {self.path / CONFIG_FILE} --set search.evaluations={total}"
                )
        check_logs(self.path, checkpoint.progress.lengths)
        if checkpoint.state is not None:
            known = known_genomes(self.path, checkpoint.progress.lengths, self.problem.width)
            checkpoint = replace(checkpoint, state=replace(checkpoint.state, known=known))
        return checkpoint, file

    def return_to(self, checkpoint: Checkpoint, file: str) -> None:
        """Make a checkpoint that `load` gave the last one, and cut the logs back to it."""
        if file != STATE_FILE:
            # first the checkpoint, which counts on less, then the logs: whatever is done of this can be done again
            write_whole(self.path / STATE_FILE, (self.path / file).read_bytes())
        cut_logs(self.path, checkpoint.progress.lengths)
        for place in (self.path, self.path / "checkpoint"):
            for left in place.glob(".*.tmp"):  # of a process that was killed while it wrote
                with suppress(OSError):
                    left.unlink()
        self._branch_follows = checkpoint.prolongable

    def write_rows(self, rows: Table | None, name: str = PARETO_FILE) -> None:
        """pareto.csv, or another table of puzzles; None for a table without a row."""
        if rows is None:
            rows = Table.from_cells([], self.columns, [])
        write_whole(self.path / name, rows.to_csv(self.columns))

    def has_pareto(self) -> bool:
        """Whether there is a front to show: of the run's end, or of a pause."""
        return (self.path / PARETO_FILE).is_file()

    def puzzles(self, name: str = PARETO_FILE) -> Table:
        """The rows of pareto.csv, or of another table. Raises InputError when the run has not come that far."""
        path = self.path / name
        if not path.is_file():
            writer = writer_of(self.path)
            advice = f"it is being written by {writer}" if writer else f"finish it with: {self.resume_command}"
            raise InputError(f"{self.path}: has no {name} yet; {advice}")
        rows, where = read_cells(path)
        return Table.from_cells(rows, self.columns, where, needed=(self.problem.genome,))

    def history(self) -> list[dict[str, str]]:
        """The rows of history.csv; empty when there is none."""
        return list(csv.DictReader(whole_lines(self.path / HISTORY_FILE)))

    @property
    def resume_command(self) -> str:
        """What takes the run up again."""
        return f"hintsmith run --resume {self.path}"
