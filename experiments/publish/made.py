"""A file that an output made."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Made:
    """One file to be written."""

    suffix: str
    """The end of its name, with the dot."""
    data: bytes
    number: int | None = None
    """Which puzzle it holds, from 1; None for all of them."""
