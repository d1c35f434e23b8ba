"""What a search's decisions owe to the number of its evaluations: whether a longer search would have come here too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Length:
    """The number of evaluations of a search, asked wherever it decides something.

    A search can be prolonged from a state that a longer search would have come by: neither the confirmation nor the end
    of the evaluations has shaped any round so far. `least` is the fewest evaluations of which that is true as well.
    """

    def __init__(self, evaluations: int) -> None:
        self.evaluations = evaluations
        self.least = 0
        """A search of at least so many evaluations would have come here too, while `prolongable`."""
        self.prolongable = True
        """Whether a search of more evaluations would have come here."""

    def cut(self, size: int, room: int) -> int:
        """As much of `size` as fits into the room; notes whether more evaluations would have left room for all."""
        self.prolongable &= size <= room
        self.needs(self.evaluations - room + size)
        return min(size, room)

    def needs(self, evaluations: int) -> None:
        """Note that a search of fewer evaluations would have decided otherwise."""
        self.least = max(self.least, evaluations)

    def ends_here(self) -> None:
        """Note that a longer search would have decided otherwise."""
        self.prolongable = False

    def state(self) -> dict[str, NDArray[Any]]:
        """`least` and `prolongable`."""
        return {"least": np.array(self.least), "prolongable": np.array(self.prolongable)}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `state` returned."""
        self.least, self.prolongable = int(state["least"]), bool(state["prolongable"])
