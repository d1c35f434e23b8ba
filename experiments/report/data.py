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
from evaluation.table import Table
from experiments.kinds.number_place.columns import GRIDS_FILE, pareto_columns
from experiments.kinds.number_place.goals import goals_of
from experiments.knee import knee
from experiments.report.facts import RunFacts, facts_of
from experiments.report.walks import AMONG, ShownWalk, shown_walk
from experiments.run.cells import read_cells
from experiments.run.columns import FRONTS_FILE, HISTORY_FILE, PARETO_FILE
from experiments.run.folder import CONFIG_FILE, RunFolder
from generator.search.fronts import non_dominated
from puzzles.errors import InputError

MOST_SNAPSHOTS: Final = 200
"""Fronts kept of a run's history; a longer history is thinned evenly, its ends kept."""


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """One generation's line of history.csv."""

    generation: int
    evaluations: int
    hypervolume: float
    seconds: float
    """Since the start, without pauses."""


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
    facts: RunFacts
    goals: tuple[Objective, ...]
    rows: Table
    """Puzzles in the columns of pareto.csv, all with their solutions: first the front, then those that stand in other
    chosen sets only."""
    front: int
    """How many rows are the front."""
    sets: Mapping[str, tuple[int, ...]]
    """Chosen sets beside the front: file name to its rows, in its order."""
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
    def knee(self) -> int | None:
        """The row of the front that lies farthest out in its middle; None for fewer than three."""
        scores, validated = self.scores()[: self.front], self.scores("validated_")[: self.front]
        scores = np.where(np.isnan(validated), scores, validated) * np.array([goal.sign for goal in self.goals])
        return knee(scores) if self.front > 2 and len(self.goals) > 1 and not np.isnan(scores).any() else None

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
    whole, sets = _with_sets(run, rows, settings)
    return ReportData(
        name=_name(folder),
        evaluations=history[-1].evaluations if history else 0,
        facts=facts_of(folder, history[-1].seconds if history else None),
        goals=goals,
        rows=whole,
        front=len(rows),
        sets=sets,
        walks=tuple(_walks(whole, settings)),
        history=history,
        fronts=_fronts(run / FRONTS_FILE, goals),
    )


def _with_sets(run: Path, front: Table, settings: EvaluationSettings) -> tuple[Table, dict[str, tuple[int, ...]]]:
    """The front and behind it what stands in other chosen sets only, and the rows of each set."""
    path = run / GRIDS_FILE
    if not path.is_file():
        return front, {}
    cells, where = read_cells(path)
    chosen = Table.from_cells(cells, pareto_columns(settings.objectives), where, needed=("hints",))
    chosen = _with_solutions(chosen, settings, path)
    places = {hints.tobytes(): k for k, hints in enumerate(front["hints"])}
    for hints in chosen["hints"]:
        places.setdefault(hints.tobytes(), len(places))
    rows = tuple(places[hints.tobytes()] for hints in chosen["hints"])
    new = [k for k, row in enumerate(rows) if row >= len(front)]
    return Table.join([front, chosen.take(np.array(new, np.int64))]), {GRIDS_FILE: rows}


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
    batch = BatchEvaluator(replace(settings, walks=AMONG[settings.walk]))
    claimed, validated = (
        np.stack([rows[f"{prefix}{goal.column}"] for goal in settings.objectives], axis=1)
        for prefix in ("", "validated_")
    )
    means = np.where(np.isnan(validated), claimed, validated)
    for k, hints in enumerate(rows["hints"]):
        yield shown_walk(hints, rows["solution"][k], means[k], settings, batch)


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
        names = ("generation", "evaluations", "hypervolume", "seconds")
        generation, evaluations, volume, seconds = (_number(row, name, where) for name in names)
        yield HistoryPoint(int(generation), int(evaluations), volume, seconds)


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
