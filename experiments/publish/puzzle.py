"""The puzzle that goes out: what a run, a file or the library knows about it."""

from __future__ import annotations

from dataclasses import dataclass

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
    f1: float | None = None
    f2: float | None = None
    f1_se: float | None = None
    f2_se: float | None = None
    validated_f1: float | None = None
    validated_f2: float | None = None
    validated_f1_se: float | None = None
    validated_f2_se: float | None = None
    T: int | None = None
    """Turns of the first walk."""
    effort: float | None = None
    source: str = ""
    """The name of the run or file."""

    @property
    def grid(self) -> Grid:
        """The hints as an (81,) array."""
        return from_characters(self.hints)

    @property
    def score(self) -> tuple[float, float] | None:
        """(f1, f2) as validated with fresh seeds, else as claimed by the search; None without either."""
        if self.validated_f1 is not None and self.validated_f2 is not None:
            return self.validated_f1, self.validated_f2
        if self.f1 is not None and self.f2 is not None:
            return self.f1, self.f2
        return None

    @property
    def record(self) -> Record:
        """The part that exchange formats know."""
        comment = ", ".join(self.techniques)
        return Record(self.hints, self.solution, self.title or self.id, self.author, comment, self.grade or "")
