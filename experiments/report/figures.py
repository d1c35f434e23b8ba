"""Figures for papers: the front, the history of its hypervolume, and difficulty curves."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from evaluation.settings import EvaluationSettings
from experiments.files import write_whole
from experiments.report.data import ReportData, ReportPuzzle, build_report
from puzzles.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS: Final = ("png", "svg", "pdf")
_NO_DATE: Final[dict[str, dict[str, Any]]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
_BLUE: Final = "#1f6feb"
_ORANGE: Final = "#c2500a"


def write_front(run: Path, data: ReportData) -> Path:
    """Write pareto.png into a run folder."""
    return _write(run, "pareto", "png", draw_front(data))


def write_figures(
    run: Path,
    formats: Sequence[str] = FORMATS,
    settings: EvaluationSettings | None = None,
    curves: int = 4,
) -> list[Path]:
    """Write pareto, hypervolume and difficulty-N (the first `curves` puzzles of the front) into a run folder.

    Returns the paths. hypervolume is left out for a run without history. Raises InputError for an unknown format
    and for none at all.
    """
    if not formats:
        raise InputError(f"no format for figures: name some of {', '.join(FORMATS)}")
    for name in formats:
        if name not in FORMATS:
            raise InputError(f"format {name!r} is none of {', '.join(FORMATS)}")
    data = build_report(run, settings)
    figures = {"pareto": draw_front(data)}
    if data.history:
        figures["hypervolume"] = draw_hypervolume(data)
    for k, puzzle in enumerate(data.puzzles[:curves], 1):
        figures[f"difficulty-{k}"] = draw_difficulty(puzzle)
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
    """Claimed and validated scores; bars are two standard errors either way."""
    figure = _new(6, 4.5)
    axes = figure.add_subplot()
    claimed = [(p.claimed.f1, p.claimed.f2) for p in data.puzzles]
    points = [(a, b) for a, b in claimed if a is not None and b is not None]
    axes.plot(*_columns(points), "D", color=_ORANGE, label="claimed by the search")
    fresh = [p.validated for p in data.puzzles if p.validated.f1 is not None and p.validated.f2 is not None]
    for p in data.puzzles:
        if p.claimed.f1 is not None and p.validated.f1 is not None:
            axes.plot(
                [p.claimed.f1, p.validated.f1],
                [p.claimed.f2 or 0.0, p.validated.f2 or 0.0],
                color="0.85",
                linewidth=1,
                zorder=1,
            )
    if fresh:
        axes.errorbar(
            [s.f1 or 0.0 for s in fresh],
            [s.f2 or 0.0 for s in fresh],
            xerr=[2 * (s.f1_se or 0.0) for s in fresh],
            yerr=[2 * (s.f2_se or 0.0) for s in fresh],
            fmt="o",
            color=_BLUE,
            label="validated, ± 2 standard errors",
        )
    axes.set(xlabel="f1: distance of the two peaks / T", ylabel="f2: longest chain / 81")
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend()
    return figure


def draw_hypervolume(data: ReportData) -> Figure:
    """Hypervolume over evaluations."""
    figure = _new(6, 3.5)
    axes = figure.add_subplot()
    axes.plot([h.evaluations for h in data.history], [h.hypervolume for h in data.history], color=_BLUE)
    axes.set(xlabel="evaluations", ylabel="hypervolume to (0, 0)")
    axes.grid(alpha=0.3)
    return figure


def draw_difficulty(puzzle: ReportPuzzle) -> Figure:
    """d(t) of the first walk with its two peaks and the longest chain."""
    figure = _new(6, 3)
    axes = figure.add_subplot()
    d = [turn.analysis.d for turn in puzzle.turns]
    axes.plot(range(1, len(d) + 1), d, ".-", color=_BLUE, label="d(t)")
    axes.plot(puzzle.peaks, [d[t - 1] for t in puzzle.peaks], "^", color=_ORANGE, markersize=9, label="peaks")
    if puzzle.longest_chain:
        chain = puzzle.turns[puzzle.longest_chain - 1].chain
        axes.axvline(puzzle.longest_chain, color="0.6", linestyle="--", label=f"longest chain, {chain}")
    axes.set(xlabel="turn t", ylabel="difficulty d(t)")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    figure.legend(loc="outside upper center", ncols=3, frameon=False)  # beside the curve, not on it
    return figure


def _columns(points: list[tuple[float, float]]) -> tuple[list[float], list[float]]:
    return [a for a, _ in points], [b for _, b in points]
