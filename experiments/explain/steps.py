"""What solvers call the step of a turn, which house it looks at, and why the other cells of it are out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from evaluation.solver.trace import Turn
from evaluation.techniques import FAMILIES
from experiments.explain.words import (
    SENTENCES,
    Lang,
    cell_list,
    cell_word,
    digit_list,
    filling_single,
    unit_word,
)
from puzzles.geometry import PEERS, UNITS, UNITS_OF

_PEOPLE: Final[dict[str, dict[Lang, str]]] = {
    "pointing": {"en": "pointing", "ja": "いずれにしても（ブロックから）"},
    "claiming": {"en": "claiming", "ja": "いずれにしても（行・列から）"},
    "hidden_pair": {"en": "hidden pair", "ja": "2マスの予約"},
    "hidden_triple": {"en": "hidden triple", "ja": "3マスの予約"},
    "hidden_quad": {"en": "hidden quad", "ja": "4マスの予約"},
    "naked_pair": {"en": "naked pair", "ja": "2国同盟"},
    "naked_triple": {"en": "naked triple", "ja": "3国同盟"},
    "naked_quad": {"en": "naked quad", "ja": "4国同盟"},
}
"""Kinds of instances that people call otherwise than their family."""
STEP_NAMES: Final[dict[str, dict[Lang, str]]] = {
    **{family.key: {"en": family.english, "ja": family.japanese} for family in FAMILIES},
    **_PEOPLE,
}
"""What people call the steps, by `step_key`."""


@dataclass(frozen=True, slots=True)
class Blocked:
    """Why cells are out: a cell that holds a digit, and the empty cells that may not have the digit for that."""

    holder: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Placing:
    """How the digit of a turn finds its cell."""

    unit: int | None
    """The house in which the cell is the only place; None where the cell has one candidate."""
    blocked: tuple[Blocked, ...]
    """Of a house: the digits that rule its other empty cells out, as few as will do."""
    eliminated: tuple[int, ...]
    """Of a house: empty cells that lost the digit by the eliminations of the turn."""
    holders: tuple[int, ...]
    """Without a house: for each digit that the cell sees, one cell that holds it."""
    missing: tuple[int, ...]
    """Without a house: digits that the cell lost by the eliminations of the turn."""

    @property
    def shown(self) -> tuple[int, ...]:
        """The filled cells that a board shades."""
        return self.holders or tuple(one.holder for one in self.blocked)


def step_key(turn: Turn) -> str:
    """The place of a turn's step in `STEP_NAMES`: the kind of its instance, or the family where that has no name."""
    instance = turn.chosen.instance
    # a subset has the same name in a box and in a line
    kind = "" if instance is None else instance.kind.removesuffix("_box").removesuffix("_line")
    return kind if kind in STEP_NAMES else turn.chosen.key


def step_name(turn: Turn, lang: Lang) -> str:
    """Such as `hidden pair`."""
    return STEP_NAMES[step_key(turn)][lang]


def placing(turn: Turn) -> Placing:
    """The house and the digits that leave one place, on the board before the turn."""
    cell, digit = turn.chosen.cell, turn.digit
    unit = filling_single(turn)[1]
    if unit is None:
        holders: dict[int, int] = {}
        for peer in PEERS[cell].tolist():
            if turn.board[peer]:
                holders.setdefault(int(turn.board[peer]), peer)
        missing = tuple(d for d in range(1, 10) if d != digit and d not in holders)
        return Placing(None, (), (), tuple(holders[d] for d in sorted(holders)), missing)
    open_cells = [c for c in UNITS[unit].tolist() if c != cell and not turn.board[c]]
    blocked = _blocked(turn, open_cells)
    seen = {c for one in blocked for c in one.cells}
    return Placing(unit, blocked, tuple(c for c in open_cells if c not in seen), (), ())


def _blocked(turn: Turn, open_cells: Sequence[int]) -> tuple[Blocked, ...]:
    """The holders of the digit that see most of the cells, one after the other, until none sees another."""
    holders = [c for c in range(81) if turn.board[c] == turn.digit]
    sees = {holder: set(PEERS[holder].tolist()) for holder in holders}
    left, found = set(open_cells), list[Blocked]()
    while holders:
        best = max(holders, key=lambda holder: (len(left & sees[holder]), -holder))
        out = left & sees[best]
        if not out:
            break
        found.append(Blocked(best, tuple(sorted(out))))
        left -= out
    return tuple(found)


def out_words(turn: Turn, lang: Lang) -> str:
    """Why no other cell, or no other digit, is left; empty where all other cells of the house are filled."""
    place, digit = placing(turn), turn.digit
    words = {key: forms[lang] for key, forms in SENTENCES.items()}
    reasons: list[str] = []
    if place.unit is None:
        row, column, box = (unit_word(int(u), lang) for u in UNITS_OF[turn.chosen.cell])
        if place.holders:
            seen = digit_list(sorted(int(turn.board[holder]) for holder in place.holders), lang)
            reasons.append(words["seen"].format(row=row, column=column, box=box, digits=seen))
        if place.missing:
            reasons.append(words["missing"].format(digits=digit_list(place.missing, lang)))
        return words["other_digits"].format(reasons=words["and"].join(reasons))
    for one in place.blocked:
        holder, cells = cell_word(one.holder, lang), cell_list(one.cells, lang)
        reasons.append(words["blocked"].format(digit=digit, holder=holder, cells=cells))
    if place.eliminated:
        reasons.append(words["eliminated"].format(cells=cell_list(place.eliminated, lang)))
    if not reasons:
        return ""
    return words["out"].format(unit=unit_word(place.unit, lang), digit=digit, reasons=words["and"].join(reasons))
