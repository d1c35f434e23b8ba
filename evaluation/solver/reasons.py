"""Why an elimination holds, as data for people."""

from __future__ import annotations

from dataclasses import dataclass

from evaluation.solver.state import CELL


@dataclass(frozen=True, slots=True)
class Instance:
    """One elimination: what stands where, and from which cells it removes what."""

    kind: str
    """One of `evaluation.techniques.INSTANCE_KEYS`."""
    units: tuple[int, ...]
    """Unit numbers 0–26, as many as the technique's words name. Pointing: box, line. Claiming: line, box."""
    digits: tuple[int, ...]
    """Digits 1–9."""
    cells: tuple[int, ...]
    """The cells that hold the digits."""
    removed: tuple[tuple[int, int], ...]
    """What goes: cells with digits 1–9, a pair for each candidate."""

    @property
    def removed_from(self) -> tuple[int, ...]:
        """The cells that lose candidates, each once."""
        return tuple(dict.fromkeys(cell for cell, _ in self.removed))

    @property
    def removed_digits(self) -> tuple[int, ...]:
        """The digits that go from one cell or another, each once, in order."""
        return tuple(sorted({digit for _, digit in self.removed}))


def bits(mask: int) -> list[int]:
    """The bits 0–8 that a mask has."""
    return [k for k in range(9) if mask >> k & 1]


def cells_of(unit: int) -> list[int]:
    """The nine cells of a unit 0–26."""
    return CELL[unit].tolist()


def removals(cells: list[int], mask: int, candidates: list[int]) -> tuple[tuple[int, int], ...]:
    """The candidates of a mask of digits that cells have, as `Instance.removed`."""
    return tuple((cell, digit + 1) for cell in cells for digit in bits(candidates[cell] & mask))
