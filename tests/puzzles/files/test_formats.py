"""One contract for every exchange format, files as they come, and links decoded by other means."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.errors import InputError
from puzzles.files import FORMATS, Entry, Format, Record, read_path, read_text, records_of
from puzzles.files.base import one_line
from puzzles.files.number_place.lzstring import pack, unpack
from puzzles.grid import to_line
from puzzles.solutions import count

HINTS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HOSTILE = [
    "quotes \" and ' and `",
    "<script>alert(1)</script>",
    '#eval("1+1") #read("/etc/passwd")',
    r"\input{/etc/passwd} \write18{ls} 100% $x^2$ a_b ~ & {",
    "../../etc/passwd",
    "two\nlines\r\nand\u2028more\ttabs",
    "x" * 10_000,
    "数独の本 第一巻、むずかしい",
    "emoji 🧩😀, commas, and %2C",
    '=HYPERLINK("http://x")',
    "[Puzzle]",
    "#A author",
    "a lone \ud800 surrogate",
    "&lt;b&gt; &amp;",
    "1 2 3 4 5 6 7 8 9",
    "No.7",
    "12345678.",
    r"\textbackslash{} \{",
    "zO z9 zQ null",
    "   ",
]


def checked(entries: list[Entry]) -> list[Record]:
    """The puzzles of entries, of which there must be some. Raises InputError for the first that is wrong."""
    if not entries:
        raise InputError("some file: no puzzle in it")
    return records_of(entries)


def read(text: str, source: str) -> list[Record]:
    return checked(read_text(text, source))


every = pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)

hint_lines = st.lists(st.sampled_from("....123456789"), min_size=81, max_size=81).map("".join)
texts = st.text(max_size=60) | st.sampled_from(HOSTILE)


@st.composite
def record_lists(draw: st.DrawFn) -> list[Record]:
    one = st.builds(
        Record,
        hints=hint_lines,
        solution=st.none() | st.just(SOLUTION),
        title=texts,
        author=texts,
        comment=texts,
        level=texts,
    )
    return draw(st.lists(one, min_size=1, max_size=4))


def write_each(form: Format, records: list[Record]) -> list[str]:
    """The files of some records: one, or one each."""
    return [form.write(records)] if form.several else [form.write([record]) for record in records]


def check_answer(form: Format, text: str) -> None:
    """Puzzles, or one line about why not."""
    problem = ""
    records: list[Record] = []
    try:
        records = read(text, "file")
    except InputError as error:
        problem = str(error)
    assert "\n" not in problem
    assert bool(problem) != bool(records)
    assert all(len(record.hints) == 81 for record in records)


def check_round_trip(form: Format, records: list[Record]) -> None:
    back = [record for text in write_each(form, records) for record in read(text, "file")]
    assert [record.hints for record in back] == [record.hints for record in records]
    for wrote, came in zip(records, back, strict=True):
        assert came.solution == (wrote.solution if "solution" in form.keeps else None)
        for field in ("title", "author", "comment", "level"):
            expected = one_line(getattr(wrote, field)) if field in form.keeps else ""
            if form.name == "timedia" and field == "title" and not expected:
                continue
            assert getattr(came, field) == expected, (form.name, field)


@every
@given(records=record_lists())
@settings(max_examples=40, deadline=None)
def test_reads_back_what_it_writes(form: Format, records: list[Record]) -> None:
    check_round_trip(form, records)


@every
def test_reads_back_hostile_text(form: Format) -> None:
    check_round_trip(form, [Record(HINTS, SOLUTION, text, text, text, text) for text in HOSTILE])


@every
def test_reads_back_250_puzzles(form: Format) -> None:
    """Puzzles made of one solution: digits renamed, rows of a band exchanged, some hints taken away."""
    rng = np.random.default_rng(7)
    records: list[Record] = []
    for n in range(250):
        square = np.array([int(ch) for ch in SOLUTION], np.uint8).reshape(9, 9)
        square = square[np.concatenate([3 * b + rng.permutation(3) for b in rng.permutation(3)])]
        names = np.concatenate([[0], rng.permutation(9) + 1]).astype(np.uint8)
        solution = names[square.reshape(-1)]
        hints = solution.copy()
        hints[rng.permutation(81)[:50]] = 0
        records.append(Record(to_line(hints), to_line(solution), f"No.{n}", "A. N. Other", "", "easy"))
    check_round_trip(form, records)


@every
@pytest.mark.parametrize("ending", ["\r\n", "\r", "\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("last", [True, False])
def test_reads_other_line_ends_marks_and_missing_last_line_end(
    form: Format, ending: str, mark: str, last: bool
) -> None:
    text = form.write([Record(HINTS)])
    wild = mark + (text if last else text.rstrip("\n")).replace("\n", ending) + ("" if not last else ending + ending)
    assert [record.hints for record in read(wild, "file")] == [HINTS]


@every
def test_is_found_by_its_looks(form: Format, tmp_path: Path) -> None:
    text = form.write([Record(HINTS, SOLUTION, "A title", "Someone", "", "hard")])
    assert [record.hints for record in read(text, "file")] == [HINTS]
    path = tmp_path / f"one{form.suffix}"
    path.write_bytes(text.encode())
    assert [record.hints for record in checked(read_path(path))] == [HINTS]


@every
@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff", "hello", "12345", "[", "https://example.com/", "\0"])
def test_says_no_to_what_is_no_puzzle(form: Format, text: str) -> None:
    with pytest.raises(InputError, match="some file") as caught:
        read(text, "some file")
    assert "\n" not in str(caught.value)


@every
@given(st.text(max_size=300))
@settings(max_examples=60, deadline=None)
def test_never_breaks_on_any_text(form: Format, text: str) -> None:
    check_answer(form, text)


@every
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_never_breaks_on_damaged_files(form: Format, data: st.DataObject) -> None:
    text = form.write([Record(HINTS, SOLUTION, "Title", "Author")])
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 12))
    damaged = text[:at] + data.draw(st.text(max_size=5)) + text[at + cut :]
    check_answer(form, damaged)


@pytest.mark.parametrize("form", [form for form in FORMATS.values() if not form.several], ids=lambda form: form.name)
def test_one_puzzle_a_file_means_one(form: Format) -> None:
    with pytest.raises(InputError, match="one puzzle, not 2"):
        form.write([Record(HINTS), Record(HINTS)])


def test_the_example_puzzle_is_one() -> None:
    number, solutions = count(Record(HINTS).grid)
    assert number == 1
    assert to_line(solutions[0]) == SOLUTION


# what each format looks like, letter by letter

SDK = """\
#AA. N. Other
#DNumber 1
#Lhard
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
"""


def test_sdk_by_the_letter() -> None:
    record = Record(HINTS, SOLUTION, "Number 1", "A. N. Other", "", "hard")
    assert FORMATS["sdk"].write([record]) == SDK
    sections = FORMATS["sadman"].write([record]).splitlines()
    assert sections[3] == "[Puzzle]"
    assert sections[4:] == SDK.splitlines()[3:]


def test_lines_by_the_letter() -> None:
    assert FORMATS["txt"].write([Record(HINTS)]) == HINTS + "\n"
    assert FORMATS["sdm"].write([Record(HINTS)]) == HINTS.replace(".", "0") + "\n"
    assert FORMATS["hodoku"].write([Record(HINTS)]) == f":0000:x:{HINTS}:::\n"
    assert json.loads(FORMATS["json"].write([Record(HINTS)])) == [int(ch) for ch in HINTS.replace(".", "0")]


def test_ss_by_the_letter() -> None:
    lines = FORMATS["ss"].write([Record(HINTS)]).splitlines()
    assert lines[:5] == ["*-----------*", "|53.|.7.|...|", "|6..|195|...|", "|.98|...|.6.|", "|---+---+---|"]
    assert len(lines) == 13
    assert lines[-1] == "*-----------*"


def test_timedia_by_the_letter() -> None:
    lines = FORMATS["timedia"].write([Record(HINTS), Record(HINTS, title="Second")]).splitlines()
    assert lines[0] == "No.1   H 30"
    assert lines[1] == "5 3 - - 7 - - - -"
    assert lines[10] == ""
    assert lines[11] == "Second   H 30"


def test_latex_by_the_letter() -> None:
    text = FORMATS["latex"].write([Record(HINTS, None, r"50% \ #1")])
    assert r"\subsection*{50\% \textbackslash{} \#1}" in text
    assert "\\begin{sudoku}\n|5|3| | |7| | | | |.\n" in text
    hostile = FORMATS["latex"].write([Record(HINTS, None, r"\input{/etc/passwd}\write18{ls}")])
    assert "\\input{" not in hostile.replace("\\input{}", "")
    assert "\\write18" not in hostile


def test_puzzlink_by_the_letter() -> None:
    first_rows = "53h7j6h195j98j6g"
    assert FORMATS["puzzlink"].write([Record(HINTS)]).startswith("https://puzz.link/p?sudoku/9/9/" + first_rows)
    empty = FORMATS["puzzlink"].write([Record("." * 81)])
    assert empty == "https://puzz.link/p?sudoku/9/9/zzzzg\n"


# files from the wild


def test_sdk_of_its_own_description() -> None:
    text = "#ARuud\r\n#DA random puzzle\r\n#CJust start\r\n#B03-08-2006\r\n#SSudoCue\r\n#LEasy\r\n#Uhttp://www.sudocue.net/\r\n"
    grid = [
        "2..1.5..3",
        ".54...71.",
        ".1.2.3.8.",
        "6.28.73.4",
        ".........",
        "1.53.98.6",
        ".2.7.1.6.",
        ".81...24.",
        "7..4.2..1",
    ]
    (record,) = read(text + "\r\n".join(grid), "file")
    assert record == Record("".join(grid), None, "A random puzzle", "Ruud", "Just start", "Easy")


def test_sadman_with_other_sections() -> None:
    rows = [HINTS[k : k + 9] for k in range(0, 81, 9)]
    solved = [SOLUTION[k : k + 9] for k in range(0, 81, 9)]
    marks = ["1,2,3,,,,,,", "5"] * 3
    text = "\n".join(["#CComment", "[Puzzle]", *rows, "[State]", *solved, "[PencilMarks]", *marks, "[Colors]", "x"])
    (record,) = read(text, "file")
    assert record == Record(HINTS, comment="Comment")


def test_ss_with_words_around_it() -> None:
    drawn = FORMATS["ss"].write([Record(HINTS)])
    indented = "\n".join(" " + line for line in drawn.splitlines())
    (record,) = read(f"Puzzle\n\n{indented}\n Simple Sudoku\n  Version 4.2n\n", "file")
    assert record.hints == HINTS


def test_hodoku_with_placed_digits_and_comments() -> None:
    placed = ":0100:5:" + HINTS.replace(".", "+4", 1) + ":113 219:115::"
    text = f"# a library\n{placed}  # a step\n:0000:x:{HINTS.replace('.', '0')}:::\n"
    assert [record.hints for record in read(text, "file")] == [HINTS, HINTS]


def test_hodoku_counts_colons() -> None:
    with pytest.raises(InputError, match="file, line 1: not a library line"):
        read(f":0000:{HINTS}:::", "file")


def test_lines_with_comments_and_other_marks() -> None:
    for mark in ".0-_*":
        text = f"# first\n\n{HINTS.replace('.', mark)}  # second\n"
        assert read(text, "file")[0].hints == HINTS


def test_old_code_pages_and_utf16(tmp_path: Path) -> None:
    path = tmp_path / "old.sdk"
    path.write_bytes(b"#AJos\xe9\n" + "\n".join(HINTS[k : k + 9] for k in range(0, 81, 9)).encode())
    assert checked(read_path(path))[0].author == "José"
    path.write_bytes(SDK.encode("utf-16"))
    assert checked(read_path(path))[0].title == "Number 1"
    path.write_bytes(b"\x89PNG\r\n\0\0")
    with pytest.raises(InputError, match="not a text file"):
        checked(read_path(path))
    with pytest.raises(InputError, match="no such file"):
        checked(read_path(tmp_path / "missing.sdk"))


def test_a_short_row_is_named_with_its_line() -> None:
    with pytest.raises(InputError, match=r"file, line 5: 8 cells in row 2, the others have 9"):
        read(SDK.replace("6..195...", "6..195.."), "file")


def test_titles_of_nine_marks_are_titles() -> None:
    (record,) = read(FORMATS["timedia"].write([Record(HINTS, title="No.123")]), "file")
    assert record.hints == HINTS


# links, decoded by other means than those that made them


def lz_decode(packed: str) -> str:
    """lz-string's decompressFromBase64, written from its description: one growing table of phrases."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    stream = "".join(format(alphabet.index(ch), "06b") for ch in packed.rstrip("="))
    at, table, width, room, last, out = 0, ["", "", ""], 2, 2, "", ""

    def number(bits: int) -> int:
        nonlocal at
        value = int(stream[at : at + bits][::-1], 2)
        at += bits
        return value

    while True:
        code = number(width)
        if code == 2:
            return out.encode("utf-16-le", "surrogatepass").decode("utf-16-le") if out else ""
        if code < 2:
            table.append(chr(number(16 if code else 8)))
            code = len(table) - 1
            room -= 1
            if room == 0:
                room, width = 2**width, width + 1
        phrase = table[code] if code < len(table) else last + last[0]
        out += phrase
        if last:
            table.append(last + phrase[0])
        room -= 1
        if room == 0:
            room, width = 2**width, width + 1
        last = phrase


