"""The depth-first search of the exact counter."""

from __future__ import annotations

from typing import Final

import numpy as np

from puzzles.kernel import inlined, kernel, part, trailing_zeros
from puzzles.solutions.board import BOARD, MATRICES, load, propagate, write
from puzzles.solutions.tables import ARRANGEMENTS, FULL, INSIDE, OPEN_MINI_LINE, OUTSIDE

_SIX: Final = sum(1 << 9 * k for k in range(6))
"""The first bit of each matrix."""
_FIRST_BOX: Final = 7 * _SIX
_TWO_BOXES: Final = 63 * _SIX
_LAST_BOX: Final = 448 * _SIX
_BOXES_1_2: Final = 504 * _SIX
_LINE_0: Final = 0o111 * _SIX
_LINES_0_1: Final = 0o333 * _SIX
_LINE_2: Final = 0o444 * _SIX
_LINES_1_2: Final = 0o666 * _SIX
_FULL_0: Final = FULL[0]
_BOARDS: Final = 110
"""Every level of the search decides at least one of the two free mini-lines of a digit in a chute: 108 in all."""


@kernel
def new_boards():
    """Work space of `search_solutions`: make it once, hand it to any number of searches."""
    return np.empty((_BOARDS, BOARD), np.int64)


@part
def _cell_with_two(board):
    """The lower of the two digits of a cell that has two, and its place (see `INSIDE`); place −1 when there is none."""
    once_a = board[0]
    once_b = board[1]
    twice_a = np.int64(0)
    twice_b = np.int64(0)
    more_a = np.int64(0)
    more_b = np.int64(0)
    for i in range(2, 18, 2):
        m = board[i]
        more_a |= twice_a & m
        twice_a |= once_a & m
        once_a |= m
        m = board[i + 1]
        more_b |= twice_b & m
        twice_b |= once_b & m
        once_b |= m
    twice_a &= ~more_a
    twice_b &= ~more_b
    if twice_a | twice_b:
        for digit in range(9):
            m = board[2 * digit] & twice_a
            if m:
                return digit, 54 + trailing_zeros(m)
            m = board[2 * digit + 1] & twice_b
            if m:
                return digit, 108 + trailing_zeros(m)
    return 0, -1


@part
def _full_mini_lines(board):
    """A mini-line holds three digits: where three must stand no other can, and where only three can they must.

    Returns:
        −1 on a contradiction, 1 when the masks of the board were cut, else 0.
    """
    once = np.int64(0)
    twice = np.int64(0)
    thrice = np.int64(0)
    more = np.int64(0)
    sure = np.int64(0)
    sure_twice = np.int64(0)
    sure_thrice = np.int64(0)
    too_many = np.int64(0)
    for d in range(9):
        m = board[MATRICES + d]
        # a mini-line is possible when two others complete it to an arrangement, in one of two ways
        x_1 = (m >> 3 & _TWO_BOXES) | (m << 6 & _LAST_BOX)
        x_2 = (m >> 6 & _FIRST_BOX) | (m << 3 & _BOXES_1_2)
        next_1 = (x_1 >> 1 & _LINES_0_1) | (x_1 << 2 & _LINE_2)
        last_1 = (x_1 >> 2 & _LINE_0) | (x_1 << 1 & _LINES_1_2)
        next_2 = (x_2 >> 1 & _LINES_0_1) | (x_2 << 2 & _LINE_2)
        last_2 = (x_2 >> 2 & _LINE_0) | (x_2 << 1 & _LINES_1_2)
        m &= (next_1 & last_2) | (last_1 & next_2)
        board[MATRICES + d] = m
        more |= thrice & m
        thrice |= twice & m
        twice |= once & m
        once |= m
        m = _sure(m)
        too_many |= sure_thrice & m
        sure_thrice |= sure_twice & m
        sure_twice |= sure & m
        sure |= m
    if too_many or thrice != _FULL_0:
        return -1
    # three and no more can stand there; three must
    only = ~more & ~sure_thrice
    closed = sure_thrice & more
    if only & _FULL_0 | closed == 0:
        return 0
    changed = 0
    for d in range(9):
        m = board[MATRICES + d]
        m &= ~_sure(m)
        i = 2 * d
        bits = m & only
        while bits:
            place = trailing_zeros(bits)
            bits &= bits - 1
            board[i] &= INSIDE[place, 0]
            board[i + 1] &= INSIDE[place, 1]
            changed = 1
        bits = m & closed
        while bits:
            place = trailing_zeros(bits)
            bits &= bits - 1
            board[i] &= OUTSIDE[place, 0]
            board[i + 1] &= OUTSIDE[place, 1]
            changed = 1
    return changed


