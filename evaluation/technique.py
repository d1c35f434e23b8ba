"""What a technique is: its record, and how one from outside the package is registered.

`evaluation.techniques` is the catalogue. It is made when it is first imported, from its own list, from the entry points
of the group `hintsmith.techniques`, and from what `register` was given before. Kernels are compiled from it, so it is
closed from then on. This module and those it imports know nothing of the catalogue: a technique imports from here.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from evaluation.solver.reasons import Instance
from puzzles.errors import InputError
from puzzles.plugins import follow

Part = Callable[..., Any]
"""A function under `puzzles.kernel.part`, which only kernels call."""
ENTRY_POINTS: Final = "hintsmith.techniques"
"""The group of entry points whose objects are `Elimination` records."""
MOST_PACKED: Final = 1 << 48
"""A packed instance is at least 0 and below this."""
WORD_FIELDS: Final = frozenset({"units", "digits", "each", "cells", "spots", "gone", "either", "number"})
"""What the words of a technique may name, see `Elimination.words`."""
GRADES: Final = 5


@dataclass(frozen=True, slots=True)
class Variant:
    """A kind of instance of an eliminating family, with a cost of its own."""

    key: str
    """The name in configs (`evaluation.costs`) and in JSON."""
    cost: float
    """By default; above 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Technique:
    """What singles and eliminating families have in common."""

    key: str
    """The name in JSON and configs."""
    english: str
    japanese: str
    grade_floor: int
    """The lowest grade (0 easy to 4 fiendish) of a puzzle that cannot do without it."""
    competition: bool = False
    """One of the competition's six, which are on by default; any other is off until `evaluation.families` names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Single(Technique):
    """A kind of single. The three are found together, by `techniques.singles.find_singles`."""

    level: float
    """By default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Elimination(Technique):
    """A family that removes candidates (semantics.md, "A(t)"): everything that the program knows of it.

    An instance is packed into one integer from 0 to `MOST_PACKED`. The board `state` is that of
    `evaluation.solver.state`; digits are 0–8 there. The parts must be sound: what an instance removes must be no digit
    of any solution.
    """

    variants: tuple[Variant, ...]
    why: str
    """The reason of the costs."""
    flat: bool = False
    """An element's level is the cost alone, and not the cost plus the level of the single uncovered."""
    capacity: int
    """No board has more instances than this."""
    find: Part
    """(state, found) to the number of instances that remove something, written to `found` (at least `capacity`,)."""
    variant: Part
    """(instance) to its variant, an index of `variants`."""
    uncover: Part
    """(state, table, levels, family, first, instance): enter the elements that an instance gives, by `add_uncovered`.

    `family` is the technique's number. Its classes of level begin at `first`: for each variant one for each kind of
    single (`HIDDEN_BOX`, `HIDDEN_LINE`, `NAKED`), or one alone for a flat technique. See `evaluation.solver.removing`.
    """
    remove: Part
    """(state, instance): take away what an instance found on another copy of the board takes away."""
    explain: Callable[[int, list[int]], Instance]
    """(packed instance, (81,) candidate masks of the board) to the instance as data. No part: Python calls it."""
    words: dict[str, str]
    """By language, `en` and `ja`: a sentence with fields in braces, for people.

    `{units[0]}` a unit, `{digits}` all digits, `{each[0]}` one of them, `{cells}` all cells, `{spots[0]}` one of them,
    `{gone}` the cells that lose candidates, `{either}` the digits that they lose, `{number}` how many cells there are.
    """

    @property
    def easiest(self) -> float:
        """The lowest of the default costs: families are tried in this order."""
        return min(variant.cost for variant in self.variants)


_registered: list[Elimination] = []
_closed = False


def register(technique: Elimination) -> Elimination:
    """Add a technique to the catalogue, before that is made.

    Raises InputError when it is too late, or when the record is wrong.
    """
    check(technique)
    if _closed:
        raise InputError(
            f"technique {technique.key}: registered too late, the kernels are made from the catalogue already; "
            f"register it before evaluation.techniques is imported, or by an entry point of the group {ENTRY_POINTS}"
        )
    _registered.append(technique)
    follow(ENTRY_POINTS, technique.key, register, technique)
    return technique


def close() -> tuple[Elimination, ...]:
    """What was registered; from now on `register` refuses. For the catalogue alone."""
    global _closed
    _closed = True
    return tuple(_registered)


def check(technique: object) -> Elimination:
    """The record of a technique from outside, looked over. Raises InputError with what is wrong."""
    if not isinstance(technique, Elimination):
        raise InputError(f"technique {technique!r:.60}: is not an Elimination record")
    where = f"technique {technique.key}"
    if not technique.key.isidentifier():
        raise InputError(f"technique {technique.key!r}: the key must be a name of letters, digits and _")
    if technique.competition:
        raise InputError(f"{where}: is not one of the competition's six")
    if not technique.variants or any(not variant.cost > 0 for variant in technique.variants):
        raise InputError(f"{where}: needs variants, each with a cost above 0")
    if technique.capacity < 1:
        raise InputError(f"{where}: capacity {technique.capacity} is not at least 1")
    if technique.grade_floor not in range(GRADES):
        raise InputError(f"{where}: grade_floor {technique.grade_floor} is not from 0 to {GRADES - 1}")
    for name in ("find", "variant", "uncover", "remove"):
        if not hasattr(getattr(technique, name), "py_func"):
            raise InputError(f"{where}: {name} is not a part, see puzzles.kernel.part")
    _check_words(technique, where)
    return technique


def _check_words(technique: Elimination, where: str) -> None:
    for lang in ("en", "ja"):
        text = technique.words.get(lang, "")
        if not text.strip():
            raise InputError(f"{where}: has no words in {lang}")
        for _, field, _, _ in string.Formatter().parse(text):
            if field is not None and field.split("[")[0] not in WORD_FIELDS:
                raise InputError(f"{where}: words in {lang}: there is no field {{{field}}}")
