"""The documentation does what it says: its commands run and print what it shows."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from pages import DOCS, Run, SaveFile, follow, missing_line, steps

PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="the pages' commands are for a Unix shell")
@pytest.mark.parametrize("page", [page for page in PAGES if steps((DOCS / page).read_text(encoding="utf-8"))])
def test_what_a_page_tells_to_type_works(page: str, tmp_path: Path) -> None:
    follow(page, tmp_path / "reader")


def test_files_and_commands_of_a_page_are_read_in_order() -> None:
    page = (
        "Save it:\n\n<!-- file: a.txt -->\n```text\none\n```\n\n"
        "```sh\ncat a.txt\n```\n\n<!-- output -->\n```text\no…\n```\n"
        "<!-- not run: long -->\n```sh\nsleep 1000\n```\n<!-- hidden: true -->\n<!-- exits: 1 -->\n```sh\nfalse\n```\n"
        "```toml\nx = 1\n```\n"
    )
    assert steps(page) == [
        SaveFile("a.txt", "one\n"),
        Run("cat a.txt\n", 0, "o…\n"),
        Run("true"),
        Run("false\n", 1),
    ]


def test_missing_lines_are_found_in_order() -> None:
    assert missing_line("a\nc …\n", "a\nb\nc 12\n") is None
    assert missing_line("c …\na\n", "a\nb\nc 12\n") == "a"
    assert missing_line("a.c\n", "abc\n") == "a.c"


def test_every_file_mark_and_code_block_is_understood() -> None:
    for page in PAGES:
        text = (DOCS / page).read_text(encoding="utf-8")
        assert text.count("```") % 2 == 0, page
        for mark in ("file:", "output", "exits:", "not run:"):
            for line, after in zip(text.splitlines(), text.splitlines()[1:], strict=False):
                if line.startswith(f"<!-- {mark}"):
                    assert after.startswith("```"), f"{page}: {line}"
