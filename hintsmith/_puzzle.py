"""A number place puzzle as an object."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal

import numpy as np

from evaluation.score import Score
from experiments.publish.number_place import grid_drawing
from experiments.publish.svg import svg_document
from puzzles.errors import InputError
from puzzles.files import Record, read_argument, records_of
from puzzles.files.reader import shown_argument
from puzzles.grid import Grid, describe_conflict, from_characters, to_line
from puzzles.pattern import Pattern


class Puzzle:
    """One puzzle: `str(puzzle)` is its line of 81 characters, and a notebook draws it."""

    def __init__(self, source: Any) -> None:
        """Args:
        source: text in any form that the reader knows, or the name of a file with one puzzle; 81 numbers, nine rows of
            nine, or an array of them, 0 for an empty cell; a `Record`, `Score` or `Puzzle`.

        Raises InputError of one line for anything else, and for text that holds several puzzles.
        """
        self.record = _record(source)
        """What is known of it: hints, solution, title, author."""

    @property
    def hints(self) -> Grid:
        """(81,) digits, 0 for an empty cell."""
        return self.record.grid

    @property
    def pattern(self) -> Pattern:
        """(81,) which cells hold a hint."""
        return self.hints > 0

    @cached_property
    def solution(self) -> Grid | None:
        """(81,) its solution; None unless there is exactly one."""
        from puzzles.solutions import count

        if describe_conflict(self.hints):
            return None
        number, found = count(self.hints)
        return found[0] if number == 1 else None

    @property
    def solution_line(self) -> str | None:
        """The solution as 81 digits; None unless there is exactly one."""
        return None if self.solution is None else to_line(self.solution)

    def evaluate(self, walks: int = 32, **options: Any) -> Score:
        """What it is worth; the options are those of `hintsmith.evaluate`. Raises InputError."""
        from hintsmith._evaluating import evaluate

        return evaluate([self], walks=walks, **options)[0]

    def explain(self, lang: Literal["en", "ja"] = "en", seed: int = 0, families: str = "") -> list[dict[str, Any]]:
        """The turns of one walk, as `hintsmith explain --json` gives them; none for a puzzle that is not valid.

        Args:
            lang: of the words.
            seed: of the walk.
            families: techniques beyond the six, with commas between them.

        Raises InputError for another language or an unknown technique.
        """
        from experiments.explain import LANGUAGES, explain, to_json
        from experiments.settings import make_settings

        if lang not in LANGUAGES:
            raise InputError(f"lang {lang!r}: {' or '.join(LANGUAGES)} is needed")
        return to_json(explain(self.hints, make_settings(seed=seed, families=families)), lang)["turns"]

    def __str__(self) -> str:
        return self.record.hints

    def __repr__(self) -> str:
        return f"hintsmith.Puzzle({self.record.hints!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self.record.hints == other.record.hints

    def __hash__(self) -> int:
        return hash(self.record.hints)

    def svg(self, solution: bool = False) -> str:
        """A drawing as SVG, with the solution in grey where it is wanted and there is one."""
        solved = self.solution_line if solution else None
        return svg_document(grid_drawing(self.record.hints, solved), self.record.title or "Number place puzzle")

    def _repr_svg_(self) -> str:
        return self.svg()


def _record(source: Any) -> Record:
    if isinstance(source, Puzzle):
        return source.record
    if isinstance(source, Record):
        return source
    if isinstance(source, Score):
        return Record(to_line(source.hints))
    if isinstance(source, str):
        records = records_of(read_argument(source))
        if len(records) != 1:
            raise InputError(
                f"{shown_argument(source)}: {len(records)} puzzles, one is needed; hintsmith.evaluate takes many"
            )
        return records[0]
    try:
        digits = np.asarray(source)
        whole = digits.size == 81 and digits.dtype.kind in "iu"
    except (TypeError, ValueError):
        whole, digits = False, np.zeros(0)
    if not whole:
        raise InputError(f"{source!r:.60}: is no puzzle; text, or 81 digits with 0 for an empty cell are needed")
    flat = digits.reshape(81)
    if int(flat.min()) < 0 or int(flat.max()) > 9:
        cell = int(np.flatnonzero((flat < 0) | (flat > 9))[0])
        raise InputError(f"r{cell // 9 + 1}c{cell % 9 + 1}: {int(flat[cell])} is no digit from 0 to 9")
    return Record(to_line(from_characters("".join(map(str, flat.tolist())))))
