"""When two puzzles are the same: relabelled digits, moved cells, one canonical form.

The symmetries of the sudoku grid are the renaming of the digits and 2 · (3!)⁸ = 3,359,232 ways of moving
cells: exchange rows within a band, bands, columns within a stack, stacks, and transpose. A move is
written as the (81,) source cells of its result: `moved = grid[source]`.

Two forms are kept apart. `canonical` looks only at the moves that keep a hint pattern in place: it is the
name of a puzzle among those of one pattern. `minimal_form` looks at all moves, so it also knows a
puzzle that was turned onto another pattern. Both call the same pairs of one pattern the same: a move
from one puzzle to another of the same pattern keeps that pattern.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from puzzles.grid import Grid, to_line
from puzzles.kernel import kernel
from puzzles.pattern import Pattern

_PERMUTATIONS: Final[NDArray[np.int64]] = np.array(list(permutations(range(3))), dtype=np.int64)
_ARRANGEMENTS: Final[NDArray[np.int64]] = np.array(
    [
        [3 * block + inner[block][k] for block in blocks for k in range(3)]
        for blocks in permutations(range(3))
        for inner in product(permutations(range(3)), repeat=3)
    ],
    dtype=np.int64,
)
"""(1296, 9): the orders of nine lines that keep lines of a band (or stack) together."""


@kernel
def _relabel_into(source, out):
    names = np.zeros(10, np.uint8)
    for n in range(source.shape[0]):
        names[:] = 0
        last = 0
        for cell in range(81):
            value = source[n, cell]
            if value == 0:
                out[n, cell] = 0
                continue
            if names[value] == 0:
                last += 1
                names[value] = last
            out[n, cell] = names[value]


def relabel_batch(values: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(n, 81) grids with their digits renamed 1, 2, 3 … in the order in which each grid shows them first."""
    source = np.ascontiguousarray(values, dtype=np.uint8)
    out = np.empty_like(source)
    _relabel_into(source, out)
    return out


def relabel(values: Grid) -> Grid:
    """One (81,) grid with its digits renamed in order of first appearance."""
    return relabel_batch(values[None, :])[0]


def pattern_symmetries(pattern: Pattern) -> NDArray[np.uint8]:
    """Every move of the sudoku group that maps a (81,) pattern onto itself.

    Returns:
        (k, 81) uint8 source cells, read-only, the identity among them; k divides 3,359,232. A pattern
        without a structure has k = 1; all hints or none has every move, 272 MB of them.
    """
    return _symmetries(np.ascontiguousarray(pattern, dtype=bool).tobytes())


def move_onto(source: Pattern, target: Pattern) -> NDArray[np.uint8] | None:
    """A move of the sudoku group that maps one (81,) pattern onto another: (81,) source cells; None without any."""
    if np.array_equal(source, target):
        return np.arange(81, dtype=np.uint8)
    if _line_counts(source) != _line_counts(target):
        return None
    a, b = (np.ascontiguousarray(pattern, dtype=bool).reshape(9, 9) for pattern in (source, target))
    for given, transposed in ((a, False), (a.T, True)):
        moves = _onto(given, b, transposed)
        if len(moves):
            return moves[0]
    return None


def _line_counts(pattern: Pattern) -> list[list[list[int]]]:
    """What no move changes: how many hints the lines of each band and stack hold, all in order of size."""
    grid = pattern.reshape(9, 9) > 0
    sides = (grid.sum(axis=1), grid.sum(axis=0))
    return sorted(sorted(sorted(part) for part in side.reshape(3, 3).tolist()) for side in sides)


@lru_cache(maxsize=16)
def _symmetries(pattern: bytes) -> NDArray[np.uint8]:
    target = np.frombuffer(pattern, dtype=bool).reshape(9, 9)
    parts = [_onto(target, target, False), _onto(target.T, target, True)]
    moves = np.concatenate([part for part in parts if len(part)])
    moves.setflags(write=False)
    return moves


def _onto(source: NDArray[np.bool_], target: NDArray[np.bool_], transposed: bool) -> NDArray[np.uint8]:
    """The moves of rows and columns that make `source` equal `target`, as (k, 81) source cells.

    For each of the 1296 orders of the rows, a column of the result is a nine-bit number, and a
    stack of the source fits a stack of the target in those of its six orders whose three numbers agree.
    """
    weights = 1 << np.arange(9)
    wanted = (target * weights[:, None]).sum(axis=0).reshape(3, 3)
    ordered = source[_ARRANGEMENTS]
    numbers = (ordered * weights[None, :, None]).sum(axis=1).reshape(-1, 3, 3)
    # fits[row order, source stack, target stack, order within the stack]
    fits = (numbers[:, :, None, _PERMUTATIONS] == wanted[None, None, :, None, :]).all(axis=-1)
    found: list[NDArray[np.uint8]] = []
    for stacks in permutations(range(3)):
        first, second, third = (fits[:, stacks[k], k, :] for k in range(3))
        together = first[:, :, None, None] & second[:, None, :, None] & third[:, None, None, :]
        rows, a, b, c = np.nonzero(together)
        if len(rows) == 0:
            continue
        columns = np.concatenate(
            [3 * stacks[k] + _PERMUTATIONS[order] for k, order in enumerate((a, b, c))], axis=1
        ).astype(np.uint8)
        lines = _ARRANGEMENTS[rows].astype(np.uint8)
        r, s = lines[:, :, None], columns[:, None, :]
        cells = 9 * s + r if transposed else 9 * r + s
        found.append(cells.astype(np.uint8, copy=False).reshape(-1, 81))
    return np.concatenate(found) if found else np.empty((0, 81), np.uint8)


