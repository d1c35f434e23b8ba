"""The `.g` form of Mirek and Petr Olšák's solver `grid`: lines that begin with `:` open the rows, the columns, the end.

Words before the first such line are comments, and so are those on the lines themselves and behind the third. An
empty line is an empty row or column. `#d` in the first column declares colours, `#t` a grid of triangles.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from puzzles.errors import InputError
from puzzles.files.nonograms.base import (
    LineError,
    Lines,
    NonogramEntry,
    NonogramFormat,
    clue_lines,
    entry,
    number,
    one_colour,
    only_one,
    raw_lines,
)
from puzzles.nonogram import Clue, Nonogram

_BLOCK: Final = re.compile(r"(\d+)(\S?)$")
_NAMED_COLUMNS: Final = re.compile(r":\s*(col|sloup)", re.IGNORECASE)


def read(text: str, source: str = ".g text") -> list[NonogramEntry]:
    """The puzzles of a `.g` text, one behind the other."""
    lines = list(enumerate(raw_lines(text), 1))
    entries: list[NonogramEntry] = []
    if not any(line.strip() for _, line in lines):
        return entries
    while lines and (not entries or any(line.startswith(":") for _, line in lines)):
        puzzle, lines = _first(lines)
        begin = next((n for n, line in puzzle if line.startswith((":", "#"))), puzzle[0][0])
        entries.append(entry(source, begin, lambda puzzle=puzzle: _puzzle(puzzle)))
    return entries


def _is_triangular(line: str) -> bool:
    return line[:2].lower() == "#t"


def _first(lines: Lines) -> tuple[Lines, Lines]:
    """The lines of the first puzzle, and those behind its end. Six-sided puzzles have six sections."""
    marks = [k for k, (_, line) in enumerate(lines) if line.startswith(":")]
    six = bool(marks) and any(_is_triangular(line) for _, line in lines[: marks[0]])
    sections = 6 if six else 2
    if len(marks) <= sections:
        return lines, []
    return lines[: marks[sections] + 1], lines[marks[sections] + 1 :]


def _puzzle(lines: Lines) -> Nonogram:
    marks = [k for k, (_, line) in enumerate(lines) if line.startswith(":")]
    head = lines[: marks[0]] if marks else lines
    for at, line in head:
        if _is_triangular(line):
            raise LineError(at, "a triddler, a grid of triangles; only rectangular nonograms are read")
    if len(marks) < 2:
        raise InputError("no line that begins with ':' before the rows and another before the columns")
    at, line = lines[marks[0]]
    if _NAMED_COLUMNS.match(line):
        raise LineError(at, "columns first; the form has the rows first")
    end = marks[2] if len(marks) > 2 else len(lines)
    colours: set[str] = set()
    rows = [_clue(n, one, colours) for n, one in lines[marks[0] + 1 : marks[1]]]
    columns = [_clue(n, one, colours) for n, one in lines[marks[1] + 1 : end]]
    one_colour(colours)
    return Nonogram(tuple(rows), tuple(columns))


def _clue(at: int, line: str, colours: set[str]) -> Clue:
    blocks: list[int] = []
    for word in re.split(r"[\s,]+", line.strip(" \t,")):
        if not word:
            continue
        found = _BLOCK.match(word)
        if found is None:
            raise LineError(at, f"{word[:40]!r} is no block length (a number, with a letter for its colour)")
        try:
            blocks.append(number(found.group(1)))
        except InputError as error:
            raise LineError(at, error) from None
        if blocks[-1]:
            colours.add(found.group(2))
    return tuple(blocks)


def write(puzzles: Sequence[Nonogram]) -> str:
    """One puzzle as `.g` text, an empty line for an empty row or column. Raises InputError for any other number."""
    puzzle = only_one(puzzles, "g")
    rows, columns = (["" if line == "0" else line for line in clue_lines(c)] for c in (puzzle.rows, puzzle.columns))
    return "\n".join([": rows", *rows, ": columns", *columns, ": end"]) + "\n"


def recognises(text: str) -> bool:
    """Two lines that begin with `:`, and nothing but blocks from the first to the second."""
    lines = raw_lines(text)
    marks = [k for k, line in enumerate(lines) if line.startswith(":")]
    if len(marks) < 2:
        return False
    if any(_is_triangular(line) for line in lines[: marks[0]]):
        return True
    words = [word for line in lines[marks[0] + 1 : marks[1]] for word in re.split(r"[\s,]+", line) if word]
    return (bool(words) or len(marks) > 2) and all(_BLOCK.match(word) for word in words)


FORMAT: Final = NonogramFormat(
    "g", (".g",), "form of the grid solver, with lines of ':'", write, read, recognises, several=False
)
