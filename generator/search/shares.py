"""Operator shares: what has led to survivors is used more often, nothing is given up."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from generator.sudoku.operators import OPERATORS

_MEMORY: Final = 0.9
_FLOOR: Final = 0.04


class OperatorShares:
    """Probability matching with fading memory (Thierens, "An adaptive pursuit strategy", 2005)."""

    def __init__(self, state: NDArray[np.float64] | None = None) -> None:
        """`state` is what an earlier `state` returned."""
        self._uses = np.ones(len(OPERATORS)) if state is None else state[0].copy()
        self._wins = np.ones(len(OPERATORS)) * 0.5 if state is None else state[1].copy()

    @property
    def state(self) -> NDArray[np.float64]:
        """(2, operators): faded uses and successes."""
        return np.stack([self._uses, self._wins])

    def probabilities(self) -> NDArray[np.float64]:
        """(operators,) never below a floor."""
        rate = self._wins / self._uses
        free = 1.0 - _FLOOR * len(OPERATORS)
        return _FLOOR + free * rate / rate.sum()

    def learn(self, used: NDArray[np.int64], survived: NDArray[np.bool_]) -> None:
        """Credit one generation: `used` holds each child's operator, `survived` whether it lived."""
        self._uses = _MEMORY * self._uses + np.bincount(used, minlength=len(OPERATORS)) + 0.01
        self._wins = _MEMORY * self._wins + np.bincount(used, survived.astype(float), len(OPERATORS)) + 0.005
