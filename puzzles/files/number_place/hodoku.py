"""HoDoKu library lines: `:technique:digits:grid:deleted candidates:eliminations:placements:extra`.

A puzzle without a step is `:0000:x:<grid>:::`. A `+` stands before a digit that was placed and is no hint.
"""

from __future__ import annotations

import re
from typing import Final

from puzzles.errors import InputError
from puzzles.files.base import Format, Record, hints_of
from puzzles.files.page import Claim, Page

_PLACED: Final = re.compile(r"\+[1-9]")


def write(records: list[Record]) -> str:
    """One line a puzzle."""
    return "".join(f":0000:x:{record.hints}:::\n" for record in records)


def claim(page: Page, k: int) -> Claim | None:
    """The hints of a library line; placed digits, deleted candidates and the step itself are left out."""
    line = page.lines[k]
    if not line.startswith(":"):
        return None
    fields = line.split("#", 1)[0].strip().split(":")
    if not 7 <= len(fields) <= 8:
        return Claim(1, [page.bad(k, "not a library line, such as :0000:x:<81 characters>:::")])
    try:
        return Claim(1, [page.good(k, Record(hints_of(_PLACED.sub(".", fields[3]))))])
    except InputError as error:
        return Claim(1, [page.bad(k, error)])


FORMAT: Final = Format("hodoku", ".hodoku.txt", "HoDoKu library lines", write)
