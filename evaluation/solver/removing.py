"""`uncover` and `remove` of a technique, made from one function that says what an instance takes from a cell."""

from __future__ import annotations

from evaluation.solver.elements import HIDDEN_BOX, HIDDEN_LINE, KINDS, NAKED, add_uncovered
from evaluation.solver.state import CAND, CELL, LOW, PLACE, POP, POS, UNIT, remove_candidate
from evaluation.technique import Part
from puzzles.kernel import part


def uncover_by(gone: Part, variant: Part, flat: bool = False) -> Part:
    """The part `uncover` of a technique.

    Args:
        gone: a part, (state, instance, cell) to the mask of the candidates that an instance removes from a cell. It
            may read the instance and the cell's own candidates, nothing else of the board.
        variant: that of the technique.
        flat: as `Elimination.flat`.
    """
    kinds = 1 if flat else KINDS
    hidden_box, hidden_line, naked = (0, 0, 0) if flat else (HIDDEN_BOX, HIDDEN_LINE, NAKED)

    @part
    def uncover(state, table, levels, family, first, instance):
        level_class = first + kinds * variant(instance)
        for cell in range(81):
            mask = gone(state, instance, cell)
            if mask == 0:
                continue
            if POP[state[CAND + cell] & ~mask] == 1:
                add_uncovered(table, levels, family, level_class + naked, NAKED, cell, instance)
            for k in range(3):
                unit = UNIT[cell, k]
                digits = mask
                while digits:
                    digit = LOW[digits]
                    digits &= digits - 1
                    after = state[POS + 9 * unit + digit] & ~(1 << PLACE[cell, k])
                    rest = after
                    while rest:
                        place = LOW[rest]
                        rest &= rest - 1
                        if gone(state, instance, CELL[unit, place]) >> digit & 1:
                            after ^= 1 << place
                    if after and after & (after - 1) == 0:
                        last = CELL[unit, LOW[after]]
                        if unit >= 18:
                            add_uncovered(table, levels, family, level_class + hidden_box, HIDDEN_BOX, last, instance)
                        else:
                            add_uncovered(table, levels, family, level_class + hidden_line, HIDDEN_LINE, last, instance)

    return uncover


def remove_by(gone: Part) -> Part:
    """The part `remove` of a technique; `gone` as for `uncover_by`."""

    @part
    def remove(state, instance):
        for cell in range(81):
            mask = gone(state, instance, cell)
            while mask:
                remove_candidate(state, cell, LOW[mask])
                mask &= mask - 1

    return remove
