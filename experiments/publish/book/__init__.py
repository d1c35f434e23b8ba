"""Books: pages and grids worked out in millimetres, parts that come from a catalogue, set by typst."""

from experiments.publish.book.make import Book, make_book, make_chapters
from experiments.publish.book.plan import Chapter

__all__ = ["Book", "Chapter", "make_book", "make_chapters"]
