"""The competition's solutions, a JSON list of 81 integers a line: what `hintsmith opthub --stream` reads."""

from __future__ import annotations

from typing import Final

from puzzles.files.base import Format, Record
from puzzles.files.number_place import competition


def write(records: list[Record]) -> str:
    """A line for each puzzle."""
    return "".join(competition.write([record]) for record in records)


FORMAT: Final = Format("opthub", ".jsonl", "JSON lists of 81 integers, a puzzle a line", write)
