"""What a report shows of a run, read from its folder."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from evaluation.batch import BatchEvaluator
from evaluation.evaluator import Evaluator
from evaluation.objectives import COMPETITION
from evaluation.peaks import top_two
from evaluation.score import Score as EvaluationScore
from evaluation.settings import EvaluationSettings, UniquenessSettings
from evaluation.techniques import FAMILIES
from evaluation.trace import Turn, trace
from experiments.run.columns import FRONTS_FILE, HISTORY_FILE, PARETO_FILE, scores
from generator.search.fronts import non_dominated
from puzzles.errors import InputError
from puzzles.grid import from_characters, to_line

MOST_SNAPSHOTS: Final = 200
"""Fronts kept of a run's history; a longer history is thinned evenly, its ends kept."""


@dataclass(frozen=True, slots=True)
class Score:
    """A pair of objectives with standard errors; an unknown number is None."""

    f1: float | None
    f2: float | None
    f1_se: float | None
    f2_se: float | None


@dataclass(frozen=True, slots=True)
class ReportPuzzle:
    """One puzzle of the front with its first walk."""

    hints: str
    """81 characters, `.` for an empty cell."""
    solution: str
    """81 digits."""
    claimed: Score
    validated: Score
    grade: str
    """As the run wrote it; empty when it wrote none."""
    turns: tuple[Turn, ...]
    peaks: tuple[int, ...]
    """The turns (from 1) with the two largest p; empty for fewer than two turns."""

    @property
    def family_turns(self) -> tuple[int, ...]:
        """(families,) turns of the first walk per family, by number."""
        used = [turn.chosen.family for turn in self.turns]
        return tuple(used.count(k) for k in range(len(FAMILIES)))

    @property
    def longest_chain(self) -> int:
        """The turn (from 1) with the longest chain, the earliest of equals; 0 for no turns."""
        return max(self.turns, key=lambda turn: turn.chain).t if self.turns else 0


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """One generation's line of history.csv."""

    generation: int
    evaluations: int
    hypervolume: float


@dataclass(frozen=True, slots=True)
class FrontSnapshot:
    """The non-dominated scores found up to a generation."""

    generation: int
    points: tuple[tuple[float, float], ...]
    """(f1, f2), by falling f1."""


@dataclass(frozen=True, slots=True)
class ReportData:
    """A run, ready to draw."""

    name: str
    evaluations: int
    """Of the last line of the history."""
    puzzles: tuple[ReportPuzzle, ...]
    history: tuple[HistoryPoint, ...]
    fronts: tuple[FrontSnapshot, ...]


def build_report(run: Path, settings: EvaluationSettings | None = None) -> ReportData:
    """Read a run folder and walk every puzzle of its front.

    Args:
        run: a folder with pareto.csv; history.csv and fronts.jsonl are shown where they are.
        settings: those of the run; the defaults of semantics.md when not given.

    Raises:
        InputError: with file and line, for a missing front or a line that is wrong.
    """
    settings = settings or EvaluationSettings()
    history = tuple(_history(run / HISTORY_FILE))
    return ReportData(
        _name(run),
        history[-1].evaluations if history else 0,
        tuple(_puzzles(run / PARETO_FILE, settings)),
        history,
        _fronts(run / FRONTS_FILE),
    )


def _name(run: Path) -> str:
    """The run's own name, from its manifest; the folder's where there is none."""
    path = run / "manifest.json"
    if path.is_file():
        try:
            name = json.loads(path.read_text(encoding="utf-8")).get("name")
        except (ValueError, AttributeError):
            raise InputError(f"{path}: is not a JSON object") from None
        if isinstance(name, str) and name.strip():
            return name
    return run.resolve().name


def _rows(path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({(error.strerror or str(error)).lower()})") from None
    for number, row in enumerate(csv.DictReader(text.splitlines()), 2):
        yield f"{path}, line {number}", {str(k): v or "" for k, v in row.items() if not isinstance(v, list)}


def _number(row: dict[str, str], name: str, where: str) -> float | None:
    text = row.get(name, "").strip()
    if not text:
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise InputError(f"{where}: {name} is {text[:40]!r}, a number is needed")
    return value


def _score(row: dict[str, str], prefix: str, where: str) -> Score:
    return Score(*(_number(row, prefix + name, where) for name in scores(COMPETITION)))


def _puzzles(path: Path, settings: EvaluationSettings) -> Iterator[ReportPuzzle]:
    # the walks are judged again only to know that they can be traced, so one is enough
    judge = Evaluator(replace(settings, walks=1, uniqueness=UniquenessSettings(method="exact")))
    batch = BatchEvaluator(settings)
    for where, row in _rows(path):
        try:
            hints = from_characters(row.get("hints", ""))
        except InputError as error:
            raise InputError(f"{where}: {error}") from None
        one = EvaluationScore(judge.evaluate(hints[None, :]), 0)
        if not one.valid or one.solution is None:
            raise InputError(f"{where}: not a valid puzzle under the run's settings")
        turns = tuple(trace(hints, one.solution, settings, batch))
        peaks: tuple[int, ...] = ()
        if len(turns) >= 2:
            first, second = top_two(np.array([turn.p for turn in turns]), len(turns))
            peaks = (int(first) + 1, int(second) + 1)
        yield ReportPuzzle(
            to_line(hints),
            to_line(one.solution),
            _score(row, "", where),
            _score(row, "validated_", where),
            row.get("grade", "").strip(),
            turns,
            peaks,
        )


def _history(path: Path) -> Iterator[HistoryPoint]:
    if not path.is_file():
        return
    for where, row in _rows(path):
        numbers = [_number(row, name, where) for name in ("generation", "evaluations", "hypervolume")]
        generation, evaluations, volume = (0.0 if n is None else n for n in numbers)
        yield HistoryPoint(int(generation), int(evaluations), volume)


def front_of(points: set[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """The points (f1, f2) that no other dominates, by falling f1."""
    ordered = sorted(points, reverse=True)
    columns = np.array(ordered, dtype=np.float64).reshape(-1, 2)
    return tuple(ordered[k] for k in np.flatnonzero(non_dominated(columns)).tolist())


def _fronts(path: Path) -> tuple[FrontSnapshot, ...]:
    if not path.is_file():
        return ()
    snapshots: list[FrontSnapshot] = []
    lines = path.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            entry: dict[str, Any] = json.loads(line)
            points = {(float(f1), float(f2)) for f1, f2 in entry["front"]}
            generation = int(entry["generation"])
        except (ValueError, KeyError, TypeError):
            if number == len(lines):  # a line without its end: a run was killed while it wrote
                break
            raise InputError(f"{path}, line {number}: needs a JSON object with generation and front") from None
        front = front_of(points)
        if front and (not snapshots or front != snapshots[-1].points):
            snapshots.append(FrontSnapshot(generation, front))
    if len(snapshots) > MOST_SNAPSHOTS:
        picks = np.linspace(0, len(snapshots) - 1, MOST_SNAPSHOTS).round().astype(int)
        snapshots = [snapshots[k] for k in picks.tolist()]
    return tuple(snapshots)
