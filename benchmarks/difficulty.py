"""Does the effort Σ d(t) agree with a rating that knows nothing of it?

    python benchmarks/difficulty.py [FILE...] [--walks N] [--skip-search]

Without files the shipped puzzles are rated. Two independent ratings, both in plain Python:

search  cells that a plain backtracking visits: it fills naked singles only, guesses in a cell with the
        fewest candidates, and visits every branch (the mean over both orders of the digits).
steps   the sum over a solution path of the cost of the cheapest kind of step on each board, with
        costs of our own choice; every single of the cheapest kind is filled at once. It does not look at
        how many steps are possible, which is what d(t) is about.

Prints Spearman's rank correlation of the effort with each, as a markdown table.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.difficulty import GRADE_NAMES, hardest_families_needed
from evaluation.evaluator import Evaluator
from evaluation.settings import EvaluationSettings
from evaluation.shipped import shipped_puzzles
from puzzles.files import read_argument
from puzzles.geometry import PEERS, UNITS
from puzzles.grid import Grid

_UNITS = [[int(c) for c in unit] for unit in UNITS]
_PEERS = [[int(c) for c in peers] for peers in PEERS]
_FULL = set(range(1, 10))
BOX_COST, LINE_COST, NAKED_COST, GUESS_COST = 1.0, 1.5, 2.5, 12.0


def candidates_of(values: list[int]) -> dict[int, set[int]]:
    """The candidates of every empty cell."""
    return {c: _FULL - {values[p] for p in _PEERS[c]} for c in range(81) if not values[c]}


def search_size(values: list[int], backwards: bool) -> int:
    """Cells visited by the plain backtracking until every branch is done."""
    cand = candidates_of(values)
    visited = 0
    board = list(values)
    while cand:
        cell = min(cand, key=lambda c: len(cand[c]))
        if not cand[cell]:
            return visited
        visited += 1
        if len(cand[cell]) > 1:
            for digit in sorted(cand[cell], reverse=backwards):
                board[cell] = digit
                visited += search_size(board, backwards)
            return visited
        board[cell] = cand[cell].pop()
        cand = candidates_of(board)
    return visited


def step_rating(values: list[int], solution: list[int]) -> float:
    """The sum of the costs of the cheapest steps; where no single is left, the cell with the fewest candidates
    is taken as a guess."""
    board = list(values)
    total = 0.0
    while True:
        cand = candidates_of(board)
        if not cand:
            return total
        for cost, cells in ((BOX_COST, _hidden(cand, board, 18, 27)), (LINE_COST, _hidden(cand, board, 0, 18)),
                            (NAKED_COST, {c for c in cand if len(cand[c]) == 1})):  # fmt: skip
            if cells:
                total += cost
                break
        else:
            cells = {min(cand, key=lambda c: len(cand[c]))}
            total += GUESS_COST
        for cell in cells:
            board[cell] = solution[cell]


def _hidden(cand: dict[int, set[int]], board: list[int], first: int, last: int) -> set[int]:
    cells: set[int] = set()
    for unit in _UNITS[first:last]:
        for digit in _FULL - {board[c] for c in unit}:
            places = [c for c in unit if c in cand and digit in cand[c]]
            if len(places) == 1:
                cells.add(places[0])
    return cells


def ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks from 0, ties share their mean."""
    order = np.argsort(values, kind="stable")
    place = np.empty(len(values))
    place[order] = np.arange(len(values))
    for value in np.unique(values):
        same = values == value
        place[same] = place[same].mean()
    return place


def spearman(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Spearman's rank correlation."""
    return float(np.corrcoef(ranks(a), ranks(b))[0, 1])


@dataclass(frozen=True, slots=True)
class Rated:
    """The ratings of n puzzles."""

    effort: NDArray[np.float64]
    family: NDArray[np.int64]
    grade: NDArray[np.int64]
    search: NDArray[np.float64]
    steps: NDArray[np.float64]


def rate(hints: NDArray[np.uint8], walks: int, search_too: bool) -> Rated:
    """Rate (n, 81) puzzles that the techniques finish; without `search_too` that rating is all zeros."""
    table = Evaluator(EvaluationSettings(walks=walks)).evaluate(hints)
    rows = [(h.tolist(), s.tolist()) for h, s in zip(hints, table["solution"], strict=True)]
    search = [(search_size(h, False) + search_size(h, True)) / 2 if search_too else 0.0 for h, _ in rows]
    return Rated(
        table["effort"],
        table["hardest_family"],
        table["grade"],
        np.array(search),
        np.array([step_rating(h, s) for h, s in rows]),
    )


def _read(path: str) -> list[Grid]:
    return [entry.values for entry in read_argument(path) if entry.values is not None]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--walks", type=int, default=64)
    parser.add_argument("--skip-search", action="store_true", help="plain backtracking takes long on 17 hints")
    options = parser.parse_args()
    if options.files:
        grids = [grid for path in options.files for grid in _read(path)]
    else:
        grids = [puzzle.hints for puzzle in shipped_puzzles()]
    hints = np.stack(grids)
    known = hardest_families_needed(hints)
    rated = rate(hints[known >= 0], options.walks, not options.skip_search)
    print(f"{(known >= 0).sum()} puzzles, {(known < 0).sum()} left out (the techniques do not finish them)\n")
    print("| rating | Spearman with effort |\n|---|---|")
    if not options.skip_search:
        print(f"| search | {spearman(rated.effort, rated.search):.2f} |")
    print(f"| steps | {spearman(rated.effort, rated.steps):.2f} |")
    print(f"| hardest family needed | {spearman(rated.effort, rated.family.astype(float)):.2f} |\n")
    quantiles = np.quantile(rated.effort, [0.2, 0.4, 0.6, 0.8])
    print("quintiles of effort:", " ".join(f"{q:.2f}" for q in quantiles))
    grades = rated.grade
    print("grades:", ", ".join(f"{name} {int((grades == k).sum())}" for k, name in enumerate(GRADE_NAMES)))
    print(f"Spearman of the grade with steps: {spearman(grades.astype(float), rated.steps):.2f}")


if __name__ == "__main__":
    main()
