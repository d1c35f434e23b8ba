"""Naming the father's digits like the mother's: names mean nothing, and parents that agree have more to pass on."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from puzzles.grid import Grid

_DIGITS: Final = 9
_ALL: Final = (1 << _DIGITS) - 1


def _layers() -> tuple[tuple[NDArray[np.int64], NDArray[np.int64]], ...]:
    """For k from 1 to 9 the masks of k digits, (m,), and the digits in each, (m, k)."""
    masks = np.arange(1 << _DIGITS)
    inside = masks[:, None] >> np.arange(_DIGITS) & 1
    size = inside.sum(axis=1)
    return tuple((masks[size == k], np.nonzero(inside[size == k])[1].reshape(-1, k)) for k in range(1, _DIGITS + 1))


_LAYERS: Final = _layers()


def align_batch(mothers: NDArray[np.uint8], fathers: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(n, 81) each of the fathers with his digits renamed so that as many hints as possible equal his mother's.

    Over the names given to the father's digits from 1 on: the most that agree, for each set of names used (M. Held and
    R. Karp, 1962). scipy has an assignment too, but its import takes half of a worker's start.

    Args:
        mothers, fathers: (n, 81) digits, 0 for none.
    """
    n = len(mothers)
    pairs = np.arange(n)[:, None] * 100 + fathers.astype(np.int64) * 10 + mothers
    # (n, father's digit, mother's digit) cells that hold both
    agree = np.bincount(pairs.ravel(), minlength=100 * n).reshape(n, 10, 10)[:, 1:, 1:]
    most = np.zeros((n, 1 << _DIGITS), np.int64)
    last = np.zeros((n, 1 << _DIGITS), np.int64)
    for digit, (masks, names) in enumerate(_LAYERS):
        values = most[:, masks[:, None] ^ 1 << names] + agree[:, digit][:, names]
        best = values.argmax(axis=2)
        most[:, masks] = np.take_along_axis(values, best[:, :, None], axis=2)[:, :, 0]
        last[:, masks] = names[np.arange(len(masks)), best]
    new = np.zeros((n, 10), np.uint8)
    rows, left = np.arange(n), np.full(n, _ALL)
    for digit in range(_DIGITS, 0, -1):
        name = last[rows, left]
        new[:, digit] = name + 1
        left ^= 1 << name
    return np.take_along_axis(new, fathers, axis=1)


def align(mother: Grid, father: Grid) -> Grid:
    """`align_batch` of one pair, (81,) each."""
    return align_batch(mother[None], father[None])[0]
