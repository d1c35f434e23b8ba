"""Many puzzles judged at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Literal, TypedDict, Unpack, cast

import numpy as np

from evaluation.constraints import CONSTRAINTS, with_others
from evaluation.difficulty import GRADE_NAMES
from evaluation.evaluator import Evaluator
from evaluation.minutes import MINUTES
from evaluation.objectives import COMPETITION, OBJECTIVES, OURS, named
from evaluation.score import Score
from evaluation.settings import EvaluationSettings
from evaluation.table import Column, choice, count, flag, genome, number
from evaluation.table import Table as Rows
from evaluation.techniques import FAMILY_KEYS
from evaluation.uniqueness import METHODS, VERDICTS
from experiments.evaluating import evaluate_chunks
from experiments.settings import make_settings
from hintsmith._puzzle import Puzzle
from hintsmith._tables import Table
from puzzles.errors import InputError
from puzzles.files import Entry, read_path, records_of
from puzzles.grid import from_characters, to_line

MEASURED: Final = ("effort", "hardest", "peaks", "height", "opening")
"""Measures that every evaluation gives, objectives or not."""


class EvaluationOptions(TypedDict, total=False):
    """What else decides an evaluation; each is as the option of `hintsmith evaluate`."""

    seed: int
    """Of the walks; 0 by default."""
    walk: Literal["policy", "mcts"]
    x_wing: bool
    families: Sequence[str]
    """Techniques beyond the six, by name."""
    levels: Literal["competition", "people"]
    """Of singles and eliminations; "people" ranks people's times better."""
    objectives: Sequence[Any]
    """Objectives, by name or as the functions under `@objective`; those of the competition by default."""
    constraints: Sequence[Any]
    """Constraints besides the four, by name or as the functions under `@constraint`."""
    pattern: str | None
    """Hints are held against it."""
    workers: int
    """1 by default; 0 for one per core."""


def evaluate(
    puzzles: str | Path | Iterable[Any], walks: int = 32, **options: Unpack[EvaluationOptions]
) -> Table[Score]:
    """Judge puzzles: a row for each, in order.

    Args:
        puzzles: a list of anything that `Puzzle` takes, or the path of a file or run folder of any number of them.
        walks: simulated solvers for each.
        options: see `EvaluationOptions`.

    Returns:
        A table of `Score` rows; `to_frame()` has the columns of `hintsmith evaluate --json`, one for each violation.

    Raises:
        InputError: with the first puzzle that cannot be read, or the option that is wrong.
    """
    entries = _entries(puzzles)
    settings = _settings(walks, options)
    chunks = evaluate_chunks(entries, settings, options.get("pattern"), options.get("workers", 1))
    tables = [table for _, table in chunks]
    # without a puzzle the columns are those of no rows
    rows = Rows.join(tables) if tables else Evaluator(settings).evaluate(np.zeros((0, 81), np.uint8))
    rows = rows.with_columns({"T": np.where(rows["valid"], rows["T"], -1), "method": rows["way"]})
    return Table(rows, evaluated_columns(rows, settings))


def keys_of(things: Sequence[Any], catalogue: Any) -> list[str]:
    """The names of what is given by name, as a record, or as a decorated function."""
    if isinstance(things, str):
        raise InputError(f"{catalogue.what}s: a list of names is needed, as [{things!r}]")
    return [catalogue.name_of(thing) for thing in things]


def _entries(puzzles: str | Path | Iterable[Any]) -> list[Entry]:
    if isinstance(puzzles, str | Path):
        if isinstance(puzzles, Path) or ("\n" not in puzzles and Path(puzzles).exists()):
            entries = read_path(Path(puzzles))
            records_of(entries)
            return entries
        puzzles = [puzzles]
    return [Entry("list", k, Puzzle(one).record) for k, one in enumerate(puzzles, 1)]


def _settings(walks: int, options: EvaluationOptions) -> EvaluationSettings:
    given = cast("dict[str, Any]", options)
    unknown = sorted(given.keys() - EvaluationOptions.__annotations__.keys())
    if unknown:
        raise InputError(f"{unknown[0]}: unknown; there are walks, {', '.join(EvaluationOptions.__annotations__)}")
    if walks < 1:
        raise InputError(f"walks: {walks} is not at least 1")
    families = options.get("families", ())
    plain = {name: given[name] for name in ("seed", "walk", "x_wing", "levels") if name in given}
    named_families = families if isinstance(families, str) else ",".join(families)
    settings = make_settings(walks=walks, families=named_families, **plain)
    goals = options.get("objectives")
    return replace(
        settings,
        objectives=COMPETITION if goals is None else named(keys_of(goals, OBJECTIVES)),
        constraints=with_others(keys_of(options.get("constraints", ()), CONSTRAINTS)),
    )


def evaluated_columns(rows: Rows, settings: EvaluationSettings) -> list[Column]:
    """The columns of `evaluate --json`, nested ones laid flat."""
    extra = [goal.column for goal in settings.objectives if goal.key not in OURS]
    columns: list[Column] = [
        genome("hints", 81, to_line, from_characters),
        flag("valid"),
        *(count(one.column) for one in settings.constraints),
        choice("verdict", VERDICTS),
        choice("method", METHODS),
        genome("solution", 81, to_line, from_characters),
        *(number(name) for name in ("f1", "f2", "f1_se", "f2_se")),
        *(number(name) for key in extra for name in (key, f"{key}_se")),
        count("T"),
        count("walks"),
        *(number(name) for name in (*MEASURED, *MINUTES, "guesses")),
        choice("grade", GRADE_NAMES),
        choice("hardest_family", FAMILY_KEYS),
    ]
    return [column for column in columns if column.name in rows]
