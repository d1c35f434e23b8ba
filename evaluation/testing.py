"""The contract of a technique, to be held in tests: its own, or those of a package that adds one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from evaluation.settings import EvaluationSettings
from evaluation.solver.board import new_desk
from evaluation.solver.elements import BEST, KINDS, LIST, NUMBER, STRIDE, clear_table
from evaluation.solver.state import CAND, CELL, load_board, refresh
from evaluation.technique import MOST_PACKED, Elimination
from evaluation.techniques import ELIMINATIONS, FAMILY_KEYS, FIRST_CLASS, LEVEL_CLASSES
from evaluation.techniques.singles import find_singles
from puzzles.grid import Grid
from puzzles.kernel import kernel_once


def check_technique(key: str, boards: Iterable[tuple[Grid, Grid]]) -> Counter[str]:
    """Hold an eliminating family of the catalogue to its contract on boards.

    On each board: no more instances than `capacity`, each packed as it may be, none twice. Each removes what `explain`
    says, at least one candidate, and no digit of the solution. `uncover` enters what the definition says: each pair of
    a kind of single and a cell that holds after the removal and did not hold before, at its level.

    Args:
        key: its key.
        boards: (81,) digits and the (81,) solution that they lead to.

    Returns:
        How many instances of each variant were seen.

    Raises:
        AssertionError: with the technique, the board and what is wrong.
    """
    family = FAMILY_KEYS.index(key)
    technique = ELIMINATIONS[family - KINDS]
    bench = _bench(technique.find, technique.variant, technique.uncover, technique.remove)
    seen: Counter[str] = Counter()
    for values, solution in boards:
        where = f"{key} on {''.join(map(str, values))}: "
        desk = new_desk()
        number = int(bench["find"](values.astype(np.int64), desk.state, desk.found))
        assert number >= 0, where + "two equal digits in a unit"
        assert number <= technique.capacity, where + f"{number} instances, capacity {technique.capacity}"
        found = desk.found[:number].tolist()
        assert len(set(found)) == number, where + "an instance twice"
        for packed in found:
            assert 0 <= packed < MOST_PACKED, where + f"{packed} is no packed instance"
            seen[_check_instance(technique, family, bench, desk.state, packed, solution, where)] += 1
    return seen


@lru_cache(maxsize=4)
def _bench(find: Any, variant: Any, uncover: Any, remove: Any) -> dict[str, Any]:
    """Kernels around a technique's parts, by name; kept, as they take seconds to compile."""

    def find_all(values, state, found):
        if not load_board(state, values):
            return -1
        refresh(state)
        return find(state, found)

    def uncover_one(state, table, levels, family, first, packed):
        clear_table(table)
        find_singles(state, table, levels)
        singles = table[NUMBER]
        uncover(state, table, levels, family, first, packed)
        return singles

    def remove_one(state, packed):
        remove(state, packed)

    def variant_of(packed):
        return variant(packed)

    return {
        "find": kernel_once(find_all),
        "uncover": kernel_once(uncover_one),
        "remove": kernel_once(remove_one),
        "variant": kernel_once(variant_of),
    }


def _check_instance(
    technique: Elimination, family: int, bench: dict[str, Any], state: Any, packed: int, solution: Grid, where: str
) -> str:
    """The kind of the instance."""
    before = state[CAND : CAND + 81].tolist()
    instance = technique.explain(packed, before)
    where += f"{instance}: "
    variant = int(bench["variant"](packed))
    assert variant in range(len(technique.variants)), where + f"variant {variant}"
    assert instance.kind == technique.variants[variant].key, where + f"variant {variant}"
    emptied = state.copy()
    bench["remove"](emptied, packed)
    after = emptied[CAND : CAND + 81].tolist()
    gone = {(c, d + 1) for c in range(81) for d in range(9) if (before[c] & ~after[c]) >> d & 1}
    assert gone, where + "removes nothing"
    assert gone == set(instance.removed), where + f"removes {sorted(gone)}"
    wrong = [(c, d) for c, d in gone if solution[c] == d]
    assert not wrong, where + f"removes {wrong} of the solution"

    levels = EvaluationSettings().rules().levels
    desk = new_desk()
    old = int(bench["uncover"](state, desk.table, levels, family, FIRST_CLASS[family], packed))
    keys = desk.table[LIST::STRIDE][old : desk.table[NUMBER]].tolist()
    classes = [LEVEL_CLASSES[int(desk.table[BEST + STRIDE * key]) - 1] for key in keys]
    assert all(one.family == family for one in classes), where + f"classes {classes} of another family"
    entered = {(key, levels[int(desk.table[BEST + STRIDE * key]) - 1]) for key in keys}
    fresh = _singles(after) - _singles(before)
    cost = technique.variants[variant].cost
    best: dict[int, float] = {}
    for kind, cell in fresh:
        level = cost if technique.flat else cost + levels[kind]
        best[81 * family + cell] = min(level, best.get(81 * family + cell, level))
    assert entered == set(best.items()), (
        where + f"enters {sorted(entered)}, the definition gives {sorted(best.items())}"
    )
    return instance.kind


def _singles(candidates: Sequence[int]) -> set[tuple[int, int]]:
    """(kind, cell) of all singles, read plainly off (81,) candidate masks."""
    singles = {(2, cell) for cell in range(81) if candidates[cell].bit_count() == 1}
    for unit, cells in enumerate(CELL.tolist()):
        for digit in range(9):
            places = [cell for cell in cells if candidates[cell] >> digit & 1]
            if len(places) == 1:
                singles.add((0 if unit >= 18 else 1, places[0]))
    return singles
