"""What a page of a PDF shows, read back from its operators: boxes of text, strokes, and colours. Points, y upwards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pypdf
from pypdf.generic import ContentStream

CAPITALS = 0.75
"""Height of a digit or a capital by the size of its type."""
Matrix = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""


@dataclass
class Shown:
    """All that stands on a page."""

    texts: list[tuple[Box, float]]
    """Boxes of runs of text from the line they stand on to the height of capitals, and the size of their type."""
    strokes: list[Box]
    """Straight lines, as thin boxes."""
    colours: set[tuple[str, tuple[float, ...]]]
    """Operators that set colours, and their numbers."""


def _times(m: Matrix, n: Matrix) -> Matrix:
    a, b, c, d, e, f = m
    g, h, i, j, k, o = n
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + o)


def _point(m: Matrix, x: float, y: float) -> tuple[float, float]:
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def _widths(font: Any) -> dict[int, float]:
    """Number of a glyph to its width in thousandths of the size."""
    listed = font["/DescendantFonts"][0].get_object()["/W"]
    found: dict[int, float] = {}
    k = 0
    while k < len(listed):
        second = listed[k + 1].get_object()
        if isinstance(second, list):
            found |= {int(listed[k]) + n: float(width) for n, width in enumerate(second)}
            k += 2
        else:
            found |= dict.fromkeys(range(int(listed[k]), int(second) + 1), float(listed[k + 2]))
            k += 3
    return found


def _advance(parts: list[Any], widths: dict[int, float], size: float) -> float:
    total = 0.0
    for part in parts:
        if isinstance(part, int | float):
            total -= float(part) / 1000 * size
            continue
        data = part.original_bytes if hasattr(part, "original_bytes") else bytes(part)
        for k in range(0, len(data), 2):
            total += widths.get(data[k] << 8 | data[k + 1], 1000.0) / 1000 * size
    return total


def shown_on(page: pypdf.PageObject) -> Shown:
    """What stands on a page."""
    fonts = {name: _widths(font.get_object()) for name, font in page["/Resources"].get("/Font", {}).items()}  # type: ignore[union-attr]
    shown = Shown([], [], set())
    stack: list[Matrix] = []
    now: Matrix = (1, 0, 0, 1, 0, 0)
    text: Matrix = now
    font, size = "", 0.0
    path: list[tuple[float, float]] = []
    for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:  # type: ignore[union-attr]
        name = operator.decode() if isinstance(operator, bytes) else operator
        if name == "q":
            stack.append(now)
        elif name == "Q":
            now = stack.pop()
        elif name == "cm":
            now = _times(tuple(map(float, operands)), now)  # type: ignore[arg-type]
        elif name == "Tf":
            font, size = str(operands[0]), float(operands[1])
        elif name == "Tm":
            text = tuple(map(float, operands))  # type: ignore[assignment]
        elif name in ("Tj", "TJ"):
            parts = list(operands[0]) if name == "TJ" else [operands[0]]
            whole = _times(text, now)
            x, y = _point(whole, 0, 0)
            right, top = _point(whole, _advance(parts, fonts[font], size), CAPITALS * size)
            shown.texts.append(((min(x, right), min(y, top), max(x, right), max(y, top)), size))
        elif name in ("m", "l"):
            path = [*path, _point(now, float(operands[0]), float(operands[1]))]
        elif name == "S":
            xs, ys = [x for x, _ in path], [y for _, y in path]
            if len(path) == 2:
                shown.strokes.append((min(xs), min(ys), max(xs), max(ys)))
            path = []
        elif name in ("f", "f*", "n", "B", "h"):
            path = [] if name != "h" else path
        elif name in ("k", "K", "g", "G", "rg", "RG", "sc", "SC", "scn", "SCN"):
            shown.colours.add((name, tuple(float(value) for value in operands if isinstance(value, int | float))))
    return shown


def overlap(a: Box, b: Box, least: float = 0.3) -> bool:
    """Whether two boxes share more than so many points both ways."""
    return min(a[2], b[2]) - max(a[0], b[0]) > least and min(a[3], b[3]) - max(a[1], b[1]) > least


def touches(text: Box, stroke: Box) -> bool:
    """Whether a line goes through a box of text."""
    inside = (text[0] + 0.3, text[1] + 0.3, text[2] - 0.3, text[3] - 0.3)
    return stroke[0] < inside[2] and stroke[2] > inside[0] and stroke[1] < inside[3] and stroke[3] > inside[1]
