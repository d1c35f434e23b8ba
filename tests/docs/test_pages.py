"""The documentation does what it says: its commands run, its links and its reference pages hold."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pages import DOCS, Run, SaveFile, missing_line, steps

ROOT = DOCS.parent
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))


def command(folder: Path) -> Path:
    """A folder for PATH in which `hintsmith` is the program of this checkout."""
    where = folder / "bin"
    where.mkdir()
    script = where / "hintsmith"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m experiments.cli "$@"\n')
    script.chmod(0o755)
    (where / "python").symlink_to(sys.executable)
    return where


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if steps((DOCS / page).read_text(encoding="utf-8"))])
def test_what_a_page_tells_to_type_works(page: str, tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("the pages' commands are for a Unix shell")
    folder = tmp_path / "reader"
    folder.mkdir()
    environment = {
        **os.environ,
        "PATH": f"{command(tmp_path)}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "HINTSMITH_LIBRARY": str(tmp_path / "library.sqlite"),
        "COLUMNS": "120",
    }
    for step in steps((DOCS / page).read_text(encoding="utf-8")):
        if isinstance(step, SaveFile):
            (folder / step.name).write_text(step.text, encoding="utf-8")
            continue
        done = subprocess.run(
            [bash, "-e", "-c", step.commands],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            timeout=600,
        )
        assert done.returncode == step.exit_code, f"{step.commands}\n{done.stdout}"
        if step.output is not None:
            missing = missing_line(step.output, done.stdout)
            assert missing is None, f"{step.commands}\nno line {missing!r} in\n{done.stdout}"


def test_files_and_commands_of_a_page_are_read_in_order() -> None:
    page = (
        "Save it:\n\n<!-- file: a.txt -->\n```text\none\n```\n\n```sh\ncat a.txt\n```\n\n<!-- output -->\n```text\no…\n```\n"
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
