"""Nonograms in print: clues where they belong, the picture as it is."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree

import pypdf
import pytest

from experiments.export.nonogram import nonogram_pdf, nonogram_svg
from puzzles.errors import InputError

PICTURE = [[1, 1, 0], [0, 0, 0], [1, 0, 1]]
ROWS = [[2], [], [1, 1]]
COLUMNS = [[1, 1], [1], [1]]
NAME = "{http://www.w3.org/2000/svg}"


def test_svg_shows_clues_and_picture_in_their_places() -> None:
    root = ElementTree.fromstring(nonogram_svg(ROWS, COLUMNS, PICTURE, "A <b> & c"))
    assert root.findtext(f"{NAME}title") == "A <b> & c"
    # the board begins at two clues of 24 and a margin of 2, on both sides
    cells = {
        (int(float(rect.get("y", 0)) - 50) // 24, int(float(rect.get("x", 0)) - 50) // 24)
        for rect in root.iter(f"{NAME}rect")
        if rect.get("fill") is None
    }
    assert cells == {(0, 0), (0, 1), (2, 0), (2, 2)}
    clues = {
        (
            round((float(text.get("y", 0)) - 18.8 - 50) / 24 + 0.1),
            round((float(text.get("x", 0)) - 12 - 50) / 24),
        ): text.text
        for text in root.iter(f"{NAME}text")
    }
    assert clues == {
        (0, -1): "2",
        (1, -1): "0",
        (2, -2): "1",
        (2, -1): "1",
        (-2, 0): "1",
        (-1, 0): "1",
        (-1, 1): "1",
        (-1, 2): "1",
    }


def test_pdf_has_the_puzzle_and_then_its_picture() -> None:
    pages = pypdf.PdfReader(io.BytesIO(nonogram_pdf(ROWS, COLUMNS, PICTURE, "花 #eval(1)", lang="ja"))).pages
    assert len(pages) == 2
    assert "花 #eval(1)" in pages[0].extract_text()
    assert "解答" in pages[1].extract_text()
    assert sorted(ch for ch in pages[0].extract_text() if ch.isdigit() and ch != "1") == ["0", "2"]
    assert float(pages[0].mediabox.width) == pytest.approx(595.28, abs=0.1)
    assert len(pypdf.PdfReader(io.BytesIO(nonogram_pdf(ROWS, COLUMNS, None))).pages) == 1


def test_large_nonograms_stay_on_one_page_or_are_refused() -> None:
    long = [[1] * 20] * 40
    pages = pypdf.PdfReader(io.BytesIO(nonogram_pdf(long, long, None, "T" * 10_000))).pages
    assert len(pages) == 1
    with pytest.raises(InputError, match="take larger paper"):
        nonogram_pdf([[1] * 50] * 100, [[1] * 50] * 100, paper="a5")


def test_pictures_and_clues_have_to_agree() -> None:
    with pytest.raises(InputError, match="not 3 wide and 3 high"):
        nonogram_svg(ROWS, COLUMNS, [[1]])
    with pytest.raises(InputError, match="at least one row"):
        nonogram_pdf([], [])
    with pytest.raises(InputError, match="paper 'x'"):
        nonogram_pdf(ROWS, COLUMNS, paper="x")
