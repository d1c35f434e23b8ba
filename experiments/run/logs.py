"""The files of a run that only grow: a few lines for each generation."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Column, Table
from experiments.run.columns import EVALUATIONS_FILE, FRONTS_FILE, HISTORY_FILE, history_names
from generator.search.problem import Goal
from generator.search.state import Generation
from puzzles.errors import InputError

_KNOWN: Final = "checkpoint/known.u8"
"""Genomes judged so far, a byte for each of their numbers; it grows like the logs."""
LOGS: Final = (EVALUATIONS_FILE, HISTORY_FILE, FRONTS_FILE, _KNOWN)
"""Each generation in this order, before the checkpoint."""
PUZZLES: Final = "puzzles"
"""In a line of fronts.jsonl: the genomes of the front, where fronts are to be validated after the search."""
NO_LENGTHS: Final = (0,) * len(LOGS)
"""Bytes of each of LOGS before the first generation, when none of them need be there."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a run's logs look."""

    goals: Sequence[Goal]
    columns: Sequence[Column]
    """Of a line of evaluations.jsonl."""
    fronts: Column | None = None
    """The column of genomes, where fronts.jsonl names the puzzles of each front."""


@dataclass(frozen=True, slots=True)
class Elapsed:
    """Time since the start of a run, without its pauses."""

    seconds: float = 0.0
    processor: float | None = 0.0
    """Seconds of this process' processors; None where other processes judge."""


def append_generation(run: Path, generation: Generation, layout: Layout, elapsed: Elapsed) -> tuple[int, ...]:
    """Add one generation to the logs; returns how many bytes each has now. Raises InputError when the disk refuses.

    Args:
        run: the folder.
        generation: what is added.
        layout: of the logs.
        elapsed: since the start of the run.
    """
    goals = layout.goals
    front = generation.archive.front()
    row = [
        generation.number,
        generation.evaluations,
        generation.valid_total,
        0 if front is None else len(front),
        repr(generation.archive.hypervolume()),
        *([""] * len(goals) if front is None else [repr(value) for value in _best(front, goals)]),
        f"{elapsed.seconds:.2f}",
        "" if elapsed.processor is None else f"{elapsed.processor:.2f}",
    ]
    history = run / HISTORY_FILE
    head = "" if history.exists() and history.stat().st_size else ",".join(history_names(goals)) + "\n"
    added = (
        _evaluation_lines(generation, layout.columns).encode(),
        (head + ",".join(str(v) for v in row) + "\n").encode(),
        _front_line(generation.number, front, layout).encode(),
        generation.known.tobytes(),
    )
    return tuple(_append(run / name, data) for name, data in zip(LOGS, added, strict=True))


def _append(path: Path, data: bytes) -> int:
    try:
        with path.open("ab") as file:
            file.write(data)
            file.flush()
            # on the disk before the checkpoint that counts on it: a machine that loses power keeps both or neither
            os.fsync(file.fileno())
            return file.tell()
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({(error.strerror or str(error)).lower()})") from None


def check_logs(run: Path, lengths: tuple[int, ...]) -> None:
    """Raises InputError when a log is missing or shorter than a checkpoint counts on. Touches nothing."""
    if len(lengths) != len(LOGS):
        raise InputError(f"{run}: its checkpoint counts {len(lengths)} logs, this version has {len(LOGS)}")
    for name, length in zip(LOGS, lengths, strict=True):
        path = run / name
        if length and not path.is_file():
            raise InputError(f"{path}: is missing, and the checkpoint counts on it; the run cannot be taken up again")
        if length and path.stat().st_size < length:
            raise InputError(
                f"{path}: has {path.stat().st_size} bytes, and the checkpoint counts on {length}; "
                "the run cannot be taken up again"
            )


def cut_logs(run: Path, lengths: tuple[int, ...]) -> None:
    """Cut the logs back to what a checkpoint counts on; `check_logs` has been asked before."""
    for name, length in zip(LOGS, lengths, strict=True):
        path = run / name
        try:
            if path.exists() and path.stat().st_size != length:
                os.truncate(path, length)
        except OSError as error:
            raise InputError(f"{path}: cannot be cut back ({(error.strerror or str(error)).lower()})") from None


def known_genomes(run: Path, lengths: tuple[int, ...], width: int) -> NDArray[np.uint8]:
    """(n, width) genomes judged up to a checkpoint."""
    length = lengths[LOGS.index(_KNOWN)]
    if not length:
        return np.zeros((0, width), np.uint8)
    return np.fromfile(run / _KNOWN, np.uint8, count=length).reshape(-1, width)


def whole_lines(path: Path) -> list[str]:
    """The lines of a log; none where there is no such file. A line without its end is still being written."""
    if not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8").split("\n")
    return lines[:-1]


def _best(front: Table, goals: Sequence[Goal]) -> list[float]:
    """The best value of each objective."""
    return [goal.sign * float((goal.sign * front[goal.column]).max()) for goal in goals]


def _front_line(number: int, front: Table | None, layout: Layout) -> str:
    points = [] if front is None else np.stack([front[goal.column] for goal in layout.goals], axis=1).tolist()
    line: dict[str, Any] = {"generation": number, "front": points}
    genome = layout.fronts
    if genome is not None:
        line[PUZZLES] = [] if front is None else [genome.show(row) for row in front[genome.name]]
    return json.dumps(line, separators=(",", ":")) + "\n"


def _evaluation_lines(generation: Generation, columns: Sequence[Column]) -> str:
    rows = Table.join([generation.judged, generation.again])
    rows = rows.take(rows["valid"])
    numbered = rows.with_columns({"generation": np.full(len(rows), generation.number)})
    return numbered.to_json_lines(columns)
