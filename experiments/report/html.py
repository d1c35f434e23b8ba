"""report.html: a run as one file that needs no network.

Everything that comes from the run is data in a JSON block; the script writes it with `textContent` only.
"""

from __future__ import annotations

import base64
import json
import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from evaluation.difficulty import GRADE_NAMES, GRADES
from evaluation.minutes import MINUTES
from evaluation.settings import EvaluationSettings
from evaluation.solver.reasons import Instance
from evaluation.solver.trace import Turn
from evaluation.table import Table
from evaluation.techniques import FAMILIES, INSTANCE_KEYS
from experiments.explain.fun import CHAIN_STARS, TENSION_STARS, fun_words, stars
from experiments.explain.steps import STEP_NAMES, placing, step_key
from experiments.explain.words import INSTANCE_WORDS, LANGUAGES, SENTENCES, Lang
from experiments.files import write_whole
from experiments.names import short
from experiments.report.data import ReportData, build_report
from puzzles.files import Record
from puzzles.files.base import one_line
from puzzles.files.number_place.sudokupad import link
from puzzles.grid import to_line

_LINK_TITLE: Final = 80
"""Characters of a run's name in the links to its puzzles."""
_BLOCK: Final = 20
"""Walks that are packed together."""
SCRIPTS: Final = ("words", "front", "board", "list", "details", "app")
"""The parts of the page's script, in the order in which they are run."""
_AXIS: Final = 60
"""Characters of an objective's description at an axis."""
REPORT: Final = "report.html"


def write_report(
    run: Path, settings: EvaluationSettings | None = None, data: ReportData | None = None, lang: Lang | None = None
) -> Path:
    """Write report.html into a run folder, whole or not at all, and return its path.

    Args:
        run: the folder.
        settings: those of the run.
        data: what `build_report` read of the folder, where the caller has it.
        lang: the language in which the page opens; the browser's without one.
    """
    path = run / REPORT
    write_whole(path, render(data or build_report(run, settings), lang))
    return path


def render(data: ReportData, lang: Lang | None = None) -> str:
    """The page."""
    from plotly.offline import get_plotlyjs

    page = files("experiments.report") / "page"
    parts = {
        "/*STYLE*/": (page / "style.css").read_text(encoding="utf-8"),
        "/*PLOTLY*/": get_plotlyjs(),
        "/*DATA*/": script_json(report_json(data, lang)),
        "/*SCRIPT*/": "\n".join((page / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS),
    }
    return filled((page / "index.html").read_text(encoding="utf-8"), parts)


def filled(html: str, parts: Mapping[str, str]) -> str:
    """A page with a text in the place of each mark, in the order in which the marks stand there."""
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


def report_json(data: ReportData, lang: Lang | None = None) -> dict[str, Any]:
    """The data block."""
    name = one_line(data.name)
    details = [_details(data, k, name[:_LINK_TITLE]) for k in range(len(data.walks))]
    return {
        "name": name,
        "lang": lang,
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
        "facts": asdict(data.facts),
        "front": data.front,
        "knee": data.knee,
        "sets": data.sets,
        "puzzles": _puzzles(data),
        "block": _BLOCK,
        "steps": [{lang: name[lang] for lang in LANGUAGES} for name in STEP_NAMES.values()],
        "instances": [{lang: INSTANCE_WORDS[kind][lang] for lang in LANGUAGES} for kind in INSTANCE_KEYS],
        "sentences": SENTENCES,
        "walks": [_packed(details[k : k + _BLOCK]) for k in range(0, len(details), _BLOCK)],
    }


def _short(value: float, digits: int = 5) -> float | None:
    return None if math.isnan(value) else round(float(value), digits)


def _puzzles(data: ReportData) -> list[dict[str, Any]]:
    # values of all objectives, then their standard errors
    claimed, validated = (
        np.concatenate([data.scores(prefix), data.scores(prefix, "_se")], axis=1) for prefix in ("", "validated_")
    )
    tension, chain = (_best_known(data.rows, column) for column in ("f1", "f2"))
    puzzles: list[dict[str, Any]] = []
    for k, walk in enumerate(data.walks):
        hints, solution = to_line(data.rows["hints"][k]), to_line(data.rows["solution"][k])
        grade = int(data.rows["grade"][k])
        minutes = _minutes(data.rows, k)
        puzzles.append(
            {
                "hints": hints,
                "solution": solution,
                "claimed": [_short(value) for value in claimed[k]],
                "validated": [_short(value) for value in validated[k]],
                "stars": [stars(tension[k], TENSION_STARS), stars(81 * chain[k], CHAIN_STARS)],
                "minutes": minutes and [_short(value, 1) for value in minutes],
                "grade": "" if grade < 0 else GRADE_NAMES[grade],
                "T": len(walk.turns),
                "profile": walk.family_turns,
                "peaks": walk.peaks,
                "chain": walk.longest_chain,
                "d": [_short(turn.analysis.d, 3) for turn in walk.turns],
            }
        )
    return puzzles


def _best_known(rows: Table, column: str) -> NDArray[np.float64]:
    """(n,) validated scores, or claimed ones where there is no other; NaN for what was no objective."""
    unknown = np.full(len(rows), np.nan)
    columns = dict(rows.items())
    validated, claimed = (columns.get(name, unknown) for name in (f"validated_{column}", column))
    return np.where(np.isnan(validated), claimed, validated)


def _minutes(rows: Table, k: int) -> tuple[float, float, float] | None:
    middle, low, high = (float(rows[column][k]) for column in MINUTES)
    return None if math.isnan(middle + low + high) else (middle, low, high)


def _packed(details: Sequence[dict[str, Any]]) -> str:
    """What the browser unpacks when a puzzle is chosen. Some of them together are smaller than one by one."""
    text = json.dumps(details, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def _details(data: ReportData, k: int, name: str) -> dict[str, Any]:
    """What is shown of one puzzle alone."""
    walk, minutes = data.walks[k], _minutes(data.rows, k)
    hints, solution = to_line(data.rows["hints"][k]), to_line(data.rows["solution"][k])
    return {
        "turns": [_turn(turn) for turn in walk.turns],
        "number": walk.number + 1,
        "among": walk.among,
        "tension": walk.histograms.tension,
        "places": walk.histograms.peaks,
        "fun": {lang: fun_words(walk.turns, walk.peaks, minutes, lang) for lang in LANGUAGES},
        "link": link(Record(hints, solution, title=f"{name} {k + 1}")),
    }


def _turn(turn: Turn) -> dict[str, Any]:
    """One turn. Boards and sentences are left out: the page makes them from the hints and the solution, and from this.

    Keys: family, cell, p, filled cells; the name of the step, the house (−1 for a naked single) and the cells that hold
    what rules its other cells (digits) out; the instance, and those of the preparation.
    """
    place, instance = placing(turn), turn.chosen.instance
    return {
        "f": turn.chosen.family,
        "x": turn.chosen.cell,
        "p": _short(turn.p, 3),
        "c": turn.filled,
        "s": list(STEP_NAMES).index(step_key(turn)),
        "u": -1 if place.unit is None else place.unit,
        "h": place.shown,
        "i": instance and _instance(instance),
        "q": [_instance(one) for one in turn.analysis.preparation],
    }


def _instance(instance: Instance) -> list[Any]:
    """Kind, houses, digits, cells, and what goes: a list each but the first."""
    return [INSTANCE_KEYS.index(instance.kind), instance.units, instance.digits, instance.cells, instance.removed]
