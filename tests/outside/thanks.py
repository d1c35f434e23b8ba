"""A part of a book from outside: the last page thanks whoever has solved it."""

from __future__ import annotations

from typing import Any

import hintsmith as hs

TEMPLATE = """
#import "text.typ": strong-text
#let page(data, book, look) = align(center + horizon, strong-text(data.words, 14pt, look.accent))
"""


def pages(contents: Any) -> list[dict[str, object]]:
    last = contents.puzzles[-1]
    return [{"words": f"Thank you for {len(contents.puzzles)} puzzles, the last on page {last.page}"}]


THANKS = hs.BookPart("thanks", "thanks to whoever has solved it", "end", pages, TEMPLATE, numbered=False)
