"""The competition's evaluator protocol: settings from the environment, one solution in, one answer out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO, Final

import numpy as np

from evaluation.constraints import OURS
from evaluation.evaluator import Evaluator
from evaluation.score import Score
from evaluation.settings import EvaluationSettings, UniquenessSettings
from puzzles.errors import InputError
from puzzles.grid import Grid, from_json
from puzzles.pattern import Pattern

CONSTRAINTS: Final = tuple(constraint.key for constraint in OURS)
"""The order of the measures in `constraint`."""
MOST_WALKS: Final = 100_000


@dataclass(frozen=True, slots=True)
class OpthubSettings:
    """What the platform sets for a problem."""

    pattern: Pattern
    evaluation: EvaluationSettings
    weights: tuple[float, float] | None
    """(w1, w2) of the single objective; None for two objectives."""


def answer(stream: BinaryIO, environment: Mapping[str, str]) -> dict[str, Any]:
    """The answer to the solution on the first line of `stream`, ready for JSON.

    Nothing is raised: whatever goes wrong is named in `error`, with `objective` null.
    """
    return Answerer(environment).answer(stream.readline())


def answers(stream: BinaryIO, environment: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The answer to each line of `stream`, as `answer` gives it to that line alone, as soon as the line is there."""
    answerer = Answerer(environment)
    while line := stream.readline():
        yield answerer.answer(line)


class Answerer:
    """Answers solutions under one environment."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._ready: tuple[OpthubSettings, Evaluator] | None = None

    def answer(self, line: bytes) -> dict[str, Any]:
        """The answer to a line; nothing is raised."""
        try:
            if self._ready is None:
                settings = read_settings(self._environment)
                self._ready = settings, Evaluator(settings.evaluation, settings.pattern)
            settings, evaluator = self._ready
            return _scored(Score(evaluator.evaluate(read_solution(line)[None, :]), 0), settings)
        except InputError as error:
            return _failed(str(error))
        except Exception as error:  # the platform reads the last line of the output, whatever happened
            print(f"hintsmith: {type(error).__name__}: {error}", file=sys.stderr)
            return _failed(f"internal error ({type(error).__name__})")


def read_solution(data: bytes) -> Grid:
    """The (81,) digits of a flat JSON list on a line. Raises InputError."""
    try:
        line = data.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        raise InputError("the solution is not text (UTF-8)") from None
    if not line:
        raise InputError("no solution on the first line of standard input: a JSON list of 81 integers is needed")
    try:
        return from_json(line)
    except InputError as error:
        raise InputError(f"solution: {error}") from None
    except ValueError:  # an integer of thousands of digits
        raise InputError("solution: a number in it is not an integer from 0 to 9") from None


def read_settings(environment: Mapping[str, str]) -> OpthubSettings:
    """The settings in the environment variables. Raises InputError that names the variable."""
    pattern = _pattern(environment)
    evaluation = EvaluationSettings(
        walks=_integer(environment, "HINTSMITH_WALKS", 1, 1, MOST_WALKS),
        seed=_integer(environment, "HINTSMITH_SEED", 0, 0, 2**63 - 1),
        x_wing=_flag(environment, "X_WING"),
        uniqueness=UniquenessSettings(method="exact"),
    )
    weights = None if _flag(environment, "MULTI_OBJECTIVE") else _weights(environment)
    return OpthubSettings(pattern, evaluation, weights)


def _scored(score: Score, settings: OpthubSettings) -> dict[str, Any]:
    measures = score.violations
    info: dict[str, Any] = {"uniqueness": score.verdict, "walks": settings.evaluation.walks}
    objective: float | list[float] | None = None
    f1, f2 = score.f1, score.f2
    if f1 is not None and f2 is not None:
        # 0.0 − f, because −f would print a value of nothing as -0.0
        g1, g2 = 0.0 - f1, 0.0 - f2
        objective = [g1, g2]
        if settings.weights is not None:
            objective = settings.weights[0] * g1 + settings.weights[1] * g2 + 0.0
        info |= {"f1": f1, "f2": f2, "f1_se": score.f1_se, "f2_se": score.f2_se, "T": score.turns}
    return {
        "objective": objective,
        "constraint": [measures[name] for name in CONSTRAINTS],
        "feasible": score.valid,
        "error": None,
        "info": info,
    }


def _failed(error: str) -> dict[str, Any]:
    return {"objective": None, "constraint": None, "feasible": False, "error": error, "info": {}}


def _needed(environment: Mapping[str, str], name: str) -> str:
    text = environment.get(name, "").strip()
    if not text:
        raise InputError(f"the environment variable {name} is not set")
    return text


def _json(environment: Mapping[str, str], name: str) -> object:
    text = _needed(environment, name)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(f"{name}: not JSON") from None


def _pattern(environment: Mapping[str, str]) -> Pattern:
    marks = _json(environment, "HINT_PATTERN")
    if not isinstance(marks, list):
        raise InputError("HINT_PATTERN: a JSON list of 81 of 0 and 1 is needed")
    if len(marks) != 81:
        raise InputError(f"HINT_PATTERN: {len(marks)} entries, a pattern has 81")
    for cell, mark in enumerate(marks):
        if isinstance(mark, bool) or not isinstance(mark, int) or mark not in (0, 1):
            raise InputError(f"HINT_PATTERN: entry {cell} is neither 0 nor 1")
    return np.array(marks, dtype=np.bool_)


def _flag(environment: Mapping[str, str], name: str) -> bool:
    text = _needed(environment, name)
    value = {"true": True, "1": True, "false": False, "0": False}.get(text.lower())
    if value is None:
        raise InputError(f"{name}: {text[:30]!r} is neither true nor false")
    return value


def _weights(environment: Mapping[str, str]) -> tuple[float, float]:
    values = _json(environment, "OBJECTIVE_WEIGHT")
    if not isinstance(values, list) or len(values) != 2:
        raise InputError("OBJECTIVE_WEIGHT: a JSON list of two numbers is needed")
    weights: list[float] = []
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e300:
            raise InputError("OBJECTIVE_WEIGHT: a JSON list of two finite numbers is needed")
        weights.append(float(value))
    return weights[0], weights[1]


def _integer(environment: Mapping[str, str], name: str, default: int, low: int, high: int) -> int:
    text = environment.get(name, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and low <= int(text) <= high):
        raise InputError(f"{name}: {text[:30]!r} is not an integer from {low} to {high}")
    return int(text)
