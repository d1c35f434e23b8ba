"""The site builds: mkdocs finds every page, link and anchor."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from pages import DOCS

pytest.importorskip("mkdocs", reason="mkdocs is in the extra `docs`")


def build(root: Path, site: Path) -> None:
    """Build the site of a project. Raises mkdocs's Abort for a warning."""
    from mkdocs.commands.build import build as build_site
    from mkdocs.config import load_config

    build_site(load_config(str(root / "mkdocs.yml"), site_dir=str(site), strict=True))


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    site = tmp_path / "site"
    build(DOCS.parent, site)
    config = (site / "reference" / "config.html").read_text(encoding="utf-8")
    assert 'id="parallel"' in config
    assert "<code>stagnation</code>" in config
    assert "--max-alike" in (site / "reference" / "commands.html").read_text(encoding="utf-8")
    assert not (site / "tools").exists()


@pytest.mark.parametrize("link", ["[a page](nowhere.md)", "[an anchor](tutorial.md#nowhere)", "![a picture](no.png)"])
def test_a_link_that_leads_nowhere_stops_the_build(link: str, tmp_path: Path) -> None:
    from mkdocs.exceptions import Abort

    shutil.copy(DOCS.parent / "mkdocs.yml", tmp_path)
    shutil.copytree(DOCS, tmp_path / "docs")
    with (tmp_path / "docs" / "index.md").open("a", encoding="utf-8") as page:
        page.write(f"\n{link}\n")
    with pytest.raises(Abort, match="1 warnings"):
        build(tmp_path, tmp_path / "site")


def test_nothing_is_loaded_from_another_host(tmp_path: Path) -> None:
    build(DOCS.parent, tmp_path / "site")
    for path in (tmp_path / "site").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        for mark in ('src="http', 'src="//', 'rel="stylesheet" href="http', 'rel="stylesheet" href="//'):
            assert mark not in text, f"{path.name}: {mark}"
