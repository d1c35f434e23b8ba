"""Tables with a header, as text cells."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from puzzles.errors import InputError


def read_cells(path: Path) -> tuple[list[dict[str, str]], list[str]]:
    """The rows of a CSV file, column to cell, and the place of each for messages. Raises InputError."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({(error.strerror or str(error)).lower()})") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not UTF-8") from None
    reader = csv.DictReader(io.StringIO(text))
    rows: list[dict[str, str]] = []
    where: list[str] = []
    for row in reader:
        # cells beyond the header are a list, missing ones None
        rows.append({str(name): cell for name, cell in row.items() if isinstance(cell, str)})
        where.append(f"{path}, line {reader.line_num}")
    return rows, where
