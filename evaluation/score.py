"""One row of what an `Evaluator` returned, for those who look at one puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np

from evaluation.difficulty import GRADES, Grade
from evaluation.minutes import MINUTES, in_words
from evaluation.table import Table
from evaluation.techniques import FAMILY_KEYS
from evaluation.uniqueness import METHODS, UNIQUE, VERDICTS
from puzzles.grid import Grid, to_line

VIOLATION: Final = "violation_"
"""What the name of a constraint's column begins with."""


def violation_columns(table: Table) -> list[str]:
    """The names of the columns of the constraints."""
    return [name for name in table.names if name.startswith(VIOLATION)]


@dataclass(frozen=True, slots=True, repr=False)
class Score:
    """Everything known of one hint array: a view of a row. What is unknown is None.

    Any other column of the row is an attribute of its name: `height`, or an objective of your own.
    """

    table: Table
    row: int

    def value(self, name: str) -> Any:
        """The row's value in a column; None where the column is missing, or the number unknown."""
        if name not in self.table:
            return None
        value = self.table[name][self.row]
        if np.ndim(value):
            return value
        plain = value.item()
        return None if plain == -1 or plain != plain else plain

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name in ("table", "row") or name not in self.table:
            raise AttributeError(f"a score of this table has no {name}")
        return self.value(name)

    def __repr__(self) -> str:
        names = ("f1", "f2", "effort") if self.valid else ()
        numbers = "".join(f", {name} {value:.4g}" for name in names if (value := self.value(name)) is not None)
        return f"<Score of {to_line(self.hints)}: {'valid' if self.valid else 'not valid'}{numbers}>"

    @property
    def hints(self) -> Grid:
        """(81,) digits."""
        return self.table["hints"][self.row]

    @property
    def valid(self) -> bool:
        """All constraints hold."""
        return bool(self.table["valid"][self.row])

    @property
    def violations(self) -> dict[str, int]:
        """Constraint to measure, 0 where it holds."""
        names = violation_columns(self.table)
        return {name.removeprefix(VIOLATION): int(self.table[name][self.row]) for name in names}

    @property
    def verdict(self) -> str:
        """`unique`, `multiple` or `none`."""
        return VERDICTS[int(self.table["verdict"][self.row])]

    @property
    def method(self) -> str:
        """What settled it, one of METHODS."""
        return METHODS[int(self.table["way"][self.row])]

    @property
    def witness(self) -> tuple[Grid, ...]:
        """The solution of a unique puzzle, two different ones of a puzzle with several."""
        number = int(self.table["verdict"][self.row])
        return tuple(self.table["witness"][self.row][:number])

    @property
    def solution(self) -> Grid | None:
        """The only solution, where there is one."""
        return self.witness[0] if int(self.table["verdict"][self.row]) == UNIQUE else None

    @property
    def f1(self) -> float | None:
        """Tension, the mean of the walks."""
        return self.value("f1")

    @property
    def f2(self) -> float | None:
        """Chain, the mean of the walks."""
        return self.value("f2")

    @property
    def f1_se(self) -> float | None:
        """Standard error of f1; unknown for one walk."""
        return self.value("f1_se")

    @property
    def f2_se(self) -> float | None:
        """Standard error of f2; unknown for one walk."""
        return self.value("f2_se")

    @property
    def turns(self) -> int | None:
        """T of the first walk."""
        return int(self.table["T"][self.row]) if self.valid else None

    @property
    def T(self) -> int | None:  # noqa: N802
        """As `turns`: the name that it has in tables and JSON."""
        return self.turns

    @property
    def walks(self) -> int:
        """Walks behind the means."""
        return int(self.table["walks"][self.row])

    @property
    def effort(self) -> float | None:
        """Mean over the walks of Σ d(t)."""
        return self.value("effort")

    @property
    def minutes(self) -> float | None:
        """Predicted median solving time of people; None unless there is one solution."""
        return self.value("minutes")

    def minutes_in_words(self, lang: Literal["en", "ja"] = "en") -> str:
        """Such as `about 12 min (8–18)`; empty where unknown."""
        known = [self.value(name) for name in MINUTES]
        return "" if None in known else in_words(known[0], known[1], known[2], lang)

    @property
    def grade(self) -> Grade | None:
        """One of the five grades."""
        level = self.value("grade")
        return None if level is None else GRADES[level]

    @property
    def hardest_family(self) -> str | None:
        """The key of the hardest family that the puzzle cannot do without."""
        family = self.value("hardest_family")
        return None if family is None else FAMILY_KEYS[family]

    @property
    def shares(self) -> dict[str, float]:
        """Share of all turns per family; they add up to 1."""
        return dict(zip(FAMILY_KEYS, self.table["shares"][self.row].tolist(), strict=True))


def scores_of(table: Table) -> list[Score]:
    """A view of each row."""
    return [Score(table, row) for row in range(len(table))]
