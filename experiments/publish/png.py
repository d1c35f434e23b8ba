"""Pictures as PNG, set by typst."""

from __future__ import annotations

from typing import Final

from experiments.publish.kind import Kind
from experiments.publish.loading import P
from experiments.publish.typesetting import FONTS, compile_template
from puzzles.errors import InputError

DPI: Final = (20.0, 2400.0)
MARGIN: Final = 2.0
"""Millimetres of white around a picture."""
_MOST_DOTS: Final = 12_000
"""Of a picture's longer side."""


def check_dpi(dpi: float) -> None:
    """Raises InputError for dots an inch that are none of 20 to 2400."""
    if not DPI[0] <= dpi <= DPI[1]:
        raise InputError(f"{dpi:g} dots an inch: {DPI[0]:g} to {DPI[1]:g} are possible")


def puzzle_png(kind: Kind[P], puzzle: P, solved: bool = False, dpi: float = 300.0) -> bytes:
    """A PNG of a puzzle, with its solution if `solved`.

    Raises InputError for impossible dpi, and for a picture of more than 12,000 dots a side.
    """
    check_dpi(dpi)
    width, height = kind.size(puzzle)
    dots = (max(width, height) + 2 * MARGIN) / 25.4 * dpi
    if dots > _MOST_DOTS:
        raise InputError(f"{puzzle.id}: {dots:.0f} dots a side, {_MOST_DOTS} are possible: take fewer dots an inch")
    data = {
        "kind": kind.key,
        "fonts": list(FONTS),
        "width": width,
        "height": height,
        "margin": MARGIN,
        "solved": solved,
        "puzzle": kind.data(puzzle),
    }
    return compile_template("picture.typ", data, image=True, dpi=dpi)
