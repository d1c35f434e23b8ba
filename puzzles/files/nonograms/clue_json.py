"""Nonograms as JSON: row and column clues, lists of lists of block lengths, under the usual keys.

`rows` and `columns`, `row_clues` and `colClues`, `row` and `column`, `left` and `top`; beside each other or in an
object `clues`. A file holds one object, a list of them, a list under `puzzles`, or one object behind the other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from json import JSONDecodeError
from typing import Any, Final, cast

import numpy as np

from puzzles.errors import InputError
from puzzles.files.base import one_line
from puzzles.files.nonograms.base import NonogramEntry, NonogramFormat, entry, fault
from puzzles.nonogram import LONGEST_SIDE, Clue, Nonogram, Picture

_Object = dict[str, Any]
_TEXTS: Final = ("title", "author", "copyright", "catalogue")
_WORDS: Final = "(?:clues?|hints?|constraints?|numbers?)?"
_KINDS: Final = {
    "rows": re.compile(rf"{_WORDS}(?:rows?|left){_WORDS}$"),
    "columns": re.compile(rf"{_WORDS}(?:columns?|cols?|top){_WORDS}$"),
}
"""The keys of the clues, in small letters without blanks, `_` and `-`."""
_SIZES: Final = {"rows": "height", "columns": "width"}
_LISTS: Final = ("puzzles", "nonograms")
_NESTED: Final = ("clues", "hints", "puzzle", "nonogram")
_BLANK: Final = re.compile(r"[\s\ufeff]*")
_NEXT: Final = re.compile(r"^\{", re.MULTILINE)
_MARK: Final = re.compile(r"\"[^\"\n]{0,40}(?:row|left)", re.IGNORECASE)
_SHOWN: Final = 40


def read(text: str, source: str = "JSON text") -> list[NonogramEntry]:
    """The puzzles of JSON text. An empty line is `[]` or `[0]`; a goal is a list of rows of 0 and 1."""
    entries: list[NonogramEntry] = []
    for line, value in _values(text):
        if isinstance(value, InputError):
            entries.append(fault(source, line, str(value)))
        else:
            entries += _entries(value, source, line)
    return entries


def _values(text: str) -> Iterator[tuple[int, Any]]:
    """Each value of a text with the line where it begins; an InputError for what is none.

    After a fault it goes on at the next line that begins with `{`.
    """
    decoder = json.JSONDecoder(object_pairs_hook=_without_doubles, parse_constant=_no_constant)
    place = _BLANK.match(text, 0).end()  # type: ignore[union-attr]
    while place < len(text):
        line = text.count("\n", 0, place) + 1
        try:
            value, place = decoder.raw_decode(text, place)
            yield line, value
        except (ValueError, RecursionError) as error:
            if isinstance(error, JSONDecodeError):
                yield line, InputError(f"not JSON ({error.msg})")
            else:
                problem = str(error).splitlines()[0] if isinstance(error, ValueError) else "nested too deep"
                yield line, InputError(f"not JSON that can be read ({problem[:80]})")
            following = _NEXT.search(text, place + 1)
            place = following.start() if following else len(text)
        place = _BLANK.match(text, place).end()  # type: ignore[union-attr]


def _without_doubles(pairs: list[tuple[str, Any]]) -> _Object:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return fields


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def _entries(value: Any, source: str, line: int) -> list[NonogramEntry]:
    """The puzzles of one value, those of a list by their numbers."""
    if isinstance(value, dict):
        fields = cast("_Object", value)
        inner = next((fields[name] for name in _LISTS if isinstance(fields.get(name), list)), None)
        if inner is None or _has_clues(fields):
            return [entry(source, line, lambda: _puzzle(fields))]
        value = inner
    elif not isinstance(value, list):
        return [fault(source, line, f"an object with 'rows' and 'columns' is needed, not {json.dumps(value)[:_SHOWN]}")]
    entries: list[NonogramEntry] = []
    for k, one in enumerate(cast("list[Any]", value), 1):
        if isinstance(one, dict):
            found = entry(source, line, lambda one=one: _puzzle(cast("_Object", one)))
        else:
            found = fault(source, line, f"an object with 'rows' and 'columns' is needed, not {_shown(one)}")
        if found.error is not None:
            found = fault(source, line, f"puzzle {k}: {found.error}")
        entries.append(found)
    return entries


def _shown(value: Any) -> str:
    return json.dumps(value)[:_SHOWN]


def _kind_of(key: str) -> str | None:
    plain = re.sub(r"[\s_-]", "", key).lower()
    return next((kind for kind, form in _KINDS.items() if form.match(plain)), None)


def _has_clues(fields: _Object) -> bool:
    return {_kind_of(key) for key, value in fields.items() if isinstance(value, list)} >= {"rows", "columns"}


def _puzzle(fields: _Object) -> Nonogram:
    if not _has_clues(fields):
        nested = next((fields[name] for name in _NESTED if isinstance(fields.get(name), dict)), None)
        if nested is not None:
            fields = {**fields, **cast("_Object", nested)}
    found: dict[str, Any] = {}
    for key, value in fields.items():
        kind = _kind_of(key)
        if kind is None or not isinstance(value, list):
            continue
        if kind in found:
            raise InputError(f"{kind} stand under two keys, one of them {key[:_SHOWN]!r}")
        found[kind] = value
    clues: dict[str, tuple[Clue, ...]] = {}
    for kind in _KINDS:
        if kind not in found:
            raise InputError(f"{kind!r} must be a list of clues, each a list of block lengths")
        clues[kind] = tuple(_clue(one, kind, n) for n, one in enumerate(found[kind], 1))
        size = fields.get(_SIZES[kind])
        if isinstance(size, int) and size != len(clues[kind]):
            raise InputError(f"{len(clues[kind])} clues for the {kind}, the {_SIZES[kind]} is {str(size)[:_SHOWN]}")
    texts: dict[str, str] = {}
    for name in _TEXTS:
        value = fields.get(name)
        if value is not None and not isinstance(value, str):
            raise InputError(f"{name} is not text")
        if value is not None:
            texts[name] = one_line(value)
    return Nonogram(clues["rows"], clues["columns"], goal=_goal(fields.get("goal")), **texts)


def _clue(value: Any, kind: str, number: int) -> Clue:
    blocks = cast("list[Any]", value) if isinstance(value, list) else [value]
    if any(isinstance(one, dict) and {"color", "colour"} & {key.lower() for key in one} for one in blocks):
        raise InputError("a colour nonogram; only black and white ones are read")
    if not all(isinstance(one, int) and not isinstance(one, bool) for one in blocks):
        raise InputError(f"{kind} {number} is {_shown(value)}, a list of whole numbers is needed")
    if any(abs(one) > LONGEST_SIDE for one in blocks):
        raise InputError(f"{kind} {number}: a block of more than {LONGEST_SIDE} cells")
    return tuple(blocks)


def _goal(value: Any) -> Picture | None:
    if value is None:
        return None
    rows = cast("list[Any]", value) if isinstance(value, list) else []
    if not rows or any(not isinstance(row, list) or len(row) != len(rows[0]) for row in rows):
        raise InputError("the goal must be a list of rows of equal length")
    for row in rows:
        for cell in row:
            if isinstance(cell, bool) or cell not in (0, 1):
                raise InputError(f"the goal holds {_shown(cell)}, its cells are 0 or 1")
    return np.array(rows, np.int8)


def write(puzzles: Sequence[Nonogram]) -> str:
    """One puzzle as a JSON object with a clue a line; several as a list of objects."""
    objects = [_text(puzzle) for puzzle in puzzles]
    return objects[0] if len(objects) == 1 else "[\n" + ",\n".join(one.rstrip() for one in objects) + "\n]\n"


def _text(puzzle: Nonogram) -> str:
    data: _Object = {name: value for name in _TEXTS if (value := getattr(puzzle, name)) is not None}
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


def recognises(text: str) -> bool:
    """JSON whose first value holds the clues of a nonogram."""
    if text.lstrip()[:1] not in ("{", "[") or not _MARK.search(text):
        return False
    value = next(_values(text))[1]
    for name in _LISTS:
        if isinstance(value, dict) and isinstance(cast("_Object", value).get(name), list):
            value = cast("_Object", value)[name]
    first: Any = cast("list[Any]", value)[:1] if isinstance(value, list) else [value]
    if not first or not isinstance(first[0], dict):
        return False
    fields = cast("_Object", first[0])
    return _has_clues(fields) or any(
        isinstance(fields.get(name), dict) and _has_clues(cast("_Object", fields[name])) for name in _NESTED
    )


FORMAT: Final = NonogramFormat(
    "json",
    (".json", ".jsonl"),
    "JSON with rows and columns, lists of block lengths",
    write,
    read,
    recognises,
    frozenset(("title", "author", "copyright", "catalogue", "goal")),
)
