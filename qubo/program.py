"""A puzzle as binary variables under linear rows: the one form that every model takes and every backend reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzles.errors import InputError

Ints = NDArray[np.int64]
Bits = NDArray[np.uint8]


@dataclass(frozen=True)
class Program:
    """Named binaries x and rows lower ≤ A·x ≤ upper, with an optional linear objective to minimise.

    A is kept row by row: the entries of row i are `columns[starts[i]:starts[i+1]]` with the integer
    `weights` at the same places. No row has a column twice.
    """

    names: tuple[str, ...]
    """(n): what each variable says, such as `r1c2=3`."""
    starts: Ints
    """(m+1,)"""
    columns: Ints
    weights: Ints
    lower: Ints
    """(m,)"""
    upper: Ints
    """(m,)"""
    objective: Ints | None = None
    """(n,) integer costs, or None."""

    @property
    def variables(self) -> int:
        """The number of binaries."""
        return len(self.names)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.lower)

    @cached_property
    def _row_of(self) -> Ints:
        return np.repeat(np.arange(self.rows, dtype=np.int64), np.diff(self.starts))

    @cached_property
    def row_weight(self) -> int:
        """What one unit of squared violation costs: more than the objective can ever save; 1 without one."""
        return 1 if self.objective is None else 1 + int(np.abs(self.objective).sum())

    def activity(self, values: Bits) -> Ints:
        """(m,) A·x for (n,) values of 0 and 1."""
        products = self.weights * values.astype(np.int64)[self.columns]
        sums = np.zeros(self.rows, np.int64)
        np.add.at(sums, self._row_of, products)
        return sums

    def violations(self, values: Bits) -> Ints:
        """(m,) how far A·x lies outside each row's interval; 0 where the row holds."""
        sums = self.activity(values)
        return np.maximum(np.maximum(self.lower - sums, sums - self.upper), 0)

    def holds(self, values: Bits) -> bool:
        """Whether every row holds."""
        return not self.violations(values).any()

    def energy(self, values: Bits) -> int:
        """Objective + row_weight · Σ violation². Without an objective it is 0 exactly when every row holds."""
        cost = 0 if self.objective is None else int(self.objective @ values.astype(np.int64))
        return cost + self.row_weight * int((self.violations(values) ** 2).sum())

    def row(self, index: int) -> tuple[list[int], list[int], int, int]:
        """Columns, weights, lower and upper bound of one row."""
        part = slice(int(self.starts[index]), int(self.starts[index + 1]))
        return (
            self.columns[part].tolist(),
            self.weights[part].tolist(),
            int(self.lower[index]),
            int(self.upper[index]),
        )

    def reach(self) -> tuple[Ints, Ints]:
        """(m,) the smallest and (m,) the largest value that A·x can take at all."""
        least = np.zeros(self.rows, np.int64)
        most = np.zeros(self.rows, np.int64)
        np.add.at(least, self._row_of, np.minimum(self.weights, 0))
        np.add.at(most, self._row_of, np.maximum(self.weights, 0))
        return least, most

    def with_row(self, columns: Sequence[int], weights: Sequence[int], lower: int, upper: int) -> Program:
        """The program with one more row at its end."""
        return Program(
            self.names,
            np.append(self.starts, self.starts[-1] + len(columns)),
            np.append(self.columns, np.asarray(columns, np.int64)),
            np.append(self.weights, np.asarray(weights, np.int64)),
            np.append(self.lower, lower),
            np.append(self.upper, upper),
            self.objective,
        )

    def excluding(self, values: Bits) -> Program:
        """The program with a known solution excluded.

        The row says Σ (variables that are 1 in it) ≤ count − 1. That cuts off exactly `values` and
        whatever contains its ones, which is enough where every solution has the same number of ones.
        """
        ones = np.flatnonzero(values).tolist()
        return self.with_row(ones, [1] * len(ones), 0, len(ones) - 1)

    def fixed(self, known: Mapping[int, int]) -> Fixed:
        """The program on the variables that are left when those in `known` take their values.

        Rows that can no longer fail are dropped; a row that can no longer hold is kept, so the
        energy stays above 0. The objective's constant part is dropped.
        """
        state = np.full(self.variables, -1, np.int64)
        for column, value in known.items():
            state[column] = value
        kept = np.flatnonzero(state < 0)
        place = np.full(self.variables, -1, np.int64)
        place[kept] = np.arange(len(kept))
        builder = ProgramBuilder()
        for column in kept.tolist():
            builder.variable(self.names[column])
        for index in range(self.rows):
            columns, weights, lower, upper = self.row(index)
            free: list[tuple[int, int]] = []
            constant = 0
            for column, weight in zip(columns, weights, strict=True):
                if state[column] < 0:
                    free.append((int(place[column]), weight))
                else:
                    constant += weight * int(state[column])
            least = constant + sum(w for _, w in free if w < 0)
            most = constant + sum(w for _, w in free if w > 0)
            if least < lower or most > upper:
                builder.row(free, lower - constant, upper - constant)
        objective = None if self.objective is None else self.objective[kept]
        return Fixed(builder.build(objective), kept, state)


@dataclass(frozen=True)
class Fixed:
    """What is left of a program after some of its variables were fixed."""

    program: Program
    kept: Ints
    """(k,) columns of the original program."""
    state: Ints
    """(n,) the fixed value, −1 where the variable is free."""

    def complete(self, values: Bits) -> Bits:
        """(n,) values of the original program from (k,) values of what is left."""
        full = np.where(self.state < 0, 0, self.state).astype(np.uint8)
        full[self.kept] = values
        return full


class ProgramBuilder:
    """Collects variables and rows, then makes a `Program`."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._starts = [0]
        self._columns: list[int] = []
        self._weights: list[int] = []
        self._lower: list[int] = []
        self._upper: list[int] = []

    def variable(self, name: str) -> int:
        """A new binary; its column."""
        self._names.append(name)
        return len(self._names) - 1

    def row(self, terms: Iterable[tuple[int, int]], lower: int, upper: int) -> None:
        """lower ≤ Σ weight·x[column] ≤ upper for (column, weight) terms; equal columns are added up.

        Raises InputError for a column that does not exist and for lower > upper.
        """
        merged: dict[int, int] = {}
        for column, weight in terms:
            if not 0 <= column < len(self._names):
                raise InputError(f"row {len(self._lower)} names column {column}, there are {len(self._names)}")
            merged[column] = merged.get(column, 0) + weight
        if lower > upper:
            raise InputError(f"row {len(self._lower)} has lower bound {lower} above its upper bound {upper}")
        for column, weight in merged.items():
            if weight:
                self._columns.append(column)
                self._weights.append(weight)
        self._starts.append(len(self._columns))
        self._lower.append(lower)
        self._upper.append(upper)

    def build(self, objective: Sequence[int] | Ints | None = None) -> Program:
        """The program. Raises InputError when the objective has not one cost for each variable."""
        costs = None if objective is None else np.asarray(objective, np.int64)
        if costs is not None and len(costs) != len(self._names):
            raise InputError(f"an objective of {len(costs)} costs for {len(self._names)} variables")
        return Program(
            tuple(self._names),
            np.array(self._starts, np.int64),
            np.array(self._columns, np.int64),
            np.array(self._weights, np.int64),
            np.array(self._lower, np.int64),
            np.array(self._upper, np.int64),
            costs,
        )
