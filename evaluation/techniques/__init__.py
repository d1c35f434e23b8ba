"""The catalogue of techniques: a file and a line for each.

A technique's *number* is its place in `FAMILIES`: the competition's six in the order of semantics.md, those that are
off by default, those from outside. The order in which people try them is another: `BY_RANK`. The kernels' chains
(`evaluation.solver.dispatch`), the sizes of their arrays and the words for people are all made from the records here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from evaluation.solver.elements import KINDS
from evaluation.technique import ENTRY_POINTS, Elimination, Technique, check, close
from evaluation.techniques.hidden_subset import HIDDEN_SUBSET
from evaluation.techniques.locked_candidates import LOCKED_CANDIDATES
from evaluation.techniques.naked_subset import NAKED_SUBSET
from evaluation.techniques.singles import SINGLES
from evaluation.techniques.swordfish import SWORDFISH
from evaluation.techniques.x_wing import X_WING
from evaluation.techniques.xy_wing import XY_WING
from puzzles.errors import InputError
from puzzles.kernel import add_source
from puzzles.plugins import load, names_of

_OWN: Final = (
    LOCKED_CANDIDATES,
    HIDDEN_SUBSET,
    X_WING,
    NAKED_SUBSET,
    XY_WING,
    SWORDFISH,
)


def _outside() -> tuple[Elimination, ...]:
    """The techniques from entry points, by name, and then those that were registered."""
    loaded = [check(load(ENTRY_POINTS, name)) for name in names_of(ENTRY_POINTS)]
    registered = [technique for technique in close() if not any(technique is one for one in loaded)]
    outside = (*loaded, *registered)
    for technique in outside:
        add_source(technique.key, (technique.find, technique.variant, technique.uncover, technique.remove), technique)
    return outside


def _check_names(techniques: Iterable[Elimination]) -> None:
    families: set[str] = {single.key for single in SINGLES}
    variants: set[str] = set()
    for technique in techniques:
        for name, taken in ((technique.key, families), *((v.key, variants) for v in technique.variants)):
            if name in taken:
                raise InputError(f"technique {technique.key}: there is a {name} already")
            taken.add(name)


ELIMINATIONS: Final = (*_OWN, *_outside())
_check_names(ELIMINATIONS)
FAMILIES: Final[tuple[Technique, ...]] = (*SINGLES, *ELIMINATIONS)
FAMILY_KEYS: Final = tuple(family.key for family in FAMILIES)
ELIMINATING: Final = tuple(range(KINDS, len(FAMILIES)))
"""The numbers of the families that remove candidates."""
COMPETITION: Final = tuple(family.key for family in FAMILIES if family.competition)
"""The keys of the competition's six, on by default."""
EXTRA: Final = tuple(family.key for family in FAMILIES if not family.competition)
"""The keys of the others, off by default."""

BY_RANK: Final = (
    *range(KINDS),
    *sorted(ELIMINATING, key=lambda number: ELIMINATIONS[number - KINDS].easiest),
)
"""The numbers of all families from easy to hard: singles, then by the cheapest kind of instance at the default costs,
equal ones by number. Preparation takes the first of these that has an instance, and the hardest family that a puzzle
needs is the last of these that it cannot do without."""
RANKS: Final = tuple(BY_RANK.index(number) for number in range(len(FAMILIES)))
"""The place in `BY_RANK` of each family, by number."""

INSTANCES: Final = tuple((v.key, v.cost) for technique in ELIMINATIONS for v in technique.variants)
"""The variants of the eliminating families with their default costs."""
INSTANCE_KEYS: Final = tuple(name for name, _ in INSTANCES)
FOUND_SIZE: Final = max(technique.capacity for technique in ELIMINATIONS)
"""Room for the instances of any one family on a board."""
KEYS: Final = 81 * len(FAMILIES)
"""Elements are keyed by 81 · family + cell."""
KEY_BITS: Final = KEYS.bit_length()

SINGLE_LEVELS: Final = tuple((single.key, single.level) for single in SINGLES)
"""The levels of the singles (semantics.md)."""


class LevelClass(NamedTuple):
    """What elements of one class have in common."""

    family: int
    instance: int | None
    """The index into `INSTANCES` whose cost counts; None for the singles."""
    single: int | None
    """The kind of single whose level counts; None where an instance's cost is all."""


def _level_classes() -> tuple[LevelClass, ...]:
    classes = [LevelClass(kind, None, kind) for kind in range(KINDS)]
    instance = 0
    for family, technique in enumerate(ELIMINATIONS, KINDS):
        for _ in technique.variants:
            classes += [LevelClass(family, instance, kind) for kind in ((None,) if technique.flat else range(KINDS))]
            instance += 1
    return tuple(classes)


LEVEL_CLASSES: Final = _level_classes()
CLASS_COUNT: Final = len(LEVEL_CLASSES)
FIRST_CLASS: Final = tuple(
    next(k for k, one in enumerate(LEVEL_CLASSES) if one.family == family) for family in range(len(FAMILIES))
)
"""The first class of each family."""
FIRST_INSTANCE: Final = tuple(LEVEL_CLASSES[first].instance or 0 for first in FIRST_CLASS)
"""The first variant of each eliminating family, an index into `INSTANCES`; 0 for the singles."""

# kernels keep a class above the key of an element in 32 bits with a sign, and a family in the mask of those allowed
assert CLASS_COUNT << KEY_BITS < 1 << 31
assert len(FAMILIES) < 63


def class_levels(singles: tuple[float, ...], costs: tuple[float, ...]) -> list[float]:
    """The level of each class: a single's own, an instance's cost plus the single's, a flat family's cost."""
    levels: list[float] = []
    for _, instance, single in LEVEL_CLASSES:
        cost = 0.0 if instance is None else costs[instance]
        levels.append(cost + (0.0 if single is None else singles[single]))
    return levels


def mask_of(keys: Iterable[str]) -> int:
    """A bit for each of the families named, by number. Raises ValueError for a name that is not in the catalogue."""
    return sum(1 << FAMILY_KEYS.index(key) for key in set(keys))


def extra_of(allowed: int) -> bool | None:
    """True where a mask of families holds any beyond the competition's; None where not.

    Kernels are compiled once for either type: without those families they take half the time.
    """
    return True if allowed & ~mask_of(COMPETITION) else None
