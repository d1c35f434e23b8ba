"""The evaluation of many puzzles in one kernel call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluation.measures import MEASURES
from evaluation.objectives import OURS, Walks
from evaluation.settings import EvaluationSettings
from evaluation.solver.board import new_desk
from evaluation.solver.mcts import Tree, begin_puzzle, grow_walk, new_tree
from evaluation.solver.peaks import top_two, write_peaks
from evaluation.solver.state import LEFT, SIZE, automatic_fill, load_board
from evaluation.solver.walk import GUESS, STUCK, forget, new_memory, new_steps, walk_once
from evaluation.techniques import FAMILIES
from puzzles.geometry import UNITS
from puzzles.grid import Grid
from puzzles.kernel import inlined, kernel, part
from puzzles.randomness import combine, hash_digits
from puzzles.solutions import new_boards, search_solutions

_PARTS: Final[dict[str, Callable[..., Any]]] = {
    **{o.column: o.of_walk for o in OURS.values() if o.of_walk is not None},
    **{m.key: m.of_walk for m in MEASURES.values()},
}
NUMBERS: Final = tuple(_PARTS)
"""The numbers that are measured of every walk, by their columns."""


class Profiles(NamedTuple):
    """Walks turn by turn: (n, walks, 81) each, −1 or NaN beyond the last turn."""

    d: NDArray[np.float64]
    p: NDArray[np.float64]
    chain: NDArray[np.int64]
    chosen: NDArray[np.int64]
    """Key of the element chosen: 81 · family + cell."""


@dataclass(frozen=True, slots=True)
class BatchScores:
    """Raw results of a batch of n puzzles; what walks wrote counts only where `left` is 0."""

    conflicts: NDArray[np.int64]
    """(n,) pairs of equal digits in a unit."""
    solutions: NDArray[np.int64]
    """(n,) number of solutions by the exact search, which stops at as many as were wanted: one or two."""
    found: NDArray[np.uint8]
    """(n, 2, 81) the first two solutions."""
    left: NDArray[np.int64]
    """(n,) cells left empty when the techniques stop; 0 when they finish."""
    numbers: NDArray[np.float64]
    """(NUMBERS, n, walks)"""
    turns: NDArray[np.int64]
    """(n, walks) T of each walk."""
    family_turns: NDArray[np.int64]
    """(n, families) turns of all walks per family."""
    guesses: NDArray[np.int64]
    """(n,) guesses of all walks; 0 unless guessing was asked for."""
    profiles: Profiles
    """The walks turn by turn; without a row unless they were asked for."""

    def of_walks(self, name: str) -> NDArray[np.float64]:
        """(n, walks) one of NUMBERS."""
        return self.numbers[NUMBERS.index(name)]


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
def _certify_many(hints, limit, boards, out):
    """What does not depend on walks: conflicts, number of solutions up to `limit`, empty cells where there is none."""
    conflicts, solutions, found, left = out
    for n in range(hints.shape[0]):
        conflicts[n] = count_conflicts(hints[n])
        solutions[n] = 0
        if conflicts[n] == 0:
            solutions[n] = search_solutions(hints[n], limit, boards, found[n])[0]
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


@inlined
def _no_number(d, p, chain, turns, first, second, n, w, numbers):
    pass


def _and_then(row: int, measure: Callable[..., Any], rest: Callable[..., None]) -> Callable[..., None]:
    """What writes one number of a walk, and the rest."""

    @inlined
    def write(d, p, chain, turns, first, second, n, w, numbers):
        numbers[row, n, w] = measure(d, p, chain, turns, first, second)
        rest(d, p, chain, turns, first, second, n, w, numbers)

    return write


def _all_numbers() -> Callable[..., None]:
    """A chain over the catalogues: a kernel cannot look a measure up in them."""
    chain: Callable[..., None] = _no_number
    for row, measure in enumerate(_PARTS.values()):
        chain = _and_then(row, measure, chain)
    return chain


_write_numbers: Final = _all_numbers()


@part
def _note_walk(steps, t, n, w, out):
    """Enter the numbers of one walk of t turns, and its profile where there is room for it."""
    numbers, turns, family_turns, guesses, profiles = out
    turns[n, w] = t
    first, second = 0, 0
    if t >= 2:
        write_peaks(steps.d, t, steps.p)
        first, second = top_two(steps.p, t)
    _write_numbers(steps.d, steps.p, steps.chain, t, first, second, n, w, numbers)
    for k in range(t):
        if steps.chosen[k] < GUESS:
            family_turns[n, steps.chosen[k] // 81] += 1
        else:
            guesses[n] += 1
    if profiles.d.shape[0]:
        for k in range(t):
            profiles.d[n, w, k] = steps.d[k]
            profiles.p[n, w, k] = steps.p[k] if t >= 2 else 0.0
            profiles.chain[n, w, k] = steps.chain[k]
            profiles.chosen[n, w, k] = steps.chosen[k]


@kernel
def _walk_many(hints, seed, first_walk, walks, rules, desk, memory, steps, random, start, solved, guessing, out):
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
            t = walk_once(desk, memory, rules, values, solution, random, steps, guessing)
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


def _room_for_profiles(n: int, walks: int) -> Profiles:
    shape = (n, walks, 81)
    numbers = np.full(shape, np.nan), np.full(shape, np.nan)
    return Profiles(*numbers, np.full(shape, -1, np.int64), np.full(shape, -1, np.int64))


def walks_of(hints: NDArray[np.uint8], scores: BatchScores) -> Walks:
    """The profiles of a batch as objectives from outside see them, as long as the longest walk."""
    longest = int(scores.turns.max(initial=0))
    profiles = scores.profiles
    chosen = profiles.chosen[:, :, :longest]
    none = chosen < 0
    return Walks(
        hints=hints,
        solution=scores.found[:, 0],
        d=profiles.d[:, :, :longest],
        p=profiles.p[:, :, :longest],
        chain=profiles.chain[:, :, :longest],
        family=np.where(none, -1, chosen // 81),
        cell=np.where(none, -1, chosen % 81),
        turns=scores.turns,
    )


class BatchEvaluator:
    """Work space and settings for evaluating batches in this process; one per thread."""

    def __init__(self, settings: EvaluationSettings) -> None:
        self.settings = settings
        self._profiled = any(objective.of_walk is None for objective in settings.objectives)
        self._rules = settings.rules()
        self._desk = new_desk()
        self._memory = new_memory(settings)
        self._tree: Tree = new_tree(settings, self._memory)
        self._steps = new_steps()
        self._solver = new_boards()

    def scores(
        self,
        hints: NDArray[np.uint8],
        first_walk: int | NDArray[np.int64] = 0,
        walks: int | None = None,
        solutions: int = 2,
        guessing: bool = False,
    ) -> BatchScores:
        """Evaluate (n, 81) hints, whose digits are relabelled in order of first appearance.

        Args:
            hints: (n, 81) uint8.
            first_walk: number of the first walk, of all or (n,) of each, so that walks can be added to earlier ones.
            walks: how many; the settings' number by default, and never more than that.
            solutions: where the exact search stops: 1 tells whether there is one at all, 2 whether there are more.
            guessing: policy walks that go on by right guesses where the techniques stop, whatever `walk` is set;
                `left` is then 0.
        """
        n = len(hints)
        walks = self.settings.walks if walks is None else walks
        result = BatchScores(
            conflicts=np.zeros(n, np.int64),
            solutions=np.zeros(n, np.int64),
            found=np.zeros((n, 2, 81), np.uint8),
            left=np.zeros(n, np.int64),
            numbers=np.zeros((len(NUMBERS), n, walks)),
            turns=np.zeros((n, walks), np.int64),
            family_turns=np.zeros((n, len(FAMILIES)), np.int64),
            guesses=np.zeros(n, np.int64),
            profiles=_room_for_profiles(n if self._profiled else 0, walks),
        )
        digits = np.ascontiguousarray(hints, dtype=np.uint8)
        _certify_many(
            digits,
            np.int64(solutions),
            self._solver,
            (result.conflicts, result.solutions, result.found, result.left),
        )
        seed = np.uint64(self.settings.seed % 2**64)
        first = np.empty(n, np.int64)
        first[:] = first_walk
        random, start = np.zeros(1, np.uint64), np.zeros(SIZE, np.int64)
        solved = (result.solutions, result.found, result.left)
        out = (result.numbers, result.turns, result.family_turns, result.guesses, result.profiles)
        desk, memory, rules, steps = self._desk, self._memory, self._rules, self._steps
        if self.settings.walk == "mcts" and not guessing:
            tree = self._tree
            _grow_many(digits, seed, first, walks, rules, desk, memory, tree, steps, random, start, solved, out)
        else:
            guess = np.int64(guessing)
            _walk_many(digits, seed, first, walks, rules, desk, memory, steps, random, start, solved, guess, out)
        return result

    def walk(self, hints: Grid, number: int = 0) -> Walk:
        """The walk of a number, from 0, of one relabelled puzzle that the techniques finish, turn by turn."""
        turns = int(self.scores(hints[None, :], number, 1).turns[0, 0])
        steps = self._steps
        return Walk(
            steps.d[:turns].copy(),
            steps.prep[:turns].copy(),
            steps.p[:turns].copy() if turns > 1 else np.zeros(turns),
            steps.chain[:turns].copy(),
            steps.chosen[:turns].copy(),
        )
