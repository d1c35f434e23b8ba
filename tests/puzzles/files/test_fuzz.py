"""Damaged files of every form: whatever is done to them, the reader raises InputError or gives entries of one line."""

from __future__ import annotations

import random

import pytest

from puzzles.errors import InputError
from puzzles.files import FORMATS, Record, read_bytes

HINTS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [HINTS[k : k + 9] for k in range(0, 81, 9)]
RECORD = Record(HINTS, SOLUTION, "春の数独 1", "José", "", "hard")
_MARKS = " ".join(ch if ch != "." else "1234" for ch in HINTS).split()
SEEDS = [
    *(form.write([RECORD]).encode() for form in FORMATS.values()),
    f"id,puzzle,solution\n1,{HINTS},{SOLUTION}\n".encode(),
    f"abc\t{HINTS.replace('.', '0')}\t1.5\n".encode(),
    ('{"puzzles": [{"title": "x", "grid": ["' + '", "'.join(ROWS) + '"]}]}').encode(),
    ("[" + ",\n".join("[" + ",".join(row.replace(".", "0")) + "]" for row in ROWS) + "]").encode(),
    "\n".join(" ".join(_MARKS[k : k + 9]) for k in range(0, 81, 9)).encode(),
    f'<opensudoku><name>x</name><game data="{HINTS.replace(".", "0")}"/></opensudoku>'.encode(),
    "\n".join("│" + "│".join(row).replace(".", "・") + "│" for row in ROWS).encode("utf-16"),
    ("問題\n" + "\n".join(ROWS)).encode("cp932"),
    b'<svg xmlns="x"><metadata id="hintsmith">{"hintsmith":"table","texts":["hints\\n'
    + HINTS.encode()
    + b'"]}</metadata></svg>',
    b"\x89PNG\r\n\x1a\n\0\0\0\x10tEXthintsmith\0{}\0\0\0\0",
    b"%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Info 1 0 R>>\n%%EOF",
]
PIECES = [b"[", b"{", b'"', b"---------\n", b"#", b"|", b"\xff\xfe", b"\0", b"http://", b"\n\n", b"*---*", b"9" * 81]


def damaged(rng: random.Random) -> bytes:
    """One of the seeds, or two joined, with some bytes changed, cut out or put in and lines doubled."""
    data = bytearray(rng.choice(SEEDS))
    if rng.random() < 0.3:
        data += rng.choice(SEEDS)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(data) + 1)
        kind = rng.randrange(5)
        if kind == 0 and data:
            data[at % len(data)] = rng.randrange(256)
        elif kind == 1:
            del data[at : at + rng.randint(1, 30)]
        elif kind == 2:
            data[at:at] = rng.choice(PIECES)
        elif kind == 3:
            lines = bytes(data).split(b"\n")
            k = rng.randrange(len(lines))
            data = bytearray(b"\n".join([*lines[:k], *[lines[k]] * rng.randint(0, 3), *lines[k + 1 :]]))
        else:
            data = data[:at]
    return bytes(data)


def check(data: bytes) -> None:
    for pattern in (False, True):
        try:
            entries = read_bytes(data, "file", pattern)
        except InputError as error:
            entries, said = [], str(error)
        else:
            said = ""
            assert entries
        assert "\n" not in said, data
        for entry in entries:
            assert (entry.record is None) == bool(entry.error), data
            assert "\n" not in entry.message, data
            assert entry.record is None or (len(entry.record.hints) == 81 and entry.values is not None), data


def test_damaged_files_raise_nothing_but_one_line() -> None:
    rng = random.Random(11)
    for _ in range(2_000):
        check(damaged(rng))


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_hundred_thousand_damaged_files() -> None:
    rng = random.Random(2026)
    for _ in range(100_000):
        check(damaged(rng))
