"""Whatever a file of puzzles looks like, every command reads the same puzzles out of it, and refuses the same."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from experiments import cli
from experiments.library import Library
from experiments.wishes.avoid import read_avoided
from generator.sudoku.feasibility import find
from puzzles.errors import InputError
from puzzles.files import FORMATS, Record
from puzzles.files.number_place.lzstring import pack
from puzzles.grid import from_characters, to_line
from puzzles.pattern import named_pattern
from puzzles.solutions import count

A, B, C = (to_line(hints) for hints in find(named_pattern("eccomp2024-24"), 3, seed=31).hints)


def solution_of(hints: str) -> str:
    number, found = count(from_characters(hints))
    assert number == 1
    return to_line(found[0])


def rows(hints: str, side: int = 9) -> list[str]:
    return [hints[k : k + side] for k in range(0, side * side, side)]


def lines(hints: str) -> str:
    return "\n".join(rows(hints)) + "\n"


def publisher(hints: str) -> str:
    return "\n".join(" ".join(row.replace(".", "-")) for row in rows(hints)) + "\n"


def drawn(hints: str, rule: str, edge: str = "") -> str:
    body = ["|".join((row[:3], row[3:6], row[6:])) for row in rows(hints)]
    return "\n".join([*([edge] if edge else []), *body[:3], rule, *body[3:6], rule, *body[6:], edge]) + "\n"


def boxed(hints: str) -> str:
    body = ["│ " + " │ ".join(" ".join(row[k : k + 3]) for k in (0, 3, 6)) + " │" for row in rows(hints)]
    bar = "───────"
    middle = f"├{bar}┼{bar}┼{bar}┤"
    whole = [f"┌{bar}┬{bar}┬{bar}┐", *body[:3], middle, *body[3:6], middle, *body[6:], f"└{bar}┴{bar}┴{bar}┘"]
    return "\n".join(whole).replace(".", "·") + "\n"


def full_width(hints: str) -> str:
    return lines(hints).translate({ord(str(k)): chr(0xFF10 + k) for k in range(1, 10)} | {ord("."): "・"})


def candidates(hints: str) -> str:
    return "\n".join(" ".join("123456789" if ch == "." else ch for ch in row) for row in rows(hints)) + "\n"


def zeros(hints: str) -> str:
    return hints.replace(".", "0")


def f_puzzles(hints: str, size: int = 9, **more: object) -> str:
    cells = [[{"value": int(ch), "given": True} if ch != "." else {} for ch in row] for row in rows(hints, size)]
    return f"https://www.f-puzzles.com/?load={pack(json.dumps({'size': size, 'grid': cells, **more}))}\n"


def values(hints: str) -> list[list[int]]:
    return [[int(ch) for ch in zeros(row)] for row in rows(hints)]


@dataclass(frozen=True)
class Case:
    """A file and what must come of it."""

    content: str | bytes
    puzzles: list[str]
    refused: list[str] = field(default_factory=list)
    """A word of each line on standard error, in order."""
    name: str = "case.txt"


CASES: dict[str, Case] = {
    "lines, drawings and publisher's blocks": Case(
        f"{A}\n\n{drawn(B, '|---+---+---|', '*-----------*')}\nNo.7   H 24\n{publisher(C)}", [A, B, C]
    ),
    "a publisher's block between lines": Case(f"{A}\n{publisher(B)}{C}\n", [A, B, C]),
    "rules of dashes": Case(drawn(A, "---|---|---") + drawn(B, "---------"), [A, B]),
    "titles of nine letters": Case(f"Snowflake\n{lines(A)}Waterfall\n{lines(B)}", [A, B]),
    "titles of ten marks": Case(f"Puzzle 100\n{zeros(lines(A))}Puzzle 101\n{zeros(lines(B))}", [A, B]),
    "a title of nine marks": Case(f"=========\n{lines(A)}*********\n{lines(B)}", [A, B]),
    "columns of a bank": Case(f"0f3a77 {zeros(A)}  1.5\n77ddfe {zeros(B)}  2.0\n", [A, B]),
    "quizzes and solutions": Case(
        "quizzes,solutions\n" + "".join(f"{zeros(p)},{solution_of(p)}\n" for p in (A, B)), [A, B], name="case.csv"
    ),
    "a table without a header": Case(f"1;{A};easy\n2;{B};hard\n", [A, B]),
    "box drawing": Case(boxed(A) + "\n" + boxed(B), [A, B]),
    "full width": Case(full_width(A), [A]),
    "Shift-JIS": Case(full_width(A).encode("cp932"), [A]),
    "UTF-16": Case(f"{A}\n{B}\n".encode("utf-16"), [A, B]),
    "rows of lists": Case(json.dumps(values(A)), [A], name="case.json"),
    "one list": Case(json.dumps([v for row in values(A) for v in row]), [A], name="case.json"),
    "cells as objects": Case(
        json.dumps({"board": [[{"val": v or None} for v in row] for row in values(A)]}), [A], name="case.json"
    ),
    "JSON lines": Case("".join(json.dumps({"puzzle": p}) + "\n" for p in (A, B)), [A, B], name="case.jsonl"),
    "all candidates": Case(candidates(A), [A]),
    "links": Case(
        "".join(FORMATS[name].write([Record(p)]) for name, p in (("fpuzzles", A), ("penpa", B), ("puzzlink", C))),
        [A, B, C],
    ),
    "a link of 6x6 between others": Case(
        f"{f_puzzles(A)}https://puzz.link/p?sudoku/6/6/61j3g2j4g3j5g4j6g5j12\n{f_puzzles(B)}", [A, B], ["6"]
    ),
    "a link with antiknight": Case(f_puzzles(A, antiknight=True), [], ["antiknight"]),
    "a link with killer cages": Case(
        f_puzzles(A, killercage=[{"cells": ["R1C1", "R1C2"], "value": "5"}]), [], ["killercage"]
    ),
    "a short SudokuPad link": Case("https://sudokupad.app/scl1aGVsbG8gd29ybGQ\n" + A, [A], ["SudokuPad"]),
    "four by four": Case("1...\n..2.\n.3..\n...4\n", [], ["4 × 4"]),
    "a line that is too short": Case(f"{A}\n{B[:80]}\n{C}\n", [A, C], ["line 2"]),
    "a nonogram": Case("2 3\n1\n1\n#\n1\n0\n1\n", [], ["nonogram"], name="case.mk"),
}


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    errors: list[str]


Command = Callable[..., Answer]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    def said(*words: str) -> Answer:
        monkeypatch.setattr(sys, "argv", ["hintsmith", *words])
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            cli.main()
        captured = capsys.readouterr()
        errors = [line for line in captured.err.splitlines() if line.startswith("hintsmith: ")]
        return Answer(int(left.value.code or 0), captured.out, errors)

    return said


def hints_of(output: str) -> list[str]:
    return [json.loads(line)["hints"] for line in output.splitlines() if line]


def evaluated(command: Command, file: Path, place: Path) -> tuple[list[str], Answer]:
    answer = command("evaluate", str(file), "--json", "--walks", "1")
    return hints_of(answer.out), answer


def explained(command: Command, file: Path, place: Path) -> tuple[list[str], Answer]:
    answer = command("explain", str(file), "--json")
    return hints_of(answer.out), answer


def solved(command: Command, file: Path, place: Path) -> tuple[list[str], Answer]:
    """What is printed is the solutions; each is named by the puzzle of ours that it solves."""
    answer = command("solve", str(file), "--json")
    puzzles = {solution_of(hints): hints for hints in (A, B, C)}
    found = [json.loads(line)["solutions"] for line in answer.out.splitlines()]
    assert all(len(solutions) == 1 for solutions in found)
    return [puzzles.get(solution, solution) for (solution,) in found], answer


def exported(command: Command, file: Path, place: Path) -> tuple[list[str], Answer]:
    answer = command(
        "export", str(file), "--format", "csv", "--out", str(place), "--max-alike", "1", "--no-library",
        "--name", "out",
    )  # fmt: skip
    made = list(place.glob("out*.csv"))
    return [row["hints"] for path in made for row in csv.DictReader(path.open(encoding="utf-8", newline=""))], answer


def added(command: Command, file: Path, place: Path) -> tuple[list[str], Answer]:
    path = place / "library.sqlite"
    answer = command("library", "add", str(file), "--library", str(path))
    library = Library.existing(path)
    if library is None:
        return [], answer
    with library:
        return sorted(item.hints for item in library.find()), answer


WAYS = {"evaluate": evaluated, "solve": solved, "explain": explained, "export": exported, "library add": added}
NOTHING_LEFT = "hintsmith: no puzzle is left to export"
"""What `export` adds at the end."""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", CASES)
def test_every_command_reads_the_same(command: Command, tmp_path: Path, case: str, way: str) -> None:
    one = CASES[case]
    file = tmp_path / one.name
    file.write_bytes(one.content if isinstance(one.content, bytes) else one.content.encode())
    found, answer = WAYS[way](command, file, tmp_path)
    assert found == (sorted(one.puzzles) if way == "library add" else one.puzzles), answer
    errors = [line for line in answer.errors if line != NOTHING_LEFT]
    assert len(errors) == len(one.refused), answer
    for word, line in zip(one.refused, errors, strict=True):
        assert word in line or (way == "export" and "holds nonograms" in line), line
        assert str(file) in line or file.name in line
    assert answer.code == (2 if one.refused else 0), answer


@pytest.mark.parametrize("case", CASES)
def test_what_is_avoided_is_read_the_same(tmp_path: Path, case: str) -> None:
    """A config is not half obeyed: where something is refused the run does not begin."""
    one = CASES[case]
    file = tmp_path / one.name
    file.write_bytes(one.content if isinstance(one.content, bytes) else one.content.encode())
    if not one.refused:
        assert [to_line(hints) for hints in read_avoided([str(file)])] == one.puzzles
        return
    with pytest.raises(InputError, match=rf"^puzzle\.avoid: .*{one.refused[0]}"):
        read_avoided([str(file)])
