"""CSV tables of puzzles: what a run leaves as pareto.csv, and what `--format csv` writes.

A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@` as a formula. Text that begins so is
written with an apostrophe before it, which spreadsheets hide and `read` takes away again.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import fields
from typing import Final

from evaluation.objectives import COMPETITION
from experiments.publish.puzzle import ExportPuzzle
from experiments.run.columns import scores
from puzzles.errors import InputError
from puzzles.files.base import at, hints_of, not_empty, one_line, solution_of

_NUMBERS: Final = (*scores(COMPETITION), *scores(COMPETITION, "validated_"), "effort")
COLUMNS: Final = tuple(field.name for field in fields(ExportPuzzle))
PRINTED: Final = ("hints", "id", "title", "author", "grade", "techniques")
"""The columns that a printed puzzle shows, besides its id."""
_RISKY: Final = ("=", "+", "-", "@", "'", "\t", "\r", "＝", "＋", "－", "＠")
_LARGEST_CELL: Final = 1 << 20


def guard(text: str) -> str:
    """Text as a cell that no spreadsheet takes for a formula."""
    line = one_line(text)
    return "'" + line if line.startswith(_RISKY) else line


def _unguard(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_RISKY) else cell


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


def read(text: str, source: str) -> list[ExportPuzzle]:
    """The puzzles of a table with at least a column `hints`; columns with other names are passed over.

    A table without solutions gives empty ones. Raises InputError with source and line.
    """
    csv.field_size_limit(_LARGEST_CELL)
    try:
        body = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        lines = list(csv.DictReader(io.StringIO(body, newline="")))
    except csv.Error as error:
        raise InputError(f"{source}: not a table ({error})") from None
    puzzles: list[ExportPuzzle] = []
    for number, row in enumerate(lines, 2):
        cells = {str(name).strip(): _unguard(value.strip()) for name, value in row.items() if isinstance(value, str)}
        if "hints" not in cells:
            raise at(source, 1, "no column is called hints")
        try:
            puzzles.append(_puzzle(cells, source))
        except InputError as error:
            raise at(source, number, error) from None
    return not_empty(puzzles, source)


def _puzzle(cells: dict[str, str], source: str) -> ExportPuzzle:
    techniques = cells.get("techniques") or cells.get("hardest_family", "")
    turns = _number(cells, "T")
    return ExportPuzzle(
        hints=hints_of(cells["hints"]),
        solution=solution_of(cells.get("solution", "")) or "",
        id=cells.get("id", ""),
        title=cells.get("title", ""),
        author=cells.get("author", ""),
        grade=cells.get("grade") or None,
        techniques=tuple(part.strip() for part in techniques.split(";") if part.strip()),
        T=None if turns is None else int(turns),
        source=cells.get("source") or source,
        **{name: _number(cells, name) for name in _NUMBERS},
    )


def _number(cells: dict[str, str], name: str) -> float | None:
    text = cells.get(name, "")
    if not text:
        return None
    try:
        value = float(text)
    except ValueError:
        raise InputError(f"{name} is {text[:20]!r}, a number is needed") from None
    return value if math.isfinite(value) else None


def recognises(text: str) -> bool:
    """A first line with a column called hints."""
    first = next(iter(text.lstrip("\ufeff").splitlines()), "")
    return "hints" in [name.strip().strip('"') for name in first.split(",")]
