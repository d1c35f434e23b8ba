"""What a report shows of a run, read from its folder."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from evaluation.evaluator import Evaluator
from evaluation.objectives import COMPETITION, Objective
from evaluation.settings import EvaluationSettings, UniquenessSettings
from evaluation.solver.batch import BatchEvaluator
from evaluation.solver.peaks import top_two
from evaluation.solver.trace import Turn, trace, typical_walk
from evaluation.table import Table
from evaluation.techniques import FAMILIES
from experiments.kinds.number_place.columns import pareto_columns
from experiments.kinds.number_place.goals import goals_of
from experiments.run.cells import read_cells
from experiments.run.columns import FRONTS_FILE, HISTORY_FILE, PARETO_FILE
from experiments.run.folder import CONFIG_FILE, RunFolder
from generator.search.fronts import non_dominated
from puzzles.errors import InputError

MOST_SNAPSHOTS: Final = 200
"""Fronts kept of a run's history; a longer history is thinned evenly, its ends kept."""
_AMONG: Final = {"policy": 64, "mcts": 16}
"""By the kind of walk, how many are looked at for the typical one: enough that one is near the mean, and walks by
tree search take a hundred times as long."""


@dataclass(frozen=True, slots=True)
class ShownWalk:
    """The walk of a puzzle that is shown: of its first walks the one nearest to the puzzle's means."""

    turns: tuple[Turn, ...]
    peaks: tuple[int, ...]
    """The turns (from 1) with the two largest p; empty for fewer than two turns."""
    number: int = 0
    """Which walk it is, from 0."""
    among: int = 1
    """How many walks were looked at."""

    @property
    def family_turns(self) -> tuple[int, ...]:
        """(families,) turns per family, by number."""
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
    points: tuple[tuple[float, ...], ...]
    """A value for each objective; the best in the first objective come first."""


@dataclass(frozen=True, slots=True)
class ReportData:
    """A run, ready to draw."""

    name: str
    evaluations: int
    """Of the last line of the history."""
    goals: tuple[Objective, ...]
    rows: Table
    """The puzzles of the front in the columns of pareto.csv, all with their solutions."""
    walks: tuple[ShownWalk, ...]
    """One a row."""
    history: tuple[HistoryPoint, ...]
    fronts: tuple[FrontSnapshot, ...]

    def scores(self, prefix: str = "", suffix: str = "") -> NDArray[np.float64]:
        """(n, objectives) claimed scores, NaN where unknown.

        Args:
            prefix: `validated_` for those measured with fresh seeds.
            suffix: `_se` for the standard errors.
        """
        names = [f"{prefix}{goal.column}{suffix}" for goal in self.goals]
        return np.stack([self.rows[name] for name in names], axis=1)

    @property
    def corner(self) -> str:
        """The point from which the hypervolume is measured, such as `(0, 0)`."""
        return f"({', '.join(f'{goal.worst:g}' for goal in self.goals)})"


def build_report(run: Path, settings: EvaluationSettings | None = None) -> ReportData:
    """Read a run folder and walk every puzzle of its front.

    Args:
        run: a folder with pareto.csv; history.csv and fronts.jsonl are shown where they are.
        settings: those of the run; the defaults of semantics.md when not given.

    Raises:
        InputError: with file and line, for a missing front or a line that is wrong.
    """
    folder = RunFolder(run)
    cells, where = read_cells(run / PARETO_FILE)
    goals = _goals(folder, cells)
    settings = replace(settings or EvaluationSettings(), objectives=goals)
    history = tuple(_history(run / HISTORY_FILE))
    front = Table.from_cells(cells, pareto_columns(goals), where, needed=("hints",))
    rows = _with_solutions(front, settings, run / PARETO_FILE)
    return ReportData(
        _name(folder),
        history[-1].evaluations if history else 0,
        goals,
        rows,
        tuple(_walks(rows, settings)),
        history,
        _fronts(run / FRONTS_FILE, goals),
    )


def _goals(folder: RunFolder, cells: Sequence[Mapping[str, str]]) -> tuple[Objective, ...]:
    """The run's objectives; where there is no config, those that the header of pareto.csv names."""
    if (folder.path / CONFIG_FILE).is_file():
        return tuple(cast("Sequence[Objective]", folder.goals))
    return goals_of(cells[0] if cells else ())


