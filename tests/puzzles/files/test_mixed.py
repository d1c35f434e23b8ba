"""Files as people have them: forms mixed, drawn and titled in every way, other sizes, other rules, other codes."""

from __future__ import annotations

import base64
import json
import time
import zlib
from pathlib import Path

import pytest

from puzzles.files import FORMATS, Record, read_argument, read_arguments, read_bytes, read_text
from puzzles.files.number_place.lzstring import pack

A = "....8.......9.7...42....3....7..9....8.....3....1..4....2....87...3.4.......5...."
B = "....2......68.....1.....35.73...1...............9...24.24.....9.....38......5...."
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def rows(line: str, side: int = 9) -> list[str]:
    return [line[k : k + side] for k in range(0, side * side, side)]


def drawn(line: str, rule: str, bar: str = "|", edge: str = "") -> str:
    lines = [bar.join((row[:3], row[3:6], row[6:])) for row in rows(line)]
    body = [*lines[:3], rule, *lines[3:6], rule, *lines[6:]]
    return "\n".join([edge, *body, edge] if edge else body) + "\n"


def hints(text: str, pattern: bool = False) -> list[str]:
    entries = read_text(text, "f", pattern)
    assert [entry.message for entry in entries if entry.error] == []
    return [entry.record.hints for entry in entries if entry.record]


def problems(text: str) -> list[str]:
    return [entry.message for entry in read_text(text, "f") if entry.error]


BLOCK = "\n".join(rows(A)) + "\n"
DASHES = "\n".join(" ".join(row.replace(".", "-")) for row in rows(B)) + "\n"
LIST = json.dumps([int(ch) for ch in A.replace(".", "0")])


@pytest.mark.parametrize(
    "text",
    [
        f"{A}\nNo.1   H 18\n{DASHES}",
        f"{A}\n{DASHES}",
        f"{LIST}\n{B}\n",
        f"{A},easy\n{drawn(B, '---+---+---')}",
        f":0000:x:{A}:::\n{FORMATS['fpuzzles'].write([Record(B)])}",
        f"id,hints\n1,{A}\n\n{DASHES}",
        f'{FORMATS["puzzlink"].write([Record(A)])}{{"puzzle": "{B}"}}\n',
        f"{FORMATS['sdk'].write([Record(A, author='Z')])}{FORMATS['latex'].write([Record(B)])}",
        f"[Puzzle]\n{BLOCK}[State]\nanything\n[Puzzle]\n" + "\n".join(rows(B)),
        f"see {FORMATS['sudokupad'].write([Record(A)]).strip()} and {FORMATS['penpa'].write([Record(B)])}",
    ],
)
def test_forms_mix_in_one_file(text: str) -> None:
    assert hints(text) == [A, B]


@pytest.mark.parametrize(
    "rule",
    [
        "---------",
        "---|---|---",
        "------+-------+------",
        "===+===+===",
        "=========",
        "***|***|***",
        "━━━╋━━━╋━━━",
        "_________",
    ],
)
def test_rules_are_no_rows(rule: str) -> None:
    assert hints(drawn(A, rule) * 9) == [A] * 9
    assert hints((drawn(A, rule) + "\n") * 3 + A) == [A] * 4


def test_a_row_of_dashes_stays_a_row_where_dashes_are_empty_cells() -> None:
    line = B.replace(".", "-")
    assert hints("\n".join(rows(line))) == [B]
    assert hints(drawn(line, "---+---+---")) == [B]
    assert hints(drawn(line, "---|---|---")) == [B]


@pytest.mark.parametrize(
    ("edge", "rule", "bar"), [("+===========+", "+---+---+---+", "|"), ("╔═══╦═══╦═══╗", "╠═══╬═══╬═══╣", "║")]
)
def test_drawn_frames(edge: str, rule: str, bar: str) -> None:
    framed = "\n".join(
        line if line in (edge, rule) else bar + line + bar for line in drawn(A, rule, bar, edge).splitlines()
    )
    assert hints(f"{framed}\n\n{framed}") == [A, A]
    wide = [f"| {' | '.join(ch if ch != '.' else ' ' for ch in row)} |" for row in rows(A)]
    assert hints("\n".join(f"{row}\n+{'---+' * 9}" for row in wide)) == [A]


