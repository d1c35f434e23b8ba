"""Fronts of smaller budgets, read off one run: those at each tenth of its evaluations, judged again.

A run notes the puzzles of every generation's front (fronts.jsonl). After the search the fronts at about ten
checkpoints are judged by fresh walks; what several of them share is judged once.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Column, Table, count, number
from experiments.files import write_whole
from experiments.kinds import Kind, RunConfig
from experiments.run.cells import read_cells
from experiments.run.columns import FRONTS_FILE, scores
from experiments.run.folder import RunFolder
from experiments.run.judged import judged
from experiments.run.logs import PUZZLES, whole_lines
from experiments.run.volume import volume_of
from generator.search.pool import WorkerPool
from generator.search.problem import Goal
from puzzles.errors import InputError

VALIDATED_FILE: Final = "validated.csv"
"""A checkpoint a line: its claimed and validated hypervolume."""
VALIDATED_FRONTS_FILE: Final = "validated-fronts.csv"
"""A puzzle of a checkpoint's front a line."""
_CHECKPOINTS: Final = 10
_CURVE: Final = (
    count("generation"), count("evaluations"), count("front_size"), number("claimed"), number("validated"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Moment:
    """A front of the search's past."""

    generation: int
    evaluations: int
    claimed: float
    """Hypervolume."""
    points: NDArray[np.float64]
    """(n, goals) claimed scores."""
    genomes: NDArray[np.uint8]
    """(n, width)"""


def write_budgets(
    run: Path, kind: Kind[Any], config: RunConfig, front: Table | None, pool: WorkerPool
) -> dict[str, int]:
    """Judge the fronts at the checkpoints again and write both files.

    Args:
        run: the folder of a search that has ended.
        kind: of its puzzles.
        config: its config.
        front: the final front with its validated scores; what is on it is not judged again.
        pool: where the rest is.

    Returns:
        What the manifest says of it: the puzzles that were judged for this alone, and the walks of each.
    """
    problem = kind.problem(config)
    again, goals, genome = kind.validation(config), problem.goals, kind.genome_column(config)
    moments = _moments(run, genome, config.search.total)
    names = scores(goals)
    values: dict[bytes, NDArray[np.float64]] = {}
    prefix = "" if again is None else "validated_"
    if front is not None:
        own = np.stack([front[f"{prefix}{name}"].astype(float) for name in names], axis=1)
        values = {row.tobytes(): own[k] for k, row in enumerate(front[problem.genome])}
    missing = {row.tobytes(): row for moment in moments for row in moment.genomes if row.tobytes() not in values}
    if missing:
        fresh = judged(again or problem, np.array(list(missing.values())), pool)
        own = np.stack([fresh[name].astype(float) for name in names], axis=1)
        values |= {key: own[k] for k, key in enumerate(missing)}
    tables = [_table(moment, values, goals, genome.name) for moment in moments]
    curve = Table(
        {
            "generation": np.array([m.generation for m in moments], np.int64),
            "evaluations": np.array([m.evaluations for m in moments], np.int64),
            "front_size": np.array([len(m.genomes) for m in moments], np.int64),
            "claimed": np.array([m.claimed for m in moments], float),
            "validated": np.array([volume_of(table, goals, "validated_") for table in tables], float),
        }
    )
    write_whole(run / VALIDATED_FILE, curve.to_csv(_CURVE))
    columns = front_columns(genome, goals)
    rows = Table.join(tables) if tables else Table.from_cells([], columns, [])
    write_whole(run / VALIDATED_FRONTS_FILE, rows.to_csv(columns))
    return {"puzzles": len(missing), "walks_each": (again or problem).samples}


def front_columns(genome: Column, goals: Sequence[Goal]) -> tuple[Column, ...]:
    """The columns of validated-fronts.csv."""
    claimed, again = [goal.column for goal in goals], scores(goals, "validated_")
    return (count("evaluations"), genome, *(number(name) for name in (*claimed, *again)))


def read_curve(run: Path) -> Table:
    """validated.csv; no row where the run has none."""
    return _read(run / VALIDATED_FILE, _CURVE)


def read_fronts(run: Path, genome: Column, goals: Sequence[Goal]) -> Table:
    """validated-fronts.csv; no row where the run has none."""
    return _read(run / VALIDATED_FRONTS_FILE, front_columns(genome, goals))


def _read(path: Path, columns: Sequence[Column]) -> Table:
    cells, where = read_cells(path) if path.is_file() else ([], [])
    return Table.from_cells(cells, columns, where, needed=[column.name for column in columns[:2]])


def _table(moment: Moment, values: dict[bytes, NDArray[np.float64]], goals: Sequence[Goal], genome: str) -> Table:
    n = len(moment.genomes)
    names = scores(goals, "validated_")
    own = np.array([values[row.tobytes()] for row in moment.genomes]).reshape(n, len(names))
    return Table(
        {
            "evaluations": np.full(n, moment.evaluations),
            genome: moment.genomes,
            **{goal.column: moment.points[:, k] for k, goal in enumerate(goals)},
            **{name: own[:, k] for k, name in enumerate(names)},
        }
    )


def _moments(run: Path, genome: Column, total: int) -> list[Moment]:
    """The last generation within each tenth of the evaluations; none twice, and none without a front."""
    history = RunFolder(run).history()
    lines = whole_lines(run / FRONTS_FILE)
    spent = np.array([int(row["evaluations"]) for row in history])
    chosen: list[int] = []
    for k in range(1, _CHECKPOINTS + 1):
        at = int(np.searchsorted(spent, total * k / _CHECKPOINTS, side="right")) - 1
        if at >= 0 and at not in chosen and int(history[at]["front_size"]):
            chosen.append(at)
    found: list[Moment] = []
    for at in chosen:
        line, row = json.loads(lines[at]), history[at]
        if line["generation"] != int(row["generation"]) or PUZZLES not in line:
            raise InputError(f"{run / FRONTS_FILE}, line {at + 1}: does not hold the front of {row['generation']}")
        genomes = np.array([genome.read(text) for text in line[PUZZLES]], np.uint8)
        front = np.array(line["front"], float)
        found.append(Moment(line["generation"], int(row["evaluations"]), float(row["hypervolume"]), front, genomes))
    return found
