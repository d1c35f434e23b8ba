"""The competition platform: a flat JSON list of 81 integers, 0 for an empty cell."""

from __future__ import annotations

import json
from typing import Final

from puzzles.files.base import Format, Record, only_one


def write(records: list[Record]) -> str:
    """The list of one puzzle."""
    return json.dumps([int(ch) if ch != "." else 0 for ch in only_one(records, "competition JSON").hints]) + "\n"


FORMAT: Final = Format("json", ".json", "JSON list of 81 integers", write, several=False)
