"""The command line as a whole: its version, and how its help page is ordered."""

from __future__ import annotations

import re
import sys
from importlib.metadata import version

import pytest

from experiments import cli


def call(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["hintsmith", *words])
    with pytest.raises(SystemExit) as left:
        cli.main()
    return int(left.value.code or 0)


def test_the_version(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(monkeypatch, "--version") == 0
    assert capsys.readouterr().out == f"hintsmith {version('hintsmith')}\n"


def test_every_command_is_in_a_group(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(monkeypatch, "--help") == 0
    lines = capsys.readouterr().out.splitlines()
    groups: dict[str, list[str]] = {}
    title = ""
    for line in lines:
        if found := re.match(r"╭─ (.+?) ─", line):
            title = found[1]
            groups[title] = []
        elif found := re.match(r"│ (\w+) ", line):
            groups[title].append(found[1])
    groups.pop("Options")
    assert groups == {
        "Make puzzles": ["run", "configs", "sweep", "pattern"],
        "Judge puzzles": ["evaluate", "explain", "solve", "opthub"],
        "Use the results": ["inspect", "compare", "export", "library"],
    }
