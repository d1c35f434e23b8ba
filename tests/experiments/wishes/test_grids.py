"""Puzzles on different solution grids: which are picked, and the run that wishes for them."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import numpy as np
import pytest
from watcher import Watcher

from experiments import cli
from experiments.kinds.number_place.columns import pareto_columns
from experiments.run import runner
from experiments.run.config import load_config
from experiments.run.folder import RunFolder
from experiments.wishes.grids import different_grids
from generator.sudoku.feasibility import find
from puzzles.canonical import canonical, pattern_symmetries
from puzzles.grid import from_characters, to_line
from puzzles.pattern import named_pattern
from puzzles.solutions import count_batch

PATTERN = named_pattern("eccomp2024-24")
MADE = find(PATTERN, 4, 8).hints
A, B, C, D = (to_line(hints) for hints in MADE)
RENAMED = to_line(np.where(MADE[0] > 0, 10 - MADE[0], 0).astype(np.uint8))
TURNED = to_line(np.ascontiguousarray(MADE[0].reshape(9, 9).T).reshape(81))
CONFIG = """
name = "grids"
seed = 3
[puzzle]
pattern = "eccomp2024-24"
solution_grids = 12
[search]
population = 20
evaluations = 200
[evaluation]
walks = 1
[validation]
walks = 10
[parallel]
workers = 1
"""


def table_of(run: Path, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((run / name).open(encoding="utf-8", newline="")))


def picked(puzzles: list[tuple[str, float, float]], wanted: int) -> list[str]:
    return [to_line(hints) for hints in different_grids(puzzles, PATTERN, wanted)]


def test_layer_by_layer_and_the_greatest_area_first() -> None:
    """A and B are the front, C is beaten by B alone, D by all; A's area 0.04 is below B's 0.25."""
    puzzles = [(D, 0.1, 0.1), (C, 0.4, 0.4), (A, 0.1, 0.6), (B, 0.5, 0.5)]
    assert picked(puzzles, 9) == [B, A, C, D]
    assert picked(puzzles, 3) == [B, A, C]
    assert picked(puzzles, 1) == [B]
    assert picked([], 3) == []


@pytest.mark.parametrize("copy", [RENAMED, TURNED], ids=["renamed", "turned"])
def test_a_grid_counts_once_after_renaming_and_turning(copy: str) -> None:
    assert bool(((from_characters(copy) > 0) == PATTERN).all())
    assert picked([(A, 0.5, 0.5), (copy, 0.6, 0.6), (B, 0.1, 0.1)], 3) == [copy, B]


def test_near_copies_of_grids_and_of_puzzles_are_one() -> None:
    """Two digits of the solution exchanged in the four corners of a rectangle: 77 of 81 cells alike."""
    solution = count_batch(MADE[:1]).found[0, 0].reshape(9, 9)
    other = solution.copy()
    corners = next(
        (a, b, c, d)
        for band in (0, 3, 6) for a in range(band, band + 3) for b in range(a + 1, band + 3)
        for c in range(9) for d in range(c + 1, 9)
        if solution[a, c] == solution[b, d] and solution[a, d] == solution[b, c]
    )  # fmt: skip
    a, b, c, d = corners
    other[[a, a, b, b], [c, d, c, d]] = solution[[b, b, a, a], [c, d, c, d]]
    full = [to_line(grid.ravel()) for grid in (solution, other)]
    puzzles = [(full[0], 0.5, 0.5), (full[1], 0.4, 0.4), (B, 0.1, 0.1)]
    assert [to_line(hints) for hints in different_grids(puzzles[:2], PATTERN, 3, max_alike=0.96)] == full[:2]
    assert [to_line(hints) for hints in different_grids(puzzles, PATTERN, 3, max_alike=0.9)] == [full[0], B]


def test_two_puzzles_of_one_grid_by_other_hints() -> None:
    """The same solution seen through two patterns: only the better one is taken."""
    solution = count_batch(MADE[:1]).found[0, 0]
    more = MADE[0].copy()
    more[np.flatnonzero(more == 0)[0]] = solution[np.flatnonzero(more == 0)[0]]
    assert picked([(A, 0.1, 0.2), (to_line(more), 0.2, 0.3), (B, 0.1, 0.1)], 3) == [to_line(more), B]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("grids") / "grids.toml"
    path.write_text(CONFIG)
    return path


def test_a_run_ends_with_as_many_grids_as_were_wished_for(file: Path, tmp_path: Path) -> None:
    outcome = runner.start(load_config(file), tmp_path, Watcher())
    assert outcome.remarks == ("grids.csv: puzzles on 12 different solution grids, 12 wanted",)
    folder = RunFolder(outcome.folder)
    rows = table_of(folder.path, "grids.csv")
    assert tuple(rows[0]) == tuple(column.name for column in pareto_columns())
    assert folder.manifest()["solution_grids"] == {"reached": 12, "wanted": 12}
    moves = pattern_symmetries(PATTERN)
    solutions = count_batch(np.array([from_characters(row["hints"]) for row in rows])).found[:, 0]
    assert [to_line(s) for s in solutions] == [row["solution"] for row in rows]
    assert len({canonical(s, moves) for s in solutions}) == 12
    # the grids of the front come first, and every score is that of the log after as many walks
    front = {canonical(from_characters(row["solution"]), moves) for row in table_of(folder.path, "pareto.csv")}
    assert {canonical(s, moves) for s in solutions[: len(front)]} == front
    log = [json.loads(line) for line in (outcome.folder / "evaluations.jsonl").read_text().splitlines()]
    scores = {(line["hints"], line["walks"]): (line["f1"], line["f2"]) for line in log}
    assert [(float(row["f1"]), float(row["f2"])) for row in rows] == [
        scores[row["hints"], int(row["walks"])] for row in rows
    ]
    before = (outcome.folder / "grids.csv").read_bytes()
    # as after a kill before its tables were written
    (outcome.folder / "grids.csv").unlink()
    folder.write_manifest(folder.manifest() | {"finished": False})
    runner.resume(outcome.folder, Watcher())
    assert (outcome.folder / "grids.csv").read_bytes() == before


def test_too_few_grids_are_said_so(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["run", str(file), "--set", "search.evaluations=20", "--set", "puzzle.solution_grids=5000"]
    monkeypatch.setattr(sys, "argv", ["hintsmith", *words, "--out", str(tmp_path)])
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code in (None, 0)
    reached = len(RunFolder(next(tmp_path.iterdir())).puzzles("grids.csv"))
    assert 1 < reached <= 20
    said = f"grids.csv: puzzles on {reached} different solution grids, 5000 wanted"
    assert said in capfd.readouterr().out
    monkeypatch.setattr(sys, "argv", ["hintsmith", "inspect", str(next(tmp_path.iterdir()))])
    with pytest.raises(SystemExit):
        cli.main()
    assert said in capfd.readouterr().out


def test_without_the_wish_there_is_no_such_file(file: Path, tmp_path: Path) -> None:
    config = file.with_name("plain.toml")
    config.write_text(CONFIG.replace("solution_grids = 12\n", ""))
    outcome = runner.start(load_config(config, ["search.evaluations=20"]), tmp_path, Watcher())
    assert outcome.remarks == ()
    assert not (outcome.folder / "grids.csv").exists()
    assert "solution_grids" not in RunFolder(outcome.folder).manifest()
