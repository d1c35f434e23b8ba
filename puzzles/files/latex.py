r"""LaTeX with the `sudoku` package of CTAN: rows of `|2|5| | |3|…|.` in a `sudoku` environment.

Solutions are kept as comments, which no reader of the printed page sees.
"""

from __future__ import annotations

import re
from typing import Final

from puzzles.errors import InputError
from puzzles.files.base import Format, Record, at, hints_of, not_empty, one_line, rows, solution_of

_MACROS: Final = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
}
_PLAIN: Final = {macro: ch for ch, macro in _MACROS.items()}
_MACRO: Final = re.compile("|".join(re.escape(macro) for macro in _PLAIN))
_HEAD: Final = r"""% Compile with lualatex or xelatex where titles are not Latin.
\documentclass{article}
\usepackage{iftex}
\ifPDFTeX\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\else\usepackage{fontspec}\fi
\usepackage{sudoku}
\begin{document}
"""
_TITLE: Final = re.compile(r"\\subsection\*\{(.*)\}$")
_SOLUTION: Final = re.compile(r"% solution ([1-9]{81})$")
_GRID_ROW: Final = re.compile(r"^((?:\|\s*[1-9]?\s*){9})\|\s*\.$")


def escape(text: str) -> str:
    """Text as LaTeX that prints it: every character with a meaning becomes the macro for itself."""
    return "".join(_MACROS.get(ch, ch) for ch in text)


def write(records: list[Record]) -> str:
    """A whole document: a heading where there is a title, then the grid, for each puzzle."""
    blocks: list[str] = []
    for record in records:
        lines: list[str] = []
        if one_line(record.title):
            lines.append(rf"\subsection*{{{escape(one_line(record.title))}}}")
        lines.append(r"\begin{sudoku}")
        lines += ["".join(f"|{ch.replace('.', ' ')}" for ch in row) + "|." for row in rows(record.hints)]
        lines.append(r"\end{sudoku}")
        if record.solution:
            lines.append(f"% solution {record.solution}")
        blocks.append("\n".join(lines) + "\n")
    return _HEAD + "\n".join(blocks) + "\\end{document}\n"


def read(text: str, source: str) -> list[Record]:
    """The grids of every `sudoku` environment, with the heading before and the solution after each."""
    records: list[Record] = []
    title = ""
    grid: list[str] | None = None
    start = 0
    for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        line = raw.strip()
        heading, solution = _TITLE.match(line), _SOLUTION.match(line)
        if heading:
            title = _MACRO.sub(lambda macro: _PLAIN[macro.group()], heading.group(1))
        elif solution and records and grid is None:
            last = records[-1]
            records[-1] = Record(last.hints, solution_of(solution.group(1)), last.title)
        elif line.startswith(r"\begin{sudoku}"):
            grid, start = [], number
        elif line.startswith(r"\end{sudoku}") and grid is not None:
            try:
                records.append(Record(hints_of("".join(grid)), None, title))
            except InputError as error:
                raise at(source, start, error) from None
            grid, title = None, ""
        elif grid is not None and line and not line.startswith("%"):
            row = _GRID_ROW.match(line)
            if row is None:
                raise at(source, number, f"{line[:40]!r} is not a row of nine cells, such as |2|5| | |3| |9| |1|.")
            grid.append("".join(cell.strip() or "." for cell in row.group(1).split("|")[1:]))
    if grid is not None:
        raise at(source, start, r"no \end{sudoku}")
    return not_empty(records, source)


def recognises(text: str) -> bool:
    """A `sudoku` environment."""
    return r"\begin{sudoku}" in text


FORMAT: Final = Format(
    "latex", ".tex", "LaTeX with the sudoku package", write, read, recognises, frozenset(("solution", "title"))
)