@given(st.text(max_size=400))
@settings(max_examples=150, deadline=None)
def test_packing_is_undone_by_another_decoder(text: str) -> None:
    assert lz_decode(pack(text)) == text
    assert unpack(pack(text)) == text


@given(st.text(alphabet="ab", max_size=400))
@settings(max_examples=60, deadline=None)
def test_packing_of_long_phrases(text: str) -> None:
    assert lz_decode(pack(text)) == unpack(pack(text)) == text


def test_packing_equals_what_lz_string_gives() -> None:
    assert pack("Hello, world") == "BIUwNmD2A0AEDukBOYAmQ==="
    assert pack('{"x":3}') == "N4IgHiBcDMC+Q==="


def test_packing_refuses_bombs_and_damage() -> None:
    for damaged in ("", "A", "!!!!", "BIUwNmD2A0AEDukB", "////"):
        with pytest.raises(InputError):
            unpack(damaged)
    with pytest.raises(InputError, match="longer than"):
        unpack(pack("a" * 1_100_000))


@pytest.mark.parametrize(
    ("name", "prefix"),
    [("fpuzzles", "https://www.f-puzzles.com/?load="), ("sudokupad", "https://sudokupad.app/fpuzzles")],
)
def test_fpuzzles_link_says_what_the_site_expects(name: str, prefix: str) -> None:
    link = FORMATS[name].write([Record(HINTS, SOLUTION, "題名 & more", "作者")]).strip()
    assert link.startswith(prefix)
    body = link.removeprefix(prefix)
    assert set(body) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%")
    data = json.loads(lz_decode(unquote(body)))
    assert data["size"] == 9
    assert data["title"] == "題名 & more"
    assert data["author"] == "作者"
    assert data["solution"] == [int(ch) for ch in SOLUTION]
    assert [[cell.get("value", 0) for cell in row] for row in data["grid"]] == [
        [int(ch) for ch in HINTS.replace(".", "0")[k : k + 9]] for k in range(0, 81, 9)
    ]
    assert all(cell == {} or cell["given"] is True for row in data["grid"] for cell in row)


