"""The evaluation of many puzzles in one kernel call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.board import new_desk
from evaluation.mcts import Tree, begin_puzzle, grow_walk, new_tree
from evaluation.objectives import longest_chain, tension
from evaluation.settings import EvaluationSettings
from evaluation.state import LEFT, SIZE, automatic_fill, load_board
from evaluation.walk import STUCK, forget, new_memory, new_steps, walk_once
from puzzles.geometry import UNITS
from puzzles.grid import Grid
from puzzles.kernel import kernel, part
from puzzles.propagation import propagate_batch
from puzzles.randomness import combine, hash_digits
from puzzles.solutions import new_boards, search_solutions

NO_SOLUTION_MEASURE: Final = 81
_OF_WALKS: Final = ("f1", "chain", "turns", "effort", "hardest", "peaks", "family_turns")
"""The fields of `BatchScores` that walks write."""


@dataclass(frozen=True, slots=True)
class BatchScores:
    """Raw results of a batch of n puzzles; the rows of f1, chain and the profile count only where `left` is 0."""

    conflicts: NDArray[np.int64]
    """(n,) pairs of equal digits in a unit."""
    solutions: NDArray[np.int64]
    """(n,) number of solutions, at most 2, by the exact search."""
    found: NDArray[np.uint8]
    """(n, 2, 81) the first two solutions."""
    singles_left: NDArray[np.int64]
    """(n,) cells left empty by plain propagation of hidden and naked singles; −1 on a contradiction.

    0 where there is one solution."""
    left: NDArray[np.int64]
    """(n,) cells left empty when the techniques stop; 0 when they finish."""
    f1: NDArray[np.float64]
    """(n, walks)"""
    chain: NDArray[np.int64]
    """(n, walks) longest chain; f2 is this over 81."""
    turns: NDArray[np.int64]
    """(n, walks) T of each walk."""
    effort: NDArray[np.float64]
    """(n, walks) Σ d(t)."""
    hardest: NDArray[np.float64]
    """(n, walks) max d(t)."""
    peaks: NDArray[np.int64]
    """(n, walks) number of peaks, see `count_peaks`."""
    family_turns: NDArray[np.int64]
    """(n, 6) turns of all walks per family."""


@dataclass(frozen=True, slots=True)
class Walk:
    """One walk, turn by turn; each array has T entries."""

    d: NDArray[np.float64]
    prep: NDArray[np.float64]
    p: NDArray[np.float64]
    chain: NDArray[np.int64]
    chosen: NDArray[np.int64]
    """Key of the element chosen: 81 · family + cell."""


@part
def count_peaks(p, turns):
    """Turns where p is positive, above both neighbours (ties: the earlier), and at least half of the largest p."""
    top = 0.0
    for t in range(turns):
        if p[t] > top:
            top = p[t]
    number = 0
    for t in range(turns):
        if p[t] > 0.0 and 2.0 * p[t] >= top and (t == 0 or p[t] > p[t - 1]) and (t == turns - 1 or p[t] >= p[t + 1]):
            number += 1
    return number


@part
def count_conflicts(values):
    """Pairs of equal digits that share a unit, each pair once."""
    number = 0
    for u in range(27):
        for i in range(9):
            a = UNITS[u, i]
            for j in range(i + 1, 9):
                b = UNITS[u, j]
                # a pair in a box and in one of its lines is counted with the line
                if values[a] and values[a] == values[b] and (u < 18 or (a // 9 != b // 9 and a % 9 != b % 9)):
                    number += 1
    return number


@kernel
def _certify_many(hints, boards, out):
    """What does not depend on walks: conflicts, number of solutions, empty cells where there is none."""
    conflicts, solutions, found, left = out
    for n in range(hints.shape[0]):
        conflicts[n] = count_conflicts(hints[n])
        solutions[n] = 0
        if conflicts[n] == 0:
            solutions[n] = search_solutions(hints[n], np.int64(2), boards, found[n])[0]
        left[n] = 0
        if solutions[n] == 0:
            for k in range(81):
                if hints[n, k] == 0:
                    left[n] += 1


@part
def _open_puzzle(hints, found, start, opened, solution):
    """Digits, board and solution of one puzzle after the automatic fill of its hints."""
    for k in range(81):
        opened[k] = hints[k]
        solution[k] = found[0, k]
    load_board(start, opened)
    automatic_fill(start, opened)


@part
def _begin_walk(desk, start, opened, values, name, walk, random):
    random[0] = combine(name, np.uint64(walk))
    for k in range(start.shape[0]):
        desk.state[k] = start[k]
    for k in range(81):
        values[k] = opened[k]


@part
def _note_walk(steps, t, n, w, out):
    """Enter the numbers of one walk of t turns."""
    f1, chain, turns, effort, hardest, peaks, family_turns = out
    turns[n, w] = t
    f1[n, w] = tension(steps.d, t, steps.p)
    chain[n, w] = longest_chain(steps.chain, t)
    total = 0.0
    top = 0.0
    for k in range(t):
        total += steps.d[k]
        if steps.d[k] > top:
            top = steps.d[k]
        family_turns[n, steps.chosen[k] // 81] += 1
    effort[n, w] = total
    hardest[n, w] = top
    peaks[n, w] = count_peaks(steps.p, t) if t >= 2 else 0


@kernel
def _walk_many(hints, seed, first_walk, walks, rules, desk, memory, steps, random, start, solved, out):
    """The policy walks of all puzzles that have a solution."""
    solutions, found, left = solved
    values = np.empty(81, np.int64)
    opened = np.empty(81, np.int64)
    solution = np.empty(81, np.int64)
    for n in range(hints.shape[0]):
        if solutions[n] == 0:
            continue
        _open_puzzle(hints[n], found[n], start, opened, solution)
        name = hash_digits(hints[n], seed)
        forget(memory)
        for w in range(walks):
            _begin_walk(desk, start, opened, values, name, first_walk[n] + w, random)
            t = walk_once(desk, memory, rules, values, solution, random, steps)
            if t == STUCK:
                left[n] = desk.state[LEFT]
                break
            _note_walk(steps, t, n, w, out)


@kernel
def _grow_many(hints, seed, first_walk, walks, rules, desk, memory, tree, steps, random, start, solved, out):
    """The tree walks of all puzzles that have a solution; a kernel of its own, compiled when it is used."""
    solutions, found, left = solved
    values = np.empty(81, np.int64)
    opened = np.empty(81, np.int64)
    solution = np.empty(81, np.int64)
    for n in range(hints.shape[0]):
        if solutions[n] == 0:
            continue
        _open_puzzle(hints[n], found[n], start, opened, solution)
        name = hash_digits(hints[n], seed)
        forget(memory)
        begin_puzzle(tree)
        for w in range(walks):
            _begin_walk(desk, start, opened, values, name, first_walk[n] + w, random)
            t = grow_walk(desk, memory, tree, rules, values, solution, random, steps)
            if t == STUCK:
                left[n] = desk.state[LEFT]
                break
            _note_walk(steps, t, n, w, out)


class BatchEvaluator:
    """Work space and settings for evaluating batches in this process; one per thread."""

    def __init__(self, settings: EvaluationSettings) -> None:
        self.settings = settings
        self._rules = settings.rules()
        self._desk = new_desk()
        self._memory = new_memory(settings)
        self._tree: Tree = new_tree(settings, self._memory)
        self._steps = new_steps()
        self._solver = new_boards()

    def scores(
        self, hints: NDArray[np.uint8], first_walk: int | NDArray[np.int64] = 0, walks: int | None = None
    ) -> BatchScores:
        """Evaluate (n, 81) hints, whose digits are relabelled in order of first appearance.

        Args:
            hints: (n, 81) uint8.
            first_walk: number of the first walk, of all or (n,) of each, so that walks can be added to earlier ones.
            walks: how many; the settings' number by default, and never more than that.
        """
        n = len(hints)
        walks = self.settings.walks if walks is None else walks
        shape = (n, walks)
        result = BatchScores(
            np.zeros(n, np.int64),
            np.zeros(n, np.int64),
            np.zeros((n, 2, 81), np.uint8),
            np.zeros(n, np.int64),
            np.zeros(n, np.int64),
            np.zeros(shape),
            np.zeros(shape, np.int64),
            np.zeros(shape, np.int64),
            np.zeros(shape),
            np.zeros(shape),
            np.zeros(shape, np.int64),
            np.zeros((n, 6), np.int64),
        )
        digits = np.ascontiguousarray(hints, dtype=np.uint8)
        _certify_many(
            digits,
            self._solver,
            (result.conflicts, result.solutions, result.found, result.left),
        )
        ambiguous = np.flatnonzero(result.solutions != 1)
        if len(ambiguous):
            result.singles_left[ambiguous] = propagate_batch(digits[ambiguous])[2]
        seed = np.uint64(self.settings.seed % 2**64)
        first = np.empty(n, np.int64)
        first[:] = first_walk
        random, start = np.zeros(1, np.uint64), np.zeros(SIZE, np.int64)
        solved = (result.solutions, result.found, result.left)
        out = tuple(getattr(result, name) for name in _OF_WALKS)
        desk, memory, rules, steps = self._desk, self._memory, self._rules, self._steps
        if self.settings.walk == "mcts":
            tree = self._tree
            _grow_many(digits, seed, first, walks, rules, desk, memory, tree, steps, random, start, solved, out)
        else:
            _walk_many(digits, seed, first, walks, rules, desk, memory, steps, random, start, solved, out)
        return result

    def first_walk(self, hints: Grid) -> Walk:
        """The first walk of one relabelled puzzle that the techniques finish, turn by turn."""
        turns = int(self.scores(hints[None, :], 0, 1).turns[0, 0])
        steps = self._steps
        return Walk(
            steps.d[:turns].copy(),
            steps.prep[:turns].copy(),
            steps.p[:turns].copy() if turns > 1 else np.zeros(turns),
            steps.chain[:turns].copy(),
            steps.chosen[:turns].copy(),
        )
