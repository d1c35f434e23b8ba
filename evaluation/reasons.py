"""Why an element or an elimination holds: packed instances as data for people."""

from __future__ import annotations

from dataclasses import dataclass

from evaluation.state import CELL
from evaluation.techniques import INSTANCE_KEYS
from evaluation.techniques import hidden_subset as subset
from evaluation.techniques import locked_candidates as locked


@dataclass(frozen=True, slots=True)
class Instance:
    """One elimination: what stands where, and from which cells it removes what."""

    kind: str
    """One of `evaluation.techniques.INSTANCE_KEYS`."""
    units: tuple[int, ...]
    """Unit numbers 0–26. Pointing: box, line. Claiming: line, box. Subset: its unit. X-wing: two base lines."""
    digits: tuple[int, ...]
    """Digits 1–9."""
    cells: tuple[int, ...]
    """The cells that hold the digits."""
    removed_from: tuple[int, ...]
    """The cells that lose candidates."""


def _bits(mask: int) -> list[int]:
    return [k for k in range(9) if mask >> k & 1]


def unpack(family: int, packed: int, candidates: list[int]) -> Instance:
    """The instance behind a packed one of an eliminating family (3–5), on a board with these candidate masks."""
    if family == locked.FAMILY:
        claiming, digit, line, box = packed >> 18, packed >> 14 & 15, packed >> 7 & 127, packed & 127
        on_line = [int(c) for c in CELL[line]]
        in_box = [int(c) for c in CELL[18 + box]]
        both = tuple(c for c in on_line if c in in_box and candidates[c] >> digit & 1)
        rest = in_box if claiming else on_line
        gone = tuple(c for c in rest if candidates[c] >> digit & 1 and c not in both)
        units = (line, 18 + box) if claiming else (18 + box, line)
        return Instance("claiming" if claiming else "pointing", units, (digit + 1,), both, gone)
    if family == subset.FAMILY:
        unit, digits, places = packed >> 18, packed >> 9 & 511, packed & 511
        cells = tuple(int(CELL[unit, k]) for k in _bits(places))
        gone = tuple(c for c in cells if candidates[c] & ~digits)
        size = ("pair", "triple", "quad")[len(_bits(digits)) - 2]
        kind = f"hidden_{size}_{'box' if unit >= 18 else 'line'}"
        return Instance(kind, (unit,), tuple(d + 1 for d in _bits(digits)), cells, gone)
    digit, a, b, places = packed >> 20, packed >> 15 & 31, packed >> 10 & 31, packed & 511
    cells = tuple(int(CELL[line, k]) for line in (a, b) for k in _bits(places))
    first = 9 if a < 9 else 0
    cover = [int(CELL[first + k, j]) for k in _bits(places) for j in range(9)]
    gone = tuple(c for c in cover if candidates[c] >> digit & 1 and c not in cells)
    return Instance(INSTANCE_KEYS[8], (a, b), (digit + 1,), cells, gone)
