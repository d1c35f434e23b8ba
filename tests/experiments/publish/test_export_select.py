"""Choosing: by hand-worked fronts, and near copies by moved and changed puzzles."""

from __future__ import annotations

import csv
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_run import three_objective_run

from evaluation.objectives import COMPETITION
from experiments import cli
from experiments.publish.choosing.picking import pick
from experiments.publish.choosing.select import check_form, choose, distinct
from experiments.publish.puzzle import ExportPuzzle
from puzzles.errors import InputError
from puzzles.grid import to_line

HINTS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def scored(*scores: tuple[float, float], **more: object) -> list[ExportPuzzle]:
    """Puzzles of these (f1, f2) with hints of their own."""
    rng = np.random.default_rng(1)
    puzzles = []
    for k, (f1, f2) in enumerate(scores, 1):
        hints = rng.integers(1, 10, 81).astype(np.uint8)
        puzzles.append(ExportPuzzle(to_line(hints), SOLUTION, f"p{k}", row={"f1": f1, "f2": f2}, **more))  # type: ignore[arg-type]
    return puzzles


def names(puzzles: list[ExportPuzzle]) -> list[str]:
    return [puzzle.id for puzzle in puzzles]


FRONT = scored((0.9, 0.1), (0.8, 0.3), (0.7, 0.38), (0.4, 0.4), (0.1, 0.5))


def test_best_is_the_greatest_area() -> None:
    # 0.09, 0.24, 0.266, 0.16, 0.05
    assert names(choose(FRONT, "best")) == ["p3"]
    assert names(choose(FRONT, "best:3")) == ["p3", "p2", "p4"]
    assert names(choose(FRONT, "best:99")) == ["p3", "p2", "p4", "p1", "p5"]


def test_validated_scores_count_before_claimed_ones() -> None:
    row = {"f1": 0.9, "f2": 0.9, "validated_f1": 0.1, "validated_f2": 0.1}
    lucky = ExportPuzzle(HINTS, SOLUTION, "lucky", row=row)
    assert lucky.scores(COMPETITION) == (0.1, 0.1)
    assert names(choose([*FRONT, lucky], "best")) == ["p3"]


def test_minutes_from_here_to_there() -> None:
    timed = [replace(one, row={**one.row, "minutes": float(4 * k)}) for k, one in enumerate(FRONT, 1)]
    assert names(choose(timed, "minutes:8-16")) == ["p2", "p3", "p4"]
    assert names(choose(timed, "minutes:-7.5")) == ["p1"]
    assert names(choose(timed, "minutes:20-")) == ["p5"]
    with pytest.raises(InputError, match="p1 has no minutes"):
        choose(FRONT, "minutes:8-16")
    for wrong in ("minutes:", "minutes:-", "minutes:8", "minutes:9-8", "minutes:a-b", "minutes:nan-3"):
        with pytest.raises(InputError, match="such as minutes:5-15"):
            check_form(wrong)


def test_knee_is_farthest_from_the_line_between_the_ends() -> None:
    # scaled: (1, 0), (.875, .5), (.75, .7), (.375, .75), (0, 1); x + y is 1, 1.375, 1.45, 1.125, 1
    assert names(choose(FRONT, "knee")) == ["p3"]
    assert names(choose(scored((1.0, 0.0), (0.2, 0.2), (0.7, 0.9), (0.0, 1.0)), "knee")) == ["p3"]
    assert names(choose(scored((0.5, 0.5)), "knee")) == ["p1"]
    assert choose([], "knee") == []


def test_spread_takes_the_ends_and_then_the_widest_gaps() -> None:
    line = scored(*((1 - k / 8, k / 8) for k in range(9)))
    assert names(choose(line, "spread:2")) == ["p1", "p9"]
    assert names(choose(line, "spread:3")) == ["p1", "p5", "p9"]
    assert names(choose(line, "spread:5")) == ["p1", "p3", "p5", "p7", "p9"]
    assert names(choose(line, "spread:1")) == ["p1"]
    assert len(choose(line, "spread:50")) == 9


def of_three(*scores: tuple[float, float, float]) -> list[ExportPuzzle]:
    """Puzzles of these (f1, f2, height)."""
    plain = scored(*((f1, f2) for f1, f2, _ in scores))
    heights = [{"height": height, "validated_height": height} for *_, height in scores]
    # claims that are wrong: what was validated counts
    rows = [
        {"f1": 1 - one.row["f1"], "f2": 0.9, "validated_f1": one.row["f1"], "validated_f2": one.row["f2"], **height}
        for one, height in zip(plain, heights, strict=True)
    ]
    return [replace(one, row=row) for one, row in zip(plain, rows, strict=True)]


def test_three_objectives_count_together() -> None:
    # volumes 0.108, 0.18, 0.12, 0.2, 0.015
    front = of_three((0.9, 0.1, 1.2), (0.3, 0.3, 2.0), (0.1, 0.4, 3.0), (0.5, 0.2, 2.0), (0.05, 0.1, 3.0))
    assert names(choose(front, "best")) == ["p4"]
    assert names(choose(front, "best:3")) == ["p4", "p2", "p3"]
    # the ends are p1, p3 and p3 again: the greatest sum of the scaled scores, of
    # (1, 0, 0), (.29, .67, .44), (.06, 1, 1), (.53, .33, .44), (0, 0, 1)
    assert names(choose(front, "knee")) == ["p3"]
    assert names(choose(front, "spread:2")) == ["p1", "p3"]
    assert len(choose(front, "spread:4")) == 4
    # three ends of their own: the plane is x + y + z = 1, and (.4, .5, .5) lies farthest beyond it
    corners = of_three((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.4, 0.5, 0.5), (0.6, 0.3, 0.2))
    assert names(choose(corners, "knee")) == ["p4"]
    assert names(choose(corners, "spread:3")) == ["p1", "p2", "p3"]


