"""Figures for papers: the front, the history of its hypervolume, and difficulty curves."""

from __future__ import annotations

import io
import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from evaluation.objectives import Objective
from evaluation.settings import EvaluationSettings
from experiments.explain.words import Lang
from experiments.files import write_whole
from experiments.names import short
from experiments.report.data import ReportData, build_report
from experiments.report.walks import ShownWalk
from puzzles.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS: Final = ("png", "svg", "pdf")
_NO_DATE: Final[dict[str, dict[str, Any]]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
_BLUE: Final = "#1f6feb"
_ORANGE: Final = "#c2500a"
_GOLD: Final = "#ffc53d"
_COLUMNS: Final = 3
"""Panels beside each other."""
_LABEL: Final = 60
"""Characters of an objective's description at an axis."""


_MILLIMETRES: Final = 25.4
"""To the inch."""
_SMALL: Final = 110.0
"""Millimetres of width below which letters are smaller, as in a column of a journal."""
_NUMBERED: Final = 40
"""Puzzles that have their numbers in their points."""
_FONTS: Final[dict[Lang, list[str]]] = {"en": ["DejaVu Sans"], "ja": ["IPAexGothic", "DejaVu Sans"]}
_WORDS: Final[dict[str, dict[Lang, str]]] = {
    "claimed": {"en": "claimed by the search", "ja": "探索時"},
    "validated": {"en": "validated, ± 2 standard errors", "ja": "検証後（± 標準誤差の2倍）"},
    "knee": {"en": "knee", "ja": "膝（ニー）"},
    "puzzle": {"en": "puzzle", "ja": "問題"},
    "lower": {"en": " (lower is better)", "ja": "（小さいほど良い）"},
    "evaluations": {"en": "evaluations", "ja": "評価回数"},
    "hypervolume": {"en": "hypervolume to {}", "ja": "{} に対するハイパーボリューム"},
    "turn": {"en": "turn t", "ja": "手番 t"},
    "d": {"en": "difficulty d(t)", "ja": "難易度 d(t)"},
    "peaks": {"en": "peaks", "ja": "ヤマ"},
    "chain": {"en": "longest chain, {}", "ja": "最長の連鎖（{}マス）"},
}


@dataclass(frozen=True, slots=True)
class Look:
    """How figures look."""

    size: tuple[float, float] | None = None
    """Width and height in millimetres; None for a size that suits each figure."""
    lang: Lang = "en"

    def word(self, key: str) -> str:
        """One of the figures' own words."""
        return _WORDS[key][self.lang]


_PLAIN: Final = Look()


def write_front(run: Path, data: ReportData) -> Path:
    """Write pareto.png into a run folder."""
    with _style(_PLAIN):
        return _write(run, "pareto", "png", draw_front(data))


def write_figures(
    run: Path,
    formats: Sequence[str] = FORMATS,
    settings: EvaluationSettings | None = None,
    curves: int = 4,
    data: ReportData | None = None,
    look: Look = _PLAIN,
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
    written: list[Path] = []
    with _style(look):
        figures = {"pareto": draw_front(data, look)}
        if data.history:
            figures["hypervolume"] = draw_hypervolume(data, look)
        for k, walk in enumerate(data.walks[: min(curves, data.front)], 1):
            figures[f"difficulty-{k}"] = draw_difficulty(walk, look)
        for name, figure in figures.items():
            written += [_write(run, name, kind, figure) for kind in formats]
    return written


@contextmanager
def _style(look: Look) -> Generator[None]:
    """The settings under which a figure is drawn and written."""
    from matplotlib import rc_context
    from matplotlib.font_manager import fontManager

    from experiments.publish.typesetting import font_folders

    known = {font.name for font in fontManager.ttflist}
    if not known.issuperset(_FONTS[look.lang]):
        for folder in font_folders():
            for file in sorted(Path(folder).glob("*.ttf")):
                fontManager.addfont(file)
    settings: dict[Any, Any] = {
        "font.family": _FONTS[look.lang],
        "font.size": 8.0 if look.size is not None and look.size[0] < _SMALL else 10.0,
        # text stays text in SVG; TrueType in PDF, since journals refuse Type 3
        "svg.fonttype": "none",
        "pdf.fonttype": 42,
        # no random names, so that a run gives the same bytes
        "svg.hashsalt": "hintsmith",
    }
    with rc_context(settings):
        yield


def _write(run: Path, name: str, kind: str, figure: Figure) -> Path:
    buffer = io.BytesIO()
    figure.savefig(buffer, format=kind, dpi=200, metadata=_NO_DATE.get(kind))
    path = run / f"{name}.{kind}"
    write_whole(path, buffer.getvalue())
    return path


def _new(width: float, height: float, look: Look) -> Figure:
    """A figure of so many inches, where the look says no size."""
    # a Figure of its own, not pyplot: nothing global is set and no window system is asked for
    from matplotlib.figure import Figure

    if look.size is not None:
        width, height = (side / _MILLIMETRES for side in look.size)
    return Figure(figsize=(width, height), layout="constrained")


def draw_front(data: ReportData, look: Look = _PLAIN) -> Figure:
    """Claimed and validated scores, a panel for each pair of objectives; bars are two standard errors either way.

    A single objective is drawn over the numbers of the puzzles.
    """
    number = len(data.goals)
    pairs = list(combinations(range(number), 2)) or [(None, 0)]
    columns = min(len(pairs), _COLUMNS)
    rows = -(-len(pairs) // columns)
    figure = _new(6, 4.5, look) if len(pairs) == 1 else _new(3.6 * columns, 3.4 * rows + 0.4, look)
    for k, pair in enumerate(pairs):
        axes = figure.add_subplot(rows, columns, k + 1)
        _draw_pair(axes, data, pair, look)
        if k == 0:  # beside the points, not on them
            _legend(figure, axes)
    return figure


def _legend(figure: Figure, axes: Axes) -> None:
    handles, labels = axes.get_legend_handles_labels()
    if handles:
        figure.legend(
            handles,
            labels,
            loc="outside upper center",
            ncols=len(handles),
            frameon=False,
            fontsize="small",
            markerscale=0.6,
        )


def _draw_pair(axes: Axes, data: ReportData, pair: tuple[int | None, int], look: Look) -> None:
    count = np.arange(1.0, data.front + 1)

    def both(values: NDArray[np.float64], place: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        return [place if k is None else values[: data.front, k] for k in pair]

    claimed, fresh = (both(data.scores(prefix), count) for prefix in ("", "validated_"))
    bars = both(2 * data.scores("validated_", "_se"), np.full(len(count), np.nan))
    large = claimed if np.isnan(fresh[1]).all() else fresh
    numbered = data.front <= _NUMBERED
    if data.knee is not None:
        at = [values[data.knee] for values in large]
        axes.plot(
            *([value] for value in at), "*", color=_GOLD, markersize=22 if numbered else 14, label=look.word("knee")
        )
    axes.plot(*(np.stack(ends) for ends in zip(claimed, fresh, strict=True)), color="0.8", linewidth=1, zorder=1)
    axes.plot(*claimed, "D", color=_ORANGE, markersize=3.5 if large is fresh else 9, label=look.word("claimed"))
    if large is fresh:
        axes.errorbar(
            *fresh,
            xerr=bars[0],
            yerr=bars[1],
            fmt="o",
            color=_BLUE,
            elinewidth=0.8,
            markersize=9 if numbered else 5,
            label=look.word("validated"),
        )
    if numbered:
        for number, (x, y) in enumerate(zip(*large, strict=True), 1):
            if np.isfinite(x) and np.isfinite(y):
                axes.annotate(str(number), (x, y), color="white", fontsize=5.5, ha="center", va="center", zorder=5)
    goals = [None if k is None else data.goals[k] for k in pair]
    x, y = (look.word("puzzle") if goal is None else _axis_words(goal, len(data.goals) > 2, look) for goal in goals)
    axes.set(xlabel=x, ylabel=y)
    if goals[0] is None or _near_zero(goals[0], large[0]):
        axes.set_xlim(left=0)
    if goals[1] is not None and _near_zero(goals[1], large[1]):
        axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)


def _near_zero(goal: Objective, values: NDArray[np.float64]) -> bool:
    """Whether an axis begins at 0: where the scores come near their worst value, and no corner stays empty."""
    known = values[np.isfinite(values)]
    return goal.worst == 0 and len(known) > 0 and bool(known.min() < known.max() / 2)


def _axis_words(goal: Objective, brief: bool, look: Look) -> str:
    said = goal.japanese or goal.english if look.lang == "ja" else goal.english
    words = short(said or goal.key, _LABEL)
    words = re.split("[:：]", words)[0] if brief else words
    # a dollar sign would begin a formula
    return words.replace("$", r"\$") + ("" if goal.better == "higher" else look.word("lower"))


def draw_hypervolume(data: ReportData, look: Look = _PLAIN) -> Figure:
    """Hypervolume over evaluations."""
    figure = _new(6, 3.5, look)
    axes = figure.add_subplot()
    axes.plot([h.evaluations for h in data.history], [h.hypervolume for h in data.history], color=_BLUE)
    axes.set(xlabel=look.word("evaluations"), ylabel=look.word("hypervolume").format(data.corner))
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    return figure


def draw_difficulty(walk: ShownWalk, look: Look = _PLAIN) -> Figure:
    """d(t) of the walk that is shown, with its two peaks and the longest chain."""
    figure = _new(6, 3, look)
    axes = figure.add_subplot()
    d = [turn.analysis.d for turn in walk.turns]
    if walk.longest_chain:
        chain = walk.turns[walk.longest_chain - 1].chain
        label = look.word("chain").format(chain)
        axes.axvline(walk.longest_chain, color="0.6", linestyle="--", label=label)
    axes.plot(range(1, len(d) + 1), d, ".-", color=_BLUE, label="d(t)")
    # a peak in the first or the last turn is not cut at the edge
    peaks = [d[t - 1] for t in walk.peaks]
    axes.plot(walk.peaks, peaks, "^", color=_ORANGE, markersize=9, label=look.word("peaks"), clip_on=False, zorder=5)
    axes.set(xlabel=look.word("turn"), ylabel=look.word("d"))
    axes.set_xlim(0, len(d) + 1)
    axes.set_ylim(bottom=0, top=1.08 * max(d, default=1.0) or 1.0)
    axes.grid(alpha=0.3)
    _legend(figure, axes)
    return figure
