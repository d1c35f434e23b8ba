"""A plug-in that brings one of each kind; the tests install it as a distribution, or import it."""

from __future__ import annotations

import numpy as np

import hintsmith as hs


@hs.objective("short", better="lower", worst=81.0)
def short(walks: hs.Walks) -> np.ndarray:
    """Turns of the walk: few are better."""
    return walks.turns.astype(float)


@hs.constraint("corners", english="{} pairs of corners are equal", japanese="隅の数字が{}組等しい")
def corners(facts: hs.Facts) -> np.ndarray:
    """Two corners of the solution that look at each other across the grid are different."""
    s = facts.solution
    return ((s[:, 0] == s[:, 80]) & (s[:, 0] > 0)).astype(int) + ((s[:, 8] == s[:, 72]) & (s[:, 8] > 0)).astype(int)


@hs.operator("halves")
def halves(mother: np.ndarray, father: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """The upper rows of the mother, the lower ones of the father."""
    return np.where(np.arange(81) < 9 * random.integers(1, 9), mother, father)


@hs.backend
class Tries(hs.Backend):
    """Assignments in order, to the end."""

    name = "tries"

    def limits(self, time_limit: float = 1.0):
        from qubo.backends import Limits

        return Limits(8, complete=True, repeatable=True, stoppable=False, note="tries all of 256")

    def _search(self, program, time_limit: float, seed: int):
        n = program.variables
        tried = ((np.arange(1 << n)[:, None] >> np.arange(n)) & 1).astype(np.uint8)
        good = [one for one in tried if program.holds(one)]
        if not good:
            return "impossible", None
        return "solved", min(good, key=program.energy)


def write(records):
    """`puzzle:` and the cells from the last to the first, which no other form is."""
    return "".join(f"puzzle:{record.hints[::-1]}\n" for record in records)


def claim(page, k):
    """A line of that kind."""
    from puzzles.files.base import Entry
    from puzzles.files.page import Claim

    if not page.lines[k].startswith("puzzle:"):
        return None
    return Claim(1, [Entry(page.source, k + 1, hs.Record(page.lines[k].removeprefix("puzzle:")[::-1]))])


BACKWARDS = hs.format(hs.Format("backwards", ".back", "cells from the last to the first", write, claim=claim))
