"""A run folder: what it holds, written so that a crash loses nothing."""

from __future__ import annotations

import csv
import io
import json
import os
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np

from evaluation.objectives import Objective
from evaluation.table import Table
from experiments.files import write_whole
from experiments.names import file_stem
from experiments.run.columns import (
    EVALUATIONS_FILE,
    FRONTS_FILE,
    HISTORY_FILE,
    PARETO_FILE,
    evaluation_columns,
    history_names,
    pareto_columns,
)
from experiments.run.config import Config, dump_config, load_config
from generator.search.state import Generation, SearchState
from puzzles.errors import InputError

_CHECKPOINT: Final = "state.npz"
_KNOWN: Final = "checkpoint/known.u8"
"""Hint arrays judged so far, 81 bytes each; it grows like the logs."""
LOGS: Final = (EVALUATIONS_FILE, HISTORY_FILE, FRONTS_FILE, _KNOWN)
"""Files that only grow, each generation in this order, before the checkpoint."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What a checkpoint holds beside the search's state."""

    lengths: tuple[int, ...] = (0,) * len(LOGS)
    """Bytes of each of LOGS."""
    seconds: float = 0.0


class RunFolder:
    """Reads and writes the files of one run."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def _goals(self) -> tuple[Objective, ...]:
        """The run's objectives."""
        return self.config().objectives()

    @staticmethod
    def create(out: Path, name: str, now: datetime) -> RunFolder:
        """A new folder `<name>-<yyyymmdd-hhmmss>` under `out`; a number is added to a name that is taken."""
        base = f"{file_stem(name, 'run')}-{now:%Y%m%d-%H%M%S}"
        if out.exists() and not out.is_dir():
            raise InputError(f"{out}: is a file, a folder is needed")
        for k in range(1000):
            path = out / (base if k == 0 else f"{base}-{k}")
            try:
                path.mkdir(parents=True)
            except FileExistsError:
                continue
            except OSError as error:
                raise InputError(f"{path}: cannot be made ({(error.strerror or str(error)).lower()})") from None
            (path / "checkpoint").mkdir()
            return RunFolder(path)
        raise InputError(f"{out / base}: the name is taken a thousand times")

    @staticmethod
    def open(path: Path) -> RunFolder:
        """An existing run folder. Raises InputError for anything else."""
        if not path.is_dir():
            raise InputError(f"{path}: no such run folder")
        if not (path / "config.toml").is_file():
            raise InputError(f"{path}: is no run folder, it has no config.toml")
        return RunFolder(path)

    def config(self) -> Config:
        """The run's resolved config."""
        return load_config(self.path / "config.toml")

    def write_config(self, config: Config) -> None:
        """config.toml, defaults and overrides written out."""
        write_whole(self.path / "config.toml", dump_config(config))

    def write_manifest(self, manifest: dict[str, Any]) -> None:
        """manifest.json"""
        write_whole(self.path / "manifest.json", json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")

    def manifest(self) -> dict[str, Any]:
        """manifest.json as written; empty when there is none."""
        path = self.path / "manifest.json"
        return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}

    def record(self, generation: Generation, state: SearchState, seconds: float) -> None:
        """One generation into the logs, then the checkpoint that counts on them."""
        self.save(state, self.append(generation, seconds))

    def append(self, generation: Generation, seconds: float) -> Progress:
        """Add one generation to the logs."""
        goals = self._goals
        front = generation.archive.front()
        best = [""] * len(goals) if front is None else [repr(v) for v in _best(front, goals)]
        row = [
            generation.number,
            generation.evaluations,
            generation.valid_total,
            0 if front is None else len(front),
            repr(generation.archive.hypervolume()),
            *best,
            f"{seconds:.2f}",
        ]
        head = "" if (self.path / HISTORY_FILE).exists() else ",".join(history_names(goals)) + "\n"
        history = head + ",".join(str(v) for v in row) + "\n"
        added = (
            _evaluation_lines(generation, goals).encode(),
            history.encode(),
            _front_line(generation.number, front, goals).encode(),
            generation.known.tobytes(),
        )
        return Progress(tuple(self._append(name, data) for name, data in zip(LOGS, added, strict=True)), seconds)

    def _append(self, name: str, data: bytes) -> int:
        path = self.path / name
        try:
            with path.open("ab") as file:
                file.write(data)
                file.flush()
                # on the disk before the checkpoint that counts on it: a machine that loses power keeps both or neither
                os.fsync(file.fileno())
                return file.tell()
        except OSError as error:
            raise InputError(f"{path}: cannot be written ({(error.strerror or str(error)).lower()})") from None

    def save(self, state: SearchState, progress: Progress) -> None:
        """The checkpoint, one file of plain arrays."""
        arrays = {
            "lengths": np.array(progress.lengths),
            "seconds": np.array(progress.seconds),
            **{f"search.{name}": values for name, values in state.arrays.items()},
        }
        buffer = io.BytesIO()
        np.savez(buffer, **arrays)  # pyright: ignore[reportArgumentType]
        write_whole(self.path / "checkpoint" / _CHECKPOINT, buffer.getvalue())

    def load(self) -> tuple[SearchState, Progress] | None:
        """The last checkpoint, with the logs cut back to it; None when there is none yet."""
        path = self.path / "checkpoint" / _CHECKPOINT
        if not path.is_file():
            for name in LOGS:
                (self.path / name).unlink(missing_ok=True)
            return None
        try:
            state, progress = _read_checkpoint(path)
        except (OSError, EOFError, ValueError, KeyError, IndexError, zipfile.BadZipFile) as error:
            raise InputError(f"{path}: is no checkpoint that can be read ({str(error).splitlines()[0]})") from None
        for name, length in zip(LOGS, progress.lengths, strict=True):
            self._cut(name, length)
        return replace(state, known=np.fromfile(self.path / _KNOWN, np.uint8).reshape(-1, 81)), progress

    def _cut(self, name: str, length: int) -> None:
        path = self.path / name
        try:
            with path.open("r+b") as file:
                if file.seek(0, os.SEEK_END) < length:
                    raise InputError(f"{path}: is shorter than the checkpoint says; the run cannot be taken up again")
                file.truncate(length)
        except OSError as error:
            raise InputError(f"{path}: cannot be cut back ({(error.strerror or str(error)).lower()})") from None

    def write_pareto(self, rows: Table | None, name: str = PARETO_FILE) -> None:
        """pareto.csv, or another table of puzzles; None for a table without a row."""
        columns = pareto_columns(self._goals)
        if rows is None:
            rows = Table.from_cells([], columns, [])
        write_whole(self.path / name, rows.to_csv(columns))

    def valid_puzzles(self) -> Iterator[tuple[str, float, float]]:
        """Hints (81 characters), f1 and f2 of every valid puzzle of the run, by all the walks it has had."""
        path = self.path / EVALUATIONS_FILE
        if not path.is_file():
            return
        best: dict[str, tuple[int, float, float]] = {}
        with path.open(encoding="utf-8") as file:
            for line in file:
                record = json.loads(line)
                # children of two rounds that were in work together may be the same puzzle
                walks = int(record.get("walks", 1))
                if record["hints"] not in best or walks >= best[record["hints"]][0]:
                    best[record["hints"]] = (walks, record["f1"], record["f2"])
        for hints, (_, f1, f2) in best.items():
            yield hints, f1, f2

    def pareto(self, name: str = PARETO_FILE) -> list[dict[str, str]]:
        """The rows of pareto.csv, or of another table. Raises InputError when the run has not come that far."""
        path = self.path / name
        if not path.is_file():
            raise InputError(f"{self.path}: has no {name} yet; finish it with: hintsmith run --resume {self.path}")
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def history(self) -> list[dict[str, str]]:
        """The rows of history.csv; empty when there is none."""
        path = self.path / HISTORY_FILE
        if not path.is_file():
            return []
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))


