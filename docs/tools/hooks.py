"""What mkdocs calls while it builds the site (see mkdocs.yml)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from reference import fill


def on_config(config: Any) -> None:
    """A how-to page that mkdocs.yml does not name comes after those that it names, under its own title."""
    howto = next(item["How to"] for item in config["nav"] if "How to" in item)
    named = {path for item in howto for path in (item.values() if isinstance(item, dict) else [item])}
    pages = sorted(path.name for path in Path(config["docs_dir"], "howto").glob("*.md"))
    howto += [f"howto/{name}" for name in pages if f"howto/{name}" not in named]


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Reference pages are filled from the program, so they cannot fall behind it."""
    return fill(markdown)
