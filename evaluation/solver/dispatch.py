"""The kernels' chains over the catalogue of techniques: a kernel cannot look a family up.

Each chain is one part that goes through eliminating families, made of a link for each; a family that the mask of
allowed families lacks is passed over. There are two sets of chains: one of the competition's families alone, and one of
all. Half of a first start would go into compiling families that are off by default. Which set a kernel takes is decided
when it is compiled, by the type of `extra` (see `evaluation.techniques.extra_of`): None leaves the others out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from evaluation.solver.elements import KINDS
from evaluation.technique import Elimination
from evaluation.techniques import BY_RANK, ELIMINATIONS, FAMILIES, FIRST_CLASS, FIRST_INSTANCE, RANKS
from puzzles.kernel import inlined, part

_Link = Callable[..., Any]
FAMILY_SHIFT: Final = 48
"""A noted instance is family · 2^48 + packed instance."""


@part
def _note(desk, family, instance):
    if desk.stage[0] < desk.stage.shape[0] - 1:
        desk.stage[0] += 1
        desk.stage[desk.stage[0]] = family << FAMILY_SHIFT | instance


def _entering(technique: Elimination, family: int, before: _Link) -> _Link:
    """What enters the elements of the families before, and then those of this one."""
    find, uncover, first = technique.find, technique.uncover, FIRST_CLASS[family]

    @inlined
    def enter(state, desk, rules):
        before(state, desk, rules)
        if rules.allowed >> family & 1:
            for k in range(find(state, desk.found)):
                uncover(state, desk.table, rules.levels, family, first, desk.found[k])

    return enter


@inlined
def _enter_nothing(state, desk, rules):
    pass


def _payment(technique: Elimination, family: int) -> _Link:
    """The part that gives 1 / Σ 1/cost over the first `number` instances found."""
    variant, first, variants = technique.variant, FIRST_INSTANCE[family], len(technique.variants)

    @part
    def pay_one_kind(found, number, costs):
        return costs[first] / number

    @part
    def pay(found, number, costs):
        conductance = 0.0
        for kind in range(variants):
            total = 0
            for k in range(number):
                if variant(found[k]) == kind:
                    total += 1
            conductance += total / costs[first + kind]
        return 1.0 / conductance

    return pay_one_kind if variants == 1 else pay


def _preparing(technique: Elimination, family: int, harder: _Link) -> _Link:
    """What prepares by this family if it has an instance, and by a harder one if not; returns the payment."""
    find, remove, pay = technique.find, technique.remove, _payment(technique, family)

    @inlined
    def prepare(state, desk, rules):
        if rules.allowed >> family & 1:
            number = find(state, desk.found)
            if number:
                for k in range(number):
                    remove(state, desk.found[k])
                    _note(desk, family, desk.found[k])
                return pay(desk.found, number, rules.costs)
        return harder(state, desk, rules)

    return prepare


@inlined
def _prepare_nothing(state, desk, rules):
    return 0.0


def _eliminating(technique: Elimination, family: int, harder: _Link) -> _Link:
    """What removes all that this family removes, or a harder one if there is nothing; returns the rank."""
    find, remove, rank = technique.find, technique.remove, RANKS[family]

    @inlined
    def eliminate(state, found, allowed):
        if allowed >> family & 1:
            number = find(state, found)
            if number:
                for k in range(number):
                    remove(state, found[k])
                return rank
        return harder(state, found, allowed)

    return eliminate


@inlined
def _eliminate_nothing(state, found, allowed):
    return -1


def _chains(families: Iterable[int]) -> tuple[_Link, _Link, _Link]:
    """What enters, prepares and eliminates by these families, given from easy to hard."""
    enter, prepare, eliminate = _enter_nothing, _prepare_nothing, _eliminate_nothing
    eliminating = [(ELIMINATIONS[family - KINDS], family) for family in families]
    for technique, family in eliminating:
        enter = _entering(technique, family, enter)
    for technique, family in reversed(eliminating):
        prepare = _preparing(technique, family, prepare)
        eliminate = _eliminating(technique, family, eliminate)
    return enter, prepare, eliminate


_ELIMINATING: Final = tuple(family for family in BY_RANK if family >= KINDS)
_enter, _prepare, _eliminate = _chains(_ELIMINATING)
_enter_own, _prepare_own, _eliminate_own = _chains(k for k in _ELIMINATING if FAMILIES[k].competition)


@part
def enter_eliminations(state, desk, rules, extra):
    """Enter the elements of all eliminating families that are allowed; those of the singles stand in the table."""
    if extra is None:
        _enter_own(state, desk, rules)
    else:
        _enter(state, desk, rules)


@part
def prepare_first(state, desk, rules, extra):
    """Pay for, apply and note every instance of the easiest family that has one; returns the payment, 0 without any."""
    if extra is None:
        return _prepare_own(state, desk, rules)
    return _prepare(state, desk, rules)


@part
def eliminate_easiest(state, found, allowed, extra):
    """Apply every instance of the easiest family that has one.

    Args:
        state: the board.
        found: (FOUND_SIZE,) room to work in.
        allowed: mask of the families by number.
        extra: what `extra_of` makes of that mask.

    Returns:
        The rank of the family, −1 when no family removes anything.
    """
    if extra is None:
        return _eliminate_own(state, found, allowed)
    return _eliminate(state, found, allowed)
