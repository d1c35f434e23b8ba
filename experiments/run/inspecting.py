"""Runs as tables in the terminal, as JSON and as CSV."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from evaluation.table import Column, text
from evaluation.table import Table as Rows
from experiments.names import short
from experiments.run.folder import RunFolder
from experiments.run.volume import volume_of
from experiments.run.writer import writer_of
from experiments.unknown import shrinkage, with_error
from generator.search.problem import Goal

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
        _print_front(console, folder, rows)
        if hints or console.width >= _WIDE:
            for k, genome in enumerate(rows[folder.problem.genome], 1):
                console.print(f"{k:>3} {folder.problem.text(genome)}", highlight=False, soft_wrap=True)
    if history:
        _print_history(console, history)
    if rows is not None and len(rows):
        _print_volumes(console, rows, goals, folder.problem.is_random)
    for line in folder.kind.remarks(manifest):
        console.print(line, highlight=False, markup=False, soft_wrap=True)


def runs_csv(folders: Sequence[RunFolder]) -> str:
    """The rows of pareto.csv of several runs, with the run's name in front; a row lacks what its run has not."""
    cells: list[dict[str, str]] = []
    columns: dict[str, Column] = {"run": text("run")}
    for folder in folders:
        columns |= {column.name: column for column in folder.columns}
        cells += [{"run": folder.path.resolve().name} | row for row in folder.puzzles().shown(folder.columns)]
    return Rows.from_cells(cells, list(columns.values()), [cell["run"] for cell in cells]).to_csv(
        list(columns.values())
    )


def run_json(folder: RunFolder) -> str:
    """A run as one line of JSON: goals, counts, hypervolumes, and its front with numbers as numbers."""
    goals, manifest = folder.goals, folder.manifest()
    rows = folder.puzzles() if folder.has_pareto() else None
    prefixes = _PREFIXES if folder.problem.is_random else {"claimed": ""}
    volumes = None if rows is None else {name: volume_of(rows, goals, prefix) for name, prefix in prefixes.items()}
    return json.dumps(
        {
            "run": str(folder.path),
            "name": manifest.get("name"),
            "finished": bool(manifest.get("finished")),
            "goals": [
                {"column": goal.column, "better": "higher" if goal.sign > 0 else "lower", "worst": goal.worst}
                for goal in goals
            ],
            "counts": manifest.get("counts"),
            "hypervolume": volumes,
            "front": [] if rows is None else rows.plain(folder.columns),
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
        yield f"running since {writer.local}, process {writer.process} on {writer.host}: {where}"
    else:
        yield f"not finished, and no process writes it: {where}"
        yield f"go on with it: {folder.resume_command}"
    counts = manifest.get("counts") or {}
    if folder.has_pareto() and counts:
        yield f"the front below is that of {counts.get('evaluations')} evaluations"


def _titled_table(console: Console, title: str) -> Table:
    """A lean table, its title printed; above the table, for rich would break a title at the table's width."""
    console.print(title, style="table.title", highlight=False, markup=False, soft_wrap=True)
    return Table(box=SIMPLE_HEAD, padding=0, pad_edge=False, show_edge=False, min_width=40)


def _print_front(console: Console, folder: RunFolder, rows: Rows) -> None:
    table = _titled_table(console, f"{folder.path.resolve().name}: {len(rows)} puzzles on the front")
    goals = folder.goals
    again = goals if folder.problem.is_random else []
    heads = [*(short(goal.column, _NAME) for goal in goals), *(f"validated\n{short(g.column, _NAME)}" for g in again)]
    shown = rows.shown(folder.columns)
    for head in ("#", *heads):
        table.add_column(head, justify="right", no_wrap=True)
    for head in folder.kind.shown:
        table.add_column(head, justify="right" if _is_number(shown, head) else "left", no_wrap=True)
    # beyond three objectives the errors have no room in eighty columns
    ends = ("", "_se") if len(goals) <= 3 or console.width >= _WIDE else ("",)
    for k, row in enumerate(shown):
        fresh = [with_error(*(_known(rows, f"validated_{goal.column}{end}", k) for end in ends)) for goal in again]
        claimed = [with_error(_known(rows, goal.column, k)) for goal in goals]
        table.add_row(str(k + 1), *claimed, *fresh, *(row[name] for name in folder.kind.shown))
    console.print(table)
    console.print()


def _is_number(shown: list[dict[str, str]], head: str) -> bool:
    return all(row[head].replace(".", "", 1).isdecimal() for row in shown)


def _known(rows: Rows, name: str, k: int) -> float | None:
    value = float(rows[name][k])
    return None if np.isnan(value) else value


def _print_history(console: Console, history: list[dict[str, str]]) -> None:
    curve = _titled_table(console, "history")
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


def _print_volumes(console: Console, rows: Rows, goals: Sequence[Goal], is_random: bool) -> None:
    worst = ", ".join(f"{goal.worst:g}" for goal in goals)
    claimed = volume_of(rows, goals, "")
    line = f"hypervolume to ({worst}): "
    if is_random:
        validated = volume_of(rows, goals, "validated_")
        line += f"claimed {claimed:.4f}, validated {validated:.4f}, shrinkage {shrinkage(claimed, validated)}"
    else:
        line += f"{claimed:.4f}"
    console.print(line, highlight=False, soft_wrap=True)
