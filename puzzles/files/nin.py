"""The `.nin` form of nonograms: `width height`, then the row clues and the column clues, a line each."""

from __future__ import annotations

from puzzles.errors import InputError
from puzzles.nonogram import Clue, Nonogram


def read(text: str, source: str = ".nin text") -> Nonogram:
    """The puzzle of a `.nin` text. `0` stands for an empty line; `#` begins a comment line.

    A blank line is an empty line of the puzzle when the number of lines fits only so. Raises
    InputError with the line number, or the line of the puzzle and the length it needs.
    """
    numbered = [(n, raw.strip()) for n, raw in enumerate(text.lstrip("\ufeff").splitlines(), 1)]
    numbered = [(n, line) for n, line in numbered if not line.startswith("#")]
    while numbered and not numbered[0][1]:
        numbered.pop(0)
    if not numbered:
        raise InputError(f"{source}: nothing in it, the first line is 'width height'")
    number, line = numbered[0]
    header = _numbers(line, number, source)
    if len(header) != 2 or 0 in header:
        raise InputError(f"{source}, line {number}: {line!r}, the first line is 'width height'")
    width, height = header
    body = numbered[1:]
    filled = [(n, line) for n, line in body if line]
    lines = filled if len(filled) == width + height else body[: width + height]
    surplus = [line for line in filled if line not in lines]
    if len(lines) != width + height or surplus:
        raise InputError(
            f"{source}: {len(filled)} clue lines, {height} for the rows and {width} for the columns are needed"
        )
    clues: list[Clue] = [_numbers(line, n, source) for n, line in lines]
    try:
        return Nonogram(tuple(clues[:height]), tuple(clues[height:]))
    except InputError as error:
        raise InputError(f"{source}: {error}") from None


def write(puzzle: Nonogram) -> str:
    """The puzzle as `.nin` text, `0` for an empty line. The form has no place for a title."""
    clues = [" ".join(map(str, clue)) if clue else "0" for clue in puzzle.rows + puzzle.columns]
    return "\n".join([f"{puzzle.width} {puzzle.height}", *clues]) + "\n"


def _numbers(line: str, number: int, source: str) -> Clue:
    words = line.split()
    for word in words:
        if not (word.isascii() and word.isdecimal()):
            raise InputError(f"{source}, line {number}: {word!r} is not a whole number")
    return tuple(int(word) for word in words)