@pytest.mark.parametrize(
    "title", ["Snowflake", "Puzzle 100", "No.123456", "**** 1 ****", "第1問", "12", "Tuesday: hard", "# 5"]
)
def test_titles_are_no_rows(title: str) -> None:
    assert hints(f"{title}\n{BLOCK}{title}\n{BLOCK}") == [A, A]


def test_titles_and_fields_are_kept() -> None:
    (entry,) = read_text(f"Snowflake\n{BLOCK}", "f")
    assert entry.title == "Snowflake"
    (entry,) = read_text(f"Monday: {FORMATS['puzzlink'].write([Record(A)])}", "f")
    assert entry.title == "Monday"


def test_full_width_and_other_digits() -> None:
    wide = A.translate({ord(str(d)): chr(0xFF10 + d) for d in range(1, 10)})
    for empty in "・．０＿□＊－　":
        assert hints("\n".join(rows(wide.replace(".", empty)))) == [A], empty
    circled = A.translate({ord(str(d)): chr(0x245F + d) for d in range(1, 10)})
    assert hints(circled) == [A]


def test_tables() -> None:
    zeros, full = A.replace(".", "0"), SOLVED
    for text in (
        f"quizzes,solutions\n{zeros},{full}\n",
        f"solution;puzzle;n\n{full};{A};3\n",
        f"b3b6\t{zeros}\t1.5\n",
        f"b3b6 {zeros}  1.5\n",
        f"{zeros},{full}\n",
        f'"a, b","{A}",7\n',
        f"id,what,n\n1,{A},2\n",
        f"hints\n{A}\n",
    ):
        assert hints(text) == [A], text
    (entry,) = read_text(f"solution,puzzle,f1\n{full},{A},0.5\n", "f")
    assert entry.record is not None and entry.record.solution == full and entry.record.extra["f1"] == "0.5"
    assert problems(f"id,hints\n1,{A}\n2,{A[:-1]}\n") == ["f, line 3: 80 characters, a puzzle has 81"]


def test_json_shapes() -> None:
    numbers = [int(ch) for ch in A.replace(".", "0")]
    nested = [numbers[k : k + 9] for k in range(0, 81, 9)]
    nulls = [[n or None for n in row] for row in nested]
    cells = [[{"value": n, "given": True} if n else {"value": 4, "given": False} for n in row] for row in nested]
    for value in (
        numbers, nested, nulls, rows(A), {"hints": A}, {"puzzle": numbers}, {"grid": nested}, {"cells": cells},
        {"quiz": A},
        {"newboard": {"grids": [{"value": nested, "solution": nested}]}}, {"size": 9, "grid": cells},
    ):  # fmt: skip
        assert hints(json.dumps(value)) == [A], value
        assert hints(json.dumps(value, indent=1)) == [A], value
    assert hints(json.dumps([{"hints": A}, {"hints": B}])) == [A, B]
    assert hints(f'{{"hints": "{A}", "f1": 0.5}}\n{{"hints": "{B}"}}\n') == [A, B]
    assert hints(json.dumps([A, B])) == [A, B]
    assert problems("[[1, 2\n" + A) == ["f, line 1: not JSON (expecting ',' delimiter, line 2)"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1...\n..2.\n.3..\n...4\n", "a 4 × 4 grid"),
        ("......\n" * 6, "a 6 × 6 grid"),
        (("1234567812345678\n") * 16, "a 16 × 16 grid"),
        (json.dumps([[0] * 6] * 6), "a 6 × 6 grid"),
        (json.dumps([0] * 16), "a 4 × 4 grid"),
        ("https://puzz.link/p?slither/9/9/abc", "slither, not number place"),
        ("https://puzz.link/p?sudoku/16/16/zz", "a 16 × 16 grid"),
        ("https://f-puzzles.com/?load=" + pack(json.dumps({"size": 6, "grid": []})), "a 6 × 6 grid"),
        ("https://example.com/x", "none that is read"),
        ("https://sudokupad.app/abc123", "does not hold its puzzle"),
    ],
)
def test_other_puzzles_are_refused_once_by_name(text: str, said: str) -> None:
    (problem,) = problems(text)
    assert said in problem


