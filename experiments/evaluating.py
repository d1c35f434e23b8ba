"""The evaluate command's work: entries in, evaluations out, as JSON or in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import repeat
from typing import Any, Final, cast

import numpy as np
from joblib import effective_n_jobs
from numpy.typing import NDArray

from evaluation.constraints import CONSTRAINTS
from evaluation.difficulty import GRADES
from evaluation.evaluator import Evaluator
from evaluation.minutes import MINUTES
from evaluation.score import VIOLATION, Score, violation_columns
from evaluation.settings import EvaluationSettings
from evaluation.solver.trace import Turn, trace
from evaluation.table import Table
from evaluation.techniques import FAMILIES, FAMILY_KEYS
from evaluation.uniqueness import METHODS, UNIQUE, VERDICTS
from experiments.patterns import read_pattern
from experiments.unknown import with_error
from generator.search.pool import processes
from puzzles.files import Entry
from puzzles.grid import describe_conflict, to_line, to_lines
from puzzles.pattern import Pattern

_CHUNK = 64


@lru_cache(maxsize=2)
def _evaluator(settings: EvaluationSettings, marks: bytes | None) -> Evaluator:
    pattern = None if marks is None else np.frombuffer(marks, dtype=bool)
    return Evaluator(settings, pattern)


def _evaluate(hints: NDArray[np.uint8], settings: EvaluationSettings, marks: bytes | None) -> Table:
    return _evaluator(settings, marks).evaluate(hints)


def evaluate_chunks(
    entries: list[Entry], settings: EvaluationSettings, pattern: str | None, workers: int
) -> Iterator[tuple[list[Entry], Table]]:
    """Runs of entries, in order, each with the table of those that could be read: a row each, in their order."""
    on: Pattern | None = None if pattern is None else read_pattern(pattern)
    marks = None if on is None else on.tobytes()
    chunks = [entries[k : k + _CHUNK] for k in range(0, len(entries), _CHUNK)]
    grids = [_grids(chunk) for chunk in chunks]
    with _mapper(1 if len(chunks) == 1 else workers) as each:
        yield from zip(chunks, each(_evaluate, grids, repeat(settings), repeat(marks)), strict=True)


def _grids(entries: list[Entry]) -> NDArray[np.uint8]:
    values = [entry.values for entry in entries]
    return np.array([grid for grid in values if grid is not None], np.uint8).reshape(-1, 81)


@contextmanager
def _mapper(workers: int) -> Generator[Callable[..., Iterable[Any]]]:
    """`map`, in this process or over so many others; 0 for one per core."""
    if workers == 1:
        yield map
        return
    with processes(workers or cast(int, effective_n_jobs(-1))) as executor:
        yield executor.map


def to_records(table: Table, settings: EvaluationSettings, with_trace: bool) -> list[str]:
    """The JSON line of each row, as interface.md has it ("evaluate --json")."""
    columns = _record_columns(table, settings)
    names = list(columns)
    more = _valid_columns(table, settings)
    lines: list[str] = []
    for row, values in enumerate(zip(*columns.values(), strict=True)):
        record = dict(zip(names, values, strict=True))
        if record["valid"]:
            record |= {name: column[row] for name, column in more.items()}
            if with_trace:
                solution = table["witness"][row, 0]
                turns = trace(table["hints"][row], solution, settings, _evaluator(settings, None).batch)
                record["trace"] = [turn_record(turn) for turn in turns]
        lines.append(_ENCODER.encode(record))
    return lines


_ENCODER: Final = json.JSONEncoder(separators=(",", ":"))


def _record_columns(table: Table, settings: EvaluationSettings) -> dict[str, list[Any]]:
    """What is said of every row."""
    size = len(table)
    verdicts = table["verdict"].tolist()
    witnesses = to_lines(table["witness"].reshape(-1, 81))
    solutions = [witnesses[2 * row] if verdicts[row] == UNIQUE else None for row in range(size)]
    violations = {name.removeprefix(VIOLATION): table[name].tolist() for name in violation_columns(table)}
    uniqueness = [
        {"verdict": VERDICTS[verdict], "method": METHODS[way], "witness": witnesses[2 * row : 2 * row + verdict]}
        for row, (verdict, way) in enumerate(zip(verdicts, table["way"].tolist(), strict=True))
    ]
    valid = table["valid"].tolist()
    turns = table["T"].tolist()
    return {
        "hints": to_lines(table["hints"]),
        "valid": valid,
        "violations": [dict(zip(violations, row, strict=True)) for row in zip(*violations.values(), strict=True)],
        "uniqueness": uniqueness,
        "solution": solutions,
        **{name: _known(table[name]) for name in ("f1", "f2", "f1_se", "f2_se")},
        "T": [turns[row] if valid[row] else None for row in range(size)],
        "walks": [settings.walks] * size,
        **{name: _known(table[name]) for name in (*MINUTES, "guesses")},
    }


def _valid_columns(table: Table, settings: EvaluationSettings) -> dict[str, list[Any]]:
    """What is said of valid rows beside."""
    return {
        **{name: _known(table[name]) for name in ("effort", "hardest", "peaks", "height", "opening")},
        "grade": [None if level is None else GRADES[level].english for level in _known(table["grade"])],
        "hardest_family": [None if k is None else FAMILY_KEYS[k] for k in _known(table["hardest_family"])],
        "shares": table["shares"][:, list(settings.shown)].tolist(),
    }


def _known(values: NDArray[Any]) -> list[Any]:
    """Plain numbers; None for what is unknown."""
    plain = values.tolist()
    for row in np.flatnonzero((values == -1) | (values != values)).tolist():
        plain[row] = None
    return plain


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
    key = score.hardest_family
    needed = "" if key is None else f"  {FAMILIES[FAMILY_KEYS.index(key)].english}"
    return (
        f"{line}  f1 {with_error(score.f1, score.f1_se)}  f2 {with_error(score.f2, score.f2_se)}"
        f"  T {score.turns}  effort {score.effort:.1f}{grade}{needed}{minutes}"
    )


def what_is_wrong(score: Score) -> str:
    """The first violated constraint in words."""
    key, measure = next((key, measure) for key, measure in score.violations.items() if measure)
    words = CONSTRAINTS[key].english.format(measure)
    return f"not valid: {(describe_conflict(score.hints) if key == 'rules' else None) or words}"