def test_fpuzzles_link_from_the_site_itself() -> None:
    link = (
        "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3vyGCRfALrJCwg"
        "TOlyJU0XKVKFsles1c1yrRu2S9R+Yd1nVp/Vdk7r58WK5A"
    )
    (record,) = read(link, "argument")
    assert record.hints == "1" + "." * 80


def test_fpuzzles_leaves_out_what_a_solver_typed() -> None:
    data = {"grid": [[{"value": 3}, {"value": 4, "given": True}, *([{}] * 7)], *([[{}] * 9] * 8)]}
    link = "https://sudokupad.app/fpuz" + pack(json.dumps(data))
    assert read(link, "x")[0].hints == ".4" + "." * 79


@pytest.mark.parametrize("data", [{"size": 6, "grid": []}, [], 3, {"grid": [[{}]]}, {"grid": [[1] * 9] * 8 + [[2]]}])
def test_fpuzzles_of_other_puzzles_are_refused(data: object) -> None:
    with pytest.raises(InputError, match="line 1: the link"):
        read("https://f-puzzles.com/?load=" + pack(json.dumps(data)), "x")


def penpa_lines(link: str) -> list[str]:
    body = link.strip().split("&p=")[1]
    return zlib.decompress(base64.b64decode(body), wbits=-15).decode().split("\n")


