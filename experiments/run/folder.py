"""A run folder: what it holds, written so that a crash loses nothing."""

from __future__ import annotations

import csv
import io
import json
import os
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import numpy as np

from experiments.files import write_whole
from experiments.names import file_stem
from experiments.run.columns import EVALUATIONS_FILE, FRONTS_FILE, HISTORY, HISTORY_FILE, PARETO, PARETO_FILE
from experiments.run.config import Config, dump_config, load_config
from generator.search.state import Generation, Round, SearchState
from generator.sudoku.judging import Judged, join
from puzzles.errors import InputError
from puzzles.grid import to_line

_CHECKPOINT: Final = "state.npz"
_KNOWN: Final = "checkpoint/known.u8"
"""Hint arrays judged so far, 81 bytes each; it grows like the logs."""
_COUNTERS: Final = ("generation", "rounds", "evaluations", "valid_total", "stagnant", "barren", "confirming")
_NUMBERS: Final = ("fertility", "rank", "crowding", "shares", "prior", "verdicts")
"""Fields of SearchState: whole numbers, and other numbers."""
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
        lines = "".join(f"{line}\n" for line in _evaluation_lines(generation))
        front = generation.archive.front()
        row = [
            generation.number,
            generation.evaluations,
            generation.valid_total,
            0 if front is None else len(front),
            repr(generation.archive.hypervolume()),
            repr(float(front.f1.max())) if front is not None else "",
            repr(float(front.f2.max())) if front is not None else "",
            f"{seconds:.2f}",
        ]
        head = "" if (self.path / HISTORY_FILE).exists() else ",".join(HISTORY) + "\n"
        history = head + ",".join(str(v) for v in row) + "\n"
        added = (
            lines.encode(),
            history.encode(),
            _front_line(generation.number, front).encode(),
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
        arrays: dict[str, Any] = {
            "counters": np.array([getattr(state, name) for name in _COUNTERS]),
            "lengths": np.array(progress.lengths),
            "seconds": np.array(progress.seconds),
            **{name: np.array(getattr(state, name)) for name in _NUMBERS},
        }
        if state.pending is not None:
            for f in fields(Round):
                arrays[f"pending.{f.name}"] = np.array(getattr(state.pending, f.name))
        for prefix, judged in (("population", state.population), ("archive", state.archive)):
            if judged is not None:
                for f in fields(Judged):
                    arrays[f"{prefix}.{f.name}"] = getattr(judged, f.name)
        buffer = io.BytesIO()
        np.savez(buffer, **arrays)
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

    def write_pareto(self, rows: list[dict[str, str]], name: str = PARETO_FILE) -> None:
        """pareto.csv, or another table of puzzles; see PARETO for the columns."""
        buffer = io.StringIO()
        writer: csv.DictWriter[str] = csv.DictWriter(buffer, PARETO, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        write_whole(self.path / name, buffer.getvalue())

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
    """The state, but for the known puzzles, which are in a log; and how long the logs were."""
    with np.load(path, allow_pickle=False) as data:
        arrays = {name: data[name] for name in data.files}
    if len(arrays.get("lengths", ())) != len(LOGS):
        raise ValueError("it is of an older version")
    columns: dict[str, Any] = dict(zip(_COUNTERS, arrays["counters"].tolist(), strict=True))
    columns |= {name: arrays[name] for name in _NUMBERS}
    columns["fertility"] = float(arrays["fertility"])
    columns["population"] = _judged(arrays, "population")
    columns["archive"] = _judged(arrays, "archive") if "archive.hints" in arrays else None
    columns["pending"] = None
    if "pending.hints" in arrays:
        pending: dict[str, Any] = {f.name: arrays[f"pending.{f.name}"] for f in fields(Round)}
        pending["known"], pending["renewal"] = int(pending["known"]), bool(pending["renewal"])
        columns["pending"] = Round(**pending)
    progress = Progress(tuple(arrays["lengths"].tolist()), float(arrays["seconds"]))
    return SearchState(**columns, known=np.zeros((0, 81), np.uint8)), progress


def _front_line(number: int, front: Judged | None) -> str:
    points = [] if front is None else np.stack([front.f1, front.f2], axis=1).tolist()
    return json.dumps({"generation": number, "front": points}, separators=(",", ":")) + "\n"


def _judged(data: Any, prefix: str) -> Judged:
    return Judged(*(data[f"{prefix}.{f.name}"] for f in fields(Judged)))


def _evaluation_lines(generation: Generation) -> Iterator[str]:
    judged = join([generation.judged, generation.again])
    for k in np.flatnonzero(judged.valid).tolist():
        yield json.dumps(
            {
                "generation": generation.number,
                "hints": to_line(judged.hints[k]),
                "f1": float(judged.f1[k]),
                "f2": float(judged.f2[k]),
                "f1_se": float(judged.f1_se[k]),
                "f2_se": float(judged.f2_se[k]),
                "walks": int(judged.walks[k]),
                "T": int(judged.turns[k]),
                "effort": round(float(judged.effort[k]), 6),
            },
            separators=(",", ":"),
        )
