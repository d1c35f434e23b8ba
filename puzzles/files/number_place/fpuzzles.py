"""f-puzzles links: a JSON object, packed, in the `load` parameter. One link a line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final, cast
from urllib.parse import quote, unquote

from puzzles.errors import InputError
from puzzles.files.base import Format, Record, hints_of, one_line, solution_of
from puzzles.files.number_place.lzstring import pack, unpack
from puzzles.geometry import cell_name

_PREFIX: Final = "https://www.f-puzzles.com/?load="
_HARMLESS: Final = frozenset(
    (
        "size", "title", "author", "ruleset", "grid", "solution", "id", "v", "highlightconflicts", "checkpencilmarks",
        "msgcorrect", "msgincorrect", "successmessage", "disabledlogic", "truecandidatesoptions", "disabled",
        "metadata", "cosmetic", "text", "line", "circle", "rectangle", "cage", "underlays", "overlays", "cosmetics",
        "date", "source",
    )
)  # fmt: skip
"""What a puzzle may say besides its grid without having another rule: words, settings and pure decoration."""


def packed(record: Record) -> str:
    """The packed JSON of a puzzle, made fit for a URL (`+`, `/` and `=` escaped)."""
    cells = [{"value": int(ch), "given": True} if ch != "." else {} for ch in record.hints]
    data: dict[str, object] = {"size": 9}
    if one_line(record.title):
        data["title"] = one_line(record.title)
    if one_line(record.author):
        data["author"] = one_line(record.author)
    data["grid"] = [cells[k : k + 9] for k in range(0, 81, 9)]
    if record.solution:
        data["solution"] = [int(ch) for ch in record.solution]
    return quote(pack(json.dumps(data, ensure_ascii=False, separators=(",", ":"))), safe="")


def unpacked(code: str) -> Record:
    """The puzzle of packed JSON. Raises InputError when it is damaged, or no plain 9 × 9 number place."""
    text = unpack(unquote(code).replace(" ", "+"))
    try:
        data: object = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("the link does not hold JSON") from None
    if not isinstance(data, Mapping):
        raise InputError("the link does not hold a puzzle")
    return record_of(cast("Mapping[str, object]", data))


def record_of(data: Mapping[str, object]) -> Record:
    """The puzzle of f-puzzles' JSON. Raises InputError for another size, and for rules beyond number place."""
    size, grid = data.get("size", 9), data.get("grid")
    if size != 9:
        raise InputError(f"a {str(size)[:10]} × {str(size)[:10]} grid, this reads 9 × 9")
    if not isinstance(grid, Sequence) or len(grid) != 9:
        raise InputError("the link's grid does not have nine rows")
    rules = [
        key for key, value in data.items() if key.lower() not in _HARMLESS and value not in (None, False, 0, "", [], {})
    ]
    if rules:
        raise InputError(f"rules beyond number place ({', '.join(rules)[:80]}), which are not read")
    marks: list[str] = []
    for row in grid:
        if not isinstance(row, Sequence) or len(row) != 9:
            raise InputError("the link's grid does not have nine cells a row")
        marks += [_mark(cell, len(marks) + column) for column, cell in enumerate(row)]
    return Record(
        hints_of("".join(marks)),
        _solution(data.get("solution")),
        one_line(str(data.get("title") or "")),
        one_line(str(data.get("author") or "")),
    )


def _mark(cell: object, place: int) -> str:
    """The hint of a cell. A value without `given` was typed by a solver and is no hint."""
    if not isinstance(cell, Mapping):
        return "."
    region = cell.get("region")
    if region is not None and region != place // 27 * 3 + place % 9 // 3:
        raise InputError("irregular boxes, which are not read")
    value = cell.get("value") if cell.get("given") else None
    mark = "." if value in (None, 0, "") else str(value)
    if len(mark) != 1:
        raise InputError(f"{mark[:20]!r} at {cell_name(place)} is not a digit 1-9")
    return mark


def _solution(value: object) -> str | None:
    if isinstance(value, str):
        return solution_of(value.replace(",", ""))
    if isinstance(value, Sequence):
        return solution_of("".join(str(item) for item in value))
    return None


def write(records: list[Record]) -> str:
    """One link a line."""
    return "".join(f"{_PREFIX}{packed(record)}\n" for record in records)


FORMAT: Final = Format(
    "fpuzzles", ".fpuzzles.txt", "f-puzzles links", write, frozenset(("solution", "title", "author"))
)