def _read_checkpoint(path: Path) -> tuple[SearchState, Progress]:
    """The state, but for the known genomes, which are in a log; and how long the logs were."""
    with np.load(path, allow_pickle=False) as data:
        arrays = {name: data[name] for name in data.files}
    if len(arrays.get("lengths", ())) != len(LOGS) or "search.generation" not in arrays:
        raise ValueError("it is of an older version")
    own = {name.removeprefix("search."): values for name, values in arrays.items() if name.startswith("search.")}
    progress = Progress(tuple(arrays["lengths"].tolist()), float(arrays["seconds"]))
    return SearchState(own, np.zeros((0, 81), np.uint8)), progress


def _best(front: Table, goals: Sequence[Objective]) -> list[float]:
    """The best value of each objective."""
    return [goal.sign * float((goal.sign * front[goal.column]).max()) for goal in goals]


def _front_line(number: int, front: Table | None, goals: Sequence[Objective]) -> str:
    points = [] if front is None else np.stack([front[goal.column] for goal in goals], axis=1).tolist()
    return json.dumps({"generation": number, "front": points}, separators=(",", ":")) + "\n"


def _evaluation_lines(generation: Generation, goals: Sequence[Objective]) -> str:
    rows = Table.join([generation.judged, generation.again])
    rows = rows.take(rows["valid"])
    numbered = rows.with_columns({"generation": np.full(len(rows), generation.number)})
    return numbered.to_json_lines(evaluation_columns(goals))
