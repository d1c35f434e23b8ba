"""Pictures as SVG: lines and real text, in any size without loss."""

from __future__ import annotations

import re
from typing import Final
from xml.sax.saxutils import escape

from experiments.publish.carried import svg_element
from experiments.publish.kind import Drawing
from puzzles.files.base import one_line

_NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """Text as XML data: no markup, no character that XML forbids."""
    return escape(_NOT_XML.sub("", one_line(text)))


def strokes(path: str, width: int) -> str:
    """Black lines."""
    return f'<path d="{path}" stroke="#000" stroke-width="{width}" stroke-linecap="square" fill="none"/>'


def letters(texts: list[str], size: int) -> str:
    """Text elements, centred, in one size of type."""
    head = f'<g font-family="Helvetica, Arial, sans-serif" font-size="{size}" text-anchor="middle">\n'
    return head + "\n".join(texts) + "\n</g>"


def svg_document(drawing: Drawing, title: str, note: str = "") -> str:
    """An SVG document.

    Args:
        drawing: what it shows.
        title: what a screen reader says; shown nowhere.
        note: what the picture carries unseen (`carried.note`); nothing when empty.
    """
    width, height = drawing.width, drawing.height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img">\n<title>{xml_text(title)}</title>\n{svg_element(note) if note else ""}'
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n' + "\n".join(drawing.parts) + "\n</svg>\n"
    )
