"""The public table: rows that are puzzles, or generations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import numpy as np

from evaluation.objectives import Objective
from evaluation.score import Score
from evaluation.table import Column
from evaluation.table import Table as Rows
from experiments.kinds.number_place.columns import pareto_columns

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

R = TypeVar("R")
_SHOWN: Final = 20
"""Rows that a notebook draws."""


class Table(Generic[R]):
    """Rows in order: `len`, `[k]`, iteration, and `to_frame()` for pandas.

    A row of puzzles is a `Score`, a row of a history a dict by column name.
    """

    def __init__(self, rows: Rows, columns: Sequence[Column], of_puzzles: bool = True) -> None:
        self.rows = rows
        """Arrays by name: `table.rows["f1"]` is (n,)."""
        self._columns = tuple(columns)
        self._of_puzzles = of_puzzles

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, k: int) -> R:
        n = len(self)
        if not -n <= k < n:
            raise IndexError(f"row {k} of a table of {n}")
        row: Any = Score(self.rows, k % n) if self._of_puzzles else self._plain(k % n)
        return row

    def __iter__(self) -> Iterator[R]:
        return (self[k] for k in range(len(self)))

    def _plain(self, k: int) -> dict[str, Any]:
        return {column.name: column.plain(self.rows[column.name][k]) for column in self._columns}

    @property
    def names(self) -> tuple[str, ...]:
        """The columns of `to_frame`, in order."""
        return tuple(column.name for column in self._columns)

    def column(self, name: str) -> NDArray[Any]:
        """(n,) or (n, 81) one column as an array; unknown is NaN or −1. Raises KeyError."""
        return self.rows[name]

    def to_frame(self) -> pd.DataFrame:
        """A pandas data frame: grids as text of 81 characters, unknown numbers as NaN.

        Raises InputError where pandas is not installed (`pip install "hintsmith[notebook]"`).
        """
        return self.rows.to_frame(self._columns)

    def to_csv(self) -> str:
        """The same columns as the text of a CSV file."""
        return self.rows.to_csv(self._columns)

    def __repr__(self) -> str:
        return f"<Table of {len(self)} rows: {', '.join(self.names)}>"

    def _repr_html_(self) -> str:
        shown = self.rows.take(list(range(min(len(self), _SHOWN)))).shown(self._columns)
        head = "".join(f"<th>{escape(name)}</th>" for name in self.names)
        lines = "".join("<tr>" + "".join(f"<td>{escape(row[n])}</td>" for n in self.names) + "</tr>" for row in shown)
        more = f"<p>{len(self) - _SHOWN} more rows</p>" if len(self) > _SHOWN else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>{more}"


def judged_table(rows: Rows | None, goals: Sequence[Objective]) -> Table[Score]:
    """Rows that a search judged, or those of a front, in the columns of pareto.csv that they have."""
    columns = pareto_columns(goals)
    if rows is None:
        rows = Rows.from_cells([], columns, []).with_columns({"valid": np.zeros(0, np.bool_)})
    n = len(rows)
    if "valid" not in rows:
        rows = rows.with_columns({"valid": np.ones(n, np.bool_)})
    verdict = np.array(rows["solution"].any(axis=1), np.int64)
    witness = np.stack([rows["solution"], np.zeros_like(rows["solution"])], axis=1)
    rows = rows.with_columns({"verdict": verdict, "witness": witness})
    return Table(rows, [column for column in columns if column.name in rows])
