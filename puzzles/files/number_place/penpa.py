"""Penpa+ links: text lines, some words of them shortened, deflated, in base64. One link a line.

The grid is 9 × 9 inside a frame of two cells, so the cell in row r and column c has the number
13 · (r + 2) + c + 2; 169 later come the corners. Hints are numbers of the question layer.
"""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import unquote

from puzzles.errors import InputError
from puzzles.files.base import LONGEST, Format, Record, hints_of, one_line

_PREFIX: Final = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
_SHORTENED: Final = {
    '"qa"': "z9",
    '"pu_q"': "zQ",
    '"pu_a"': "zA",
    '"grid"': "zG",
    '"edit_mode"': "zM",
    '"surface"': "zS",
    '"line"': "zL",
    '"lineE"': "zE",
    '"wall"': "zW",
    '"cage"': "zC",
    '"number"': "zN",
    '"numberS"': "z1",
    '"symbol"': "zY",
    '"special"': "zP",
    '"board"': "zB",
    '"command_redo"': "zR",
    '"command_undo"': "zU",
    '"command_replay"': "z8",
    '"freeline"': "zF",
    '"freelineE"': "z2",
    '"thermo"': "zT",
    '"arrows"': "z3",
    '"direction"': "zD",
    '"squareframe"': "z0",
    '"polygon"': "z5",
    '"deletelineE"': "z4",
    '"killercages"': "z6",
    '"nobulbthermo"': "z7",
    '"__a"': "z_",
    "null": "zO",
}
_WIDTH: Final = 13
_CORNERS: Final = _WIDTH * _WIDTH
_RULES: Final = (
    "killercages", "cage", "thermo", "nobulbthermo", "arrows", "direction", "squareframe", "polygon", "symbol",
    "numberS", "line", "wall",
)  # fmt: skip
"""Parts of the question layer that draw another rule; shading, free lines and edges of cells do not."""
_CANDIDATES: Final = "7"
"""The kind of number that is a cell's candidates, no hint."""


_PLACE: Final = re.compile(r"[0-9]{1,9}")
_EDGE: Final = re.compile(r"([0-9]{1,9}),([0-9]{1,9})")
_MOST_CELLS: Final = 1000
_THICK: Final = (2, 21)
"""Styles of the edges that divide boxes."""


def _cell(row: int, col: int) -> int:
    return _WIDTH * (row + 2) + col + 2


def _corner(row: int, col: int) -> int:
    """The corner at the top left of a cell."""
    return _CORNERS + _WIDTH * (row + 1) + col + 1


def _layer(numbers: Mapping[str, object], edges: Mapping[str, int]) -> dict[str, object]:
    return {
        "command_redo": {"__a": []},
        "command_undo": {"__a": []},
        "command_replay": {"__a": []},
        "surface": {},
        "number": numbers,
        "numberS": {},
        "symbol": {},
        "freeline": {},
        "freelineE": {},
        "thermo": [],
        "arrows": [],
        "direction": [],
        "squareframe": [],
        "polygon": [],
        "line": {},
        "lineE": edges,
        "wall": {},
        "cage": {},
        "deletelineE": {},
        "killercages": [],
        "nobulbthermo": [],
    }


def _mode() -> dict[str, object]:
    """What the editor has switched on: numbers, in its normal kind."""
    tools = {
        "edit_mode": "number",
        "surface": ["", 1],
        "line": ["1", 3],
        "lineE": ["1", 3],
        "wall": ["", 3],
        "cage": ["1", 10],
        "number": ["1", 1],
        "symbol": ["circle_L", 1],
        "special": ["thermo", ""],
        "board": ["", ""],
        "move": ["1", ""],
        "combi": ["battleship", ""],
        "sudoku": ["1", 1],
    }
    return {"qa": "pu_q", "grid": ["1", "2", "1"], "pu_q": tools, "pu_a": tools}


def _shorten(value: object) -> str:
    text = json.dumps(value, separators=(",", ":"))
    for word, token in _SHORTENED.items():
        text = text.replace(word, token)
    return text


def _lengthen(text: str) -> object:
    for word, token in _SHORTENED.items():
        text = text.replace(token, word)
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        raise InputError("the link's question layer is damaged") from None


def _escape(text: str) -> str:
    # the page shows titles as HTML, splits the line at commas, and reads %2C as one
    return html.escape(one_line(text), quote=False).replace("%", "&#37;").replace(",", "%2C")


def _unescape(field: str, prefix: str) -> str:
    return one_line(html.unescape(field.removeprefix(prefix).replace("%2C", ",")))


