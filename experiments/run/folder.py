"""A run folder: what it holds, written so that a crash loses nothing."""

from __future__ import annotations

import csv
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from evaluation.objectives import Objective
from evaluation.table import Table
from experiments.files import write_whole
from experiments.names import file_stem
from experiments.run.checkpoint import Checkpoint, Progress, read_checkpoint, write_checkpoint
from experiments.run.columns import EVALUATIONS_FILE, HISTORY_FILE, PARETO_FILE, pareto_columns
from experiments.run.config import Config, dump_config, load_config
from experiments.run.logs import NO_LENGTHS, append_generation, check_logs, cut_logs, known_hints, whole_lines
from experiments.run.own_copies import with_own_copies
from experiments.run.writer import writer_of
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
    def create(out: Path, name: str, now: datetime, fill: Callable[[RunFolder], None]) -> RunFolder:
        """A new folder `<name>-<yyyymmdd-hhmmss>` under `out`; a number is added to a name that is taken.

        It is there with all that `fill` writes into it and a first checkpoint, or not at all. Raises InputError when
        it cannot be made.
        """
        base = f"{file_stem(name, 'run')}-{now:%Y%m%d-%H%M%S}"
        if out.exists() and not out.is_dir():
            raise InputError(f"{out}: is a file, a folder is needed")
        made = out / f".{base}.{os.getpid()}.tmp"
        try:
            (made / "checkpoint").mkdir(parents=True)
        except OSError as error:
            raise InputError(f"{out / base}: cannot be made ({(error.strerror or str(error)).lower()})") from None
        try:
            fill(RunFolder(made))
            for k in range(1000):
                path = out / (base if k == 0 else f"{base}-{k}")
                if path.exists():
                    continue
                with suppress(OSError):  # another run took the name just now
                    made.rename(path)
                    return RunFolder(path)
            raise InputError(f"{out / base}: the name is taken a thousand times")
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

    def config(self) -> Config:
        """The run's resolved config, the files that it names in this folder."""
        return with_own_copies(load_config(self.path / CONFIG_FILE), self.path)

    def write_config(self, config: Config) -> None:
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

    def record(self, generation: Generation, state: SearchState, seconds: float, total: int) -> None:
        """One generation into the logs, then the checkpoint that counts on them."""
        self.save(state, self.append(generation, seconds), total)

    def append(self, generation: Generation, seconds: float) -> Progress:
        """Add one generation to the logs."""
        return Progress(append_generation(self.path, generation, self.goals, seconds), seconds)

    def save(self, state: SearchState | None, progress: Progress | None, total: int) -> None:
        """The checkpoint of a run of `total` evaluations; no state and no progress at its start."""
        checkpoint = Checkpoint(state, progress or Progress(NO_LENGTHS), total, self._catalogues)
        if self._branch_follows and not checkpoint.prolongable:
            write_whole(self.path / BRANCH_FILE, (self.path / STATE_FILE).read_bytes())
        write_checkpoint(self.path / STATE_FILE, checkpoint)
        self._branch_follows = checkpoint.prolongable

    def load(self, total: int) -> tuple[Checkpoint, str]:
        """A checkpoint from which a run of `total` evaluations can go on, and its file. Touches nothing.

        Raises InputError when there is none, or when it counts on what is not there.
        """
        file = STATE_FILE
        checkpoint = read_checkpoint(self.path / STATE_FILE, self._catalogues)
        if not checkpoint.serves(total):
            # before its confirmation a run keeps its last checkpoint for this
            if not checkpoint.prolongable:
                file = BRANCH_FILE
                checkpoint = read_checkpoint(self.path / BRANCH_FILE, self._catalogues)
            if not checkpoint.serves(total):
                raise InputError(
                    f"search.evaluations: {total} are too few to go on with this run, what it has done fits "
                    f"{checkpoint.least} and more; a run of its own: "
                    f"hintsmith run {self.path / CONFIG_FILE} --set search.evaluations={total}"
                )
        check_logs(self.path, checkpoint.progress.lengths)
        if checkpoint.state is not None:
            known = known_hints(self.path, checkpoint.progress.lengths)
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

    @cached_property
    def goals(self) -> tuple[Objective, ...]:
        """The run's objectives."""
        return self.config().objectives()

    @cached_property
    def _catalogues(self) -> dict[str, tuple[str, ...]]:
        """Names whose places a checkpoint counts on."""
        return {"operators": self.config().operators()}

    def write_pareto(self, rows: Table | None, name: str = PARETO_FILE) -> None:
        """pareto.csv, or another table of puzzles; None for a table without a row."""
        columns = pareto_columns(self.goals)
        if rows is None:
            rows = Table.from_cells([], columns, [])
        write_whole(self.path / name, rows.to_csv(columns))

    def valid_puzzles(self) -> Iterator[tuple[str, float, float]]:
        """Hints (81 characters), f1 and f2 of every valid puzzle of the run, by all the walks it has had."""
        best: dict[str, tuple[int, float, float]] = {}
        for line in whole_lines(self.path / EVALUATIONS_FILE):
            record = json.loads(line)
            # children of two rounds that were in work together may be the same puzzle
            walks = int(record.get("walks", 1))
            if record["hints"] not in best or walks >= best[record["hints"]][0]:
                best[record["hints"]] = (walks, record["f1"], record["f2"])
        for hints, (_, f1, f2) in best.items():
            yield hints, f1, f2

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
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        where = [f"{path}, line {number}" for number in range(2, len(rows) + 2)]
        return Table.from_cells(rows, pareto_columns(self.goals), where, needed=("hints",))

    def history(self) -> list[dict[str, str]]:
        """The rows of history.csv; empty when there is none."""
        return list(csv.DictReader(whole_lines(self.path / HISTORY_FILE)))

    @property
    def resume_command(self) -> str:
        """What takes the run up again."""
        return f"hintsmith run --resume {self.path}"
