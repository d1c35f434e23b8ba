"""Operator shares: what has led to survivors is used more often, nothing is given up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_MEMORY: Final = 0.9
"""Share of what is remembered of earlier generations: about the last ten count."""
_FLOOR: Final = 0.04
"""Least share of an operator: nothing is given up. Where there are many, half of an equal share."""


class OperatorShares:
    """Probability matching with fading memory (Thierens, "An adaptive pursuit strategy", 2005)."""

    def __init__(self, operators: int, active: bool = True) -> None:
        """Args:
        operators: how many there are.
        active: where not, all are used alike.
        """
        self._number = operators
        self._active = active
        self._floor = min(_FLOOR, 0.5 / operators)
        self._uses = np.ones(operators)
        self._wins = np.ones(operators) * 0.5

    def state(self) -> dict[str, NDArray[np.float64]]:
        """`shares`, (2, operators): faded uses and successes."""
        return {"shares": np.stack([self._uses, self._wins])}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `state` returned."""
        self._uses, self._wins = state["shares"].copy()

    def probabilities(self) -> NDArray[np.float64]:
        """(operators,) never below a floor."""
        if not self._active:
            return np.full(self._number, 1.0 / self._number)
        rate = self._wins / self._uses
        free = 1.0 - self._floor * self._number
        return self._floor + free * rate / rate.sum()

    def learn(self, used: NDArray[np.int64], survived: NDArray[np.bool_]) -> None:
        """Credit one generation: `used` holds each child's operator, `survived` whether it lived."""
        wins = np.bincount(used, survived.astype(float), self._number)
        self._uses = _MEMORY * self._uses + np.bincount(used, minlength=self._number) + 0.01
        self._wins = _MEMORY * self._wins + wins + 0.005
