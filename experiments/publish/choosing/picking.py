"""From all puzzles to those that go out: choices one after the other, quotas, and never two near copies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from experiments.publish.choosing.diverse import Spread, Wanted, spread_out
from experiments.publish.choosing.quota import grade_key
from experiments.publish.choosing.select import (
    DIVERSE,
    Copy,
    Say,
    choose,
    count_of,
    distinct,
    is_named,
    nothing_said,
    volumes,
)
from experiments.publish.choosing.taken import MOST_SAID
from experiments.publish.puzzle import ExportPuzzle


def named_ones(puzzles: list[ExportPuzzle], hows: Sequence[str]) -> list[ExportPuzzle]:
    """What the choices that name puzzles one by one leave: they go first, by the numbers of the whole list."""
    for how in filter(is_named, hows):
        puzzles = choose(puzzles, how)
    return puzzles


def pick(
    puzzles: list[ExportPuzzle],
    hows: Sequence[str],
    max_alike: float = 1.0,
    quota: Sequence[tuple[str, int]] = (),
    say: Say = nothing_said,
) -> list[ExportPuzzle]:
    """Each of `hows` on what the one before left, the quota last; no two near copies are left.

    Args:
        puzzles: to choose from.
        hows: forms of `--select`. Grades and minutes are chosen before near copies are looked for, all else after.
        max_alike: share of hints alike above which two are near copies.
        quota: grade (`quota.grade_key`) and number; `diverse:N` among `hows` then bounds the sum.
        say: is told of copies, and where there are fewer than were wanted.
    """
    puzzles = named_ones(puzzles, hows)
    total: int | None = None
    is_distinct = False
    for how in (how for how in hows if not is_named(how)):
        kind, _, rest = how.strip().partition(":")
        if kind == DIVERSE:
            total = count_of(rest, kind)
            if not quota:
                puzzles, is_distinct = _filled(puzzles, Wanted(total), max_alike, say), True
            continue
        if kind not in ("grade", "minutes") and not is_distinct:
            puzzles, is_distinct = _distinct(puzzles, max_alike, say), True
        puzzles = choose(puzzles, how, say)
    if quota:
        return _filled(puzzles, Wanted(total, dict(quota)), max_alike, say)
    return puzzles if is_distinct else _distinct(puzzles, max_alike, say)


def _distinct(puzzles: list[ExportPuzzle], max_alike: float, say: Say) -> list[ExportPuzzle]:
    kept, copies = distinct(puzzles, max_alike)
    for copy in copies[:MOST_SAID]:
        say(_of_copy(copy))
    if len(copies) > MOST_SAID:
        say(f"{len(copies) - MOST_SAID} more are left out as near copies")
    return kept


def _of_copy(copy: Copy) -> str:
    how = "the same puzzle" if copy.share == 1 else f"{copy.share:.0%} of hints alike"
    return f"{copy.puzzle.id} left out: {copy.like.id} is too much like it ({how})"


def _filled(puzzles: list[ExportPuzzle], wanted: Wanted, max_alike: float, say: Say) -> list[ExportPuzzle]:
    """Good puzzles far apart, in their order; says why there are fewer than were wanted."""
    if not puzzles:
        return []
    grids = np.array([puzzle.grid for puzzle in puzzles], np.uint8)
    groups = [grade_key(puzzle.grade) for puzzle in puzzles]
    found = spread_out(grids, volumes(puzzles), groups, wanted, max_alike)
    for line in _shortage(groups, found, wanted, max_alike):
        say(line)
    return [puzzles[k] for k in sorted(found.taken)]


def _shortage(groups: Sequence[str], found: Spread, wanted: Wanted, max_alike: float) -> list[str]:
    """A line for each number that was not reached."""
    near = f"near copies of these (more than {max_alike:.0%} of hints alike)" if max_alike < 1 else "the same as these"
    taken = Counter(groups[k] for k in found.taken)
    there = Counter(groups)
    if wanted.of_group is None:
        if wanted.total is None or len(found.taken) >= wanted.total:
            return []
        rest = len(groups) - len(found.taken)
        why = f"the other {rest} are {near}" if rest else f"there are no more than {len(groups)} puzzles"
        return [f"--select {DIVERSE}:{wanted.total}: {len(found.taken)} taken, {why}"]
    if wanted.total is not None and len(found.taken) >= wanted.total:
        return []
    lines: list[str] = []
    for grade, number in wanted.of_group.items():
        if taken[grade] < number:
            rest = there[grade] - taken[grade]
            why = f"the other {rest} are near copies" if rest else f"there are {there[grade]} {grade}"
            lines.append(f"--quota {grade}:{number}: {taken[grade]} taken, {why}")
    return lines
