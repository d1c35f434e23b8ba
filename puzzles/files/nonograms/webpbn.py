"""The XML form of webpbn.com: `<puzzleset>`, `<puzzle>`, `<clues type="columns">`, `<line>`, `<count>`.

A puzzle without clues is made of its goal, the picture in `<solution>`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, cast
from xml.parsers import expat
from xml.sax.saxutils import escape

import numpy as np

from puzzles.errors import InputError
from puzzles.files.base import one_line
from puzzles.files.nonograms.base import LineError, NonogramEntry, NonogramFormat, entry, fault, number, one_colour
from puzzles.nonogram import Clue, Nonogram, Picture, from_picture

_MARK: Final = re.compile(r"<(?:puzzleset|clues)[\s>]|<puzzle\s[^<>]*\btype\s*=")
_ENTITY: Final = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)\w+;")
_NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TEXTS: Final = {"title": "title", "author": "author", "copyright": "copyright", "catalogue": "source"}
"""The fields of a puzzle and the elements that hold them."""


@dataclass(slots=True)
class _Element:
    name: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    children: list[_Element] = field(default_factory=list["_Element"])

    def all(self, name: str) -> list[_Element]:
        return [one for one in self.children if one.name == name]

    def words(self, name: str) -> str | None:
        """The text of the first child of that name, on one line; None without it."""
        found = self.all(name)
        return one_line(found[0].text) if found else None


def read(text: str, source: str = "XML text") -> list[NonogramEntry]:
    """The puzzles of XML text; those before a place that is no XML are read."""
    puzzles, problem = _puzzles(text)
    entries = [entry(source, one.line, lambda one=one: _puzzle(one)) for one in puzzles]
    if problem is not None:
        entries.append(fault(source, problem.line, str(problem)))
    elif not entries:
        entries.append(fault(source, 1, "no <puzzle> in this XML"))
    return entries


def _puzzles(text: str) -> tuple[list[_Element], LineError | None]:
    """The whole `<puzzle>` elements of a text, and what ended the reading before its end."""
    parser = expat.ParserCreate()
    puzzles: list[_Element] = []
    opened: list[_Element] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        opened.append(_Element(name.lower(), attributes, parser.CurrentLineNumber))

    def end(_: str) -> None:
        one = opened.pop()
        if one.name == "puzzle":
            puzzles.append(one)
        elif opened and any(outer.name == "puzzle" for outer in opened):
            opened[-1].children.append(one)

    def data(text: str) -> None:
        if opened:
            opened[-1].text += text

    def entity(*_: object) -> None:
        raise LineError(parser.CurrentLineNumber, "declares entities, which nonograms have no use for")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = data
    parser.EntityDeclHandler = entity
    parser.buffer_text = True
    try:
        parser.Parse(_resolved(text.lstrip("\ufeff \t\r\n")), True)
    except LineError as error:
        return puzzles, error
    except expat.ExpatError as error:
        return puzzles, LineError(error.lineno, f"not XML ({expat.ErrorString(error.code)})")
    except ValueError:
        return puzzles, LineError(1, "holds characters that XML cannot have")
    return puzzles, None


def _resolved(text: str) -> str:
    """A text with HTML's named characters, which XML does not know, written out."""
    return _ENTITY.sub(lambda found: escape(html.unescape(found.group())), text)


def _puzzle(puzzle: _Element) -> Nonogram:
    shape = puzzle.attributes.get("type", "grid")
    if shape != "grid":
        raise InputError(f"a puzzle of the type {shape[:40]!r}; only rectangular nonograms ('grid') are read")
    texts = {name: words for name, element in _TEXTS.items() if (words := puzzle.words(element))}
    mark = puzzle.words("id")
    if mark:
        texts["catalogue"] = f"{texts.get('catalogue', '')} {mark}".strip()
    goal = _goal(puzzle)
    clues = {one.attributes.get("type", ""): one for one in puzzle.all("clues")}
    if not clues and goal is not None:
        made = from_picture(goal)
        return Nonogram(made.rows, made.columns, goal=goal, **texts)
    colours: set[str] = set()
    for kind in ("rows", "columns"):
        if kind not in clues:
            raise InputError(f'no <clues type="{kind}">')
    rows, columns = (
        tuple(_clue(line, puzzle, colours) for line in clues[kind].all("line")) for kind in ("rows", "columns")
    )
    one_colour(colours)
    return Nonogram(rows, columns, goal=goal, **texts)


def _clue(line: _Element, puzzle: _Element, colours: set[str]) -> Clue:
    blocks: list[int] = []
    for count in line.all("count"):
        try:
            blocks.append(number(count.text.strip()))
        except InputError as error:
            raise LineError(count.line, error) from None
        if blocks[-1]:
            colours.add(count.attributes.get("color", puzzle.attributes.get("defaultcolor", "black")))
    return tuple(blocks)


def _goal(puzzle: _Element) -> Picture | None:
    """The picture of the solution that is the goal; None without one, and when it leaves cells open."""
    solution = next((one for one in puzzle.all("solution") if one.attributes.get("type", "goal") == "goal"), None)
    image = solution.all("image")[0] if solution is not None and solution.all("image") else None
    if image is None or "[" in image.text:
        return None
    rows = re.findall(r"\|([^|\n]*)(?=\|)", image.text)
    rows = [row for row in rows if row.strip()]
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise LineError(image.line, "the rows of the image are not of equal length, each between two |")
    background = puzzle.attributes.get("backgroundcolor", "white")
    white = {one.attributes.get("char", "") for one in puzzle.all("color") if one.attributes.get("name") == background}
    white = white or {"."}
    one_colour(ch for row in rows for ch in row if ch not in white)
    return np.array([[ch not in white for ch in row] for row in rows], np.int8)


def write(puzzles: Sequence[Nonogram]) -> str:
    """A puzzle set."""
    return '<?xml version="1.0"?>\n<puzzleset>\n' + "".join(map(_text, puzzles)) + "</puzzleset>\n"


def _text(puzzle: Nonogram) -> str:
    lines = ['<puzzle type="grid" defaultcolor="black">']
    for name, element in _TEXTS.items():
        words = cast("str | None", getattr(puzzle, name))
        if words:
            lines.append(f"<{element}>{escape(_NOT_XML.sub('', one_line(words)))}</{element}>")
    lines += ['<color name="white" char=".">fff</color>', '<color name="black" char="X">000</color>']
    for kind, clues in (("columns", puzzle.columns), ("rows", puzzle.rows)):
        lines.append(f'<clues type="{kind}">')
        lines += ["<line>" + "".join(f"<count>{size}</count>" for size in clue) + "</line>" for clue in clues]
        lines.append("</clues>")
    if puzzle.goal is not None:
        rows = "\n".join("|" + "".join(".X"[cell] for cell in row) + "|" for row in puzzle.goal.tolist())
        lines.append(f'<solution type="goal"><image>\n{rows}\n</image></solution>')
    return "\n".join([*lines, "</puzzle>"]) + "\n"


def recognises(text: str) -> bool:
    """XML with a puzzle set, or with clues."""
    return text.lstrip().startswith("<") and _MARK.search(text) is not None


FORMAT: Final = NonogramFormat(
    "webpbn",
    (".xml",),
    "XML of webpbn.com",
    write,
    read,
    recognises,
    frozenset(("title", "author", "copyright", "catalogue", "goal")),
)
