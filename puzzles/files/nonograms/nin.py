"""The `.nin` form: `width height`, then the row clues and the column clues, a line each; any number of puzzles.

The form has no mark of its own, so that it is read only where the name of the file says so or says nothing.
"""

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
    fault,
    lines_of,
    size_pair,
)
from puzzles.nonogram import Nonogram

_FORM: Final = "'width height', then a clue line for each row and each column"


def read(text: str, source: str = ".nin text") -> list[NonogramEntry]:
    """The puzzles of a `.nin` text. `0` stands for an empty line; `#` with words begins a comment line.

    Blank lines are layout when the file comes out so, and empty lines of the puzzles when it comes out only so.
    Where neither does, stretches between blank lines are judged one by one.
    """
    lines = [(n, line) for n, line in lines_of(text) if not line.startswith("#") or line == "#"]
    mark = next((n for n, line in lines if line == "#"), None)
    if mark is not None:
        return [fault(source, mark, "a line of # alone divides rows from columns in the .mk form; .nin has none")]
    if not any(line for _, line in lines):
        return []
    as_layout, as_clues = _cut([(n, line) for n, line in lines if line]), _cut(lines)
    if as_clues is not None and not all(map(_adds_up, as_clues)):
        # a blank line that divides two puzzles must not stand in for a clue that is missing
        as_clues = None
    if as_layout is not None and as_clues is not None and as_layout != as_clues:
        first = next(n for n, line in lines if line)
        return [fault(source, first, "blank lines that may be empty lines or layout: write 0 for an empty line")]
    cut = as_layout or as_clues
    if cut is not None:
        return [_entry(one, source) for one in cut]
    return [_entry(one, source) for one in _stretches(lines)]


def _cut(lines: Lines) -> list[Lines] | None:
    """The lines cut into whole puzzles, blank lines counted as clues; None when they do not come out."""
    puzzles: list[Lines] = []
    k = 0
    while k < len(lines):
        if not lines[k][1]:
            k += 1
            continue
        sizes = size_pair(lines[k][1])
        end = k + 1 + sum(sizes) if sizes else 0
        if sizes is None or end > len(lines):
            return None
        puzzles.append(lines[k:end])
        k = end
    return puzzles


def _adds_up(lines: Lines) -> bool:
    """Whether the clues of the rows have as many black cells as those of the columns, or are no numbers."""
    sizes = size_pair(lines[0][1])
    try:
        cells = [sum(clue(n, one)) for n, one in lines[1:]]
    except LineError:
        return True
    return sizes is not None and sum(cells[: sizes[1]]) == sum(cells[sizes[1] :])


def _stretches(lines: Lines) -> list[Lines]:
    stretches: list[Lines] = [[]]
    for at, line in lines:
        if line:
            stretches[-1].append((at, line))
        elif stretches[-1]:
            stretches.append([])
    return [one for one in stretches if one]


def _entry(lines: Lines, source: str) -> NonogramEntry:
    return entry(source, lines[0][0], lambda: _puzzle(lines))


def _puzzle(lines: Lines) -> Nonogram:
    at, line = lines[0]
    sizes = size_pair(line)
    if sizes is None:
        raise LineError(at, f"{line[:40]!r} is no header; the form is {_FORM}")
    width, height = sizes
    if len(lines) != 1 + width + height:
        raise LineError(
            at, f"{len(lines) - 1} clue lines, {height} for the rows and {width} for the columns are needed"
        )
    clues = [clue(n, one) for n, one in lines[1:]]
    return Nonogram(tuple(clues[:height]), tuple(clues[height:]))


def write(puzzles: Sequence[Nonogram]) -> str:
    """The puzzles as `.nin` text, `0` for an empty line. The form has no place for a title."""
    return "\n".join(
        "\n".join([f"{puzzle.width} {puzzle.height}", *clue_lines(puzzle.rows + puzzle.columns)]) + "\n"
        for puzzle in puzzles
    )


def is_whole(text: str) -> bool:
    """Whether all of a text is this form, without a fault: what a file whose name says nothing must be."""
    entries = read(text)
    return bool(entries) and all(one.puzzle is not None for one in entries)


def recognises(text: str) -> bool:
    """Never: numbers alone may be another form, with the columns first."""
    return False


FORMAT: Final = NonogramFormat("nin", (".nin",), f"Jakub Wilk's form: {_FORM}", write, read, recognises)