def test_only_what_all_have_is_compared() -> None:
    mixed = [*of_three((0.5, 0.5, 9.0)), *(replace(one, id="q") for one in scored((0.6, 0.6)))]
    assert names(choose(mixed, "best")) == ["q"]


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=25), st.integers(1, 12))
@settings(max_examples=80, deadline=None)
def test_spread_gives_as_many_as_there_are(scores: list[tuple[float, float]], number: int) -> None:
    puzzles = scored(*scores)
    chosen = choose(puzzles, f"spread:{number}")
    assert len(chosen) == len(set(names(chosen))) == min(number, len(puzzles))
    assert len(choose(puzzles, "knee")) == 1


def test_grades_and_ids() -> None:
    puzzles = [*scored((0.1, 0.1), (0.2, 0.2), grade="easy"), *scored((0.3, 0.3), grade="Hard")]
    assert len(choose(puzzles, "grade:easy")) == 2
    assert len(choose(puzzles, "grade:EASY,hard")) == 3
    said: list[str] = []
    assert len(choose(puzzles, "grade:上級,fiendish", said.append)) == 1
    assert said == ["--select grade:上級,fiendish: no puzzle is fiendish; there are 2 easy, 1 hard"]
    assert names(choose(FRONT, "ids:p5,2,p5")) == ["p5", "p2"]
    assert names(choose(FRONT, "1,3")) == ["p1", "p3"]
    with pytest.raises(InputError, match="there is no 'p9' among 5 puzzles"):
        choose(FRONT, "ids:p9")


@pytest.mark.parametrize("how", ["", "worst", "spread", "spread:0", "spread:x", "best:-1", "grade:", "ids:"])
def test_what_cannot_be_chosen_is_said(how: str) -> None:
    with pytest.raises(InputError, match="--select"):
        choose(FRONT, how)


def test_scores_are_needed_where_they_count() -> None:
    with pytest.raises(InputError, match="p has none"):
        choose([ExportPuzzle(HINTS, SOLUTION, "p")], "best")
    assert len(choose([ExportPuzzle(HINTS, SOLUTION, "p")], "all")) == 1


def moved(hints: str) -> str:
    """Half a turn and other names: the same puzzle."""
    return "".join(ch if ch == "." else str(10 - int(ch)) for ch in reversed(hints))


def test_the_same_puzzle_moved_is_left_out_whatever_the_share() -> None:
    a = ExportPuzzle(HINTS, SOLUTION, "a", row={"f1": 0.2, "f2": 0.2})
    b = ExportPuzzle(moved(HINTS), SOLUTION, "b", row={"f1": 0.9, "f2": 0.9})
    kept, copies = distinct([a, b], 1.0)
    assert names(kept) == ["b"]
    assert [(copy.puzzle.id, copy.like.id, copy.share) for copy in copies] == [("a", "b", 1.0)]


def test_near_copies_go_by_the_share_of_hints_alike() -> None:
    """30 hints of which one is changed: 29 of 30 agree."""
    a = ExportPuzzle(HINTS, SOLUTION, "a")
    b = ExportPuzzle(HINTS.replace("5", "4", 1), SOLUTION, "b")
    assert names(distinct([a, b], 1.0)[0]) == ["a", "b"]
    assert names(distinct([a, b], 29 / 30)[0]) == ["a", "b"]
    kept, copies = distinct([a, b], 0.96)
    assert names(kept) == ["a"]
    assert copies[0].share == pytest.approx(29 / 30)


def test_pick_names_first_and_chooses_from_what_is_left() -> None:
    twin = ExportPuzzle(moved(FRONT[0].hints), SOLUTION, "twin", row={"f1": 0.0, "f2": 0.0})
    said: list[str] = []
    chosen = pick([twin, *FRONT], ["all"], say=said.append)
    assert names(chosen) == ["p1", "p2", "p3", "p4", "p5"]
    assert said == ["twin left out: p1 is too much like it (the same puzzle)"]
    assert names(pick([twin, *FRONT], ["2,4"])) == ["p1", "p3"]
    assert names(pick([twin, *FRONT], ["spread:3", "best"])) == ["p3"]


def test_a_run_of_three_objectives_is_chosen_from_by_all_of_them(tmp_path: Path, monkeypatch, capsys) -> None:
    run = three_objective_run(tmp_path)
    own = list(csv.DictReader((run / "pareto.csv").open(encoding="utf-8", newline="")))
    names_of = ("validated_f1", "validated_f2", "validated_height")
    volume = {row["hints"]: float(np.prod([float(row[name]) for name in names_of])) for row in own}
    for how, number in (("best", 1), ("knee", 1), ("spread:3", min(3, len(own)))):
        words = ["export", str(run), "--format", "csv", "--select", how, "--max-alike", "1", "--no-library"]
        words += ["--digits", "as-found"]
        monkeypatch.setattr(sys, "argv", ["hintsmith", *words, "--out", str(tmp_path), "--name", how[:4]])
        with pytest.raises(SystemExit) as left:
            cli.main()
        assert not left.value.code
        (path,) = [Path(line) for line in capsys.readouterr().out.splitlines()]
        rows = list(csv.DictReader(path.open(encoding="utf-8", newline="")))
        assert len(rows) == number
        assert all(row["validated_height"] for row in rows)
        if how == "best":
            assert volume[rows[0]["hints"]] == max(volume.values())
