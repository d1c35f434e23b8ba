"""The sets of puzzles that a run picked besides its front, for those who show a run."""

from __future__ import annotations

from dataclasses import dataclass

from evaluation.table import Table
from experiments.run.columns import HISTORY_FILE, PARETO_FILE
from experiments.run.folder import RunFolder


@dataclass(frozen=True, slots=True)
class ChosenSet:
    """Puzzles that a wish of the config picked."""

    file: str
    """The table's name in the run folder, such as `grids.csv`."""
    rows: Table
    """In the columns of pareto.csv."""


def chosen_sets(folder: RunFolder) -> list[ChosenSet]:
    """The tables of a run folder beside pareto.csv that have its columns, by name; those without a row are left out."""
    header = ",".join(column.name for column in folder.columns)
    found: list[ChosenSet] = []
    for path in sorted(folder.path.glob("*.csv")):
        if path.name in (PARETO_FILE, HISTORY_FILE):
            continue
        with path.open(encoding="utf-8") as file:
            if file.readline().rstrip("\r\n") != header:
                continue
        rows = folder.puzzles(path.name)
        if len(rows):
            found.append(ChosenSet(path.name, rows))
    return found
