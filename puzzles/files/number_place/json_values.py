"""JSON in its usual shapes: 81 integers, nine lists, nine strings, cells as objects, objects with the puzzle
under one of many names, lists of those, one object a line, and what `evaluate --json` and a run write.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from puzzles.errors import InputError
from puzzles.files.base import Record, one_line, solution_of
from puzzles.files.marks import hints_of_cells, is_cells, marks_of
from puzzles.files.number_place import fpuzzles
from puzzles.files.number_place.blocks import SIZES, not_nine
from puzzles.files.number_place.characters import wrong_mark
from puzzles.files.page import Claim, Page
from puzzles.geometry import cell_name

PUZZLES: Final = (
    "hints", "puzzle", "puzzles", "quiz", "quizzes", "board", "grid", "givens", "clues", "cells", "sudoku", "problem",
    "question", "mission", "unsolved", "initial", "start", "puzzle_string", "sudoku_string", "pattern",
    "value", "values",
)  # fmt: skip
"""What a puzzle is called in objects and in the columns of tables, the surest name first."""
SOLUTIONS: Final = ("solution", "solutions", "solved", "answer", "answers")
_DIGIT_KEYS: Final = ("value", "val", "digit", "number", "v", "n", "given", "hint")
_HINT_KEYS: Final = ("given", "fixed", "isGiven", "is_given", "isFixed", "readonly", "readOnly", "locked", "prefilled")
_TEXTS: Final = {"title": ("title", "name"), "author": ("author", "by"), "level": ("level", "grade", "difficulty")}
_DEEPEST: Final = 6
"""Objects and lists around a puzzle."""
_GOES_ON: Final = re.compile(r"[\]\[{}\",]|-?\d{1,2}\s*,?$|-?\d{1,2}\s*[,\]]|(null|true|false)\s*,?$")
_MANY_ITEMS: Final = 1 << 20


def _integer(digits: str) -> int:
    return int(digits) if len(digits) < 20 else -1


_DECODER: Final = json.JSONDecoder(parse_int=_integer)


def claim(page: Page, k: int) -> Claim | None:
    """The puzzles of the JSON value that begins in line `k`."""
    line = page.lines[k]
    if not line.startswith(("[", "{")):
        return None
    start = page.starts[k] + page.raw[k].index(line[0])
    try:
        value, stop = _DECODER.raw_decode(page.text, start)
    except json.JSONDecodeError as error:
        return _broken(page, k, error)
    except (RecursionError, ValueError):
        return Claim(_rest_of(page, k + 1) - k, [page.bad(k, "not JSON that can be read")])
    last = bisect_right(page.starts, stop - 1) - 1
    rest = page.text[stop : page.starts[last + 1]].strip().lstrip(",;").strip()
    entries = [
        page.good(k, found) if isinstance(found, Record) else page.bad(k, found)
        for found in puzzles_of(value, page.pattern)
    ]
    if rest and not rest.startswith("#"):
        entries.append(page.bad(last, f"{rest[:40]!r} behind the JSON value cannot be read"))
    return Claim(last - k + 1, entries)


def _broken(page: Page, k: int, error: json.JSONDecodeError) -> Claim:
    """One error for a value that is not whole: up to where it breaks off, and what looks like its rest."""
    place = bisect_right(page.starts, error.pos) - 1
    begins = place < len(page) and not page.text[page.starts[place] : error.pos].strip()
    end = max(k + 1, min(len(page), place if begins else place + 1))
    end = _rest_of(page, end)
    line = min(place, len(page) - 1)
    return Claim(end - k, [page.bad(k, f"not JSON ({error.msg.lower()}, line {line + 1})")])


def _rest_of(page: Page, end: int) -> int:
    """The first line from `end` on that does not look like a part of a value that is not whole."""
    while end < len(page) and page.lines[end] and _GOES_ON.match(page.lines[end]) and not _is_whole(page.lines[end]):
        end += 1
    return end


def _is_whole(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return line[0] in "[{"


def puzzles_of(value: object, pattern: bool = False, depth: int = 0) -> Iterator[Record | str]:
    """The puzzles of a JSON value, in order; for each that cannot be read, why not."""
    if depth > _DEEPEST:
        yield "no puzzle in this JSON: it is nested too deeply"
        return
    if isinstance(value, Mapping):
        yield from _of_object(cast("Mapping[str, object]", value), pattern, depth)
        return
    problem = ""
    marks = None
    try:
        marks = grid_marks(value, pattern)
    except InputError as error:
        problem = str(error)
    if marks is not None:
        yield Record(marks)
    elif problem:
        yield problem
    elif isinstance(value, list) and value:
        several = len(cast("list[object]", value)) > 1
        for number, item in enumerate(cast("list[object]", value), 1):
            for found in puzzles_of(item, pattern, depth + 1):
                yield f"item {number}: {found}" if several and isinstance(found, str) else found
    else:
        shown = json.dumps(value)
        yield f"no puzzle in this JSON: {shown[:40]}"


def _of_object(data: Mapping[str, object], pattern: bool, depth: int) -> Iterator[Record | str]:
    names = {name.lower().strip(): name for name in data}
    if "rows" in names and "columns" in names and not any(name in names for name in PUZZLES):
        yield "a nonogram, not number place"
        return
    name = next(
        (names[name] for name in PUZZLES if name in names and isinstance(data.get(names[name]), list | str | Mapping)),
        None,
    )
    if name is None:
        inner = [item for item in data.values() if isinstance(item, list | Mapping)]
        found = [puzzle for item in inner for puzzle in puzzles_of(item, pattern, depth + 1)]
        good = [puzzle for puzzle in found if isinstance(puzzle, Record)]
        yield from good or found[:1] or [f"no puzzle in this object (its keys are {', '.join(data)[:60] or 'none'})"]
        return
    try:
        if "size" in names and name == "grid" and isinstance(data[name], list):
            yield fpuzzles.record_of(data)
            return
        marks = grid_marks(data[name], pattern)
    except InputError as error:
        yield str(error)
        return
    if marks is None:
        yield from puzzles_of(data[name], pattern, depth + 1)
        return
    texts = {
        field: one_line(str(data[names[key]]))
        for field, keys in _TEXTS.items()
        for key in reversed(keys)
        if key in names and isinstance(data[names[key]], str)
    }
    extra = {key: _text(item) for key, item in data.items() if key != name and not isinstance(item, list | Mapping)}
    yield Record(marks, _solution(data, names), **texts, extra=extra)


def _solution(data: Mapping[str, object], names: Mapping[str, str]) -> str | None:
    for name in SOLUTIONS:
        if name in names:
            try:
                marks = grid_marks(data[names[name]], False)
            except InputError:
                marks = None
            if marks is not None:
                return solution_of(marks)
    return None


def _text(value: object) -> str:
    if value is None:
        return ""
    return one_line(value) if isinstance(value, str) else json.dumps(value)


def grid_marks(value: object, pattern: bool) -> str | None:
    """The 81 characters of a value that is one grid; None for one that may hold several.

    Raises InputError for a grid with a fault or of another size.
    """
    if isinstance(value, str):
        return _of_text(value, pattern)
    if not isinstance(value, Sequence):
        return None
    items = cast("Sequence[object]", value)
    if not items or len(items) > _MANY_ITEMS:
        return None
    if all(map(_is_cell, items)) and not (isinstance(items[0], Mapping) and len(items) < 81):
        return _of_cells(items, pattern)
    if all(isinstance(item, str) for item in items):
        return _of_strings(cast("Sequence[str]", items), pattern)
    if all(isinstance(item, list) and all(map(_is_cell, cast("list[object]", item))) for item in items):
        return _of_rows(cast("Sequence[list[object]]", items), pattern)
    return None


def _is_cell(item: object) -> bool:
    if isinstance(item, Mapping):
        return not item or (
            any(key in item for key in _DIGIT_KEYS)
            and not any(
                isinstance(inner, list | Mapping) and key in _DIGIT_KEYS
                for key, inner in cast("Mapping[str, object]", item).items()
            )
            and not any(
                isinstance(inner, str) and len(inner) > 1
                for key, inner in cast("Mapping[str, object]", item).items()
                if key in _DIGIT_KEYS
            )
        )
    return item is None or isinstance(item, int | float) or (isinstance(item, str) and len(item) <= 2)


def _of_text(text: str, pattern: bool) -> str | None:
    marks = marks_of(text.strip()) if len(text) < 1000 else text
    if len(marks) != 81:
        raise InputError(f"{len(marks)} characters, a puzzle has 81")
    if not is_cells(marks, pattern):
        cell = next(
            cell for cell, mark in enumerate(marks) if not is_cells(mark, pattern) or not is_cells(marks, pattern)
        )
        raise InputError(wrong_mark(marks, cell))
    return hints_of_cells(marks, pattern)


def _of_strings(items: Sequence[str], pattern: bool) -> str | None:
    if len(items) == 9 and all(len(item) == 9 for item in items):
        return _of_text("".join(items).replace(" ", "."), pattern)
    rows = [marks_of(item) for item in items]
    if len(rows) in SIZES and all(len(row) == len(rows) and is_cells(row, pattern) for row in rows):
        raise InputError(not_nine(len(rows), len(rows)))
    if len(rows) == 9 and all(len(row) == 9 for row in rows):
        return _of_text("".join(rows), pattern)
    return None


def _of_rows(items: Sequence[list[object]], pattern: bool) -> str | None:
    widths = {len(row) for row in items}
    if len(items) == 9 and widths == {9}:
        return _of_cells([cell for row in items for cell in row], pattern)
    if widths == {len(items)} and len(items) in SIZES:
        raise InputError(not_nine(len(items), len(items)))
    if 81 in widths or any(isinstance(cell, Mapping) for row in items for cell in row[:1]):
        return None
    if len(items) == 1:
        raise InputError(_numbers(len(items[0])))
    if any(width < 9 for width in widths) or len(items) == 9:
        odd = next((k for k, row in enumerate(items) if len(row) != 9), 0)
        raise InputError(f"{len(items)} rows, and {len(items[odd])} cells in row {odd + 1}: a puzzle has 9 rows of 9")
    return None


def _numbers(number: int) -> str:
    side = round(number**0.5)
    size = f" (a {side} × {side} grid)" if side * side == number and side in SIZES else ""
    return f"{number} numbers{size}, a puzzle has 81"


def _of_cells(items: Sequence[object], pattern: bool) -> str:
    if len(items) != 81:
        raise InputError(_numbers(len(items)))
    flags = [
        cast("Mapping[str, object]", item)
        for item in items
        if isinstance(item, Mapping) and any(isinstance(item.get(key), bool) for key in _HINT_KEYS)
    ]
    marks: list[str] = []
    for cell, item in enumerate(items):
        value = item
        if isinstance(item, Mapping):
            entries = cast("Mapping[str, object]", item)
            if flags and not any(entries.get(key) is True for key in _HINT_KEYS):
                marks.append(".")
                continue
            value = next(
                (entries[key] for key in _DIGIT_KEYS if key in entries and not isinstance(entries[key], bool)), None
            )
        marks.append(_mark(value, cell, pattern))
    return "".join(marks)


def _mark(value: object, cell: int, pattern: bool) -> str:
    if value is None or value is False or (isinstance(value, str) and value.strip() in ("", ".", "0", "-", "_", "*")):
        return "."
    if pattern:
        return "1" if value not in (0, 0.0) else "."
    number = value
    if isinstance(value, str) and value.strip() in tuple("123456789"):
        number = int(value)
    if isinstance(number, float) and number in range(10):
        number = int(number)
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= 9:
        raise InputError(f"{json.dumps(value)[:40]} at {cell_name(cell)} is not an integer from 0 to 9")
    return str(number) if number else "."
