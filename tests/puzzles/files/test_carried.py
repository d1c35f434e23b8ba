"""Puzzles that a PNG, SVG or PDF carries."""

from __future__ import annotations

import io
import json
import logging

import pypdf
import pytest

from puzzles.files import carried, read_bytes

HINTS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def damaged_pdf() -> bytes:
    """A PDF whose table of places is not where its end says: pypdf mends that and speaks of it."""
    written = io.BytesIO()
    writer = pypdf.PdfWriter()
    writer.add_blank_page(100, 100)
    note = json.dumps({carried.KEY: "table", "texts": [f"hints\n{HINTS}\n"]})
    writer.add_metadata({carried.PDF_KEY: note})
    writer.write(written)
    head, mark, _ = written.getvalue().rpartition(b"startxref\n")
    return head + mark + b"17\n%%EOF\n"


def test_pypdf_says_nothing_of_its_own(capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
    data = damaged_pdf()
    logger = logging.getLogger("pypdf")
    before = logger.level
    with caplog.at_level(logging.DEBUG):
        assert len(pypdf.PdfReader(io.BytesIO(data)).pages) == 1
        assert caplog.records, "this file no longer makes pypdf speak"
        caplog.clear()
        capsys.readouterr()
        (entry,) = read_bytes(data, "book.pdf")
    assert entry.record is not None
    assert entry.record.hints == HINTS
    assert caplog.records == []
    assert capsys.readouterr().err == ""
    assert logger.level == before, "what others log is left alone"
