"""The exact solution counter: the certificate of uniqueness.

A depth-first search over a digit-by-band form. For each digit and each band (three rows) a mask of 27
bits holds the cells where the digit may still stand. In a band, a digit occupies one mini-row per
row and per box, so the nine mini-rows that hold it form a permutation; the masks are cut to the
union of the permutations that are still possible, which covers hidden singles and locked candidates
at once. The same is done for the columns of a stack. Cells with one digit left are then placed.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from puzzles.grid import Grid
from puzzles.kernel import kernel, part

_FULL: Final = (1 << 27) - 1
_BLOCK_OF_ROW: Final[NDArray[np.int64]] = np.array(
    [sum(1 << b for b in range(3) if row >> 3 * b & 7) for row in range(512)], dtype=np.int64
)
"""(512,): which of the three boxes a row mask of nine columns touches."""


def _permutation_table() -> NDArray[np.int64]:
    patterns = [sum(1 << (3 * r + p[r]) for r in range(3)) for p in permutations(range(3))]
    table = [0] * 512
    for presence in range(512):
        for pattern in patterns:
            if presence & pattern == pattern:
                table[presence] |= pattern
    return np.array(table, dtype=np.int64)


_POSSIBLE: Final = _permutation_table()
"""(512,): the union of the permutation matrices inside a 3 × 3 matrix of bits; 0 when there is none."""

_SPREAD: Final[NDArray[np.int64]] = np.array(
    [
        sum(7 << (9 * r + 3 * b) for r in range(3) for b in range(3) if _POSSIBLE[p] >> (3 * r + b) & 1)
        for p in range(512)
    ],
    dtype=np.int64,
)
"""(512,): `_POSSIBLE` as a mask of the 27 cells of a band."""


def _keep_table() -> NDArray[np.int64]:
    keep = np.zeros((81, 3), np.int64)
    for cell in range(81):
        r, c = divmod(cell, 9)
        for other in range(81):
            r2, c2 = divmod(other, 9)
            peer = r == r2 or c == c2 or (r // 3 == r2 // 3 and c // 3 == c2 // 3)
            if other == cell or not peer:
                keep[cell, r2 // 3] |= 1 << (other % 27)
    return keep


_KEEP: Final = _keep_table()
"""(81, 3): per band, the cells where a digit may stand once it stands in a cell."""


@part
def _propagate(c, prev, unsolved):
    """Cut the masks until nothing changes; False on a contradiction.

    Args:
        c: (27,) int64, mask of digit d in band b at 3d + b.
        prev: (27,) int64, the masks as they were when last looked at.
        unsolved: (3,) int64, cells of each band without a digit.
    """
    while True:
        busy = False
        for i in range(0, 27, 3):
            m0 = c[i]
            m1 = c[i + 1]
            m2 = c[i + 2]
            if m0 == prev[i] and m1 == prev[i + 1] and m2 == prev[i + 2]:
                continue
            busy = True
            while True:
                m0 &= _SPREAD[
                    _BLOCK_OF_ROW[m0 & 511] | _BLOCK_OF_ROW[m0 >> 9 & 511] << 3 | _BLOCK_OF_ROW[m0 >> 18] << 6
                ]
                m1 &= _SPREAD[
                    _BLOCK_OF_ROW[m1 & 511] | _BLOCK_OF_ROW[m1 >> 9 & 511] << 3 | _BLOCK_OF_ROW[m1 >> 18] << 6
                ]
                m2 &= _SPREAD[
                    _BLOCK_OF_ROW[m2 & 511] | _BLOCK_OF_ROW[m2 >> 9 & 511] << 3 | _BLOCK_OF_ROW[m2 >> 18] << 6
                ]
                if m0 == 0 or m1 == 0 or m2 == 0:
                    return False
                k0 = (m0 | m0 >> 9 | m0 >> 18) & 511
                k1 = (m1 | m1 >> 9 | m1 >> 18) & 511
                k2 = (m2 | m2 >> 9 | m2 >> 18) & 511
                s0 = _POSSIBLE[(k0 & 7) | (k1 & 7) << 3 | (k2 & 7) << 6]
                s1 = _POSSIBLE[(k0 >> 3 & 7) | (k1 >> 3 & 7) << 3 | (k2 >> 3 & 7) << 6]
                s2 = _POSSIBLE[(k0 >> 6) | (k1 >> 6) << 3 | (k2 >> 6) << 6]
                n0 = (s0 & 7) | (s1 & 7) << 3 | (s2 & 7) << 6
                n1 = (s0 >> 3 & 7) | (s1 >> 3 & 7) << 3 | (s2 >> 3 & 7) << 6
                n2 = (s0 >> 6) | (s1 >> 6) << 3 | (s2 >> 6) << 6
                if n0 == k0 and n1 == k1 and n2 == k2:
                    break
                m0 &= n0 | n0 << 9 | n0 << 18
                m1 &= n1 | n1 << 9 | n1 << 18
                m2 &= n2 | n2 << 9 | n2 << 18
                if m0 == 0 or m1 == 0 or m2 == 0:
                    return False
            c[i] = m0
            c[i + 1] = m1
            c[i + 2] = m2
            prev[i] = m0
            prev[i + 1] = m1
            prev[i + 2] = m2
            for b in range(3):
                m = c[i + b]
                placed = 0
                row = m & 511
                if row & (row - 1) == 0:
                    placed |= row
                row = m & (511 << 9)
                if row & (row - 1) == 0:
                    placed |= row
                row = m & (511 << 18)
                if row & (row - 1) == 0:
                    placed |= row
                placed &= unsolved[b]
                if placed:
                    unsolved[b] ^= placed
                    for j in range(b, 27, 3):
                        c[j] &= ~placed
                    c[i + b] = m
        if not busy:
            return True
        for b in range(3):
            once = 0
            twice = 0
            for j in range(b, 27, 3):
                m = c[j]
                twice |= once & m
                once |= m
            if once != _FULL:
                return False
            naked = once & ~twice & unsolved[b]
            while naked:
                bit = naked & -naked
                naked ^= bit
                for j in range(b, 27, 3):
                    if c[j] & bit:
                        cell = 27 * b + _bit_index(bit)
                        c[j - b] &= _KEEP[cell, 0]
                        c[j - b + 1] &= _KEEP[cell, 1]
                        c[j - b + 2] &= _KEEP[cell, 2]
                        unsolved[b] ^= bit
                        break
                else:
                    return False


@part
def _bit_index(bit):
    n = 0
    if bit >> 16:
        bit >>= 16
        n += 16
    if bit >> 8:
        bit >>= 8
        n += 8
    if bit >> 4:
        bit >>= 4
        n += 4
    if bit >> 2:
        bit >>= 2
        n += 2
    return n + (bit >> 1)


@part
def _load(values, c, prev, unsolved):
    """Set up the masks of a grid; False when two equal digits see each other."""
    for j in range(27):
        c[j] = _FULL
        prev[j] = -1
    unsolved[0] = _FULL
    unsolved[1] = _FULL
    unsolved[2] = _FULL
    for cell in range(81):
        if values[cell]:
            i = 3 * (int(values[cell]) - 1)
            b = cell // 27
            bit = 1 << (cell - 27 * b)
            if c[i + b] & bit == 0:
                return False
            c[i] &= _KEEP[cell, 0]
            c[i + 1] &= _KEEP[cell, 1]
            c[i + 2] &= _KEEP[cell, 2]
            unsolved[b] ^= bit
    for cell in range(81):
        if values[cell]:
            own = 3 * (int(values[cell]) - 1)
            b = cell // 27
            bit = 1 << (cell - 27 * b)
            m = c[own + b]
            for j in range(b, 27, 3):
                c[j] &= ~bit
            c[own + b] = m
    return True


@part
def _write(c, grid):
    for d in range(9):
        for b in range(3):
            m = c[3 * d + b]
            while m:
                bit = m & -m
                m ^= bit
                grid[27 * b + _bit_index(bit)] = d + 1


@kernel
def search_solutions(values, limit, c, prev, unsolved, found):
    """Count the solutions of one grid up to `limit`; the first two are written to `found`.

    Args:
        values: (81,) uint8.
        limit: at least 1.
        c, prev: (82, 27) int64 work space; unsolved: (82, 3) int64.
        found: (2, 81) uint8, written.
    """
    if not _load(values, c[0], prev[0], unsolved[0]):
        return 0
    count = 0
    depth = 0
    while depth >= 0:
        if not _propagate(c[depth], prev[depth], unsolved[depth]):
            depth -= 1
            continue
        if unsolved[depth, 0] | unsolved[depth, 1] | unsolved[depth, 2] == 0:
            if count < 2:
                _write(c[depth], found[count])
            count += 1
            if count >= limit:
                return count
            depth -= 1
            continue
        # a cell with two digits if there is one, else with three, else any
        band = -1
        bit = 0
        rank = 9
        for b in range(3):
            once = 0
            twice = 0
            thrice = 0
            more = 0
            for j in range(b, 27, 3):
                m = c[depth, j]
                more |= thrice & m
                thrice |= twice & m
                twice |= once & m
                once |= m
            pick = twice & ~thrice & unsolved[depth, b]
            if pick:
                band = b
                bit = pick & -pick
                break
            pick = thrice & ~more & unsolved[depth, b]
            if pick and rank > 3:
                rank = 3
                band = b
                bit = pick & -pick
            elif unsolved[depth, b] and rank > 4:
                rank = 4
                band = b
                bit = unsolved[depth, b] & -unsolved[depth, b]
        digit = 0
        while c[depth, 3 * digit + band] & bit == 0:
            digit += 1
        for j in range(27):
            c[depth + 1, j] = c[depth, j]
            prev[depth + 1, j] = prev[depth, j]
        for b in range(3):
            unsolved[depth + 1, b] = unsolved[depth, b]
        c[depth, 3 * digit + band] &= ~bit
        cell = 27 * band + _bit_index(bit)
        for b in range(3):
            c[depth + 1, 3 * digit + b] &= _KEEP[cell, b]
        for j in range(band, 27, 3):
            if j != 3 * digit + band:
                c[depth + 1, j] &= ~bit
        unsolved[depth + 1, band] &= ~bit
        depth += 1
    return count


@kernel
def _count_many(grids, limit, counts, found):
    c = np.empty((82, 27), np.int64)
    prev = np.empty((82, 27), np.int64)
    unsolved = np.empty((82, 3), np.int64)
    for n in range(grids.shape[0]):
        counts[n] = search_solutions(grids[n], limit, c, prev, unsolved, found[n])


@dataclass(frozen=True, slots=True)
class Solutions:
    """How many solutions each grid of a batch has."""

    counts: NDArray[np.int64]
    """(n,): number of solutions, at most the limit."""
    found: NDArray[np.uint8]
    """(n, 2, 81): the first two solutions; zeros where there are fewer."""


def count_batch(grids: NDArray[np.uint8], limit: int = 2) -> Solutions:
    """Count solutions of (n, 81) grids by exhaustive search, each up to `limit` (≥ 1)."""
    batch = np.ascontiguousarray(grids, dtype=np.uint8)
    counts = np.empty(len(batch), np.int64)
    found = np.zeros((len(batch), 2, 81), np.uint8)
    _count_many(batch, max(1, limit), counts, found)
    return Solutions(counts, found)


def count(values: Grid, limit: int = 2) -> tuple[int, list[Grid]]:
    """Number of solutions of one grid up to `limit`, and the first two of them."""
    result = count_batch(values[None, :], limit)
    number = int(result.counts[0])
    return number, [result.found[0, k] for k in range(min(number, 2))]
