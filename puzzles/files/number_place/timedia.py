"""The publisher's form: a title with the number of hints, nine lines of digits with spaces, `-` for an empty cell."""

from __future__ import annotations

from typing import Final

from puzzles.files.base import Format, Record, one_line, rows
from puzzles.files.number_place.blocks import COUNTED, is_start
from puzzles.files.page import Claim, Page


def write(records: list[Record]) -> str:
    """Titled blocks with an empty line between them; a puzzle without a title is called by its number."""
    blocks: list[str] = []
    for k, record in enumerate(records, 1):
        count = 81 - record.hints.count(".")
        title = f"{one_line(record.title) or f'No.{k}'}   H {count}"
        blocks.append("\n".join([title, *(" ".join(row.replace(".", "-")) for row in rows(record.hints))]) + "\n")
    return "\n".join(blocks)


def claim(page: Page, k: int) -> Claim | None:
    """The title in line `k`, known by the number of hints at its end and by the row below it."""
    line = page.lines[k]
    if not COUNTED.search(line) or not is_start(page, page.following(k + 1)):
        return None
    return Claim(1, fields={"title": COUNTED.sub("", line).strip()})


FORMAT: Final = Format("timedia", ".timedia.txt", "the publisher's titled blocks", write, frozenset(("title",)))
