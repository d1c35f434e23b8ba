"""Runs as tables in the terminal, as JSON and as CSV."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from evaluation.objectives import Objective
from evaluation.table import Table as Rows
from evaluation.table import text
from experiments.names import short
from experiments.run.columns import pareto_columns
from experiments.run.folder import RunFolder
from experiments.run.writer import writer_of
from experiments.unknown import shrinkage, with_error
from generator.search.fronts import hypervolume
from generator.search.problem import reference
from puzzles.grid import to_line

_LINES: Final = 12
"""Lines of the history."""
_WIDE: Final = 160
"""Characters of a terminal that shows the hints without being asked."""
_NAME: Final = 12
"""Characters of an objective's name at the head of a column."""


def print_run(folder: RunFolder, hints: bool = False) -> None:
    """Where the run is, the front, the history of its hypervolume, and how much of the claim survived.

    Args:
        folder: the run.
        hints: whether each puzzle of the front is written out; a wide terminal shows it anyway.
    """
    console = Console()
    history = folder.history()
    manifest = folder.manifest()
    rows = folder.puzzles() if folder.has_pareto() else None
    goals = folder.goals
    for line in _standing(folder, manifest, history):
        console.print(line, highlight=False, markup=False, soft_wrap=True)
    if rows is not None:
        _print_front(console, folder.path.name, rows, goals)
        if hints or console.width >= _WIDE:
            for k, row in enumerate(rows["hints"], 1):
                console.print(f"{k:>3} {to_line(row)}", highlight=False, soft_wrap=True)
    if history:
        _print_history(console, history)
    if rows is not None and len(rows):
        _print_volumes(console, rows, goals)
    grids = manifest.get("solution_grids")
    if grids is not None:
        console.print(
            f"grids.csv: puzzles on {grids['reached']} different solution grids, {grids['wanted']} wanted",
            highlight=False,
        )


def runs_csv(folders: Sequence[RunFolder]) -> str:
    """The rows of pareto.csv of several runs, with the run's name in front; a row lacks what its run has not."""
    cells: list[dict[str, str]] = []
    goals: dict[Objective, None] = {}
    for folder in folders:
        goals |= dict.fromkeys(folder.goals)
        for row in folder.puzzles().shown(pareto_columns(folder.goals)):
            cells.append({"run": folder.path.resolve().name} | row)
    columns = [text("run"), *pareto_columns(tuple(goals))]
    return Rows.from_cells(cells, columns, [cell["run"] for cell in cells]).to_csv(columns)


def run_json(folder: RunFolder) -> str:
    """A run as one line of JSON: goals, counts, hypervolumes, and its front with numbers as numbers."""
    goals, manifest = folder.goals, folder.manifest()
    rows = folder.puzzles() if folder.has_pareto() else None
    volumes = None if rows is None else {name: _volume(rows, goals, prefix) for name, prefix in _PREFIXES.items()}
    return json.dumps(
        {
            "run": str(folder.path),
            "name": manifest.get("name"),
            "finished": bool(manifest.get("finished")),
            "goals": [
                {"name": goal.key, "column": goal.column, "better": goal.better, "worst": goal.worst} for goal in goals
            ],
            "counts": manifest.get("counts"),
            "hypervolume": volumes,
            "front": [] if rows is None else rows.plain(pareto_columns(goals)),
        },
        ensure_ascii=False,
    )


_PREFIXES: Final = {"claimed": "", "validated": "validated_"}


def _standing(folder: RunFolder, manifest: dict[str, Any], history: list[dict[str, str]]) -> Iterator[str]:
    """Lines that say where an unfinished run is, and how to go on with one that nobody writes; none for a finished."""
    writer = writer_of(folder.path)
    if writer is None and (manifest.get("finished") or (not manifest and folder.has_pareto())):
        return
    if history:
        last = history[-1]
        total = manifest.get("evaluations")
        of = "" if total is None else f" of {total}"
        where = (
            f"generation {last['generation']}, {last['evaluations']}{of} evaluations, {last['valid']} valid, "
            f"front {last['front_size']}, claimed hypervolume {float(last['hypervolume']):.4f}"
        )
    else:
        where = "before its first generation"
    if writer is not None:
        yield f"running since {writer.since}, process {writer.process} on {writer.host}: {where}"
    else:
        yield f"not finished, and no process writes it: {where}"
        yield f"go on with it: {folder.resume_command}"
    counts = manifest.get("counts") or {}
    if folder.has_pareto() and counts:
        yield f"the front below is that of {counts.get('evaluations')} evaluations"


def _lean_table(title: str) -> Table:
    return Table(
        title=title, title_justify="left", box=SIMPLE_HEAD, padding=0, pad_edge=False, show_edge=False, min_width=40
    )


def _print_front(console: Console, name: str, rows: Rows, goals: tuple[Objective, ...]) -> None:
    table = _lean_table(f"{name}: {len(rows)} puzzles on the front")
    heads = [short(goal.column, _NAME) for goal in goals]
    for head in ("#", *heads, *(f"validated\n{head}" for head in heads), "T"):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("grade", no_wrap=True)
    shown = rows.shown(pareto_columns(goals))
    # beyond three objectives the errors have no room in eighty columns
    ends = ("", "_se") if len(goals) <= 3 or console.width >= _WIDE else ("",)
    for k, row in enumerate(shown):
        fresh = [with_error(*(_known(rows, f"validated_{goal.column}{end}", k) for end in ends)) for goal in goals]
        claimed = [with_error(_known(rows, goal.column, k)) for goal in goals]
        table.add_row(str(k + 1), *claimed, *fresh, row["T"], row["grade"])
    console.print(table)
    console.print()


def _known(rows: Rows, name: str, k: int) -> float | None:
    value = float(rows[name][k])
    return None if np.isnan(value) else value


def _print_history(console: Console, history: list[dict[str, str]]) -> None:
    curve = _lean_table("history")
    for head in ("generation", "evaluations", "valid", "front", "hypervolume", "seconds"):
        curve.add_column(head, justify="right")
    step = max(1, len(history) // _LINES)
    shown = [*history[::step]]
    if shown[-1] is not history[-1]:
        shown.append(history[-1])
    for row in shown:
        curve.add_row(
            row["generation"],
            row["evaluations"],
            row["valid"],
            row["front_size"],
            f"{float(row['hypervolume']):.4f}",
            row["seconds"],
        )
    console.print(curve)
    console.print()


def _print_volumes(console: Console, rows: Rows, goals: tuple[Objective, ...]) -> None:
    claimed, validated = (_volume(rows, goals, prefix) for prefix in _PREFIXES.values())
    worst = ", ".join(f"{goal.worst:g}" for goal in goals)
    console.print(
        f"hypervolume to ({worst}): claimed {claimed:.4f}, validated {validated:.4f}, "
        f"shrinkage {shrinkage(claimed, validated)}",
        highlight=False,
        soft_wrap=True,
    )


def _volume(rows: Rows, goals: tuple[Objective, ...], prefix: str) -> float:
    values = np.stack([goal.sign * rows[f"{prefix}{goal.column}"] for goal in goals], axis=1)
    return hypervolume(values[~np.isnan(values).any(axis=1)], reference(goals))
