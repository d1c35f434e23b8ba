"""A run as tables in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from evaluation.table import Table as Rows
from experiments.run.folder import RunFolder
from experiments.run.writer import writer_of
from experiments.unknown import with_error
from generator.search.fronts import hypervolume
from generator.search.problem import Goal, reference

_LINES = 12


def print_run(folder: RunFolder) -> None:
    """Where the run is, the front, the history of its hypervolume, and how much of the claim survived."""
    console = Console()
    history = folder.history()
    manifest = folder.manifest()
    rows = folder.puzzles() if folder.has_pareto() else None
    goals = folder.goals
    for line in _standing(folder, manifest, history):
        console.print(line, highlight=False, markup=False, soft_wrap=True)
    if console.width < 160:
        console.width = 160
    if rows is not None:
        _print_front(console, folder, rows)
    if history:
        _print_history(console, history)
    if rows is not None and len(rows):
        _print_volumes(console, rows, goals, folder.problem.is_random)
    for line in folder.kind.remarks(manifest):
        console.print(line, highlight=False, markup=False)


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


def _print_front(console: Console, folder: RunFolder, rows: Rows) -> None:
    table = Table(title=f"{folder.path.name}: {len(rows)} puzzles on the front", title_justify="left")
    names = [goal.column for goal in folder.goals]
    again = names if folder.problem.is_random else []
    shown = rows.shown(folder.columns)
    table.add_column("#", justify="right", no_wrap=True)
    table.add_column(folder.problem.genome, no_wrap=True, overflow="fold")
    for head in (*names, *(f"validated {name}" for name in again)):
        table.add_column(head, justify="right", no_wrap=True)
    for head in folder.kind.shown:
        table.add_column(head, justify="right" if _is_number(shown, head) else "left", no_wrap=True)
    for k, row in enumerate(shown):
        fresh = [
            with_error(float(rows[f"validated_{name}"][k]), float(rows[f"validated_{name}_se"][k])) for name in again
        ]
        claimed = [f"{float(rows[name][k]):.3f}" for name in names]
        table.add_row(
            str(k + 1), row[folder.problem.genome], *claimed, *fresh, *(row[name] for name in folder.kind.shown)
        )
    console.print(table)


def _is_number(shown: list[dict[str, str]], head: str) -> bool:
    return all(row[head].replace(".", "", 1).isdecimal() for row in shown)


def _print_history(console: Console, history: list[dict[str, str]]) -> None:
    curve = Table(title="history", title_justify="left")
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


def _print_volumes(console: Console, rows: Rows, goals: Sequence[Goal], is_random: bool) -> None:
    claimed = _volume(rows, goals, "")
    worst = ", ".join(f"{goal.worst:g}" for goal in goals)
    if not is_random:
        console.print(f"hypervolume to ({worst}): {claimed:.4f}", highlight=False)
        return
    validated = _volume(rows, goals, "validated_")
    console.print(
        f"hypervolume to ({worst}): claimed {claimed:.4f}, validated {validated:.4f}, "
        f"shrinkage {1 - validated / claimed if claimed else 0:.0%}",
        highlight=False,
    )


def _volume(rows: Rows, goals: Sequence[Goal], prefix: str) -> float:
    values = np.stack([goal.sign * rows[f"{prefix}{goal.column}"] for goal in goals], axis=1)
    return hypervolume(values[~np.isnan(values).any(axis=1)], reference(goals))
