"""The site builds: mkdocs finds every page, link and anchor."""

from __future__ import annotations

from pathlib import Path

import pytest
from pages import DOCS


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs", reason="mkdocs is in the extra `docs`")
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    site = tmp_path / "site"
    build(load_config(str(DOCS.parent / "mkdocs.yml"), site_dir=str(site), strict=True))
    config = (site / "reference" / "config.html").read_text(encoding="utf-8")
    assert 'id="parallel"' in config
    assert "<code>stagnation</code>" in config
    assert "--max-alike" in (site / "reference" / "commands.html").read_text(encoding="utf-8")
    assert not (site / "tools").exists()