def test_penpa_link_says_what_the_site_expects() -> None:
    link = FORMATS["penpa"].write([Record(HINTS, SOLUTION, "One, <b>two</b>", "Z")])
    assert link.startswith("https://swaroopg92.github.io/penpa-edit/#m=edit&p=")
    lines = penpa_lines(link)
    header = lines[0].split(",")
    assert header[:11] == ["square", "9", "9", "38", "0", "1", "1", "380", "380", "84", "84"]
    assert header[15] == "Title: One%2C &lt;b&gt;two&lt;/b&gt;"
    assert header[16] == "Author: Z"
    layer = lines[3]
    for token, word in (("zN", '"number"'), ("zR", '"command_redo"'), ("z_", '"__a"'), ("zE", '"lineE"')):
        assert token in layer
        layer = layer.replace(token, word)
    numbers = json.loads(layer.split('"number":')[1].split("}")[0] + "}")
    placed = {divmod(int(key), 13): entry for key, entry in numbers.items()}
    assert {(r - 2, c - 2): entry[0] for (r, c), entry in placed.items()} == {
        divmod(k, 9): ch for k, ch in enumerate(HINTS) if ch != "."
    }
    assert all(entry[1:] == [1, "1"] for entry in placed.values())
    cells = np.cumsum(json.loads(lines[5]))
    assert cells.tolist() == [13 * (r + 2) + c + 2 for r in range(9) for c in range(9)]


