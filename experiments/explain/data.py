"""What `hintsmith explain` says, as data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from evaluation.evaluator import Evaluator
from evaluation.minutes import MINUTES
from evaluation.score import Score
from evaluation.settings import EvaluationSettings
from evaluation.solver.batch import BatchEvaluator
from evaluation.solver.peaks import top_two
from evaluation.solver.reasons import Instance
from evaluation.solver.trace import BoardAnalysis, Turn, trace
from evaluation.techniques import BY_RANK, COMPETITION, FAMILY_KEYS, INSTANCE_KEYS
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

    score: Score
    """Of at least DIFFICULTY_WALKS walks: a grade must not hang on one walk's luck."""
    turns: tuple[Turn, ...]
    """Empty for an invalid puzzle, as the next."""
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
    """Evaluate (81,) hints and trace their first walk."""
    judged = replace(settings, walks=max(settings.walks, DIFFICULTY_WALKS))
    score = Score(Evaluator(judged).evaluate(hints[None, :]), 0)
    if not score.valid or score.solution is None:
        return Explanation(score, (), ())
    turns = tuple(trace(hints, score.solution, settings, BatchEvaluator(settings)))
    peaks: tuple[int, ...] = ()
    if len(turns) >= 2:
        first, second = top_two(np.array([turn.p for turn in turns]), len(turns))
        peaks = (int(first) + 1, int(second) + 1)
    return Explanation(score, turns, peaks)


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
    score = explanation.score
    valid, solution = score.valid, score.solution
    return {
        "hints": to_line(score.hints),
        "valid": valid,
        "violations": score.violations,
        "verdict": verdict_words(score, lang),
        "solution": None if solution is None else to_line(solution),
        "f1": explanation.f1 if valid else None,
        "f2": explanation.f2 if valid else None,
        "means": _means(score) if valid else None,
        "T": len(explanation.turns) if valid else None,
        **{name: score.value(name) for name in (*MINUTES, "guesses")},
        "difficulty": difficulty_json(score) if valid else None,
        "peaks": list(explanation.peaks),
        "turns": [_turn(turn, lang) for turn in explanation.turns[first - 1 : last]],
    }


def _means(score: Score) -> dict[str, Any]:
    """The means of many walks with their standard errors, beside the walk that is shown."""
    return {name: score.value(name) for name in ("f1", "f1_se", "f2", "f2_se", "walks")}


def difficulty_json(score: Score) -> dict[str, Any]:
    """The difficulty of a valid puzzle ready for JSON."""
    return {
        "grade": None if score.grade is None else score.grade.english,
        "effort": score.effort,
        "hardest_turn": score.value("hardest"),
        "hardest_family": score.hardest_family,
        "shares": {key: share for key, share in score.shares.items() if share or key in COMPETITION},
        "peaks": score.value("peaks"),
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
