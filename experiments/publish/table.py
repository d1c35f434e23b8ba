"""CSV tables of puzzles that go out: the columns of pareto.csv, and what a printed puzzle has besides.

A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@` as a formula. Text that begins so is
written with an apostrophe before it, which spreadsheets hide and the reader (`puzzles.files.number_place.table`) takes
away again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from evaluation.table import Column, Table, text
from experiments.kinds.number_place.columns import pareto_columns
from experiments.kinds.number_place.goals import goals_of
from experiments.publish.puzzle import ExportPuzzle
from puzzles.errors import InputError
from puzzles.files import Record
from puzzles.files.base import one_line
from puzzles.files.number_place.table import RISKY
from puzzles.grid import from_characters

_HINTS, _SOLUTION = pareto_columns()[:2]
_GRIDS: Final = (_HINTS.name, _SOLUTION.name)
_GRADE: Final = "grade"
"""Text here: puzzles from elsewhere have grades of their own."""
_TEXTS: Final = ("id", "title", "author", _GRADE, "techniques", "source")
_PRINTED: Final = ("id", "title", "author", _GRADE, "techniques")
"""What a printed puzzle shows, besides its hints."""


def guard(text: str) -> str:
    """Text as a cell that no spreadsheet takes for a formula."""
    line = one_line(text)
    return "'" + line if line.startswith(RISKY) else line


def _measured(names: Sequence[str]) -> tuple[Column, ...]:
    """The columns of pareto.csv for the objectives among some names, without grids and grade."""
    return tuple(one for one in pareto_columns(goals_of(names)) if one.name not in (*_GRIDS, _GRADE))


def write(puzzles: Sequence[ExportPuzzle]) -> str:
    """A table with a header line, one puzzle a line, unknown cells empty; numbers as in pareto.csv."""
    measured = _measured(list(dict.fromkeys(name for puzzle in puzzles for name in puzzle.row)))
    values = {one.name: _array(one, [puzzle.row.get(one.name) for puzzle in puzzles]) for one in measured}
    texts = [text(name) for name in _TEXTS]
    return _table(puzzles).with_columns(values).to_csv([_HINTS, _SOLUTION, *texts, *measured])


def write_printed(puzzles: Sequence[ExportPuzzle]) -> str:
    """A table of what the printed puzzles show: no solutions, no scores."""
    return _table(puzzles).to_csv([_HINTS, *(text(name) for name in _PRINTED)])


def _table(puzzles: Sequence[ExportPuzzle]) -> Table:
    """Grids and texts."""

    def texts(name: str) -> list[str]:
        return [guard(getattr(puzzle, name) or "") for puzzle in puzzles]

    columns: dict[str, list[Any]] = {name: texts(name) for name in _TEXTS if name != "techniques"}
    columns["techniques"] = [
        guard("; ".join(one_line(part).replace(";", ",") for part in puzzle.techniques)) for puzzle in puzzles
    ]
    grids = {name: [_grid(getattr(puzzle, name)) for puzzle in puzzles] for name in _GRIDS}
    return Table(
        {name: np.array(cells, np.uint8).reshape(-1, 81) for name, cells in grids.items()}
        | {name: np.array(cells, object) for name, cells in columns.items()}
    )


def _grid(line: str) -> Any:
    return from_characters(line) if line else np.zeros(81, np.uint8)


def _array(column: Column, values: Sequence[float | None]) -> Any:
    unknown = column.read("")
    return np.array([unknown if value is None else value for value in values], column.dtype)


def from_record(record: Record, source: str) -> ExportPuzzle:
    """A puzzle that was read, with the columns that this table has.

    Args:
        record: as the reader gives it; `extra` holds the other columns.
        source: the run or file where the file names none.

    Raises:
        InputError: for a cell that its column cannot hold, as a score that is no number.
    """
    cells = record.extra
    techniques = cells.get("techniques") or cells.get("hardest_family", "")
    row: dict[str, float] = {}
    for column in _measured(list(cells)):
        cell = cells.get(column.name, "").strip()
        try:
            value = column.read(cell)
        except InputError as error:
            raise InputError(f"{column.name}: {error}") from None
        if cell:
            row[column.name] = value
    return ExportPuzzle(
        hints=record.hints,
        solution=record.solution or "",
        id=cells.get("id", ""),
        title=record.title,
        author=record.author,
        grade=record.level or None,
        techniques=tuple(
            part.strip() for part in re.split(";" if techniques else ",", techniques or record.comment) if part.strip()
        ),
        row=row,
        source=cells.get("source") or source,
    )