def _text(record: Record) -> str:
    numbers = {str(_cell(k // 9, k % 9)): [ch, 1, "1"] for k, ch in enumerate(record.hints) if ch != "."}
    edges: dict[str, int] = {}
    for at_line in (3, 6):
        for k in range(9):
            edges[f"{_corner(k, at_line)},{_corner(k + 1, at_line)}"] = 2
            edges[f"{_corner(at_line, k)},{_corner(at_line, k + 1)}"] = 2
    middle = _cell(4, 4)
    header = f"square,9,9,38,0,1,1,380,380,{middle},{middle},0,0,0,0,"
    header += f"Title: {_escape(record.title)},Author: {_escape(record.author)},,,OFF,false"
    # the cells of the grid, each as the step from the one before
    cells = [_cell(0, 0), *([1] * 8), *([_WIDTH - 8, *([1] * 8)] * 8)]
    return "\n".join(
        [
            header,
            "[0,0,0,0]",
            _shorten(_mode()),
            _shorten(_layer(numbers, edges)),
            _shorten(_layer({}, {})),
            json.dumps(cells, separators=(",", ":")),
            "[]",
            "{}",
            '"x"',
            '"x"',
            "[3,0,10]",
            _shorten(_mode()),
        ]
    )


def write(records: list[Record]) -> str:
    """One link a line."""
    links: list[str] = []
    for record in records:
        packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        data = packer.compress(_text(record).encode()) + packer.flush()
        links.append(f"{_PREFIX}{base64.b64encode(data).decode()}\n")
    return "".join(links)


def _inflate(code: str) -> str:
    body = unquote(code).rstrip("=").replace("-", "+").replace("_", "/")
    try:
        data = base64.b64decode(body + "=" * (-len(body) % 4), validate=True)
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(data, LONGEST).decode()
    except (ValueError, zlib.error):
        raise InputError("the link is damaged") from None


def unpacked(code: str) -> Record:
    """The puzzle of packed text. Raises InputError when it is damaged, or no plain 9 × 9 number place."""
    lines = _inflate(code).split("\n")
    header = lines[0].split(",")
    try:
        width, height = int(header[1]), int(header[2])
        top, bottom, left, right = (int(n) for n in json.loads(lines[1]))
    except (IndexError, ValueError, TypeError):
        raise InputError("the link does not hold a Penpa+ grid") from None
    if not 0 < width < _MOST_CELLS or not 0 < height < _MOST_CELLS:
        raise InputError("the link does not hold a Penpa+ grid")
    if header[0] not in ("square", "sudoku") or (height - top - bottom, width - left - right) != (9, 9):
        kind = "" if header[0] in ("square", "sudoku") else f"{header[0][:20]} "
        raise InputError(f"a {height - top - bottom} × {width - left - right} {kind}grid, this reads 9 × 9")
    layer = _lengthen(lines[3]) if len(lines) > 3 else None
    if not isinstance(layer, Mapping) or not isinstance(layer.get("number", {}), Mapping):
        raise InputError("the link's question layer is damaged")
    rules = [name for name in _RULES if layer.get(name)]
    if rules:
        raise InputError(f"rules beyond number place ({', '.join(rules)}), which are not read")
    _check_edges(layer.get("lineE"), width, height, top, left)
    marks = ["."] * 81
    for key, entry in layer.get("number", {}).items():
        if not isinstance(entry, Sequence) or len(entry) < 3 or str(entry[2]) == _CANDIDATES:
            continue
        row, col = divmod(int(key), width + 4) if _PLACE.fullmatch(str(key)) else (-1, -1)
        row, col = row - 2 - top, col - 2 - left
        if 0 <= row < 9 and 0 <= col < 9:
            mark = str(entry[0]).strip()
            if len(mark) != 1:
                raise InputError(f"{mark[:20]!r} at r{row + 1}c{col + 1} is not a digit 1-9")
            marks[9 * row + col] = mark
    title = _unescape(header[15], "Title: ") if len(header) > 15 else ""
    author = _unescape(header[16], "Author: ") if len(header) > 16 else ""
    return Record(hints_of("".join(marks)), None, title, author)


def _check_edges(edges: object, width: int, height: int, top: int, left: int) -> None:
    """Raises InputError for thick edges inside the grid that are not those of the nine boxes."""
    if not isinstance(edges, Mapping):
        return
    across, corners = width + 4, (width + 4) * (height + 4)
    for key, style in edges.items():
        ends = _EDGE.fullmatch(str(key))
        if ends is None or style not in _THICK:
            continue
        places = [divmod(int(end) - corners, across) for end in ends.groups()]
        rows, columns = [row - 1 - top for row, _ in places], [col - 1 - left for _, col in places]
        inside = all(0 <= row <= 9 for row in rows) and all(0 <= col <= 9 for col in columns)
        straight = (rows[0] == rows[1] and rows[0] % 3 == 0) or (columns[0] == columns[1] and columns[0] % 3 == 0)
        if inside and not straight:
            raise InputError("irregular boxes, which are not read")


FORMAT: Final = Format("penpa", ".penpa.txt", "Penpa+ links", write, frozenset(("title", "author")))
