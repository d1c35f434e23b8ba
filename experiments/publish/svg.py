"""One puzzle as an SVG picture: lines and real text, in any size without loss."""

from __future__ import annotations

import re
from typing import Final
from xml.sax.saxutils import escape

from experiments.publish.carried import svg_element
from puzzles.files.base import one_line

_CELL: Final = 40
_MARGIN: Final = 4
_NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """Text as XML data: no markup, no character that XML forbids."""
    return escape(_NOT_XML.sub("", one_line(text)))


def puzzle_svg(hints: str, solution: str | None = None, title: str = "", note: str = "") -> str:
    """An SVG document of 81 characters of hints.

    Args:
        hints: 81 characters, `.` for an empty cell.
        solution: 81 digits, shown grey in the empty cells; None shows the puzzle alone.
        title: what a screen reader says; shown nowhere.
        note: what the picture carries unseen (`carried.note`); nothing when empty.
    """
    side = 9 * _CELL + 2 * _MARGIN
    lines: list[str] = []
    for width, multiples in ((1, False), (3, True)):
        path = "".join(
            f"M{_MARGIN} {_MARGIN + k * _CELL}h{9 * _CELL}M{_MARGIN + k * _CELL} {_MARGIN}v{9 * _CELL}"
            for k in range(10)
            if (k % 3 == 0) == multiples
        )
        lines.append(f'<path d="{path}" stroke="#000" stroke-width="{width}" stroke-linecap="square" fill="none"/>')
    digits: list[str] = []
    for cell in range(81):
        hint = hints[cell] != "."
        digit = hints[cell] if hint else solution[cell] if solution else ""
        if digit:
            x = _MARGIN + cell % 9 * _CELL + _CELL / 2
            y = _MARGIN + cell // 9 * _CELL + _CELL * 0.7
            grey = "" if hint else ' fill="#777"'
            digits.append(f'<text x="{x:g}" y="{y:g}"{grey}>{digit}</text>')
    name = xml_text(title) or "Number place puzzle"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}" height="{side}"'
        ' role="img">\n'
        f"<title>{name}</title>\n{svg_element(note) if note else ''}"
        f'<rect width="{side}" height="{side}" fill="#fff"/>\n' + "\n".join(lines) + "\n"
        '<g font-family="Helvetica, Arial, sans-serif" font-size="26" text-anchor="middle">\n'
        + "\n".join(digits)
        + "\n</g>\n</svg>\n"
    )
