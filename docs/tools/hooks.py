"""What mkdocs calls while it builds the site (see mkdocs.yml)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from reference import fill


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Reference pages are filled from the program, so they cannot fall behind it."""
    return fill(markdown)
