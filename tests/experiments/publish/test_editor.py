"""The editor's wish: twenty puzzles on a heart, easy to hard, never one that was printed. Three commands."""

from __future__ import annotations

import re
import sys
from itertools import combinations
from pathlib import Path

import pypdf
import pytest

from evaluation.difficulty import GRADES
from experiments import cli
from experiments.publish.source import load
from puzzles.alike import hint_share
from puzzles.canonical import minimal_form
from puzzles.pattern import named_pattern

CONFIG = """
name = "heart"
seed = 1
[puzzle]
pattern = "heart"
[search]
population = 40
evaluations = 600
[validation]
walks = 8
[uniqueness]
method = "exact"
second_opinion = 0
[parallel]
workers = 1
backend = "threading"
"""
NUMBER = 8
"""Puzzles in a book; the page of the documentation has twenty from a longer run."""


@pytest.fixture
def hintsmith(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]):
    """Runs a command in a folder of its own; returns what it prints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HINTSMITH_LIBRARY", str(tmp_path / "library.sqlite"))

    def run(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["hintsmith", *words])
        with pytest.raises(SystemExit) as left:
            cli.main()
        printed = capfd.readouterr()
        assert not left.value.code, printed.err
        return printed.out

    return run


def test_two_books_of_three_commands_share_nothing(tmp_path: Path, hintsmith) -> None:
    (tmp_path / "heart.toml").write_text(CONFIG, encoding="utf-8")
    hintsmith("run", "heart.toml")
    run = str(next((tmp_path / "runs").iterdir()))
    make = ("export", run, "--from", "all", "--select", f"diverse:{NUMBER}", "--minutes", "--dividers", "--lang", "ja")
    first = tmp_path / hintsmith(*make, "--title", "ハート").strip()
    assert hintsmith("library", "mark-published", str(first), "--in", "夏の本") == f"{NUMBER} marked\n"
    second = tmp_path / hintsmith(*make, "--title", "ハート2").strip()
    books = [load([str(path)]).puzzles for path in (first, second)]
    assert [len(book) for book in books] == [NUMBER, NUMBER]
    everything = [puzzle for book in books for puzzle in book]
    assert len({minimal_form(puzzle.grid) for puzzle in everything}) == 2 * NUMBER
    assert all(hint_share(a.grid, b.grid) <= 0.9 for a, b in combinations(everything, 2))
    heart = named_pattern("heart")
    assert all(((puzzle.grid > 0) == heart).all() for puzzle in everything)
    # no two begin alike, which they all would in normal form
    assert len({puzzle.hints.replace(".", "")[:6] for puzzle in everything}) == 2 * NUMBER
    for path in (first, second):
        text = "\n".join(page.extract_text() for page in pypdf.PdfReader(path).pages).replace(" ", "")
        stars = [len(found) for found in re.findall(r"第\d+問(★+)☆*", text)]
        names = [grade.japanese for grade in GRADES]
        assert len(re.findall(r"目安\d+分", text)) == NUMBER
        assert stars == sorted(stars) or any(name in text for name in names)
        levels = [puzzle.level for puzzle in load([str(path)]).puzzles]
        assert levels == sorted(levels, key=lambda level: 99 if level is None else level)
