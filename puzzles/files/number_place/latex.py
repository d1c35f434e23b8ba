r"""LaTeX with the `sudoku` package of CTAN: rows of `|2|5| | |3|…|.` in a `sudoku` environment.

Solutions are kept as comments, which no reader of the printed page sees.
"""

from __future__ import annotations

import re
from typing import Final

from puzzles.files.base import Format, Record, one_line, rows
from puzzles.files.page import Claim, Page

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


def claim(page: Page, k: int) -> Claim | None:
    """A grid, a heading, a solution or another command in line `k` of a text that has `sudoku` environments."""
    line = page.lines[k]
    if not line.startswith(("\\", "%")) or not page.places(r"\begin{sudoku}"):
        return None
    if line.startswith(r"\begin{sudoku}"):
        return _grid(page, k)
    heading = _TITLE.match(line)
    if heading:
        title = _MACRO.sub(lambda macro: _PLAIN[macro.group()], heading.group(1))
        return Claim(1, fields={"title": title})
    return Claim(1)


def _grid(page: Page, begin: int) -> Claim:
    """The puzzle of the environment that begins in a line, with the solution below it."""
    marks, fault = "", None
    k = begin + 1
    while k < len(page) and not page.lines[k].startswith((r"\end{sudoku}", r"\begin{sudoku}")):
        line = page.lines[k]
        row = _GRID_ROW.match(line)
        if row is not None:
            marks += "".join(cell.strip() or "." for cell in row.group(1).split("|")[1:])
        elif line and not line.startswith("%") and fault is None:
            fault = page.bad(k, f"{line[:40]!r} is not a row of nine cells, such as |2|5| | |3| |9| |1|.")
        k += 1
    if k == len(page) or not page.lines[k].startswith(r"\end{sudoku}"):
        # what stands below belongs to something else
        return Claim(1, [page.bad(begin, r"no \end{sudoku}")])
    below = page.following(k + 1)
    solution = _SOLUTION.match(page.lines[below]) if below < len(page) else None
    lines = (below if solution else k) + 1 - begin
    if fault is not None:
        return Claim(lines, [fault])
    if len(marks) != 81:
        return Claim(lines, [page.bad(begin, f"{len(marks) // 9} rows of nine, a puzzle has 9")])
    return Claim(lines, [page.good(begin, Record(marks, solution.group(1) if solution else None))])


FORMAT: Final = Format("latex", ".tex", "LaTeX with the sudoku package", write, frozenset(("solution", "title")))
