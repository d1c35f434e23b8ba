"""Random numbers inside kernels: SplitMix64 on a state of one 64-bit word, the same on every platform.

Source: G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators", 2014.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from puzzles.kernel import kernel

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S11, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11), np.uint64(32)
_UNIT = 1.0 / 9007199254740992.0


@kernel
def mix(word):
    """A uint64 scrambled into another, one to one."""
    word = (word ^ (word >> _S30)) * _MIX_1
    word = (word ^ (word >> _S27)) * _MIX_2
    return word ^ (word >> _S31)


@kernel
def next_word(state):
    """The next 64 random bits; `state` is a (1,) uint64 array, moved on."""
    state[0] += _GAMMA
    return mix(state[0])


@kernel
def uniform(state):
    """A float64 in [0, 1)."""
    return np.float64(next_word(state) >> _S11) * _UNIT


@kernel
def below(state, n):
    """An int64 in 0 … n−1, for 1 ≤ n < 2**31 (the bias is below n / 2**32)."""
    return np.int64(((next_word(state) >> _S32) * np.uint64(n)) >> _S32)


@kernel
def combine(a, b):
    """A uint64 seed made from two, for streams that must not overlap."""
    return mix(mix(a + _GAMMA) ^ (b + _GAMMA))


@kernel
def _combine_many(a, b, out):
    for k in range(out.shape[0]):
        out[k] = combine(a[k], b[k])


def combine_all(a: ArrayLike, b: ArrayLike) -> NDArray[np.uint64]:
    """(n,) seeds: `combine` of each two of (n,) numbers below 2**64; one number stands for n equal ones."""
    pairs = np.broadcast_arrays(np.asarray(a, np.uint64), np.asarray(b, np.uint64))
    left, right = (np.array(one, np.uint64).reshape(-1) for one in pairs)
    out = np.empty(len(left), np.uint64)
    _combine_many(left, right, out)
    return out


@kernel
def hash_digits(values, seed):
    """A uint64 made from a seed and the digits of a grid."""
    word = mix(seed + _GAMMA)
    for k in range(values.shape[0]):
        word = mix((word ^ np.uint64(values[k])) + _GAMMA)
    return word
