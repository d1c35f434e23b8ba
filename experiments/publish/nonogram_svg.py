"""A nonogram as an SVG picture: a board with its clues, and the picture if it is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.publish.carried import svg_element
from experiments.publish.svg import xml_text
from puzzles.nonogram import Clue, Nonogram, Picture

_CELL: Final = 24
_MARGIN: Final = 2


def _shown(clues: Sequence[Clue]) -> list[list[int]]:
    """Clues as they are printed: a line without runs shows a 0."""
    return [list(clue) or [0] for clue in clues]


def nonogram_svg(puzzle: Nonogram, picture: Picture | None = None, note: str = "") -> str:
    """An SVG document of a nonogram.

    Args:
        picture: (height, width) of 0 and 1, the cells that are on are black; None shows the puzzle alone.
        note: what the picture carries unseen (`carried.note`); nothing when empty.
    """
    across, down = _shown(puzzle.rows), _shown(puzzle.columns)
    left, top = max(map(len, across)), max(map(len, down))
    width, height = (left + len(down)) * _CELL + 2 * _MARGIN, (top + len(across)) * _CELL + 2 * _MARGIN

    def x(column: float) -> str:
        return f"{_MARGIN + (left + column) * _CELL:g}"

    def y(row: float) -> str:
        return f"{_MARGIN + (top + row) * _CELL:g}"

    cells = [
        f'<rect x="{x(c)}" y="{y(r)}" width="{_CELL}" height="{_CELL}"/>'
        for r, line in enumerate([] if picture is None else picture.tolist())
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
    name = xml_text(puzzle.title or "") or "Nonogram"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img">\n<title>{name}</title>\n{svg_element(note) if note else ""}'
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n<g>\n'
        + "\n".join(cells)
        + "\n</g>\n"
        + "\n".join(lines)
        + '\n<g font-family="Helvetica, Arial, sans-serif" font-size="14" text-anchor="middle">\n'
        + "\n".join(clues)
        + "\n</g>\n</svg>\n"
    )
