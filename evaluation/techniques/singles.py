"""The three kinds of single, read off the candidates: hidden in a box, hidden in a line, naked.

They share one reading of the counts, hence one file.
"""

from __future__ import annotations

from typing import Final

from evaluation.solver.elements import HIDDEN_BOX, HIDDEN_LINE, NAKED, add_element
from evaluation.solver.state import CELL, LONE, LOW, ONE, POS
from evaluation.technique import Single
from puzzles.kernel import part


@part
def find_singles(state, table, levels):
    """Enter every hidden and naked single of the board; `why` of a hidden one is its unit."""
    for unit in range(27):
        mask = state[ONE + unit]
        kind = HIDDEN_BOX if unit >= 18 else HIDDEN_LINE
        while mask:
            place = state[POS + 9 * unit + LOW[mask]]
            add_element(table, levels, kind, CELL[unit, LOW[place]], kind, unit)
            mask &= mask - 1
    for row in range(9):
        mask = state[LONE + row]
        while mask:
            add_element(table, levels, NAKED, 9 * row + LOW[mask], NAKED, 0)
            mask &= mask - 1


SINGLES: Final = (
    Single(
        key="hidden_single_box",
        english="hidden single (box)",
        japanese="ブロッケン",
        level=1.0,
        grade_floor=0,
        competition=True,
    ),
    Single(
        key="hidden_single_line",
        english="hidden single (line)",
        japanese="レッツミー",
        level=2.0,
        grade_floor=0,
        competition=True,
    ),
    Single(key="naked_single", english="naked single", japanese="マスミ", level=5.0, grade_floor=0, competition=True),
)
"""In the order of the kinds `HIDDEN_BOX`, `HIDDEN_LINE`, `NAKED`. Levels as the source gives them. No puzzle does
without singles, so they bind no grade."""
