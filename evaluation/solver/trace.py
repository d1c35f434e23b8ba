"""A walk as data, for people and for reports: every board with what was possible and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.evaluator import objective_values
from evaluation.objectives import Objective
from evaluation.settings import EvaluationSettings
from evaluation.solver.batch import BatchEvaluator, BatchScores
from evaluation.solver.board import analyse_values, difficulty, new_desk
from evaluation.solver.dispatch import FAMILY_SHIFT
from evaluation.solver.elements import BEST, HIDDEN_BOX, HIDDEN_LINE, KINDS, LIST, NUMBER, STRIDE, WHY
from evaluation.solver.reasons import Instance
from evaluation.solver.state import CAND
from evaluation.techniques import ELIMINATIONS, FAMILY_KEYS, LEVEL_CLASSES
from puzzles.canonical import relabel
from puzzles.errors import InputError
from puzzles.grid import Grid, automatic_fill


@dataclass(frozen=True, slots=True)
class Element:
    """One element of A(t): a family fills a cell."""

    family: int
    """Its number, see `evaluation.techniques.FAMILIES`."""
    cell: int
    level: float
    single: int | None
    """The kind of single (0–2) that fills the cell; None where the level is flat, as an X-wing's."""
    unit: int | None
    """The unit of a hidden single that needs no elimination; None otherwise."""
    instance: Instance | None
    """The elimination that uncovers it; None for the families of singles."""

    @property
    def key(self) -> str:
        """The family's name in JSON."""
        return FAMILY_KEYS[self.family]


@dataclass(frozen=True, slots=True)
class BoardAnalysis:
    """A(t) of one board."""

    elements: tuple[Element, ...]
    """Ordered by family and cell; empty when the techniques cannot go on."""
    prep: float
    preparation: tuple[Instance, ...]
    """The eliminations that had to be prepared, stage by stage."""
    d: float
    """d(t); infinite without an element."""
    candidates: tuple[int, ...]
    """(81,) candidate masks of the board before any preparation."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn (手番) of a walk."""

    t: int
    board: Grid
    """The digits before the turn."""
    analysis: BoardAnalysis
    p: float
    chosen: Element
    digit: int
    filled: tuple[int, ...]
    """Cells of the automatic fill, in order."""

    @property
    def chain(self) -> int:
        """c(t)."""
        return len(self.filled)


def _instance(family: int, packed: int, candidates: list[int]) -> Instance:
    return ELIMINATIONS[family - KINDS].explain(packed, candidates)


def analyse_board(values: Grid, settings: EvaluationSettings) -> BoardAnalysis:
    """A(t) of a board from its digits alone. Raises InputError when two digits contradict each other."""
    desk = new_desk()
    rules = settings.rules()
    prep = float(analyse_values(values.astype(np.int64), desk, rules))
    if prep < 0:
        raise InputError("two equal digits stand in one unit of this board")
    candidates = desk.state[CAND : CAND + 81].tolist()
    prepared = desk.prepared[CAND : CAND + 81].tolist() if prep else candidates
    elements: list[Element] = []
    listed = desk.table[LIST::STRIDE][: desk.table[NUMBER]]
    for key in sorted(listed.tolist()):
        family, cell = divmod(key, 81)
        level_class = int(desk.table[BEST + STRIDE * key]) - 1
        why = int(desk.table[WHY + STRIDE * key])
        instance = _instance(family, why, prepared) if family >= KINDS else None
        unit = why if family in (HIDDEN_BOX, HIDDEN_LINE) else None
        single = LEVEL_CLASSES[level_class].single
        elements.append(Element(family, cell, float(rules.levels[level_class]), single, unit, instance))
    stage = desk.stage[1 : 1 + desk.stage[0]].tolist() if prep else []
    families = ((packed >> FAMILY_SHIFT, packed & (1 << FAMILY_SHIFT) - 1) for packed in stage)
    preparation = tuple(_instance(family, packed, candidates) for family, packed in families)
    d = float(difficulty(desk, rules, prep)) if elements else float("inf")
    return BoardAnalysis(tuple(elements), prep, preparation, d, tuple(candidates))


def typical_walk(hints: Grid, means: NDArray[np.float64], objectives: Sequence[Objective], scores: BatchScores) -> int:
    """The number, from 0, of the walk whose objectives lie nearest to given means; of equals the first.

    Distances are counted in standard deviations of the walks, each objective by its own.

    Args:
        hints: (81,) digits of a puzzle that the techniques finish.
        means: (objectives,) where one is NaN, the mean of the walks themselves counts.
        objectives: what is compared.
        scores: the walks of this one puzzle.
    """
    values = np.array([of[0] for of in objective_values(hints[None, :], scores, objectives).values()])
    wanted = np.where(np.isnan(means), values.mean(axis=1), means)
    spread = values.std(axis=1)
    away = (values - wanted[:, None]) / np.where(spread > 0, spread, 1.0)[:, None]
    return int(np.argmin((away**2).sum(axis=0)))


def trace(
    hints: Grid, solution: Grid, settings: EvaluationSettings, batch: BatchEvaluator | None = None, walk: int = 0
) -> list[Turn]:
    """One walk of a valid puzzle.

    Args:
        hints: (81,) digits of a puzzle that the techniques finish.
        solution: (81,) its solution.
        settings: those of the evaluation.
        batch: work space to use again.
        walk: its number, from 0.
    """
    batch = batch or BatchEvaluator(settings)
    walked = batch.walk(relabel(hints), walk)
    board, _ = automatic_fill(hints)
    turns: list[Turn] = []
    for k, key in enumerate(walked.chosen.tolist()):
        analysis = analyse_board(board, settings)
        family, cell = divmod(key, 81)
        chosen = next(e for e in analysis.elements if (e.family, e.cell) == (family, cell))
        digit = int(solution[cell])
        after = board.copy()
        after[cell] = digit
        after, filled = automatic_fill(after)
        turns.append(Turn(k + 1, board, analysis, float(walked.p[k]), chosen, digit, tuple(filled)))
        board = after
    return turns