def _name(folder: RunFolder) -> str:
    """The run's own name, from its manifest; the folder's where there is none."""
    name = folder.manifest().get("name")
    if isinstance(name, str) and name.strip():
        return name
    return folder.path.resolve().name


def _with_solutions(rows: Table, settings: EvaluationSettings, path: Path) -> Table:
    # judged again only to know that the walks can be traced, so one is enough
    judge = Evaluator(replace(settings, walks=1, uniqueness=UniquenessSettings(method="exact")))
    judged = judge.evaluate(rows["hints"])
    for row in np.flatnonzero(~judged["valid"]).tolist():
        raise InputError(f"{path}, line {row + 2}: not a valid puzzle under the run's settings")
    return rows.with_columns({"solution": judged["solution"]})


def _walks(rows: Table, settings: EvaluationSettings) -> Iterator[ShownWalk]:
    among = _AMONG[settings.walk]
    batch = BatchEvaluator(replace(settings, walks=among))
    claimed, validated = (
        np.stack([rows[f"{prefix}{goal.column}"] for goal in settings.objectives], axis=1)
        for prefix in ("", "validated_")
    )
    means = np.where(np.isnan(validated), claimed, validated)
    for k, hints in enumerate(rows["hints"]):
        number = typical_walk(hints, means[k], settings, batch, among)
        turns = tuple(trace(hints, rows["solution"][k], settings, batch, number))
        yield ShownWalk(turns, peaks_of(turns), number, among)


def peaks_of(turns: Sequence[Turn]) -> tuple[int, ...]:
    """The turns (from 1) with the two largest p; none of fewer than two turns."""
    if len(turns) < 2:
        return ()
    first, second = top_two(np.array([turn.p for turn in turns]), len(turns))
    return int(first) + 1, int(second) + 1


def _number(row: Mapping[str, str], name: str, where: str) -> float:
    text = row.get(name, "").strip()
    try:
        value = float(text or 0)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise InputError(f"{where}: {name} is {text[:40]!r}, a number is needed")
    return value


def _history(path: Path) -> Iterator[HistoryPoint]:
    if not path.is_file():
        return
    for row, where in zip(*read_cells(path), strict=True):
        generation, evaluations, volume = (_number(row, n, where) for n in ("generation", "evaluations", "hypervolume"))
        yield HistoryPoint(int(generation), int(evaluations), volume)


def front_of(
    points: Iterable[tuple[float, ...]], goals: Sequence[Objective] = COMPETITION
) -> tuple[tuple[float, ...], ...]:
    """The points (a value for each objective) that no other dominates, those best in the first objective first."""
    signs = np.array([goal.sign for goal in goals])
    ordered = sorted(set(points), key=lambda point: tuple(signs * point), reverse=True)
    columns = np.array(ordered, dtype=np.float64).reshape(-1, len(goals)) * signs
    return tuple(ordered[k] for k in np.flatnonzero(non_dominated(columns)).tolist())


def _fronts(path: Path, goals: Sequence[Objective]) -> tuple[FrontSnapshot, ...]:
    if not path.is_file():
        return ()
    snapshots: list[FrontSnapshot] = []
    lines = path.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            entry: dict[str, Any] = json.loads(line)
            points = {tuple(float(value) for value in point) for point in entry["front"]}
            generation = int(entry["generation"])
            if any(len(point) != len(goals) for point in points):
                raise ValueError
        except (ValueError, KeyError, TypeError):
            if number == len(lines):  # a line without its end: a run was killed while it wrote
                break
            raise InputError(
                f"{path}, line {number}: needs a JSON object with generation and front, of {len(goals)} numbers a point"
            ) from None
        front = front_of(points, goals)
        if front and (not snapshots or front != snapshots[-1].points):
            snapshots.append(FrontSnapshot(generation, front))
    if len(snapshots) > MOST_SNAPSHOTS:
        picks = np.linspace(0, len(snapshots) - 1, MOST_SNAPSHOTS).round().astype(int)
        snapshots = [snapshots[k] for k in picks.tolist()]
    return tuple(snapshots)