@kernel
def _smallest(values, moves, best):
    """Write the lexicographically smallest relabelled image of `values` under `moves` into `best`."""
    image = np.empty(81, np.uint8)
    names = np.zeros(10, np.uint8)
    for n in range(moves.shape[0]):
        names[:] = 0
        last = 0
        smaller = n == 0
        beaten = False
        for cell in range(81):
            value = values[moves[n, cell]]
            name = np.uint8(0)
            if value:
                if names[value] == 0:
                    last += 1
                    names[value] = last
                name = names[value]
            image[cell] = name
            if not smaller:
                if name > best[cell]:
                    beaten = True
                    break
                if name < best[cell]:
                    smaller = True
        if smaller and not beaten:
            best[:] = image


@kernel
def _smallest_many(values, moves, best):
    for n in range(values.shape[0]):
        _smallest(values[n], moves, best[n])


def canonical_batch(hints: NDArray[np.uint8], symmetries: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(n, 81) digits of the canonical forms of (n, 81) puzzles on one pattern; see `canonical`."""
    best = np.empty(hints.shape, np.uint8)
    _smallest_many(np.ascontiguousarray(hints, dtype=np.uint8), np.ascontiguousarray(symmetries), best)
    return best


def canonical(hints: Grid, symmetries: NDArray[np.uint8]) -> str:
    """The name of a puzzle among those of its pattern: 81 characters, `.` for an empty cell.

    The lexicographic minimum, over the (k, 81) `symmetries` of its pattern (`pattern_symmetries`), of
    its relabelled line.
    """
    best = np.empty(81, np.uint8)
    _smallest(np.ascontiguousarray(hints, dtype=np.uint8), np.ascontiguousarray(symmetries), best)
    return to_line(best)


@kernel
def _minimal(values, arrangements, best):
    """Write the smallest relabelled image under all 3,359,232 moves into `best`, row by row.

    A beginning is an orientation, an order of the columns, and the rows chosen so far. Of the beginnings
    only those are kept whose image so far is the smallest, and each is continued by every row that may
    come next: one of its band, or the first of a new band.
    """
    grids = np.empty((2, 9, 9), np.uint8)
    for r in range(9):
        for c in range(9):
            grids[0, r, c] = values[9 * r + c]
            grids[1, c, r] = values[9 * r + c]
    ways = arrangements.shape[0]
    # columns of a beginning: orientation, number of the column order, then the nine rows
    kept = np.empty((2 * ways, 11), np.int16)
    for t in range(2):
        for w in range(ways):
            kept[t * ways + w, 0] = t
            kept[t * ways + w, 1] = w
    count = 2 * ways
    names = np.zeros(10, np.uint8)
    row = np.empty(9, np.uint8)
    for level in range(9):
        following = np.empty((count * (9 - level if level % 3 == 0 else 3 - level % 3), 11), np.int16)
        more = 0
        for k in range(count):
            t = kept[k, 0]
            w = kept[k, 1]
            for r in range(9):
                fits = True
                if level % 3 != 0 and r // 3 != kept[k, level + 1] // 3:
                    fits = False
                for earlier in range(level):
                    chosen = kept[k, earlier + 2]
                    if chosen == r or (level % 3 == 0 and chosen // 3 == r // 3):
                        fits = False
                if not fits:
                    continue
                names[:] = 0
                last = 0
                for earlier in range(level):
                    for c in range(9):
                        value = grids[t, kept[k, earlier + 2], arrangements[w, c]]
                        if value and names[value] == 0:
                            last += 1
                            names[value] = last
                order = 0
                for c in range(9):
                    value = grids[t, r, arrangements[w, c]]
                    name = np.uint8(0)
                    if value:
                        if names[value] == 0:
                            last += 1
                            names[value] = last
                        name = names[value]
                    row[c] = name
                    if order == 0 and more > 0:
                        if name > best[9 * level + c]:
                            order = 1
                            break
                        if name < best[9 * level + c]:
                            order = -1
                if order == 1:
                    continue
                if order == -1:
                    more = 0
                if more == 0:
                    best[9 * level : 9 * level + 9] = row
                for j in range(level + 2):
                    following[more, j] = kept[k, j]
                following[more, level + 2] = r
                more += 1
        kept = following
        count = more


def minimal_form(hints: Grid) -> str:
    """The name of a puzzle among all puzzles: 81 characters, `.` for an empty cell.

    The lexicographic minimum of the relabelled line over every move of the sudoku group, so two puzzles
    have the same one exactly when moving cells and renaming digits turns one into the other.
    """
    best = np.empty(81, np.uint8)
    _minimal(np.ascontiguousarray(hints, dtype=np.uint8), _ARRANGEMENTS, best)
    return to_line(best)


def same_puzzle(a: Grid, b: Grid) -> bool:
    """Whether moving cells and renaming digits turns one grid of hints into the other."""
    if np.count_nonzero(a) != np.count_nonzero(b):
        return False
    return minimal_form(a) == minimal_form(b)
