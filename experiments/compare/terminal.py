"""A comparison in the terminal, within eighty columns."""

from __future__ import annotations

from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from experiments.compare.comparing import Comparison
from experiments.compare.tables import HEADS, table_rows, test_rows
from experiments.names import short

_LONGEST: Final = 24
"""Characters of a group's value, of three columns of them at most."""


def print_comparison(comparison: Comparison) -> None:
    """The groups, the tests of every pair, and what was left out."""
    console = Console()
    title = f"{HEADS[comparison.measure]} {comparison.limit}; * the highest validated median"
    head, rows = table_rows(comparison)
    _print(console, title, head, rows, len(comparison.keys))
    if comparison.pairs:
        head, rows = test_rows(comparison)
        _print(console, "validated, every pair; A12: chance that a is higher", head, rows, 3)
    if comparison.left_out:
        names = ", ".join(comparison.left_out[:5]) + (" …" if len(comparison.left_out) > 5 else "")
        console.print(f"not finished, left out: {names}", highlight=False, markup=False, soft_wrap=True)


def _print(console: Console, title: str, head: list[str], rows: list[list[str]], texts: int) -> None:
    """A table; its first columns are text, the others numbers."""
    console.print(title, style="table.title", highlight=False, markup=False, soft_wrap=True)
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for k, name in enumerate(head):
        # the last part of a key says enough
        shown = name.rpartition(".")[2] if k < texts else name
        table.add_column(shown, justify="left" if k < texts else "right", overflow="fold", no_wrap=k >= texts)
    for row in rows:
        table.add_row(*(short(cell, _LONGEST) if k < texts else cell for k, cell in enumerate(row)))
    console.print(table, highlight=False)
    console.print()
