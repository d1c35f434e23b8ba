"""Printed puzzles have digits of their own: named at random, and turned where the pattern allows.

The search names digits in order of first appearance, so that all puzzles of one pattern begin alike; that is for
comparing. What is drawn here follows from the puzzle alone, from its normal form, so it is the same whenever and
however named the puzzle comes.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from experiments.publish.puzzle import ExportPuzzle
from puzzles.alike import TURNS
from puzzles.grid import Grid, from_characters, to_line
from puzzles.seeds import Purpose, generator


def with_own_digits(puzzle: ExportPuzzle, turn: bool = False) -> ExportPuzzle:
    """The same puzzle by other digits; those that its run had fixed keep their names and places.

    Args:
        puzzle: with its solution.
        turn: turn or mirror it too, where that takes its pattern, and its fixed digits, onto themselves.
    """
    hints, solution = puzzle.grid, from_characters(puzzle.solution)
    fixed = from_characters(puzzle.fixed) if puzzle.fixed else np.zeros(81, np.uint8)
    moves = _moves(hints, fixed) if turn else TURNS[:1]
    kept = np.unique(fixed[fixed > 0])
    forms = {_named(hints[move], kept)[hints[move]].tobytes(): move for move in moves[::-1]}
    least = min(forms)
    normal = forms[least]
    random = generator(_number(least), Purpose.PRINTING)
    move = normal[moves[random.integers(len(moves))]]
    names = _shuffled(_named(hints[normal], kept), kept, random)
    return replace(puzzle, hints=to_line(names[hints[move]]), solution=to_line(names[solution[move]]))


def _moves(hints: Grid, fixed: Grid) -> NDArray[np.int64]:
    """(k, 81) those of the eight symmetries of the square that keep pattern and fixed digits, the identity first."""
    return np.array(
        [move for move in TURNS if ((hints[move] > 0) == (hints > 0)).all() and (fixed[move] == fixed).all()]
    )


def _named(hints: Grid, kept: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(10,) new names of the digits 0–9: those of `kept` their own, the others in order of first appearance."""
    names = np.zeros(10, np.uint8)
    names[kept] = kept
    free = iter(np.setdiff1d(np.arange(1, 10), kept).tolist())
    for digit in [*hints[hints > 0].tolist(), *range(1, 10)]:
        if not names[digit]:
            names[digit] = next(free)
    return names


def _shuffled(names: NDArray[np.uint8], kept: NDArray[np.uint8], random: np.random.Generator) -> NDArray[np.uint8]:
    """The names, all but those of `kept` exchanged at random."""
    free = np.setdiff1d(np.arange(1, 10), kept).astype(np.uint8)
    others = np.arange(10, dtype=np.uint8)
    others[free] = random.permutation(free)
    return others[names]


def _number(form: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(form, digest_size=7).digest(), "big")
