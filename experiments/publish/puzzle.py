"""The puzzle that goes out: what a run, a file or the library knows about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from evaluation.objectives import Objective
from experiments.publish.choosing.quota import level_of
from puzzles.files import Record
from puzzles.grid import Grid, from_characters


@dataclass(frozen=True, slots=True)
class ExportPuzzle:
    """One puzzle with everything that print or a file may want. Unknown is None, or empty for text."""

    hints: str
    """81 characters, `.` for an empty cell."""
    solution: str
    """81 digits."""
    id: str = ""
    """Where it came from and its place there, such as `myrun-007`."""
    title: str = ""
    author: str = ""
    grade: str | None = None
    """A word, in the language of who graded it."""
    techniques: tuple[str, ...] = ()
    """Names of what a solver needs, the hardest last."""
    row: Mapping[str, float] = field(default_factory=dict[str, float], hash=False)
    """What is known of it in the other columns of pareto.csv, by their names; unknown ones are left out."""
    source: str = ""
    """The name of the run or file."""
    fixed: str = ""
    """81 characters: digits that keep their names and places, `.` for any; empty for none."""
    of_run: bool = False
    """Whether a run made it, which names its digits for comparing only."""

    @property
    def level(self) -> int | None:
        """0 (easiest) to 4 of its grade; None for no grade, or one in words of somebody else."""
        return level_of(self.grade)

    @property
    def minutes(self) -> float | None:
        """Predicted median solving time of people, where it is known."""
        return self.row.get("minutes")

    @property
    def grid(self) -> Grid:
        """The hints as an (81,) array."""
        return from_characters(self.hints)

    def scores(self, goals: Sequence[Objective]) -> tuple[float, ...] | None:
        """Its objectives as validated with fresh seeds, else as claimed by the search; None without either."""
        for prefix in ("validated_", ""):
            names = [f"{prefix}{goal.column}" for goal in goals]
            if all(name in self.row for name in names):
                return tuple(self.row[name] for name in names)
        return None

    @property
    def turns(self) -> int | None:
        """T of the first walk."""
        return int(self.row["T"]) if "T" in self.row else None

    @property
    def record(self) -> Record:
        """The part that exchange formats know."""
        comment = ", ".join(self.techniques)
        return Record(self.hints, self.solution, self.title or self.id, self.author, comment, self.grade or "")
