"""report.html: a run as one file that needs no network.

Everything that comes from the run is data in a JSON block; the script writes it with `textContent` only.
"""

from __future__ import annotations

import base64
import json
import math
import zlib
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np

from evaluation.difficulty import GRADE_NAMES, GRADES
from evaluation.settings import EvaluationSettings
from evaluation.solver.trace import Turn
from evaluation.techniques import FAMILIES
from experiments.explain.words import turn_words
from experiments.files import write_whole
from experiments.names import short
from experiments.report.data import ReportData, build_report
from puzzles.files import Record
from puzzles.files.base import one_line
from puzzles.files.number_place.sudokupad import link
from puzzles.grid import to_line

_LINK_TITLE: Final = 80
"""Characters of a run's name in the links to its puzzles."""
_AXIS: Final = 60
"""Characters of an objective's description at an axis."""
REPORT: Final = "report.html"


def write_report(run: Path, settings: EvaluationSettings | None = None, data: ReportData | None = None) -> Path:
    """Write report.html into a run folder, whole or not at all, and return its path.

    `data` is what `build_report` read of the folder, where the caller has it.
    """
    path = run / REPORT
    write_whole(path, render(data or build_report(run, settings)))
    return path


def render(data: ReportData) -> str:
    """The page."""
    from plotly.offline import get_plotlyjs

    page = files("experiments.report") / "page"
    parts = {
        "/*STYLE*/": (page / "style.css").read_text(encoding="utf-8"),
        "/*PLOTLY*/": get_plotlyjs(),
        "/*DATA*/": script_json(report_json(data)),
        "/*SCRIPT*/": (page / "app.js").read_text(encoding="utf-8"),
    }
    html = (page / "index.html").read_text(encoding="utf-8")
    # piece by piece: a mark that stands in the data or in a library is not replaced again
    out: list[str] = []
    for mark, text in parts.items():
        before, html = html.split(mark)
        out += [before, text]
    return "".join([*out, html])


def script_json(value: object) -> str:
    """JSON that may stand in a `<script>` block: without `<`, so nothing in it ends the block or opens a comment."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def report_json(data: ReportData) -> dict[str, Any]:
    """The data block."""
    name = one_line(data.name)
    puzzles = _puzzles(data, name[:_LINK_TITLE])
    return {
        "name": name,
        "evaluations": data.evaluations,
        "goals": [
            {
                "name": goal.column,
                "en": short(goal.english or goal.key, _AXIS),
                "ja": short(goal.japanese or goal.english or goal.key, _AXIS),
                "higher": goal.better == "higher",
            }
            for goal in data.goals
        ],
        "corner": data.corner,
        "families": [
            {
                "en": family.english,
                "ja": family.japanese,
                "shown": family.competition or any(walk.family_turns[k] for walk in data.walks),
            }
            for k, family in enumerate(FAMILIES)
        ],
        "grades": [{"en": grade.english, "ja": grade.japanese} for grade in GRADES],
        "history": [[h.generation, h.evaluations, h.hypervolume] for h in data.history],
        "fronts": [[s.generation, [[_short(v) for v in point] for point in s.points]] for s in data.fronts],
        "puzzles": puzzles,
    }


def _short(value: float) -> float | None:
    return None if math.isnan(value) else round(float(value), 5)


def _puzzles(data: ReportData, name: str) -> list[dict[str, Any]]:
    # values of all objectives, then their standard errors
    scores = {
        kind: np.concatenate([data.scores(prefix), data.scores(prefix, "_se")], axis=1)
        for kind, prefix in (("claimed", ""), ("validated", "validated_"))
    }
    puzzles: list[dict[str, Any]] = []
    for k, walk in enumerate(data.walks):
        hints, solution = to_line(data.rows["hints"][k]), to_line(data.rows["solution"][k])
        grade = int(data.rows["grade"][k])
        steps = json.dumps([_turn(turn) for turn in walk.turns], ensure_ascii=False, separators=(",", ":"))
        puzzles.append(
            {
                "hints": hints,
                "solution": solution,
                **{kind: [_short(value) for value in values[k]] for kind, values in scores.items()},
                "grade": "" if grade < 0 else GRADE_NAMES[grade],
                "T": len(walk.turns),
                "number": walk.number + 1,
                "among": walk.among,
                "profile": walk.family_turns,
                "peaks": walk.peaks,
                "chain": walk.longest_chain,
                "link": link(Record(hints, solution, title=f"{name} {k + 1}")),
                # unpacked by the browser when the puzzle is chosen
                "walk": base64.b64encode(zlib.compress(steps.encode(), 9)).decode(),
            }
        )
    return puzzles


def _turn(turn: Turn) -> dict[str, Any]:
    """One turn. Boards are left out: they follow from the hints, the cells filled and the solution."""
    instance = turn.chosen.instance
    return {
        "f": turn.chosen.family,
        "x": turn.chosen.cell,
        "d": _short(turn.analysis.d),
        "p": _short(turn.p),
        "c": turn.filled,
        "r": instance.cells if instance else (),
        "g": instance.removed_from if instance else (),
        "en": turn_words(turn, "en"),
        "ja": turn_words(turn, "ja"),
    }
