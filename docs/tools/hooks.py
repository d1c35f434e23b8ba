"""What mkdocs calls while it builds the site (see mkdocs.yml)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

SECTIONS: Final = {"How to": "howto/*.md", "How it works": "*.md", "Reference": "reference/*.md"}


def on_config(config: Any) -> None:
    """A page that mkdocs.yml does not name comes last in the section of its folder, under its own title."""
    docs = Path(config["docs_dir"])
    sections = {title: pages for item in config["nav"] for title, pages in item.items()}
    named = {pages for pages in sections.values() if isinstance(pages, str)}
    named |= {path for title in SECTIONS for entry in sections[title] for path in entry.values()}
    for title, where in SECTIONS.items():
        found = sorted(path.relative_to(docs).as_posix() for path in docs.glob(where))
        sections[title] += [path for path in found if path not in named]