def test_penpa_link_with_margins_candidates_and_loose_base64() -> None:
    """A grid of 11 by 9 with a margin of two columns on the left, as the site stores it."""
    cell = lambda r, c: 15 * (r + 2) + (c + 2) + 2  # noqa: E731
    numbers = {str(cell(0, 0)): ["5", 1, "1"], str(cell(8, 8)): [" 9", 1, "1"], str(cell(4, 4)): ["123", 1, "7"]}
    text = "\n".join(
        [
            "square,11,9,38,0,1,1,0,0,0,0,0,0,0,0,Title: T,Author: ",
            "[0,0,2,0]",
            "{}",
            "{zN:" + json.dumps(numbers) + "}",
        ]
    )
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = base64.urlsafe_b64encode(packer.compress(text.encode()) + packer.flush()).decode().rstrip("=")
    (record,) = read(f"https://swaroopg92.github.io/penpa-edit/?m=solve&p={body}&a=xyz", "x")
    assert record == Record("5" + "." * 79 + "9", title="T")


def test_penpa_link_from_the_site_of_another_size_is_refused() -> None:
    link = (
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VRdb9owFH3nV0x+9gP5bPBb15W9sG4dTFVlIRQgLVED7pxknYL47z2"
        "+ThVCMqnaNK0Pk+XLybk3vsfEx/n3MtYJDzG8iA+5g+GGIU3H92kO6zFLiywR7/h5WWyUBuD883jM7+IsTwayrpoP9tVIVNe8+igkcxhnLqb"
        "D5ry6Fvvqk6gmvJoixXgIbmKLIsBLC13AG8obdGFJZwh8VWPAW8BVqldZsphY5ouQ1Ywz0+c9vW0g26ofCat1mOeV2i5TQyzjApvJN+ljn"
        "cnLtXoo61pnfuDVuZU7fZFrutRyvUaugVauQT1yzS7+stzR/HDA3/4VghdCGu3fGhg1cCr2zPOYcDnzfCYC/ARMhMhcIeMjI9kI+uz3Yj5q"
        "JIsaIkC1ZGcvBN5zxB7xluKYoktxhoa88ih+oDikGFCcoFvg8gANI6zq8dCiEAg9IyxwScvcULyg6FMMaYEzs59X7tju7k+0vlKOdF2yjx3"
        "B7+P5QMJFLFfZIi/1XbzCmSCT4bOD25XbZaJbVKbUY5bu2nXp/U7ppDdlyGR931e/VHp9svpTnGUtwl4aLcqe7hZVaBzdo+dYa/XUYrZxsW"
        "kRR8e8tVKyK9oCirgtMX6IT7ptmz0fBuwnoyk9c8X9v6P+1R1lvsHwrfn2rcmh46t0r/dB99gfbK/Na77jdPAdT5uGXVuD7XE22FNzg+r6G"
        "2TH4uB+4XKz6qnRjapTr5tWHbubVseOxw1K6Bk="
    )
    with pytest.raises(InputError, match="a 6 × 6 grid, this reads 9 × 9"):
        read(link, "argument")


