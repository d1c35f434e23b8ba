"""The evaluate command's work: entries in, evaluations out, as JSON or in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import repeat
from typing import Any, cast

import numpy as np
from joblib import effective_n_jobs
from numpy.typing import NDArray

from evaluation.constraints import CONSTRAINTS
from evaluation.evaluator import Evaluator
from evaluation.minutes import MINUTES
from evaluation.score import Score, scores_of
from evaluation.settings import EvaluationSettings
from evaluation.solver.trace import Turn, trace
from evaluation.table import Table
from experiments.patterns import read_pattern
from experiments.unknown import with_error
from generator.search.pool import processes
from puzzles.files import Entry
from puzzles.grid import describe_conflict, to_line
from puzzles.pattern import Pattern

_CHUNK = 64


@lru_cache(maxsize=2)
def _evaluator(settings: EvaluationSettings, marks: bytes | None) -> Evaluator:
    pattern = None if marks is None else np.frombuffer(marks, dtype=bool)
    return Evaluator(settings, pattern)


def _evaluate(hints: NDArray[np.uint8], settings: EvaluationSettings, marks: bytes | None) -> Table:
    return _evaluator(settings, marks).evaluate(hints)


def evaluate_entries(
    entries: list[Entry], settings: EvaluationSettings, pattern: str | None, workers: int
) -> Iterator[tuple[Entry, Score | None]]:
    """Each entry with its score, None for one that could not be read; in order, chunk by chunk."""
    on: Pattern | None = None if pattern is None else read_pattern(pattern)
    marks = None if on is None else on.tobytes()
    chunks = [entries[k : k + _CHUNK] for k in range(0, len(entries), _CHUNK)]
    grids = [np.array([e.values for e in chunk if e.values is not None], np.uint8).reshape(-1, 81) for chunk in chunks]
    with _mapper(1 if len(chunks) == 1 else workers) as each:
        results = each(_evaluate, grids, repeat(settings), repeat(marks))
        for chunk, table in zip(chunks, results, strict=True):
            good = iter(scores_of(table))
            for entry in chunk:
                yield entry, (None if entry.values is None else next(good))


@contextmanager
def _mapper(workers: int) -> Generator[Callable[..., Iterable[Any]]]:
    """`map`, in this process or over so many others; 0 for one per core."""
    if workers == 1:
        yield map
        return
    with processes(workers or cast(int, effective_n_jobs(-1))) as executor:
        yield executor.map


def to_record(score: Score, settings: EvaluationSettings, with_trace: bool) -> str:
    """The JSON line of interface.md, "evaluate --json"."""
    solution = score.solution
    record: dict[str, Any] = {
        "hints": to_line(score.hints),
        "valid": score.valid,
        "violations": score.violations,
        "uniqueness": {
            "verdict": score.verdict,
            "method": score.method,
            "witness": [to_line(w) for w in score.witness],
        },
        "solution": None if solution is None else to_line(solution),
        "f1": score.f1,
        "f2": score.f2,
        "f1_se": score.f1_se,
        "f2_se": score.f2_se,
        "T": score.turns,
        "walks": settings.walks,
        **{name: score.value(name) for name in (*MINUTES, "guesses")},
    }
    if score.valid:
        record |= {name: score.value(name) for name in ("effort", "hardest", "peaks", "height", "opening")}
        record["grade"] = None if score.grade is None else score.grade.english
        record["hardest_family"] = score.hardest_family
        record["shares"] = score.table["shares"][score.row][list(settings.shown)].tolist()
    if with_trace and score.valid and solution is not None:
        turns = trace(score.hints, solution, settings, _evaluator(settings, None).batch)
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


def to_words(score: Score) -> str:
    """One line for people: the puzzle, and its scores or what is wrong with it."""
    line = to_line(score.hints)
    words = score.minutes_in_words()
    minutes = f"  {words}" if words else ""
    if not score.valid:
        return f"{line}  {what_is_wrong(score)}{minutes}"
    grade = "" if score.grade is None else f"  {score.grade.english}"
    return (
        f"{line}  f1 {with_error(score.f1, score.f1_se)}  f2 {with_error(score.f2, score.f2_se)}"
        f"  T {score.turns}  effort {score.effort:.1f}{grade}{minutes}"
    )


def what_is_wrong(score: Score) -> str:
    """The first violated constraint in words."""
    key, measure = next((key, measure) for key, measure in score.violations.items() if measure)
    words = CONSTRAINTS[key].english.format(measure)
    return f"not valid: {(describe_conflict(score.hints) if key == 'rules' else None) or words}"
