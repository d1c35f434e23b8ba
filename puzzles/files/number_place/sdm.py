"""SudoCue collections, `.sdm`: one puzzle a line, `0` for an empty cell, nothing else."""

from __future__ import annotations

from typing import Final

from puzzles.files.base import Format, Record


def write(records: list[Record]) -> str:
    """One line of 81 digits a puzzle."""
    return "".join(f"{record.hints.replace('.', '0')}\n" for record in records)


FORMAT: Final = Format("sdm", ".sdm", "SudoCue collection: 81 digits a line", write)
