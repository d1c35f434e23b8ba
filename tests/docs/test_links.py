"""Links and pictures. Those of the site are checked by `make docs` too; here also the README's, and sizes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pages import DOCS

ROOT = DOCS.parent
MOST_BYTES = 150_000
FILES = ["README.md", *sorted(path.relative_to(ROOT).as_posix() for path in DOCS.rglob("*.md"))]


def targets(text: str) -> list[str]:
    """Where the links and pictures of Markdown lead, code left out."""
    plain = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
    return re.findall(r"\]\(([^)\s]+)\)", plain)


@pytest.mark.parametrize("name", FILES)
def test_links_within_the_project_lead_somewhere(name: str) -> None:
    path = ROOT / name
    for target in targets(path.read_text(encoding="utf-8")):
        if not re.match(r"[a-z]+:", target):
            place = target.partition("#")[0]
            assert not place or (path.parent / place).exists(), f"{name}: {target}"


def test_every_picture_is_small_and_shown() -> None:
    shown = {
        (path.parent / target).resolve()
        for path in map(ROOT.joinpath, FILES)
        for target in targets(path.read_text(encoding="utf-8"))
    }
    images = [path for path in (DOCS / "images").iterdir() if path.is_file()]
    assert images
    for image in (image for image in images if image.suffix != ".json"):
        assert image.resolve() in shown, f"{image.name} is on no page"
        assert image.stat().st_size <= MOST_BYTES, image.name


def test_links_are_found_outside_code() -> None:
    assert targets("[a](b.md#c) `[x](y)` ![p](q.png)\n```text\n[n](o)\n```\n") == ["b.md#c", "q.png"]


def test_no_page_names_a_place_of_this_machine() -> None:
    for path in map(ROOT.joinpath, FILES):
        assert not re.search(r"(?<![\w.])/(home|root|work|tmp|Users)/", path.read_text(encoding="utf-8")), path
    assert Path(DOCS / "index.md").is_file()
