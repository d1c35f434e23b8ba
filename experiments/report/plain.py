"""report.html of a kind of puzzle that has no report of its own: the front, its history, and each row with a drawing.

One file for any browser, without a network and without a script. Charts are inline SVG.
"""

from __future__ import annotations

import csv
import html
import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from experiments.files import write_whole
from experiments.run.columns import HISTORY_FILE, PARETO_FILE
from puzzles.errors import InputError

if TYPE_CHECKING:
    from experiments.kinds import Kind, RunConfig

_WIDTH: Final = 420
_HEIGHT: Final = 260
"""Of a chart, in pixels."""
_MARGIN: Final = 50
_DRAWING: Final = 120
"""Width of a row's drawing, in pixels."""
_STYLE: Final = f"""
body {{ font: 16px/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em; color: #222; }}
table {{ border-collapse: collapse; }}
th, td {{ padding: .3em .8em; text-align: right; border-bottom: 1px solid #ddd; vertical-align: middle; }}
.drawing svg {{ width: {_DRAWING}px; height: auto; }}
.genome {{ font-family: monospace; overflow-wrap: anywhere; max-width: 12em; text-align: left; }}
figure {{ display: inline-block; margin: 0 1em 1em 0; }}
svg text {{ font: 12px system-ui, sans-serif; fill: #444; }}
"""

Points = NDArray[np.float64]


def write_plain(run: Path, kind: Kind[Any], config: RunConfig) -> Path:
    """Write report.html into a run folder, whole or not at all; returns its path.

    Raises InputError for a run that has no front yet, and for a line of it that is wrong.
    """
    path = run / "report.html"
    write_whole(path, render(config.name, _read_front(run, kind, config), _read_history(run), kind, config))
    return path


def render(name: str, rows: Table, history: Points, kind: Kind[Any], config: RunConfig) -> str:
    """The page.

    Args:
        name: the run's.
        rows: those of pareto.csv.
        history: (n, 2) evaluations and hypervolume after each generation.
        kind: draws the rows.
        config: the run's.
    """
    goals = kind.problem(config).goals
    title = html.escape(name)
    values = np.stack([rows[goal.column].astype(float) for goal in goals], axis=1)
    charts = [
        _chart(values[:, [a, b]], goals[a].column, goals[b].column, line=False)
        for a, b in itertools.combinations(range(len(goals)), 2)
    ]
    if len(history):
        charts.append(_chart(history, "evaluations", "hypervolume", line=True))
    directions = ", ".join(f"{goal.column} ({'higher' if goal.sign > 0 else 'lower'} is better)" for goal in goals)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head><body>\n<h1>{title}</h1>\n"
        f"<p>{len(rows)} puzzles on the front of {html.escape(directions)}.</p>\n"
        f"{''.join(charts)}\n{_rows(rows, kind, config)}\n</body></html>\n"
    )


def _read_front(run: Path, kind: Kind[Any], config: RunConfig) -> Table:
    path = run / PARETO_FILE
    try:
        cells = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({(error.strerror or str(error)).lower()})") from None
    where = [f"{path}, line {number}" for number in range(2, len(cells) + 2)]
    return Table.from_cells(cells, kind.columns(config), where, needed=(kind.problem(config).genome,))


def _read_history(run: Path) -> Points:
    path = run / HISTORY_FILE
    if not path.is_file():
        return np.zeros((0, 2))
    lines = csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    return np.array([[float(row["evaluations"]), float(row["hypervolume"])] for row in lines]).reshape(-1, 2)


def _rows(rows: Table, kind: Kind[Any], config: RunConfig) -> str:
    """The table of rows, each with its drawing."""
    genome, columns = kind.problem(config).genome, kind.columns(config)
    names = [column.name for column in columns]
    head = "".join(f"<th>{html.escape(name)}</th>" for name in ("#", "", *names))
    lines: list[str] = []
    for k, cells in enumerate(rows.shown(columns)):
        shown = "".join(
            f"<td{' class=genome' if name == genome else ''}>{html.escape(_short(cells[name], name == genome))}</td>"
            for name in names
        )
        drawing = kind.draw(config, rows, k) or ""
        lines.append(f'<tr><td>{k + 1}</td><td class="drawing">{drawing}</td>{shown}</tr>')
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n" + "\n".join(lines) + "\n</tbody></table>"


def _short(cell: str, is_text: bool) -> str:
    """A long number with four digits behind the point."""
    if is_text or "." not in cell:
        return cell
    try:
        return f"{float(cell):.4f}"
    except ValueError:
        return cell


def _chart(points: Points, across: str, up: str, line: bool) -> str:
    """(n, 2) points as a figure, joined by a line or as dots; those with an unknown number are left out."""
    known = points[np.isfinite(points).all(axis=1)]
    places, ends = _places(known)
    if line:
        joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in places.tolist())
        marks = f'<polyline points="{joined}" fill="none" stroke="#1f6feb" stroke-width="2"/>'
    else:
        marks = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#1f6feb"/>' for x, y in places.tolist())
    (left, bottom), (right, top) = ends.tolist()
    end, foot = _WIDTH - 10, _HEIGHT - _MARGIN
    return (
        f'<figure><svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}"><path d="M{_MARGIN} 10V{foot}H{end}" fill="none" stroke="#888"/>{marks}'
        f'<text x="{_MARGIN}" y="{foot + 16}">{left:g}</text>'
        f'<text x="{end}" y="{foot + 16}" text-anchor="end">{right:g}</text>'
        f'<text x="{_MARGIN - 5}" y="{foot}" text-anchor="end">{bottom:.4g}</text>'
        f'<text x="{_MARGIN - 5}" y="20" text-anchor="end">{top:.4g}</text>'
        f'<text x="{(_MARGIN + end) / 2}" y="{foot + 34}" text-anchor="middle">{html.escape(across)}</text>'
        f'<text x="14" y="{foot / 2}" text-anchor="middle" transform="rotate(-90 14 {foot / 2})">'
        f"{html.escape(up)}</text>"
        "</svg></figure>"
    )


def _places(points: Points) -> tuple[Points, Points]:
    """(n, 2) pixels of points, and the (2, 2) values at the lower left and the upper right of the chart."""
    ends: Sequence[NDArray[np.float64]] = (
        (points.min(axis=0), points.max(axis=0)) if len(points) else (np.zeros(2), np.ones(2))
    )
    low, high = ends
    size = np.where(high > low, high - low, 1.0)
    share = (points - low) / size
    room = np.array([_WIDTH - 10 - _MARGIN - 20, _HEIGHT - _MARGIN - 30])
    at = share * room
    return np.stack([_MARGIN + 10 + at[:, 0], _HEIGHT - _MARGIN - 10 - at[:, 1]], axis=1), np.stack([low, high])
