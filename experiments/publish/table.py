"""CSV tables of puzzles: what a run leaves as pareto.csv, and what `--format csv` writes.

A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@` as a formula. Text that begins so is
written with an apostrophe before it, which spreadsheets hide and the reader (`puzzles.files.table`) takes away again.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Final

from evaluation.objectives import COMPETITION
from experiments.publish.puzzle import ExportPuzzle
from experiments.run.columns import scores
from puzzles.errors import InputError
from puzzles.files import Record
from puzzles.files.base import one_line
from puzzles.files.table import RISKY

_NUMBERS: Final = (*scores(COMPETITION), *scores(COMPETITION, "validated_"), "effort")
COLUMNS: Final = tuple(field.name for field in fields(ExportPuzzle))
PRINTED: Final = ("hints", "id", "title", "author", "grade", "techniques")
"""The columns that a printed puzzle shows, besides its id."""


def guard(text: str) -> str:
    """Text as a cell that no spreadsheet takes for a formula."""
    line = one_line(text)
    return "'" + line if line.startswith(RISKY) else line


def write(puzzles: list[ExportPuzzle], columns: Sequence[str] = COLUMNS) -> str:
    """A table with a header line, one puzzle a line; numbers in full, unknown ones empty."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(columns)
    for puzzle in puzzles:
        row: list[str] = []
        for name in columns:
            value: object = getattr(puzzle, name)
            if value is None:
                row.append("")
            elif isinstance(value, tuple):
                row.append(guard("; ".join(one_line(part).replace(";", ",") for part in puzzle.techniques)))
            elif isinstance(value, float | int):
                row.append(repr(value))
            else:
                row.append(str(value) if name in ("hints", "solution") else guard(str(value)))
        table.writerow(row)
    return out.getvalue()


def from_record(record: Record, source: str) -> ExportPuzzle:
    """A puzzle that was read, with the columns that this table has.

    Args:
        record: as the reader gives it; `extra` holds the other columns.
        source: the run or file where the file names none.

    Raises:
        InputError: for a score that is no number.
    """
    cells = record.extra
    techniques = cells.get("techniques") or cells.get("hardest_family", "")
    turns = _number(cells, "T")
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
        T=None if turns is None else int(turns),
        source=cells.get("source") or source,
        **{column: _number(cells, column) for column in _NUMBERS},
    )


def _number(cells: Mapping[str, str], name: str) -> float | None:
    text = cells.get(name, "")
    if not text:
        return None
    try:
        value = float(text)
    except ValueError:
        raise InputError(f"{name} is {text[:20]!r}, a number is needed") from None
    return value if math.isfinite(value) else None
