"""Random valid puzzles, straight from the feasibility search."""

from __future__ import annotations

from baselines.contest import Contest

from generator.sudoku.feasibility import find
from puzzles.seeds import Purpose, derived

_BATCH = 1_000


def search(contest: Contest) -> None:
    """Judge valid puzzles that do not depend on each other."""
    batch = 0
    while contest.left:
        number = min(_BATCH, contest.left)
        contest.judge(find(contest.pattern, number, derived(contest.seed, Purpose.BENCHMARK, batch)).hints)
        batch += 1