@pytest.mark.parametrize(
    "rule", ["antiknight", "antiking", "diagonal+", "killercage", "thermometer", "arrow", "littlekillersum", "xv"]
)
def test_other_rules_are_refused(rule: str) -> None:
    grid = [[{"value": int(ch), "given": True} if ch != "." else {} for ch in row] for row in rows(A)]
    for value, refused in ((True, True), ([{"cells": ["R1C1"]}], True), ([], False), (False, False)):
        link = "https://sudokupad.app/fpuzzles" + pack(json.dumps({"size": 9, "grid": grid, rule: value, "text": [1]}))
        found = problems(link)
        assert [rule in problem for problem in found] == ([True] if refused else [])


@pytest.mark.parametrize(
    "layer", ['"killercages":[[1,2]]', '"thermo":[[1]]', '"symbol":{"1":[1]}', '"lineE":{"197,198":2}']
)
def test_penpa_with_other_rules_is_refused(layer: str) -> None:
    text = "square,9,9,38,0,1,1\n[0,0,0,0]\n{}\n{" + layer + ',"number":{}}'
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()
    found = problems(f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={body}")
    assert len(found) == 1
    assert "not read" in found[0]


def test_opensudoku() -> None:
    own = "version: 1\n" + "".join(f"{ch}|0|0|" if ch != "." else "7|0|1|" for ch in A)
    text = f'<?xml version="1.0"?>\n<opensudoku>\n<author>Z</author>\n<game data="{A.replace(".", "0")}"/>\n'
    assert hints(f"{text}<game data='{own}'/>\n</opensudoku>\n{B}") == [A, A, B]
    assert problems(f"{text}<game data='12'/></opensudoku>") == ["f, line 1: game 2: 2 characters, a puzzle has 81"]


@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp932", "euc_jp"])
@pytest.mark.parametrize("title", ["問題1", "春の数独", "森さんの問題 難しい", "レベル：ふつう"])
def test_japanese_codes(code: str, title: str) -> None:
    (entry,) = read_bytes(f"{title}\n{BLOCK}".encode(code), "f")
    assert (entry.title, entry.values is not None) == (title, True)


def test_western_code() -> None:
    (entry,) = read_bytes(f"#AJosé Müller\n{BLOCK}".encode("cp1252"), "f")
    assert entry.record is not None and entry.record.author == "José Müller"


@pytest.mark.parametrize("mark", ["#", "■", "●", "X", "x", "1", "@", "★", "7"])
def test_any_mark_is_a_hint_of_a_pattern(mark: str) -> None:
    text = "".join(mark if ch != "." else "." for ch in A)
    expected = "".join("1" if ch != "." else "." for ch in A)
    assert hints(text, True) == [expected]
    assert hints("# a heart\n" + "\n".join(rows(text)) + "\n", True) == [expected]
    assert hints("My own\n" + "\n".join(" ".join(row) for row in rows(text)), True) == [expected]


def test_faults_are_said_with_their_place() -> None:
    wrong = BLOCK.replace("42....3..", "42...?3..")
    assert problems(f"{A}\n\n{wrong}") == [
        "f, line 5: '?' at r3c6 is neither a digit 1-9 nor an empty cell (. 0 - _ *)"
    ]
    assert problems(f"{BLOCK}{BLOCK[:10]}") == ["f, line 1: 10 rows of nine, a puzzle has 9"]
    assert problems(f"hello there\n{A}") == [
        "f, line 1: 'hello there' is neither a puzzle nor the title of one below it"
    ]


def test_one_bad_argument_is_one_entry(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.txt")
    entries = read_arguments([A, missing, B])
    assert [entry.message for entry in entries] == [
        "",
        f"{missing}: no such file, and not a puzzle of 81 characters",
        "",
    ]
    (tmp_path / "pareto.csv").write_text(f"hints,f1\n{A},0.5\n")
    assert [entry.record and entry.record.hints for entry in read_argument(str(tmp_path))] == [A]


@pytest.mark.parametrize(
    "piece", ["[", "[\n", "-", "---------\n", '"', '",\n', "{\n", "1 ", "#A x\n", "\\begin{sudoku}\n", "http://"]
)
def test_hostile_files_take_no_longer_than_they_are_long(piece: str) -> None:
    def seconds(size: int) -> float:
        start = time.process_time()
        read_text(piece * (size // len(piece)), "f")
        return time.process_time() - start

    # eight times the length: 64 times the time would be quadratic; the best of three, as other jobs disturb a clock
    assert any(seconds(1 << 16) < 20 * seconds(1 << 13) + 0.2 for _ in range(3))
