"""The publisher's form: a title with the number of hints, nine lines of digits with spaces, `-` for an empty cell."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from puzzles.files.base import Format, Record, at, hints_of, is_row, not_empty, numbered_lines, one_line, rows

_COUNT: Final = re.compile(r"\s+H\s*\d+$")


def write(records: list[Record]) -> str:
    """Titled blocks with an empty line between them; a puzzle without a title is called by its number."""
    blocks: list[str] = []
    for k, record in enumerate(records, 1):
        count = 81 - record.hints.count(".")
        title = f"{one_line(record.title) or f'No.{k}'}   H {count}"
        blocks.append("\n".join([title, *(" ".join(row.replace(".", "-")) for row in rows(record.hints))]) + "\n")
    return "\n".join(blocks)


def _is_spaced_row(line: str) -> bool:
    return len(line.split()) == 9 and is_row(line)


def read(text: str, source: str) -> list[Record]:
    """The blocks of a file, with or without titles."""
    records: list[Record] = []
    block: list[str] = []
    title = ""
    start = 0
    for number, line in numbered_lines(text):
        if _is_spaced_row(line):
            start = start if block else number
            block.extend(line.split())
            if len(block) == 81:
                records.append(Record(hints_of("".join(block)), title=title))
                block, title = [], ""
        elif block:
            raise at(source, number, f"{len(block) // 9} rows of nine before it, a puzzle has 9")
        else:
            title = _COUNT.sub("", line).strip()
    if block:
        raise at(source, start, f"{len(block) // 9} rows of nine, a puzzle has 9")
    return not_empty(records, source)


def recognises(text: str) -> bool:
    """A title that ends in `H` and a number, above nine tokens with spaces between them."""
    lines = [line for _, line in numbered_lines(text)]
    return any(_COUNT.search(a) and _is_spaced_row(b) for a, b in pairwise(lines))


FORMAT: Final = Format(
    "timedia", ".timedia.txt", "the publisher's titled blocks", write, read, recognises, frozenset(("title",))
)
