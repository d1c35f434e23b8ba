"""OpenSudoku's XML: `<game data="…">` in an `<opensudoku>` element, 81 digits or the program's own list of cells."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final
from xml.etree.ElementTree import Element, ParseError

from puzzles.errors import InputError
from puzzles.files.base import Entry, Record, hints_of, one_line
from puzzles.files.page import Claim, Page

_VERSION: Final = re.compile(r"\s*version:\s*(\d+)\s*")
_FIELDS: Final = {"name": "title", "author": "author", "level": "level"}


def claim(page: Page, k: int) -> Claim | None:
    """The games of the XML document that begins in line `k`, to the end of its root element."""
    if not page.lines[k].startswith("<"):
        return None
    root = next((n for n in range(k, min(k + 20, len(page))) if "<opensudoku" in page.lines[n]), None)
    if root is None:
        return None
    end = next((n + 1 for n in range(root, len(page)) if "</opensudoku" in page.lines[n]), len(page))
    return Claim(end - k, _games(page, k, "".join(page.raw[k:end])))


def _games(page: Page, k: int, document: str) -> list[Entry]:
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        # the declaration names the encoding of the bytes, which are text by now
        root: Element = fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", document, count=1))
    except (ParseError, DefusedXmlException, ValueError) as error:
        return [page.bad(k, f"not XML that can be read ({one_line(str(error))})")]
    games = [element for element in root.iter() if _name(element) == "game"]
    if not games:
        return [page.bad(k, "no game in this XML")]
    shared = {
        field: one_line(child.text)
        for child in root
        if (field := _FIELDS.get(_name(child))) and child.text and (field != "title" or len(games) == 1)
    }
    entries: list[Entry] = []
    for number, game in enumerate(games, 1):
        try:
            entries.append(page.good(k, replace(Record(_hints(game.get("data") or game.text or "")), **shared)))
        except InputError as error:
            entries.append(page.bad(k, f"game {number}: {error}"))
    return entries


def _name(element: Element) -> str:
    return str(element.tag).rsplit("}", 1)[-1].lower()


def _hints(data: str) -> str:
    """The hints of a game. In the program's own list a cell is its digit, its notes, and whether it may be changed."""
    version = _VERSION.match(data)
    if version is None:
        return hints_of(data)
    fields = data[version.end() :].strip().strip("|").split("|")
    size, rest = divmod(len(fields), 81)
    if rest or size not in (3, 4):
        raise InputError(f"{len(fields)} fields, 81 cells of 3 or 4 are needed")
    cells = [fields[k : k + size] for k in range(0, len(fields), size)]
    return hints_of("".join(cell[0] if cell[-1].strip() in ("0", "false") else "." for cell in cells))
