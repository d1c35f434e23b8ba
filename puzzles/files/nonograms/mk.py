"""The `.mk` form: `rows columns`, the row clues, a line of `#` alone, the column clues."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from puzzles.files.nonograms.base import (
    LineError,
    Lines,
    NonogramEntry,
    NonogramFormat,
    clue,
    clue_lines,
    entry,
    lines_of,
    only_one,
    size_pair,
    without_layout,
)
from puzzles.nonogram import Nonogram

_FORM: Final = "'rows columns', the clues of the rows, a line #, the clues of the columns"


def read(text: str, source: str = ".mk text") -> list[NonogramEntry]:
    """The puzzles of an `.mk` text, one behind the other. `0` or a blank line stands for an empty line; `#` with
    words begins a comment line.
    """
    lines = [(n, line) for n, line in lines_of(text) if not line.startswith("#") or line == "#"]
    entries: list[NonogramEntry] = []
    while any(line for _, line in lines):
        while not lines[0][1]:
            lines.pop(0)
        puzzle, lines = _first(lines)
        entries.append(entry(source, puzzle[0][0], lambda puzzle=puzzle: _puzzle(puzzle)))
    return entries


def _first(lines: Lines) -> tuple[Lines, Lines]:
    """The lines of the first puzzle, and the rest: another puzzle has another `#` and its header before it."""
    marks = [k for k, (_, line) in enumerate(lines) if line == "#"]
    sizes = size_pair(lines[0][1])
    if len(marks) < 2 or sizes is None:
        return lines, []
    filled = [k for k in range(marks[0] + 1, marks[1]) if lines[k][1]]
    end = filled[sizes[1]] if len(filled) > sizes[1] else len(lines)
    return lines[:end], lines[end:]


def _puzzle(lines: Lines) -> Nonogram:
    at, line = lines[0]
    sizes = size_pair(line)
    if sizes is None:
        raise LineError(at, f"{line[:40]!r} is no header; the form is {_FORM}")
    marks = [k for k, (_, one) in enumerate(lines) if one == "#"]
    if len(marks) != 1:
        raise LineError(at, f"{len(marks)} lines of # alone; the form is {_FORM}")
    sections = (lines[1 : marks[0]], lines[marks[0] + 1 :])
    rows, columns = (
        tuple(without_layout([clue(n, one) if one else None for n, one in section], size, what))
        for section, size, what in zip(sections, sizes, ("rows", "columns"), strict=True)
    )
    return Nonogram(rows, columns)


def write(puzzles: Sequence[Nonogram]) -> str:
    """One puzzle as `.mk` text, `0` for an empty line. Raises InputError for any other number of puzzles."""
    puzzle = only_one(puzzles, "mk")
    lines = [f"{puzzle.height} {puzzle.width}", *clue_lines(puzzle.rows), "#", *clue_lines(puzzle.columns)]
    return "\n".join(lines) + "\n"


def recognises(text: str) -> bool:
    """Two sizes first, then numbers only, with a line of `#` alone among them."""
    lines = [line for _, line in lines_of(text) if line and (line == "#" or not line.startswith("#"))]
    return (
        "#" in lines
        and size_pair(lines[0]) is not None
        and all(line == "#" or all(word.isdecimal() for word in line.split()) for line in lines)
    )


FORMAT: Final = NonogramFormat(
    "mk", (".mk",), f"form of the grid solver: {_FORM}", write, read, recognises, several=False
)
