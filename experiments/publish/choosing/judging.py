"""Puzzles that nobody has judged yet: their grade, minutes, techniques and scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from evaluation.difficulty import GRADES
from evaluation.minutes import MINUTES
from evaluation.settings import EvaluationSettings, UniquenessSettings
from evaluation.table import Table
from evaluation.techniques import FAMILY_KEYS
from experiments.kinds.number_place.columns import pareto_columns
from experiments.kinds.number_place.goals import goals_of
from experiments.publish.puzzle import ExportPuzzle
from experiments.run.columns import scores

WALKS: Final = 32
"""Of each puzzle, as many as `hintsmith evaluate` takes."""
_SETTINGS: Final = EvaluationSettings(walks=WALKS, seed=0, uniqueness=UniquenessSettings(method="exact"))
_COLUMNS: Final = tuple(one.name for one in pareto_columns() if one.shape == () and one.name != "grade")
_SCORES: Final = (*scores(goals_of(())), "walks")


def judged(puzzles: Sequence[ExportPuzzle], say: Callable[[str], None]) -> list[ExportPuzzle]:
    """The puzzles with all that is known of judged ones; what they had themselves stays.

    Puzzles that the techniques do not finish have minutes, and neither grade nor scores.
    """
    wanting = [k for k, puzzle in enumerate(puzzles) if _is_wanting(puzzle)]
    if not wanting:
        return list(puzzles)
    table = evaluated(np.array([puzzles[k].grid for k in wanting], np.uint8), _SETTINGS, say)
    known = dict(zip(wanting, range(len(wanting)), strict=True))
    return [_filled(one, table, known[k]) if k in known else one for k, one in enumerate(puzzles)]


def evaluated(grids: Any, settings: EvaluationSettings, say: Callable[[str], None]) -> Table:
    """The judgement of (n, 81) hints; `say` is told before kernels are compiled."""
    from evaluation.evaluator import Evaluator
    from puzzles.kernel import is_cold, warmed

    work = f"judge {settings.walk} {settings.uniqueness.method}"
    if is_cold(work):
        say("compiling the kernels for this machine, once (about half a minute)")
    table = Evaluator(settings).evaluate(grids)
    warmed(work)
    return table


def _is_wanting(puzzle: ExportPuzzle) -> bool:
    return puzzle.grade is None or not all(name in puzzle.row for name in ("effort", *MINUTES[:1]))


def _filled(puzzle: ExportPuzzle, table: Table, k: int) -> ExportPuzzle:
    has_scores = puzzle.scores(goals_of(puzzle.row)) is not None
    found = {name: number for name, number in numbers_of(table, k).items() if not (has_scores and name in _SCORES)}
    level, family = int(table["grade"][k]), int(table["hardest_family"][k])
    return replace(
        puzzle,
        row={**found, **puzzle.row},
        grade=puzzle.grade or (GRADES[level].english if level >= 0 else None),
        techniques=puzzle.techniques or ((FAMILY_KEYS[family],) if family >= 0 else ()),
    )


def numbers_of(table: Table, k: int) -> dict[str, float]:
    """What is known of a judged puzzle, by the columns of pareto.csv."""
    valid = bool(table["valid"][k])
    found: dict[str, float] = {}
    for name in _COLUMNS:
        if name not in table or (name == "walks" and not valid):
            continue
        value = table[name][k]
        if value != -1 and value == value:
            found[name] = value.item()
    return found
