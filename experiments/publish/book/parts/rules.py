"""How the puzzle is done, with a small example where the kind has one."""

from __future__ import annotations

from typing import Any, Final

from experiments.publish.book.contents import Contents
from experiments.publish.book.parts.base import BookPart
from experiments.publish.typesetting import template_text


def _pages(contents: Contents) -> list[dict[str, Any]]:
    lang, words = contents.options.lang, contents.words
    return [
        {
            "heading": words["rules"],
            "rules": list(contents.kind.rules[lang]),
            # large print has no room for a small grid with large digits
            "example": None if contents.large else contents.kind.example,
            "captions": [words["example"], words["answer"]],
        }
    ]


PART: Final = BookPart("rules", "how the puzzle is done", "front", _pages, template_text("part-rules.typ"))