@pytest.mark.parametrize(
    "link",
    [
        "https://puzz.link/p?sudoku/9/9/15i96l17i7g65i42k1g5368h2i7g2p3h5g48g2g9k3h7i6",
        "http://pzv.jp/p.html?sudoku/9/9/15i96l17i7g65i42k1g5368h2i7g2p3h5g48g2g9k3h7i6",
        "http://pzprxs.vercel.app/p?sudoku_edit/9/9/15i96l17i7g65i42k1g5368h2i7g2p3h5g48g2g9k3h7i6",
    ],
)
def test_puzzlink_from_the_site_itself(link: str) -> None:
    (record,) = read(link, "x")
    skips = "ghijklmnopqrstuvwxyz"
    body = link.rsplit("/", 1)[1]
    expected = "".join("." * (1 + skips.index(ch)) if ch in skips else ch for ch in body)
    assert record.hints == expected
    assert len(expected) == 81


def test_puzzlink_of_other_sizes_is_refused() -> None:
    with pytest.raises(InputError, match="a 6 × 6 grid, this reads 9 × 9"):
        read("https://puzz.link/p?sudoku/6/6/61j3g2j4g3j5g4j6g5j12", "x")
    with pytest.raises(InputError, match="'a' is neither"):
        read("https://puzz.link/p?sudoku/9/9/a", "x")


def test_puzzlink_drops_a_letter_before_the_size_and_no_other() -> None:
    (record,) = read("https://puzz.link/p?sudoku/d/9/9/z", "x")
    assert record.hints == "." * 81
    with pytest.raises(InputError, match="the link is cut off"):
        read("https://puzz.link/p?sudoku/d/9/9", "x")
