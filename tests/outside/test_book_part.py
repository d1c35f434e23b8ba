"""A part of a book from outside: installed as a plug-in, named by a book file; and the contract of all parts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pypdf
import pytest

import puzzles
from experiments.publish.book.parts import PARTS, register
from hintsmith.testing import check_book_part
from puzzles.errors import InputError

ROOT = Path(puzzles.__file__).resolve().parent.parent
HERE = Path(__file__).parent
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BOOK = """
title = "With thanks"
pages = ["thanks", "rules"]
sort = "none"
[[section]]
puzzles = ["one.txt"]
"""


def install(folder: Path) -> Path:
    """A folder that holds an installed distribution of one module."""
    information = folder / "thanks-1.0.dist-info"
    information.mkdir(parents=True)
    (folder / "thanks.py").write_text((HERE / "thanks.py").read_text(encoding="utf-8"), encoding="utf-8")
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: thanks\nVersion: 1.0\n", encoding="utf-8")
    (information / "entry_points.txt").write_text("[hintsmith.book_parts]\nthanks = thanks:THANKS\n", encoding="utf-8")
    return folder


def hintsmith(folder: Path, site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(site), str(ROOT)))}
    return subprocess.run(
        [sys.executable, "-m", "experiments.cli", *words],
        env=environment, cwd=folder, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


def test_a_book_file_names_a_part_that_a_plugin_brings(tmp_path: Path) -> None:
    """One file outside, and its entry point."""
    site = install(tmp_path / "site")
    (tmp_path / "book.toml").write_text(BOOK, encoding="utf-8")
    (tmp_path / "one.txt").write_text(PUZZLE + "\n", encoding="utf-8")
    done = hintsmith(tmp_path, site, "export", "--book", "book.toml", "--no-library", "--avoid", "none")
    assert done.returncode == 0, done.stderr
    pages = pypdf.PdfReader(tmp_path / done.stdout.strip()).pages
    # title, rules, puzzle, solution, thanks
    assert len(pages) == 5
    assert pages[4].extract_text().strip() == "Thank you for 1 puzzles, the last on page 3"
    listed = hintsmith(tmp_path, site, "export", "--list-pages")
    assert "thanks     thanks to whoever has solved it" in listed.stdout


@pytest.mark.parametrize("name", PARTS.own)
def test_parts_keep_their_contract(name: str) -> None:
    check_book_part(name)


def test_parts_that_cannot_be_are_said() -> None:
    from hintsmith import BookPart

    with pytest.raises(InputError, match="the name is taken"):
        register(BookPart("rules", "", "front", lambda contents: [], ""))
    with pytest.raises(InputError, match="the name is taken"):
        register(BookPart("puzzles", "", "front", lambda contents: [], ""))
    with pytest.raises(InputError, match="front, back or end"):
        register(BookPart("mine", "", "middle", lambda contents: [], ""))  # type: ignore[arg-type]


def test_a_part_whose_pages_are_never_the_same_is_caught() -> None:
    from hintsmith import BookPart

    numbers = iter(range(1, 100))
    with pytest.raises(AssertionError, match="gives another number of pages"):
        check_book_part(
            BookPart("growing", "", "end", lambda contents: [{}] * next(numbers), "#let page(d, b, l) = []")
        )
