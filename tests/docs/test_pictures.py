"""Pictures of the documentation are known to be stale when what they follow from has changed."""

from __future__ import annotations

import json
from pathlib import Path

import make_pictures
import pytest


def test_a_change_makes_its_pictures_stale_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("page.md", "tool.py"):
        (tmp_path / name).write_text("one")
    made: list[str] = []
    makers = {name: (lambda name=name: made.append(name), (file,)) for name, file in (("a", "page.md"), ("b", "*.py"))}
    monkeypatch.setattr(make_pictures, "ROOT", tmp_path)
    monkeypatch.setattr(make_pictures, "MADE", tmp_path / "made.json")
    monkeypatch.setattr(make_pictures, "MAKERS", makers)
    make_pictures.main(["--stale"])
    assert made == ["a", "b"]
    assert sorted(json.loads((tmp_path / "made.json").read_text())) == ["a", "b"]
    make_pictures.main(["--stale"])
    assert made == ["a", "b"]
    (tmp_path / "tool.py").write_text("two")
    make_pictures.main(["--stale"])
    assert made == ["a", "b", "b"]


def test_every_maker_follows_from_files_that_are_there() -> None:
    for _, patterns in make_pictures.MAKERS.values():
        assert all(any(make_pictures.ROOT.glob(pattern)) for pattern in patterns)
