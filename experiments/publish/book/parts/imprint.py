"""The imprint: who made the book, when and where."""

from __future__ import annotations

from typing import Any, Final

from experiments.names import short
from experiments.publish.book.contents import Contents
from experiments.publish.book.parts.base import BookPart
from experiments.publish.kind import LABEL
from experiments.publish.typesetting import template_text


def _pages(contents: Contents) -> list[dict[str, Any]]:
    author = short(contents.options.author, LABEL)
    lines = [("", short(line, LABEL)) for line in contents.options.imprint]
    if author:
        lines.insert(0, (contents.words["imprint_author"], author))
    lines.append(("", contents.words["imprint_made"]))
    return [{"title": contents.title, "lines": [_named(one) for one in lines]}]


def _named(line: tuple[str, str]) -> tuple[str, str]:
    """A line such as `Printer: Smith & Sons` in two parts."""
    name, words = line
    for mark in (":", "："):
        before, found, after = words.partition(mark)
        if not name and found and before.strip() and after.strip() and "//" not in after[:2]:
            return before.strip(), after.strip()
    return line


PART: Final = BookPart("imprint", "who made the book", "end", _pages, template_text("part-imprint.typ"), numbered=False)
