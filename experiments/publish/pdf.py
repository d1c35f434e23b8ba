"""Finished PDFs, changed in small ways that typst has no words for."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypdf import PdfWriter


def open_pdf(pdf: bytes) -> PdfWriter:
    """A writer that holds a whole PDF, its version kept: pypdf would call it 1.3."""
    import pypdf

    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf))
    writer.pdf_header = pdf[:8].decode("ascii", "replace")
    return writer


def pdf_bytes(writer: PdfWriter) -> bytes:
    """The PDF of a writer."""
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()
