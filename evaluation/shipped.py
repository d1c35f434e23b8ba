"""Puzzles that come with the software, made by its own generator on its own patterns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

from puzzles.grid import Grid, from_characters


@dataclass(frozen=True, slots=True)
class ShippedPuzzle:
    """One puzzle of `shipped_puzzles.txt`."""

    hints: Grid
    pattern: str
    """The name of its pattern in the shipped library."""


@cache
def shipped_puzzles() -> tuple[ShippedPuzzle, ...]:
    """All of them, in the order of the file; each has one solution and is finished by the six families."""
    text = resources.files("evaluation").joinpath("shipped_puzzles.txt").read_text(encoding="utf-8")
    puzzles: list[ShippedPuzzle] = []
    for raw in text.splitlines():
        line, _, name = raw.partition("#")
        if line.strip():
            puzzles.append(ShippedPuzzle(from_characters(line), name.strip()))
    return tuple(puzzles)
