"""Nonograms as plain JSON: `rows` and `columns`, lists of lists of block lengths, with an optional title and goal."""

from __future__ import annotations

import json
from typing import Any, Final, cast

import numpy as np

from puzzles.errors import InputError
from puzzles.files.base import one_line
from puzzles.nonogram import Clue, Nonogram, Picture

_TEXTS: Final = ("title", "author", "copyright", "catalogue")


def read(text: str, source: str = "JSON text") -> Nonogram:
    """The puzzle of a JSON object. An empty line is `[]` or `[0]`; a goal is a list of rows of 0 and 1.

    Raises InputError that names the entry that is wrong.
    """
    try:
        data: Any = json.loads(text.lstrip("\ufeff"))
    except (json.JSONDecodeError, RecursionError) as error:
        raise InputError(f"{source}: not JSON ({str(error).splitlines()[0]})") from None
    if not isinstance(data, dict):
        raise InputError(f"{source}: an object with 'rows' and 'columns' is needed, not {type(data).__name__}")
    fields = cast("dict[str, Any]", data)
    texts: dict[str, str] = {}
    for name in _TEXTS:
        value = fields.get(name)
        if value is not None and not isinstance(value, str):
            raise InputError(f"{source}: {name} is not text")
        if value is not None:
            texts[name] = one_line(value)
    rows, columns = _clues(fields, "rows", source), _clues(fields, "columns", source)
    try:
        return Nonogram(rows, columns, goal=_goal(fields.get("goal"), source), **texts)
    except InputError as error:
        raise InputError(str(error) if str(error).startswith(source) else f"{source}: {error}") from None


def write(puzzle: Nonogram) -> str:
    """The puzzle as a JSON object, a clue a line."""
    data: dict[str, Any] = {name: value for name in _TEXTS if (value := getattr(puzzle, name)) is not None}
    data["width"], data["height"] = puzzle.width, puzzle.height
    data["rows"] = [list(clue) for clue in puzzle.rows]
    data["columns"] = [list(clue) for clue in puzzle.columns]
    if puzzle.goal is not None:
        data["goal"] = puzzle.goal.tolist()
    parts: list[str] = []
    for name, value in data.items():
        if isinstance(value, list):
            lines = ",\n".join(f"    {json.dumps(line)}" for line in cast("list[Any]", value))
            parts.append(f"  {json.dumps(name)}: [\n{lines}\n  ]")
        else:
            parts.append(f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _clues(fields: dict[str, Any], name: str, source: str) -> tuple[Clue, ...]:
    lines = fields.get(name)
    if not isinstance(lines, list):
        raise InputError(f"{source}: {name!r} must be a list of clues, each a list of block lengths")
    clues: list[Clue] = []
    for number, line in enumerate(cast("list[Any]", lines), 1):
        good = isinstance(line, list) and all(
            isinstance(size, int) and not isinstance(size, bool) for size in cast("list[Any]", line)
        )
        if not good:
            raise InputError(f"{source}: {name} {number} is {json.dumps(line)}, a list of whole numbers is needed")
        clues.append(tuple(line))
    return tuple(clues)


def _goal(value: Any, source: str) -> Picture | None:
    if value is None:
        return None
    rows = cast("list[Any]", value) if isinstance(value, list) else []
    if not rows or any(not isinstance(row, list) or len(row) != len(rows[0]) for row in rows):
        raise InputError(f"{source}: the goal must be a list of rows of equal length")
    for row in rows:
        for cell in row:
            if isinstance(cell, bool) or cell not in (0, 1):
                raise InputError(f"{source}: the goal holds {json.dumps(cell)}, its cells are 0 or 1")
    return np.array(rows, np.int8)
