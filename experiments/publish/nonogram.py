"""Nonograms as a kind of printable puzzle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import ClassVar, Final

from experiments.names import short
from experiments.nonograms import FORM, is_nonogram
from experiments.publish import carried
from experiments.publish.book.contents import Printed
from experiments.publish.book.options import BookOptions
from experiments.publish.kind import LABEL, Drawing, Kind, TextOutput
from experiments.publish.loading import Loaded
from experiments.publish.nonogram_source import ExportNonogram, load_nonograms
from experiments.publish.options import ExportOptions
from experiments.publish.svg import letters, strokes
from puzzles.errors import InputError
from puzzles.files.nonograms import NONOGRAM_FORMATS, NonogramFormat, clue_json
from puzzles.nonogram import Nonogram, Picture

_WIDEST, _NARROWEST = 10.0, 2.0
"""Millimetres of a cell on a page."""
_PNG_SIDE, _PNG_CELL = 200.0, 8.0
"""Millimetres of a PNG's longer side, at most, and of its cells."""
_CELL: Final = 24
_MARGIN: Final = 2


class Nonograms(Kind[ExportNonogram]):
    """Nonograms, one a page."""

    key: ClassVar[str] = FORM
    many: ClassVar[str] = "nonograms"
    subtitles: ClassVar[Mapping[str, tuple[str, str]]] = {
        "en": ("1 nonogram", "{n} nonograms"),
        "ja": ("イラストロジック 1問", "イラストロジック {n}問"),
    }
    refused: ClassVar[frozenset[str]] = frozenset(
        (
            *("select", "max_alike", "per_page", "large_print", "avoid", "avoid_file", "library", "origin", "quota"),
            *("sort", "digits", "turn", "minutes", "techniques", "dividers", "pattern"),
        )
    )
    rules: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "en": (
            "Fill cells so that a picture appears.",
            "The numbers beside a row or above a column tell the runs of filled cells in it, in order.",
            "Between two runs at least one cell stays empty.",
        ),
        "ja": (
            "マスをぬって絵を完成させましょう。",
            "タテ・ヨコの数字は、その列で続けてぬるマスの数を、順番どおりに表しています。",
            "数字と数字の間は、1マス以上あけます。",
        ),
    }
    square: ClassVar[bool] = False

    @property
    def texts(self) -> tuple[TextOutput[ExportNonogram], ...]:
        return tuple(_file(form) for form in NONOGRAM_FORMATS.values())

    def owns(self, argument: str) -> bool:
        return is_nonogram(argument)

    def load(self, arguments: list[str], options: ExportOptions, say: Callable[[str], None]) -> Loaded[ExportNonogram]:
        return load_nonograms(arguments)

    def note(self, puzzles: list[ExportNonogram]) -> str:
        return carried.note(FORM, [clue_json.write([replace(one.puzzle, goal=None)]) for one in puzzles])

    def title(self, puzzle: ExportNonogram) -> str:
        return puzzle.puzzle.title or "Nonogram"

    def printed(self, puzzle: ExportNonogram, options: BookOptions) -> Printed:
        title = short(puzzle.puzzle.title or "", LABEL) if options.labels else ""
        return Printed("", title, stars=0, grade="", minutes="", marks="", families=(), page=0, solution_page=None)

    def labels(self, puzzle: ExportNonogram, options: BookOptions) -> dict[str, str]:
        return {"techniques": "", "answer": short(puzzle.puzzle.title or "", LABEL)}

    def data(self, puzzle: ExportNonogram) -> dict[str, object]:
        wide, high = _extent(puzzle.puzzle)
        return {
            "rows": [list(clue) or [0] for clue in puzzle.puzzle.rows],
            "columns": [list(clue) or [0] for clue in puzzle.puzzle.columns],
            "row_depth": wide - puzzle.puzzle.width,
            "column_depth": high - puzzle.puzzle.height,
            "runs": runs_of(puzzle.picture),
            "widest": _WIDEST,
        }

    def size(self, puzzle: ExportNonogram) -> tuple[float, float]:
        wide, high = _extent(puzzle.puzzle)
        cell = min(_PNG_CELL, _PNG_SIDE / max(wide, high))
        return wide * cell, high * cell

    def drawing(self, puzzle: ExportNonogram, solved: bool) -> Drawing:
        return board_drawing(puzzle.puzzle, puzzle.picture if solved else None)

    def check_room(self, puzzle: ExportNonogram, width: float, height: float, paper: str) -> None:
        wide, high = _extent(puzzle.puzzle)
        cell = min(width / wide, height / high)
        if cell < _NARROWEST:
            raise InputError(
                f"{puzzle.id}: {puzzle.puzzle.width} by {puzzle.puzzle.height} leaves cells of {cell:.1f} mm on "
                f"{paper}: take larger paper"
            )


