"""The site builds: mkdocs finds every page, link and anchor."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from pages import DOCS


def build(root: Path, site: Path) -> None:
    """Build the site of a project. Raises mkdocs's Abort for a warning."""
    from mkdocs.commands.build import build as build_site
    from mkdocs.config import load_config

    build_site(load_config(str(root / "mkdocs.yml"), site_dir=str(site), strict=True))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as it is; a warning would stop the build."""
    where = tmp_path_factory.mktemp("docs") / "site"
    build(DOCS.parent, where)
    return where


def test_reference_pages_are_filled_and_tools_left_out(site: Path) -> None:
    config = (site / "reference" / "config.html").read_text(encoding="utf-8")
    assert 'id="parallel"' in config
    assert "<code>stagnation</code>" in config
    assert "--max-alike" in (site / "reference" / "commands.html").read_text(encoding="utf-8")
    assert "hs.Backend" in (site / "reference" / "api.html").read_text(encoding="utf-8")
    assert not (site / "tools").exists()


def test_links_that_lead_nowhere_stop_the_build(tmp_path: Path) -> None:
    from mkdocs.exceptions import Abort

    shutil.copy(DOCS.parent / "mkdocs.yml", tmp_path)
    shutil.copytree(DOCS, tmp_path / "docs")
    with (tmp_path / "docs" / "index.md").open("a", encoding="utf-8") as page:
        page.write("\n[a page](nowhere.md), [an anchor](tutorial.md#nowhere), ![a picture](no.png)\n")
    with pytest.raises(Abort, match="3 warnings"):
        build(tmp_path, tmp_path / "site")


def test_pages_that_are_not_named_are_listed_all_the_same(tmp_path: Path) -> None:
    shutil.copy(DOCS.parent / "mkdocs.yml", tmp_path)
    shutil.copytree(DOCS, tmp_path / "docs")
    (tmp_path / "docs" / "howto" / "zebra.md").write_text("# Paint a zebra\n", encoding="utf-8")
    (tmp_path / "docs" / "stripes.md").write_text("# Why stripes\n", encoding="utf-8")
    build(tmp_path, tmp_path / "site")
    home = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert home.count('href="howto/zebra.html"') == 1
    assert "Paint a zebra" in home
    marks = ("howto/run.html", "howto/zebra.html", "How it works", "stripes.html", "config.html")
    places = [home.index(mark) for mark in marks]
    assert places == sorted(places)
    assert home.count('href="stripes.html"') == 1


def test_nothing_is_loaded_from_another_host(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        for mark in ('src="http', 'src="//', 'rel="stylesheet" href="http', 'rel="stylesheet" href="//'):
            assert mark not in text, f"{path.name}: {mark}"
