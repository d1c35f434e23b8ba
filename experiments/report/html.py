"""report.html: a run as one file that needs no network.

Everything that comes from the run is data in a JSON block; the script writes it with `textContent` only.
"""

from __future__ import annotations

import base64
import json
import zlib
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from evaluation.difficulty import GRADES
from evaluation.settings import EvaluationSettings
from evaluation.techniques import FAMILIES
from evaluation.trace import Turn
from experiments.explain.words import turn_words
from experiments.files import write_whole
from experiments.report.data import ReportData, ReportPuzzle, Score, build_report
from puzzles.files import Record
from puzzles.files.base import one_line
from puzzles.files.sudokupad import link

_LINK_TITLE: Final = 80
"""Characters of a run's name in the links to its puzzles."""
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
    return {
        "name": name,
        "evaluations": data.evaluations,
        "families": [
            {
                "en": family.english,
                "ja": family.japanese,
                "shown": family.competition or any(puzzle.family_turns[k] for puzzle in data.puzzles),
            }
            for k, family in enumerate(FAMILIES)
        ],
        "grades": [{"en": grade.english, "ja": grade.japanese} for grade in GRADES],
        "history": [[h.generation, h.evaluations, _short(h.hypervolume)] for h in data.history],
        "fronts": [[s.generation, [[_short(a), _short(b)] for a, b in s.points]] for s in data.fronts],
        "puzzles": [_puzzle(puzzle, f"{name[:_LINK_TITLE]} {k}") for k, puzzle in enumerate(data.puzzles, 1)],
    }


def _short(value: float | None) -> float | None:
    return None if value is None else round(value, 5)


def _score(score: Score) -> list[float | None]:
    return [_short(v) for v in (score.f1, score.f2, score.f1_se, score.f2_se)]


def _puzzle(puzzle: ReportPuzzle, title: str) -> dict[str, Any]:
    walk = json.dumps([_turn(turn) for turn in puzzle.turns], ensure_ascii=False, separators=(",", ":"))
    return {
        "hints": puzzle.hints,
        "solution": puzzle.solution,
        "claimed": _score(puzzle.claimed),
        "validated": _score(puzzle.validated),
        "grade": one_line(puzzle.grade),
        "T": len(puzzle.turns),
        "profile": puzzle.family_turns,
        "peaks": puzzle.peaks,
        "chain": puzzle.longest_chain,
        "link": link(Record(puzzle.hints, puzzle.solution, title=title)),
        # unpacked by the browser when the puzzle is chosen
        "walk": base64.b64encode(zlib.compress(walk.encode(), 9)).decode(),
    }


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
