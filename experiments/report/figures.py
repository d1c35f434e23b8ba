"""Figures for papers: the front, the history of its hypervolume, and difficulty curves."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from evaluation.objectives import Objective
from evaluation.settings import EvaluationSettings
from experiments.files import write_whole
from experiments.names import short
from experiments.report.data import ReportData, ShownWalk, build_report
from puzzles.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS: Final = ("png", "svg", "pdf")
_NO_DATE: Final[dict[str, dict[str, Any]]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
_BLUE: Final = "#1f6feb"
_ORANGE: Final = "#c2500a"
_COLUMNS: Final = 3
"""Panels beside each other."""
_LABEL: Final = 60
"""Characters of an objective's description at an axis."""


def write_front(run: Path, data: ReportData) -> Path:
    """Write pareto.png into a run folder."""
    return _write(run, "pareto", "png", draw_front(data))


def write_figures(
    run: Path,
    formats: Sequence[str] = FORMATS,
    settings: EvaluationSettings | None = None,
    curves: int = 4,
    data: ReportData | None = None,
) -> list[Path]:
    """Write pareto, hypervolume and difficulty-N (the first `curves` puzzles of the front) into a run folder.

    Returns the paths. hypervolume is left out for a run without history. `data` is what `build_report` read of the
    folder, where the caller has it. Raises InputError for an unknown format and for none at all.
    """
    if not formats:
        raise InputError(f"no format for figures: name some of {', '.join(FORMATS)}")
    for name in formats:
        if name not in FORMATS:
            raise InputError(f"format {name!r} is none of {', '.join(FORMATS)}")
    data = data or build_report(run, settings)
    figures = {"pareto": draw_front(data)}
    if data.history:
        figures["hypervolume"] = draw_hypervolume(data)
    for k, walk in enumerate(data.walks[:curves], 1):
        figures[f"difficulty-{k}"] = draw_difficulty(walk)
    written: list[Path] = []
    for name, figure in figures.items():
        for kind in formats:
            written.append(_write(run, name, kind, figure))
    return written


def _write(run: Path, name: str, kind: str, figure: Figure) -> Path:
    from matplotlib import rc_context

    buffer = io.BytesIO()
    # TrueType in PDF, since journals refuse Type 3; no dates and no random names, so that a run gives the same bytes
    with rc_context({"pdf.fonttype": 42, "svg.hashsalt": "hintsmith"}):
        figure.savefig(buffer, format=kind, dpi=200, metadata=_NO_DATE.get(kind))
    path = run / f"{name}.{kind}"
    write_whole(path, buffer.getvalue())
    return path


def _new(width: float, height: float) -> Figure:
    # a Figure of its own, not pyplot: nothing global is set and no window system is asked for
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def draw_front(data: ReportData) -> Figure:
    """Claimed and validated scores, a panel for each pair of objectives; bars are two standard errors either way.

    A single objective is drawn over the numbers of the puzzles.
    """
    number = len(data.goals)
    pairs = list(combinations(range(number), 2)) or [(None, 0)]
    columns = min(len(pairs), _COLUMNS)
    rows = -(-len(pairs) // columns)
    figure = _new(6, 4.5) if len(pairs) == 1 else _new(3.6 * columns, 3.4 * rows + 0.4)
    for k, pair in enumerate(pairs):
        axes = figure.add_subplot(rows, columns, k + 1)
        _draw_pair(axes, data, pair)
        if len(pairs) == 1:
            axes.legend()
        elif k == 0:
            figure.legend(*axes.get_legend_handles_labels(), loc="outside upper center", ncols=2, frameon=False)
    return figure


def _draw_pair(axes: Axes, data: ReportData, pair: tuple[int | None, int]) -> None:
    def both(values: NDArray[np.float64], place: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        return [place if k is None else values[:, k] for k in pair]

    count = np.arange(1.0, len(data.rows) + 1)
    claimed, fresh = (both(data.scores(prefix), count) for prefix in ("", "validated_"))
    bars = both(2 * data.scores("validated_", "_se"), np.full(len(count), np.nan))
    axes.plot(*claimed, "D", color=_ORANGE, label="claimed by the search")
    axes.plot(*(np.stack(ends) for ends in zip(claimed, fresh, strict=True)), color="0.85", linewidth=1, zorder=1)
    if not np.isnan(fresh[1]).all():
        axes.errorbar(*fresh, xerr=bars[0], yerr=bars[1], fmt="o", color=_BLUE, label="validated, ± 2 standard errors")
    goals = [None if k is None else data.goals[k] for k in pair]
    x, y = ("puzzle" if goal is None else _axis_words(goal, len(data.goals) > 2) for goal in goals)
    axes.set(xlabel=x, ylabel=y)
    if goals[0] is None or goals[0].worst == 0:
        axes.set_xlim(left=0)
    if goals[1] is not None and goals[1].worst == 0:
        axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)


def _axis_words(goal: Objective, brief: bool) -> str:
    words = short(goal.english or goal.key, _LABEL)
    words = words.partition(":")[0] if brief else words
    # a dollar sign would begin a formula
    return words.replace("$", r"\$") + ("" if goal.better == "higher" else " (lower is better)")


def draw_hypervolume(data: ReportData) -> Figure:
    """Hypervolume over evaluations."""
    figure = _new(6, 3.5)
    axes = figure.add_subplot()
    axes.plot([h.evaluations for h in data.history], [h.hypervolume for h in data.history], color=_BLUE)
    axes.set(xlabel="evaluations", ylabel=f"hypervolume to {data.corner}")
    axes.grid(alpha=0.3)
    return figure


def draw_difficulty(walk: ShownWalk) -> Figure:
    """d(t) of the walk that is shown, with its two peaks and the longest chain."""
    figure = _new(6, 3)
    axes = figure.add_subplot()
    d = [turn.analysis.d for turn in walk.turns]
    axes.plot(range(1, len(d) + 1), d, ".-", color=_BLUE, label="d(t)")
    axes.plot(walk.peaks, [d[t - 1] for t in walk.peaks], "^", color=_ORANGE, markersize=9, label="peaks")
    if walk.longest_chain:
        chain = walk.turns[walk.longest_chain - 1].chain
        axes.axvline(walk.longest_chain, color="0.6", linestyle="--", label=f"longest chain, {chain}")
    axes.set(xlabel="turn t", ylabel="difficulty d(t)")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    figure.legend(loc="outside upper center", ncols=3, frameon=False)  # beside the curve, not on it
    return figure
