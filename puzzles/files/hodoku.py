"""HoDoKu library lines: `:technique:digits:grid:deleted candidates:eliminations:placements:extra`.

A puzzle without a step is `:0000:x:<grid>:::`. A `+` stands before a digit that was placed and is no hint.
"""

from __future__ import annotations

import re
from typing import Final

from puzzles.errors import InputError
from puzzles.files.base import Format, Record, at, hints_of, not_empty, numbered_lines

_PLACED: Final = re.compile(r"\+[1-9]")


def write(records: list[Record]) -> str:
    """One line a puzzle."""
    return "".join(f":0000:x:{record.hints}:::\n" for record in records)


def read(text: str, source: str) -> list[Record]:
    """The hints of each line; placed digits, deleted candidates and the step itself are left out."""
    records: list[Record] = []
    for number, raw in numbered_lines(text):
        line = raw.split("#", 1)[0].strip()
        if not line:
            continue
        fields = line.split(":")
        if fields[0] or not 7 <= len(fields) <= 8:
            raise at(source, number, "not a library line, such as :0000:x:<81 characters>:::")
        try:
            records.append(Record(hints_of(_PLACED.sub(".", fields[3]))))
        except InputError as error:
            raise at(source, number, error) from None
    return not_empty(records, source)


def recognises(text: str) -> bool:
    """A first line (comments aside) that begins with a colon."""
    lines = [line for _, line in numbered_lines(text) if not line.startswith("#")]
    return bool(lines) and lines[0].startswith(":")


FORMAT: Final = Format("hodoku", ".hodoku.txt", "HoDoKu library lines", write, read, recognises)