@inlined
def _sure(m):
    """The mini-lines that are the only ones of their line where a digit may stand."""
    return m & ~((m >> 3 & _TWO_BOXES) | (m << 6 & _LAST_BOX) | (m >> 6 & _FIRST_BOX) | (m << 3 & _BOXES_1_2))


@part
def _mini_line(board):
    """Where to branch in hard grids: a digit with few arrangements in the chute that has the fewest of them.

    Returns:
        The digit, and a mini-line (a place of `INSIDE`) that it may, but need not occupy.
    """
    total = np.int64(0)
    for d in range(9):
        m = board[MATRICES + d]
        for k in range(6):
            total += ARRANGEMENTS[m >> 9 * k & 511] << 8 * k
    fewest = 99
    chute = 0
    for k in range(6):
        number = total >> 8 * k & 255
        # with nine, each digit has its only one
        if 9 < number < fewest:
            fewest = number
            chute = k
    fewest = 9
    digit = 0
    for d in range(9):
        number = ARRANGEMENTS[board[MATRICES + d] >> 9 * chute & 511]
        if 1 < number < fewest:
            fewest = number
            digit = d
    return digit, 9 * chute + OPEN_MINI_LINE[board[MATRICES + digit] >> 9 * chute & 511]


@part
def _search(values, limit, boards, found):
    """See `search_solutions`; a part, so that no references to boards are counted."""
    load(values, boards[0])
    count = np.int64(0)
    branches = np.int64(0)
    easy = True
    depth = 0
    while depth >= 0:
        board = boards[depth]
        if not propagate(board):
            easy = False
            depth -= 1
            continue
        if board[18] | board[19] == 0:
            if count < 2:
                write(board, found[count])
            count += 1
            if count >= limit:
                break
            depth -= 1
            continue
        digit = np.int64(0)
        place = np.int64(-1)
        if easy:
            digit, place = _cell_with_two(board)
        if place < 0:
            news = _full_mini_lines(board)
            if news > 0:
                continue
            if news < 0:
                easy = False
                depth -= 1
                continue
            digit, place = _mini_line(board)
        branches += 1
        i = 2 * digit
        inner = boards[depth + 1]
        for j in range(BOARD):
            inner[j] = board[j]
        inner[i] &= INSIDE[place, 0]
        inner[i + 1] &= INSIDE[place, 1]
        # the other branch takes the place of this board
        board[i] &= OUTSIDE[place, 0]
        board[i + 1] &= OUTSIDE[place, 1]
        depth += 1
    return count, branches


@kernel
def search_solutions(values, limit, boards, found):
    """Count the solutions of one grid up to `limit`; the first two are written to `found`.

    A grid with many solutions leads to one of them along almost any branch, and a cell with two digits is the
    cheapest branch to find. At the first contradiction the grid counts as hard: then mini-lines, which need half as
    many branches there.

    Args:
        values: (81,) uint8.
        limit: at least 1.
        boards: from `new_boards`.
        found: (2, 81) uint8, written.

    Returns:
        The number of solutions, and the number of branches.
    """
    return _search(values, limit, boards, found)


@kernel
def count_many(grids, limit, counts, branches, found):
    """`search_solutions` of each grid; see `puzzles.solutions.Solutions` for what is written."""
    boards = new_boards()
    for n in range(grids.shape[0]):
        counts[n], branches[n] = _search(grids[n], limit, boards, found[n])