def _file(form: NonogramFormat) -> TextOutput[ExportNonogram]:
    def one(puzzles: list[ExportNonogram], options: ExportOptions) -> str:
        (single,) = puzzles
        goal = single.picture if options.with_solution else single.puzzle.goal
        return form.write([replace(single.puzzle, goal=goal)])

    return TextOutput(form.name, form.suffixes[0], f"a {form.name} file a puzzle", one, several=False)


def _extent(puzzle: Nonogram) -> tuple[int, int]:
    """Cells across and down, clues included; a line without runs shows a 0."""
    deepest_row = max(1, *(len(clue) for clue in puzzle.rows))
    deepest_column = max(1, *(len(clue) for clue in puzzle.columns))
    return deepest_row + puzzle.width, deepest_column + puzzle.height


def runs_of(picture: Picture) -> list[list[tuple[int, int]]]:
    """The runs of black cells of each row of an (h, w) picture: start and length."""
    rows: list[list[tuple[int, int]]] = []
    for row in picture.tolist():
        runs: list[tuple[int, int]] = []
        for x, on in enumerate(row):
            if not on:
                continue
            if runs and sum(runs[-1]) == x:
                runs[-1] = (runs[-1][0], runs[-1][1] + 1)
            else:
                runs.append((x, 1))
        rows.append(runs)
    return rows


def board_drawing(puzzle: Nonogram, picture: Picture | None = None) -> Drawing:
    """The drawing of a board with its clues.

    Args:
        puzzle: what is drawn.
        picture: (height, width) of 0 and 1, the cells that are on are black; None shows the puzzle alone.
    """
    across, down = ([list(clue) or [0] for clue in clues] for clues in (puzzle.rows, puzzle.columns))
    left, top = max(map(len, across)), max(map(len, down))

    def x(column: float) -> str:
        return f"{_MARGIN + (left + column) * _CELL:g}"

    def y(row: float) -> str:
        return f"{_MARGIN + (top + row) * _CELL:g}"

    cells = [
        f'<rect x="{x(c)}" y="{y(r)}" width="{_CELL}" height="{_CELL}"/>'
        for r, line in enumerate([] if picture is None else picture.tolist())
        for c, on in enumerate(line)
        if on
    ]
    lines: list[str] = []
    for stroke, heavy in ((1, False), (2, True)):
        vertical = [k for k in range(len(down) + 1) if (k % 5 == 0 or k == len(down)) == heavy]
        level = [k for k in range(len(across) + 1) if (k % 5 == 0 or k == len(across)) == heavy]
        path = "".join(f"M{x(k)} {y(-top)}V{y(len(across))}" for k in vertical)
        lines.append(strokes(path + "".join(f"M{x(-left)} {y(k)}H{x(len(down))}" for k in level), stroke))
    clues = [
        f'<text x="{x(k - len(line) + 0.5)}" y="{y(r + 0.7)}">{n}</text>'
        for r, line in enumerate(across)
        for k, n in enumerate(line)
    ] + [
        f'<text x="{x(c + 0.5)}" y="{y(k - len(line) + 0.7)}">{n}</text>'
        for c, line in enumerate(down)
        for k, n in enumerate(line)
    ]
    width, height = (left + len(down)) * _CELL + 2 * _MARGIN, (top + len(across)) * _CELL + 2 * _MARGIN
    return Drawing(width, height, ["<g>\n" + "\n".join(cells) + "\n</g>", *lines, letters(clues, 14)])


NONOGRAMS: Final = Nonograms()
