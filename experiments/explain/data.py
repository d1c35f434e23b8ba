"""What `hintsmith explain` says, as data."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, Final

import numpy as np

from evaluation.batch import BatchEvaluator
from evaluation.difficulty import Difficulty, difficulty_of
from evaluation.evaluator import Evaluation, Evaluator
from evaluation.objectives import top_two
from evaluation.reasons import Instance
from evaluation.settings import EvaluationSettings
from evaluation.techniques import BY_RANK, COMPETITION, FAMILY_KEYS, INSTANCE_KEYS
from evaluation.trace import BoardAnalysis, Turn, trace
from experiments.explain.words import Lang, turn_words, verdict_words
from puzzles.grid import Grid, to_line

DIFFICULTY_WALKS: Final = 32


@dataclass(frozen=True, slots=True)
class PossibleFamily:
    """How often a family was applicable on a board."""

    family: int
    count: int
    lowest: float
    """The lowest level among them."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One puzzle, its verdict, and its first walk when it is valid."""

    evaluation: Evaluation
    difficulty: Difficulty | None
    """None for an invalid puzzle, as the next two."""
    turns: tuple[Turn, ...]
    peaks: tuple[int, ...]
    """t1 and t2, the turns (from 1) with the two largest p; empty for fewer than two turns."""

    @property
    def f1(self) -> float:
        """Tension of the walk that is shown."""
        return abs(self.peaks[0] - self.peaks[1]) / len(self.turns) if self.peaks else 0.0

    @property
    def f2(self) -> float:
        """Longest chain of the walk that is shown, over 81."""
        return max((turn.chain for turn in self.turns), default=0) / 81


def explain(hints: Grid, settings: EvaluationSettings) -> Explanation:
    """Evaluate (81,) hints and trace their first walk.

    The difficulty is the mean of at least DIFFICULTY_WALKS walks: a grade must not hang on one walk's luck.
    """
    judged = replace(settings, walks=max(settings.walks, DIFFICULTY_WALKS))
    evaluation = Evaluator(judged).evaluate(hints[None, :])[0]
    if evaluation.scores is None or evaluation.solution is None:
        return Explanation(evaluation, None, (), ())
    turns = tuple(trace(hints, evaluation.solution, settings, BatchEvaluator(settings)))
    peaks: tuple[int, ...] = ()
    if len(turns) >= 2:
        first, second = top_two(np.array([turn.p for turn in turns]), len(turns))
        peaks = (int(first) + 1, int(second) + 1)
    return Explanation(evaluation, difficulty_of(hints, evaluation.scores, settings.allowed), turns, peaks)


def possible(analysis: BoardAnalysis) -> list[PossibleFamily]:
    """The families that a board offers, easiest first, with their number of elements."""
    counted: list[PossibleFamily] = []
    for family in BY_RANK:
        levels = [element.level for element in analysis.elements if element.family == family]
        if levels:
            counted.append(PossibleFamily(family, len(levels), min(levels)))
    return counted


def to_json(explanation: Explanation, lang: Lang, first: int = 1, last: int | None = None) -> dict[str, Any]:
    """The explanation ready for JSON; turns `first` to `last` only. Keys follow `evaluate --json` where it has them."""
    evaluation, difficulty, scores = explanation.evaluation, explanation.difficulty, explanation.evaluation.scores
    solution = evaluation.solution
    result: dict[str, Any] = {
        "hints": to_line(evaluation.hints),
        "valid": evaluation.valid,
        "violations": asdict(evaluation.violations),
        "verdict": verdict_words(evaluation, lang),
        "solution": None if solution is None else to_line(solution),
        "f1": None if scores is None else explanation.f1,
        "f2": None if scores is None else explanation.f2,
        "T": None if scores is None else len(explanation.turns),
        "difficulty": None if difficulty is None else difficulty_json(difficulty),
        "peaks": list(explanation.peaks),
        "turns": [_turn(turn, lang) for turn in explanation.turns[first - 1 : last]],
    }
    return result


def difficulty_json(difficulty: Difficulty) -> dict[str, Any]:
    """A difficulty ready for JSON."""
    return {
        "grade": difficulty.grade.english,
        "effort": difficulty.effort,
        "hardest_turn": difficulty.hardest_turn,
        "hardest_family": difficulty.family_key,
        "shares": {
            key: share for key, share in zip(FAMILY_KEYS, difficulty.shares, strict=True) if share or key in COMPETITION
        },
        "peaks": difficulty.peaks,
    }


def _turn(turn: Turn, lang: Lang) -> dict[str, Any]:
    element = turn.chosen
    return {
        "t": turn.t,
        "board": to_line(turn.board),
        "possible": [
            {"family": FAMILY_KEYS[one.family], "count": one.count, "lowest_level": one.lowest}
            for one in possible(turn.analysis)
        ],
        "A": [[e.key, e.cell, e.level] for e in turn.analysis.elements],
        "prep": turn.analysis.prep,
        "preparation": [_instance(instance) for instance in turn.analysis.preparation],
        "d": turn.analysis.d,
        "p": turn.p,
        "chosen": [element.key, element.cell, turn.digit],
        "reason": {
            "level": element.level,
            "single": None if element.single is None else FAMILY_KEYS[element.single],
            "unit": element.unit,
            "instance": None if element.instance is None else _instance(element.instance),
        },
        "filled": list(turn.filled),
        "c": turn.chain,
        "words": turn_words(turn, lang),
    }


def _instance(instance: Instance) -> dict[str, Any]:
    assert instance.kind in INSTANCE_KEYS
    return {
        "kind": instance.kind,
        "units": instance.units,
        "digits": instance.digits,
        "cells": instance.cells,
        "removed_from": instance.removed_from,
        "removed": instance.removed,
    }
