"""One puzzle as a PNG picture, set by typst."""

from __future__ import annotations

from experiments.publish.typesetting import compile_template
from puzzles.errors import InputError

SIDE = 90.0
"""Length of the grid in millimetres; 2 mm of white lie around it."""


def puzzle_png(hints: str, solution: str | None = None, dpi: float = 300.0) -> bytes:
    """A PNG of 81 characters of hints, with the solution grey in the empty cells if one is given.

    Args:
        dpi: dots an inch, 20 to 2400; the picture is 94 mm wide.
    """
    if not 20 <= dpi <= 2400:
        raise InputError(f"{dpi:g} dots an inch: 20 to 2400 are possible")
    data = {"hints": hints, "solution": solution, "side": SIDE}
    return compile_template("picture.typ", data, image=True, dpi=dpi)
