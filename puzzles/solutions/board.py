"""A board of the exact counter: where each digit may stand, cut until nothing changes.

In a band, a digit occupies one mini-row per row and per box; its masks are cut to the union of the arrangements
that are still possible, which covers hidden singles and locked candidates at once. The same is done for the
columns of a stack. Cells with one digit left are then placed.

A board is an array of `BOARD` int64:

- 2d and 2d + 1: the cells where digit d may stand, in two words (see `puzzles.solutions.tables`);
- 18 and 19: the cells without a digit;
- `SEEN` + 2d and + 1: the words of digit d as they were when last looked at; equal to them all once the board is
  propagated;
- `MATRICES` + d: six matrices of nine bits, the mini-lines of each chute where digit d may stand.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from puzzles.kernel import inlined, part, trailing_zeros
from puzzles.solutions.tables import CELLS_OF_BAND, COLUMNS_OF_STACK, FULL, KEEP

SEEN: Final = 20
MATRICES: Final = 38
BOARD: Final = 47
"""Length of a board."""

_FULL_0, _FULL_1 = FULL
_ROWS_3: Final = 1 | 1 << 9 | 1 << 18
"""The first cell of each row of a band."""
_ROWS_6: Final = _ROWS_3 | _ROWS_3 << 27
_MINI_3: Final = 0o111111111
"""The first cell of each mini-row of a band."""
_MINI_6: Final = _MINI_3 | _MINI_3 << 27
_STACK: Final = 7 * _ROWS_3
_HEAD_3: Final = 255 * _ROWS_3
"""All but the last cell of each row of a band."""
_HEAD_6: Final = 255 * _ROWS_6
_LAST_3: Final = 256 * _ROWS_3
_LAST_6: Final = 256 * _ROWS_6
_BAND_0_AND_1: Final = 511 | 511 << 27


@part
def propagate(board):
    """Cut the masks of a board until nothing changes; False on a contradiction."""
    while True:
        changed = False
        for i in range(0, 18, 2):
            if board[i] != board[SEEN + i] or board[i + 1] != board[SEEN + i + 1]:
                changed = True
                if not _cut(board, i):
                    return False
        if not changed:
            return True
        if not _place_singles(board):
            return False


@inlined
def _cut(board, i):
    """Cut the words i and i + 1 of a digit to the arrangements that are possible, and place what is alone in its row.

    False when there is no arrangement.
    """
    a = board[i]
    b = board[i + 1]
    m_0 = np.int64(0)
    m_1 = np.int64(0)
    m_2 = np.int64(0)
    again = False
    while True:
        # mini-rows: the index of a band's matrix is 3 * box + row
        w = (a | a >> 1 | a >> 2) & _MINI_6
        w |= w >> 8 | w >> 16
        v = (b | b >> 1 | b >> 2) & _MINI_3
        v |= v >> 8 | v >> 16
        band_0 = CELLS_OF_BAND[w & 511]
        band_1 = CELLS_OF_BAND[w >> 27 & 511]
        band_2 = CELLS_OF_BAND[v & 511]
        if band_0 == 0 or band_1 == 0 or band_2 == 0:
            return False
        cut_a = a & (band_0 | band_1 << 27)
        cut_b = b & band_2
        if again and cut_a == a and cut_b == b:
            break
        a = cut_a
        b = cut_b
        # mini-columns: bit 9 * band + column
        upper = a | a >> 9 | a >> 18
        lower = b | b >> 9 | b >> 18
        columns = (upper & 511) | (upper >> 18 & 511 << 9) | (lower & 511) << 18
        stack = columns & _STACK
        m_0 = (stack | stack >> 6 | stack >> 12) & 511
        stack = columns >> 3 & _STACK
        m_1 = (stack | stack >> 6 | stack >> 12) & 511
        stack = columns >> 6 & _STACK
        m_2 = (stack | stack >> 6 | stack >> 12) & 511
        possible = COLUMNS_OF_STACK[m_0] | COLUMNS_OF_STACK[m_1] << 3 | COLUMNS_OF_STACK[m_2] << 6
        if possible == columns:
            break
        a &= ((possible & 511) | (possible & 511 << 9) << 18) * _ROWS_3
        b &= (possible >> 18) * _ROWS_3
        again = True
    # an arrangement more or less in the matrices makes no difference here: they are read as what is possible in them
    board[MATRICES + (i >> 1)] = w & _BAND_0_AND_1 | (v & 511) << 9 | m_0 << 18 | m_1 << 36 | m_2 << 45
    # no row is empty, so that taking 1 from each borrows nothing from the next; rows of one cell become 0
    more = a & (a - _ROWS_6)
    single = _LAST_6 & ~(((more & _HEAD_6) + _HEAD_6) | more)
    placed_a = a & ((single << 1) - (single >> 8)) & board[18]
    more = b & (b - _ROWS_3)
    single = _LAST_3 & ~(((more & _HEAD_3) + _HEAD_3) | more)
    placed_b = b & ((single << 1) - (single >> 8)) & board[19]
    if placed_a | placed_b:
        board[18] ^= placed_a
        board[19] ^= placed_b
        for j in range(0, 18, 2):
            board[j] &= ~placed_a
            board[j + 1] &= ~placed_b
    board[i] = a
    board[i + 1] = b
    board[SEEN + i] = a
    board[SEEN + i + 1] = b
    return True


@inlined
def _place_singles(board):
    """Place digits in cells where nothing else can stand; False when a cell has no digit."""
    once_a = board[0]
    once_b = board[1]
    twice_a = np.int64(0)
    twice_b = np.int64(0)
    for i in range(2, 18, 2):
        m = board[i]
        twice_a |= once_a & m
        once_a |= m
        m = board[i + 1]
        twice_b |= once_b & m
        once_b |= m
    if once_a != _FULL_0 or once_b != _FULL_1:
        return False
    single_a = ~twice_a & board[18]
    single_b = ~twice_b & board[19]
    if single_a | single_b:
        board[18] ^= single_a
        board[19] ^= single_b
        for i in range(0, 18, 2):
            a = board[i] & single_a
            b = board[i + 1] & single_b
            while a:
                cell = trailing_zeros(a)
                a &= a - 1
                board[i] &= KEEP[cell, 0]
                board[i + 1] &= KEEP[cell, 1]
            while b:
                cell = 54 + trailing_zeros(b)
                b &= b - 1
                board[i] &= KEEP[cell, 0]
                board[i + 1] &= KEEP[cell, 1]
    return True


@part
def load(values, board):
    """Set up the board of a grid; equal digits that see each other leave a contradiction to be found."""
    for i in range(0, 18, 2):
        board[i] = _FULL_0
        board[i + 1] = _FULL_1
        # the own cells of a digit, until all hints are read
        board[SEEN + i] = 0
        board[SEEN + i + 1] = 0
    board[18] = _FULL_0
    board[19] = _FULL_1
    for cell in range(81):
        if values[cell]:
            i = 2 * np.int64(values[cell]) - 2
            board[i] &= KEEP[cell, 0]
            board[i + 1] &= KEEP[cell, 1]
            word = cell // 54
            bit = np.int64(1) << (cell - 54 * word)
            board[SEEN + i + word] |= bit
            board[18 + word] ^= bit
    empty_a = board[18]
    empty_b = board[19]
    for i in range(0, 18, 2):
        board[i] &= empty_a | board[SEEN + i]
        board[i + 1] &= empty_b | board[SEEN + i + 1]
        # no digit can stand nowhere: each will be looked at
        board[SEEN + i] = 0


@part
def write(board, grid):
    """Write the digits of a solved board to (81,) uint8."""
    for d in range(9):
        a = board[2 * d]
        b = board[2 * d + 1]
        while a:
            grid[trailing_zeros(a)] = d + 1
            a &= a - 1
        while b:
            grid[54 + trailing_zeros(b)] = d + 1
            b &= b - 1
