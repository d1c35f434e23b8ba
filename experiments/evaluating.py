"""The evaluate command's work: entries in, evaluations out, as JSON or in words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, cast

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from evaluation.evaluator import Evaluation, Evaluator
from evaluation.settings import EvaluationSettings
from evaluation.trace import Turn, trace
from experiments.run.config import read_pattern
from puzzles.grid import describe_conflict, to_line
from puzzles.pattern import Pattern
from puzzles.reading import Entry

_CHUNK = 64


@lru_cache(maxsize=2)
def _evaluator(settings: EvaluationSettings, marks: bytes | None) -> Evaluator:
    pattern = None if marks is None else np.frombuffer(marks, dtype=bool)
    return Evaluator(settings, pattern)


def _evaluate(hints: NDArray[np.uint8], settings: EvaluationSettings, marks: bytes | None) -> list[Evaluation]:
    return _evaluator(settings, marks).evaluate(hints)


def evaluate_entries(
    entries: list[Entry], settings: EvaluationSettings, pattern: str | None, workers: int
) -> Iterator[tuple[Entry, Evaluation | None]]:
    """Each entry with its evaluation, None for one that could not be read; in order, chunk by chunk."""
    on: Pattern | None = None if pattern is None else read_pattern(pattern)
    marks = None if on is None else on.tobytes()
    chunks = [entries[k : k + _CHUNK] for k in range(0, len(entries), _CHUNK)]
    grids = [np.array([e.values for e in chunk if e.values is not None], np.uint8).reshape(-1, 81) for chunk in chunks]
    if workers == 1 or len(chunks) == 1:
        results: Iterable[Any] = (_evaluate(grid, settings, marks) for grid in grids)
    else:
        run = Parallel(n_jobs=workers or -1, return_as="generator")
        results = cast(Iterable[Any], run(delayed(_evaluate)(grid, settings, marks) for grid in grids))
    for chunk, evaluations in zip(chunks, results, strict=True):
        good: Iterator[Evaluation] = iter(evaluations)
        for entry in chunk:
            yield entry, (None if entry.values is None else next(good))


def to_record(evaluation: Evaluation, settings: EvaluationSettings, with_trace: bool) -> str:
    """The JSON line of interface.md, "evaluate --json"."""
    scores = evaluation.scores
    verdict = evaluation.uniqueness
    solution = evaluation.solution
    record: dict[str, Any] = {
        "hints": to_line(evaluation.hints),
        "valid": evaluation.valid,
        "violations": {
            "pattern": evaluation.violations.pattern,
            "rules": evaluation.violations.rules,
            "uniqueness": evaluation.violations.uniqueness,
            "techniques": evaluation.violations.techniques,
        },
        "uniqueness": {
            "verdict": verdict.verdict,
            "method": verdict.method,
            "witness": [to_line(w) for w in verdict.witness],
        },
        "solution": None if solution is None else to_line(solution),
        "f1": None if scores is None else scores.f1,
        "f2": None if scores is None else scores.f2,
        "f1_se": None if scores is None else scores.f1_se,
        "f2_se": None if scores is None else scores.f2_se,
        "T": None if scores is None else scores.turns,
        "walks": settings.walks,
    }
    if scores is not None:
        record["effort"] = scores.effort
        record["hardest"] = scores.hardest
        record["peaks"] = scores.peaks
        record["shares"] = [scores.shares[family] for family in settings.shown]
    if with_trace and evaluation.valid and solution is not None:
        turns = trace(evaluation.hints, solution, settings, _evaluator(settings, None).batch)
        record["trace"] = [turn_record(turn) for turn in turns]
    return json.dumps(record, separators=(",", ":"))


def turn_record(turn: Turn) -> dict[str, Any]:
    """One turn as in interface.md."""
    return {
        "t": turn.t,
        "board": to_line(turn.board),
        "A": [[e.key, e.cell, e.level] for e in turn.analysis.elements],
        "prep": turn.analysis.prep,
        "d": turn.analysis.d,
        "p": turn.p,
        "chosen": [turn.chosen.key, turn.chosen.cell, turn.digit],
        "filled": list(turn.filled),
        "c": turn.chain,
    }


def to_words(evaluation: Evaluation) -> str:
    """One line for people: the puzzle, and its scores or what is wrong with it."""
    line = to_line(evaluation.hints)
    scores = evaluation.scores
    if scores is not None:
        return (
            f"{line}  f1 {scores.f1:.3f} ± {scores.f1_se:.3f}  f2 {scores.f2:.3f} ± {scores.f2_se:.3f}"
            f"  T {scores.turns}  effort {scores.effort:.1f}"
        )
    return f"{line}  {what_is_wrong(evaluation)}"


def what_is_wrong(evaluation: Evaluation) -> str:
    """The first violated constraint in words."""
    violations = evaluation.violations
    if violations.pattern:
        return f"not valid: {violations.pattern} hints off the pattern"
    if violations.rules:
        return f"not valid: {describe_conflict(evaluation.hints) or 'no solution'}"
    if violations.uniqueness:
        return "not valid: more than one solution"
    return f"not valid: the techniques leave {violations.techniques} cells empty"
