"""The table: rows with columns by name. Everything that is judged, kept, written and read back is one."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from puzzles.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

Rows = NDArray[np.int64] | NDArray[np.bool_] | Sequence[int]


@dataclass(frozen=True, slots=True)
class Column:
    """How one column looks in files: its name there, and its values as text and back."""

    name: str
    show: Callable[[Any], str]
    """A value as a cell of a CSV file; empty where it is unknown."""
    read: Callable[[str], Any]
    """The value of a cell. Raises InputError that says what is needed."""
    plain: Callable[[Any], Any]
    """A value ready for JSON; None where it is unknown."""
    dtype: type[np.generic] | type[object] = np.float64
    shape: tuple[int, ...] = ()
    """Of one value."""


class Table:
    """Rows with columns by name.

    Each column is an array whose first axis counts the rows. A table does not change: what changes rows or columns
    returns another one, which may share arrays with the first.
    """

    __slots__ = ("_columns", "_size")

    def __init__(self, columns: Mapping[str, NDArray[Any]]) -> None:
        """Raises ValueError for columns of different lengths."""
        self._columns = dict(columns)
        sizes = {len(values) for values in self._columns.values()}
        if len(sizes) > 1:
            raise ValueError(f"columns of different lengths: { {n: len(v) for n, v in self._columns.items()} }")
        self._size = sizes.pop() if sizes else 0

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._columns[name]

    def __contains__(self, name: object) -> bool:
        return name in self._columns

    def __repr__(self) -> str:
        return f"<Table of {len(self)} rows: {', '.join(self._columns)}>"

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names, in order."""
        return tuple(self._columns)

    def items(self) -> Iterator[tuple[str, NDArray[Any]]]:
        """Names and arrays."""
        return iter(self._columns.items())

    def take(self, rows: Rows) -> Table:
        """The given rows, by number or by a mask, in that order."""
        at = np.asarray(rows)
        if at.dtype == np.bool_:
            at = np.flatnonzero(at)
        elif not at.size:
            at = at.astype(np.int64)
        return Table({name: values.take(at, axis=0) for name, values in self._columns.items()})

    def only(self, names: Iterable[str]) -> Table:
        """These columns, in this order."""
        return Table({name: self._columns[name] for name in names})

    def with_columns(self, columns: Mapping[str, NDArray[Any]]) -> Table:
        """The same rows with columns added or replaced."""
        return Table(self._columns | dict(columns))

    @staticmethod
    def join(parts: Sequence[Table]) -> Table:
        """The rows of all parts, in order; each has the same columns. Raises KeyError where one lacks a column."""
        if len(parts) == 1:
            return parts[0]
        return Table({name: np.concatenate([part[name] for part in parts]) for name in parts[0].names})

    def to_csv(self, columns: Sequence[Column], header: bool = True) -> str:
        """Lines of a CSV file with these columns."""
        buffer = io.StringIO()
        writer = csv.writer(buffer, lineterminator="\n")
        if header:
            writer.writerow([column.name for column in columns])
        cells = [[column.show(value) for value in self._columns[column.name]] for column in columns]
        writer.writerows(zip(*cells, strict=True))
        return buffer.getvalue()

    def shown(self, columns: Sequence[Column]) -> list[dict[str, str]]:
        """A row each: column name to cell, as a CSV file would have it."""
        cells = {column.name: [column.show(value) for value in self._columns[column.name]] for column in columns}
        return [{name: values[k] for name, values in cells.items()} for k in range(len(self))]

    def plain(self, columns: Sequence[Column]) -> list[dict[str, Any]]:
        """A row each: column name to a value ready for JSON, None where it is unknown."""
        values = [[column.plain(value) for value in self._columns[column.name]] for column in columns]
        names = [column.name for column in columns]
        return [dict(zip(names, row, strict=True)) for row in zip(*values, strict=True)]

    def to_json_lines(self, columns: Sequence[Column]) -> str:
        """One JSON object a line."""
        return "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in self.plain(columns))

    @staticmethod
    def from_cells(
        rows: Sequence[Mapping[str, str]], columns: Sequence[Column], where: Sequence[str], needed: Iterable[str] = ()
    ) -> Table:
        """The table of rows of text cells, such as `csv.DictReader` gives.

        Args:
            rows: name to cell.
            columns: those to read; a cell that is missing or empty is unknown.
            where: the place of each row, for messages.
            needed: columns that no row may lack.

        Raises:
            InputError: with the row's place, for the first cell that cannot be read.
        """
        must = frozenset(needed)
        read: dict[str, NDArray[Any]] = {}
        for column in columns:
            values: list[Any] = []
            for row, place in zip(rows, where, strict=True):
                cell = row.get(column.name) or ""
                if not cell.strip() and column.name in must:
                    raise InputError(f"{place}: has no {column.name}")
                try:
                    values.append(column.read(cell.strip()))
                except InputError as error:
                    raise InputError(f"{place}: {column.name}: {error}") from None
            read[column.name] = np.array(values, column.dtype).reshape(len(rows), *column.shape)
        return Table(read)

    def to_frame(self, columns: Sequence[Column]) -> pd.DataFrame:
        """These columns as a pandas data frame, grids as text, unknown numbers as NaN.

        Raises InputError where pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise InputError('a data frame needs pandas: pip install "hintsmith[notebook]"') from None
        return pandas.DataFrame(
            {column.name: [column.plain(value) for value in self._columns[column.name]] for column in columns}
        )


def _unknown(value: Any) -> bool:
    return value is None or bool(np.isnan(value))


def number(name: str, digits: int | None = None) -> Column:
    """A column of numbers, NaN where unknown; in files with so many digits behind the point, or in full."""

    def show(value: Any) -> str:
        if _unknown(value):
            return ""
        return repr(float(value)) if digits is None else f"{float(value):.{digits}f}"

    def read(cell: str) -> float:
        if not cell:
            return float("nan")
        try:
            value = float(cell)
        except ValueError:
            value = float("nan")
        if not np.isfinite(value):
            raise InputError(f"{cell[:40]!r} is no number")
        return value

    def plain(value: Any) -> float | None:
        if _unknown(value):
            return None
        return float(value) if digits is None else round(float(value), digits)

    return Column(name, show, read, plain)


_NONE: Final = -1


def count(name: str) -> Column:
    """A column of whole numbers from 0, −1 where unknown."""

    def show(value: Any) -> str:
        return "" if value == _NONE else str(int(value))

    def read(cell: str) -> int:
        if not cell:
            return _NONE
        if not (cell.isascii() and cell.isdecimal()):
            raise InputError(f"{cell[:40]!r} is no whole number")
        return int(cell)

    return Column(name, show, read, lambda value: None if value == _NONE else int(value), np.int64)


def choice(name: str, words: Sequence[str]) -> Column:
    """A column of one of some words, held as its place among them, −1 where unknown."""
    known = tuple(words)

    def show(value: Any) -> str:
        return "" if value == _NONE else known[int(value)]

    def read(cell: str) -> int:
        if not cell:
            return _NONE
        if cell not in known:
            raise InputError(f"{cell[:40]!r} is none of {', '.join(known)}")
        return known.index(cell)

    return Column(name, show, read, lambda value: None if value == _NONE else known[int(value)], np.int64)


def flag(name: str) -> Column:
    """A column of yes and no, `true` and `false` in files."""

    def read(cell: str) -> bool:
        if cell not in ("true", "false"):
            raise InputError(f"{cell[:40]!r} is neither true nor false")
        return cell == "true"

    return Column(name, lambda value: "true" if value else "false", read, bool, np.bool_)


def text(name: str) -> Column:
    """A column of text, empty where unknown."""
    return Column(name, str, str, str, object)


def genome(name: str, width: int, show: Callable[[Any], str], read: Callable[[str], Any]) -> Column:
    """A column of (width,) uint8 arrays, zeros where unknown, with their text form."""

    def shown(value: Any) -> str:
        return show(value) if np.any(value) else ""

    def parsed(cell: str) -> NDArray[np.uint8]:
        return read(cell) if cell else np.zeros(width, np.uint8)

    return Column(name, shown, parsed, lambda value: show(value) if np.any(value) else None, np.uint8, (width,))
