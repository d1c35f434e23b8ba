"""Puzzles on the way in: every form of the interface, and what is said of bad ones."""

import io
import json
import sys
from pathlib import Path

import pytest

from puzzles.errors import InputError
from puzzles.files import Entry, read_argument, read_text
from puzzles.grid import to_line

LINE = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
ROWS = [LINE[k : k + 9] for k in range(0, 81, 9)]


def lines(entries: list[Entry]) -> list[str]:
    assert all(e.error is None for e in entries), [e.message for e in entries]
    return [to_line(e.values) for e in entries if e.values is not None]


FORMS = {
    "line": LINE,
    "zeros": LINE.replace(".", "0"),
    "dashes": LINE.replace(".", "-"),
    "underscores": LINE.replace(".", "_"),
    "stars": LINE.replace(".", "*"),
    "spaced line": " ".join(LINE),
    "nine lines": "\n".join(ROWS),
    "nine spaced lines": "\n".join(" ".join(row) for row in ROWS),
    "bars": "\n".join(f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in ROWS),
    "rules": "\n".join("\n".join(ROWS[k : k + 3]) + "\n------+-------+------" for k in (0, 3, 6)),
    "json": json.dumps([0 if ch == "." else int(ch) for ch in LINE]),
    "json over lines": json.dumps([0 if ch == "." else int(ch) for ch in LINE], indent=1),
    "comments": f"# a comment\n{LINE}  # its name\n\n",
    "byte order mark": "\ufeff" + LINE,
    "dos": "\r\n".join(ROWS) + "\r\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_grid(form: str):
    assert lines(list(read_text(FORMS[form], "x"))) == [LINE]


def test_the_publishers_form_has_a_title():
    text = "Puzzle 12   H 32\n" + "\n".join(" ".join(row.replace(".", "-")) for row in ROWS) + "\n"
    entries = list(read_text(text * 2, "x"))
    assert lines(entries) == [LINE, LINE]
    assert [e.title for e in entries] == ["Puzzle 12"] * 2
    assert [e.line for e in entries] == [2, 12]


def test_a_title_of_nine_marks_is_no_row():
    text = "No.123   H 24\n" + "\n".join(ROWS)
    (entry,) = read_text(text, "x")
    assert entry.title == "No.123"
    assert lines([entry]) == [LINE]


def test_patterns_in_the_publishers_form():
    text = "pattern 1\n" + "\n".join(" ".join("-" if ch == "." else "X" for ch in row) for row in ROWS)
    (entry,) = read_text(text, "x", pattern=True)
    assert entry.values is not None
    assert entry.values.tolist() == [int(ch != ".") for ch in LINE]


def test_a_bad_line_is_named_and_the_rest_is_read():
    text = f"{LINE}\n{LINE[:-1]}\n{LINE[:40]}?{LINE[41:]}\n{LINE}\n[1, 2]\n" + "\n".join(ROWS[:4])
    entries = list(read_text(text, "some.txt"))
    assert [e.message for e in entries] == [
        "",
        "some.txt, line 2: 80 characters, a puzzle has 81",
        "some.txt, line 3: '?' at r5c5 is neither a digit 1-9 nor an empty cell (. 0 - _ *)",
        "",
        "some.txt, line 5: 2 numbers, a puzzle has 81",
        "some.txt, line 6: 4 rows of nine, a puzzle has 9",
    ]
    assert [e.values is None for e in entries] == [False, True, True, False, True, True]


def test_a_block_cut_short_before_a_line():
    entries = list(read_text("\n".join(ROWS[:3]) + "\n" + LINE, "x"))
    assert [e.message for e in entries] == ["x, line 1: 3 rows of nine, a puzzle has 9", ""]
    assert lines(entries[1:]) == [LINE]


def test_an_argument_may_be_the_puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (entry,) = read_argument(LINE)
    assert (entry.source, entry.message) == ("argument", "")
    assert lines([entry]) == [LINE]
    (bad,) = read_argument(LINE[:-2])
    assert bad.message == "79 characters, a puzzle has 81"
    assert lines(read_argument(FORMS["json"])) == [LINE]


def test_an_argument_may_be_a_file(tmp_path: Path):
    path = tmp_path / "two.txt"
    path.write_text(f"{LINE}\n" + "\n".join(ROWS), encoding="utf-8")
    entries = read_argument(str(path))
    assert lines(entries) == [LINE, LINE]
    assert [(e.source, e.line) for e in entries] == [(str(path), 1), (str(path), 2)]


def test_an_argument_may_be_standard_input(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINE.encode())))
    (entry,) = read_argument("-")
    assert entry.source == "standard input"
    assert lines([entry]) == [LINE]


def test_files_that_cannot_be_read_are_named(tmp_path: Path):
    empty = tmp_path / "empty.txt"
    empty.write_text("# nothing\n", encoding="utf-8")
    binary = tmp_path / "binary.txt"
    binary.write_bytes(b"\x00\xff\xfe\x00\x80")
    for argument, words in (
        (str(empty), f"{empty}: no puzzle in it"),
        (str(binary), f"{binary}: not a text file"),
        (str(tmp_path), f"{tmp_path}: no pareto.csv in it; a file, or the folder of a finished run, is needed"),
        ("missing/puzzles.txt", "missing/puzzles.txt: no such file, and not a puzzle of 81 characters"),
        (f"{80 * 'm'}/1.txt", f"{80 * 'm'}/1.txt: no such file, and not a puzzle of 81 characters"),
        (rf"C:\{78 * '1'}", rf"C:\{78 * '1'}: no such file, and not a puzzle of 81 characters"),
    ):
        with pytest.raises(InputError) as caught:
            read_argument(argument)
        assert str(caught.value) == words
