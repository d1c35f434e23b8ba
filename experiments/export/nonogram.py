"""Nonograms as SVG pictures and PDF pages: a board with its clues, and the picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.export.layout import PAPERS
from experiments.export.svg import xml_text
from experiments.export.typesetting import FONTS, compile_template
from puzzles.errors import InputError
from puzzles.formats.base import one_line

Clues = Sequence[Sequence[int]]
"""One list of run lengths a line; an empty list, or a single 0, for a line without runs."""
Picture = Sequence[Sequence[int | bool]]
"""Rows of 0 and 1."""

_CELL: Final = 24
_MARGIN: Final = 2
_PAGE_MARGIN, _HEADING = 15.0, 12.0
_WIDEST, _NARROWEST = 10.0, 2.0


def _shown(clues: Clues) -> list[list[int]]:
    """Clues as they are printed: a line without runs shows a 0."""
    return [[int(n) for n in line] or [0] for line in clues]


def _check(rows: Clues, columns: Clues, picture: Picture | None) -> None:
    if not rows or not columns:
        raise InputError("a nonogram needs at least one row and one column")
    if picture is not None and (len(picture) != len(rows) or any(len(row) != len(columns) for row in picture)):
        raise InputError(f"the picture is not {len(columns)} wide and {len(rows)} high, as the clues are")


def nonogram_svg(rows: Clues, columns: Clues, picture: Picture | None = None, title: str = "") -> str:
    """An SVG document of a nonogram; with `picture`, the cells that are on are black.

    Raises InputError when there are no clues or the picture is of another size.
    """
    _check(rows, columns, picture)
    across, down = _shown(rows), _shown(columns)
    left, top = max(map(len, across)), max(map(len, down))
    width, height = (left + len(down)) * _CELL + 2 * _MARGIN, (top + len(across)) * _CELL + 2 * _MARGIN

    def x(column: float) -> str:
        return f"{_MARGIN + (left + column) * _CELL:g}"

    def y(row: float) -> str:
        return f"{_MARGIN + (top + row) * _CELL:g}"

    cells = [
        f'<rect x="{x(c)}" y="{y(r)}" width="{_CELL}" height="{_CELL}"/>'
        for r, line in enumerate(picture or [])
        for c, on in enumerate(line)
        if on
    ]
    lines: list[str] = []
    for stroke, heavy in ((1, False), (2, True)):
        path = "".join(
            f"M{x(k)} {y(-top)}V{y(len(across))}"
            for k in range(len(down) + 1)
            if (k % 5 == 0 or k == len(down)) == heavy
        ) + "".join(
            f"M{x(-left)} {y(k)}H{x(len(down))}"
            for k in range(len(across) + 1)
            if (k % 5 == 0 or k == len(across)) == heavy
        )
        lines.append(f'<path d="{path}" stroke="#000" stroke-width="{stroke}" fill="none"/>')
    clues = [
        f'<text x="{x(k - len(line) + 0.5)}" y="{y(r + 0.7)}">{n}</text>'
        for r, line in enumerate(across)
        for k, n in enumerate(line)
    ] + [
        f'<text x="{x(c + 0.5)}" y="{y(k - len(line) + 0.7)}">{n}</text>'
        for c, line in enumerate(down)
        for k, n in enumerate(line)
    ]
    name = xml_text(title) or "Nonogram"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img">\n<title>{name}</title>\n<rect width="{width}" height="{height}" fill="#fff"/>\n<g>\n'
        + "\n".join(cells)
        + "\n</g>\n"
        + "\n".join(lines)
        + '\n<g font-family="Helvetica, Arial, sans-serif" font-size="14" text-anchor="middle">\n'
        + "\n".join(clues)
        + "\n</g>\n</svg>\n"
    )


def nonogram_pdf(
    rows: Clues, columns: Clues, picture: Picture | None = None, title: str = "", *, paper: str = "a4", lang: str = "en"
) -> bytes:
    """A PDF page of a nonogram, and its picture on the next page if there is one.

    Raises InputError for an unknown paper, or a nonogram too large for it.
    """
    _check(rows, columns, picture)
    if paper not in PAPERS:
        raise InputError(f"paper {paper!r}: there are {', '.join(PAPERS)}")
    across, down = _shown(rows), _shown(columns)
    left, top = max(map(len, across)), max(map(len, down))
    width, height = PAPERS[paper]
    cell = min(
        _WIDEST,
        (width - 2 * _PAGE_MARGIN) / (left + len(down)),
        (height - 2 * _PAGE_MARGIN - _HEADING - 1) / (top + len(across)),
    )
    if cell < _NARROWEST:
        raise InputError(f"{len(down)} by {len(across)} leaves cells of {cell:.1f} mm on {paper}: take larger paper")
    line = one_line(title)
    data = {
        "title": line if len(line) <= 60 else line[:59] + "…",
        "rows": across,
        "columns": down,
        "row_depth": left,
        "column_depth": top,
        "picture": None if picture is None else [[int(on) for on in row] for row in picture],
        "width": width,
        "height": height,
        "margin": _PAGE_MARGIN,
        "heading": _HEADING,
        "cell": cell,
        "fonts": list(FONTS),
        "lang": lang,
        "solution_word": "解答" if lang == "ja" else "Solution",
    }
    return compile_template("nonogram.typ", data)
