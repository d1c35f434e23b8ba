"""When a search does something else than breed: it confirms its front, renews its population, or ends early."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.search.contenders import Contenders
from generator.search.length import Length

_CONFIRMATION: Final = 0.15
"""Largest share of all evaluations that goes into confirming the front at the end."""
_LAST: Final = 4
"""Least evaluations of the confirmation, in populations, within that share: the newest rows need them to be told
from lucky ones, however well the others are known."""
_FADING: Final = 0.8
"""Share of the fertility that a generation leaves as it was: five generations or so are remembered."""
_LEAST_BIRTHS: Final = 0.05
"""Share of the newcomers' rows that is spent on looking for new genomes however few are found."""
_ENOUGH: Final = 4.0
"""Newcomers' rows become fewer when less than one of so many brings a new genome."""
_WITHOUT: Final = 10
"""A search ends after so many generations without an evaluation: nothing new is found, and nothing known left."""


class Confirmation:
    """The end of a search: what is left of the evaluations goes to the front and what is next to it."""

    def __init__(self, contenders: Contenders, length: Length, population: int, active: bool = True) -> None:
        """Args:
        contenders: tell how many evaluations the front lacks.
        length: of the whole search.
        population: rows of a generation.
        active: where not, a search breeds to its end.
        """
        self._contenders = contenders
        self._length = length
        self._population = population
        self._active = active
        self.begun = False

    def begins(self, room: int, known: Table, had: NDArray[np.int64]) -> bool:
        """Whether it has begun, or begins now that there is room for so many evaluations; once begun it goes on.

        Args:
            room: evaluations that are left.
            known: rows that are remembered.
            had: (n,) samples that each has had or is about to get.
        """
        total = self._length.evaluations
        if not self._active:
            return False
        if not self.begun and room <= _CONFIRMATION * total:
            wanted = max(self._contenders.missing(known, had), _LAST * self._population)
            self.begun = room <= wanted
            self._length.needs(total - room + wanted + 1)
        else:
            self._length.needs(_fewest_without(total - room))
        if self.begun:
            self._length.ends_here()
        return self.begun

    def state(self) -> dict[str, NDArray[np.bool_]]:
        """`confirming`, whether it has begun."""
        return {"confirming": np.array(self.begun)}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `state` returned."""
        self.begun = bool(state["confirming"])


def _fewest_without(used: int) -> int:
    """The fewest evaluations of a search whose confirmation cannot begin when so many are used."""
    evaluations = int(used / (1.0 - _CONFIRMATION))
    while evaluations - used <= _CONFIRMATION * evaluations:
        evaluations += 1
    return evaluations


class Fertility:
    """How many of the newcomers' rows bring a new genome, and so how many rows newcomers get."""

    def __init__(self, length: Length, population: int, again: float) -> None:
        """Args:
        length: of the whole search.
        population: rows of a generation.
        again: least share of them that gives known rows more samples.
        """
        self._length = length
        self._population = population
        self._again = again
        self.rate = 1.0
        """Share of newcomers' rows that brought a new genome, fading."""

    def plan(self, room: int) -> tuple[int, int]:
        """Rows of newcomers, and of known ones, of a generation that has room for so many evaluations."""
        share = round(self._again * self._population)
        births = round((self._population - share) * min(1.0, max(_LEAST_BIRTHS, _ENOUGH * self.rate)))
        # what brings no new genome leaves its evaluation to a known one
        again = max(share, self._population - round(births * self.rate))
        both = births + again
        again = min(again, room)
        return self._length.cut(both, room) - again, again

    def learn(self, new: int, births: int) -> None:
        """So many new genomes came of so many rows of children."""
        self.rate = _FADING * self.rate + (1.0 - _FADING) * float(new) / births

    def state(self) -> dict[str, NDArray[np.float64]]:
        """`fertility`, the rate."""
        return {"fertility": np.array(self.rate)}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `state` returned."""
        self.rate = float(state["fertility"])


class Renewal:
    """Fresh samples take the places of half of the population when the front has not moved for long."""

    def __init__(self, stagnation: int) -> None:
        """`stagnation` is the number of generations without a newcomer on the front; 0 for never."""
        self._stagnation = stagnation
        self._without = 0

    def is_due(self) -> bool:
        """Whether it is time; the count begins anew then."""
        due = self._stagnation > 0 and self._without >= self._stagnation
        if due:
            self._without = 0
        return due

    def learn(self, entered: bool) -> None:
        """A generation with newcomers is over, and one of them is on the front, or none."""
        self._without = 0 if entered else self._without + 1

    def state(self) -> dict[str, NDArray[np.int64]]:
        """`stagnant`, generations without a newcomer on the front."""
        return {"stagnant": np.array(self._without)}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `state` returned."""
        self._without = int(state["stagnant"])


class EarlyEnd:
    """A search ends before its evaluations are used up when nothing is left to judge."""

    def __init__(self, active: bool = True) -> None:
        """Where not active, a search that finds nothing new goes on looking."""
        self._active = active
        self._without = 0

    @property
    def is_due(self) -> bool:
        """Whether there were too many generations in a row without an evaluation."""
        return self._active and self._without >= _WITHOUT

    def learn(self, evaluations: int) -> None:
        """A generation is over that took so many evaluations."""
        self._without = 0 if evaluations else self._without + 1

    def state(self) -> dict[str, NDArray[np.int64]]:
        """`idle`, generations without an evaluation."""
        return {"idle": np.array(self._without)}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `state` returned."""
        self._without = int(state["idle"])
