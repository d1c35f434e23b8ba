"""Choosing many: digits of their own, far apart, quotas, orders; and wishes that hold in what is handed out."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from watcher import Watcher

from experiments.publish.choosing.digits import with_own_digits
from experiments.publish.choosing.diverse import Wanted, spread_out
from experiments.publish.choosing.judging import judged
from experiments.publish.choosing.order import in_order
from experiments.publish.choosing.picking import pick
from experiments.publish.choosing.quota import read_quota
from experiments.publish.choosing.taken import without_taken
from experiments.publish.options import ExportOptions, make_options
from experiments.publish.puzzle import ExportPuzzle
from experiments.publish.source import load
from experiments.run import runner
from experiments.run.config import make_config
from experiments.run.folder import RunFolder
from puzzles.alike import TURNS, hint_share
from puzzles.canonical import relabel, same_puzzle
from puzzles.errors import InputError
from puzzles.grid import from_characters, to_line
from puzzles.solutions import count

HINTS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PLAIN = ExportPuzzle(HINTS, SOLUTION, "plain")
BEYOND = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
"""One solution, and no technique that counts finds it."""


def turned(puzzle: ExportPuzzle, move: int) -> ExportPuzzle:
    hints, solution = from_characters(puzzle.hints)[TURNS[move]], from_characters(puzzle.solution)[TURNS[move]]
    return replace(puzzle, hints=to_line(hints), solution=to_line(solution))


def renamed(puzzle: ExportPuzzle, names: str) -> ExportPuzzle:
    table = str.maketrans("123456789", names)
    return replace(puzzle, hints=puzzle.hints.translate(table), solution=puzzle.solution.translate(table))


def is_solved(puzzle: ExportPuzzle) -> bool:
    number, found = count(puzzle.grid)
    return number == 1 and to_line(found[0]) == puzzle.solution


def test_digits_are_the_puzzles_own_whoever_named_them() -> None:
    printed = with_own_digits(PLAIN)
    assert is_solved(printed)
    assert [ch == "." for ch in printed.hints] == [ch == "." for ch in HINTS]
    assert to_line(relabel(printed.grid)) == to_line(relabel(PLAIN.grid))
    assert printed.hints not in (HINTS, to_line(relabel(PLAIN.grid)))
    for names in ("987654321", "231564897"):
        assert with_own_digits(renamed(PLAIN, names)) == printed


def test_many_puzzles_of_one_pattern_begin_otherwise() -> None:
    solutions = [from_characters(SOLUTION)[TURNS[k]] for k in range(8)]
    first = {with_own_digits(ExportPuzzle(to_line(relabel(s)), to_line(relabel(s)))).hints[:9] for s in solutions}
    assert len(first) == 8


def test_fixed_digits_stay_and_forbid_turns_that_move_them() -> None:
    fixed = "5" + "." * 39 + "5" + "." * 40
    kept = replace(PLAIN, fixed=fixed)
    for turn in (False, True):
        printed = with_own_digits(kept, turn)
        assert printed.hints[0] == "5"
        assert [k for k, ch in enumerate(printed.hints) if ch == "5"] == [k for k, ch in enumerate(HINTS) if ch == "5"]
        assert is_solved(printed)


def test_turns_keep_the_pattern_and_repeat() -> None:
    """The pattern of HINTS is symmetrical about its middle: half a turn is allowed, and nothing else."""
    pattern = PLAIN.grid > 0
    allowed = [k for k in range(8) if (pattern[TURNS[k]] == pattern).all()]
    assert len(allowed) == 2
    printed = with_own_digits(PLAIN, turn=True)
    assert ((printed.grid > 0) == pattern).all()
    assert is_solved(printed) and same_puzzle(printed.grid, PLAIN.grid)
    assert with_own_digits(turned(renamed(PLAIN, "987654321"), allowed[1]), turn=True) == printed


def grids(number: int, seed: int = 0) -> np.ndarray:
    random = np.random.default_rng(seed)
    return random.integers(0, 10, (number, 81)).astype(np.uint8)


def test_the_best_first_and_then_by_quality_times_distance() -> None:
    """A plain loop with the shares of all pairs chooses the same."""
    some, quality = grids(40), np.random.default_rng(1).random(40)
    share = np.array([[hint_share(a, b) for b in some] for a in some])
    expected = [int(quality.argmax())]
    while len(expected) < 8:
        value = quality * (1 - share[:, expected].max(axis=1))
        value[expected] = -1
        expected.append(int(value.argmax()))
    assert spread_out(some, quality, [""] * 40, Wanted(8), 1.0).taken == expected


def test_near_copies_and_full_groups_are_passed_over() -> None:
    some = grids(12, 3)
    some[6:] = some[:6]
    some[6:, 0] = some[6:, 0] % 9 + 1
    groups = ["easy", "hard"] * 6
    found = spread_out(some, np.ones(12), groups, Wanted(None, {"easy": 2, "hard": 5}), 0.9)
    assert [groups[k] for k in found.taken].count("easy") == 2
    # of three pairs of hard near copies one each
    assert sorted(k % 6 for k in found.taken if groups[k] == "hard") == [1, 3, 5]
    assert {(k % 6, near % 6) for k, near in found.copies.items()} <= {(k, k) for k in range(6)}


def graded(*grades: str) -> list[ExportPuzzle]:
    random = np.random.default_rng(5)
    return [
        ExportPuzzle(to_line(random.integers(1, 10, 81).astype(np.uint8)), SOLUTION, f"p{k}", grade=grade)
        for k, grade in enumerate(grades, 1)
    ]


def test_a_near_copy_of_what_is_to_be_avoided_is_left_out(tmp_path: Path) -> None:
    """Twenty-nine of its thirty hints are those of a puzzle in the file, whatever the digits are called there."""
    file = tmp_path / "printed.txt"
    file.write_text(renamed(PLAIN, "987654321").hints + "\n", encoding="utf-8")
    near = replace(PLAIN, hints="." + HINTS[1:], id="near")
    said: list[str] = []
    options = ExportOptions(sources=("book.txt",), avoid="none", avoid_file=(str(file),))
    assert without_taken([near], options, said.append) == []
    assert said == [f"near left out: 97% of its hints are like one that is in {file} already"]
    assert without_taken([near], replace(options, max_alike=0.97), said.append) == [near]


def test_quotas_are_filled_and_what_is_missing_is_said() -> None:
    puzzles = graded("easy", "easy", "入門", "hard", "fiendish")
    said: list[str] = []
    chosen = pick(puzzles, [], 0.9, read_quota("入門:2,hard:3"), said.append)
    assert sorted(one.grade or "" for one in chosen if one.level == 3) == ["hard"]
    assert len(chosen) == 3 and chosen == sorted(chosen, key=lambda one: one.id)
    assert said == ["--quota hard:3: 1 taken, there are 1 hard"]
    few = pick(puzzles, ["diverse:9"], 0.9, say=said.append)
    assert len(few) == 5
    assert said[1:] == ["--select diverse:9: 5 taken, there are no more than 5 puzzles"]
    assert len(pick(puzzles, ["diverse:2"], 0.9, read_quota("easy:3,hard:1"))) == 2


@pytest.mark.parametrize("text", ["easy", "easy:0", "easy:x", "nice:3", ",", "easy:1,入門:2"])
def test_quotas_that_cannot_be_are_said(text: str) -> None:
    with pytest.raises(InputError, match="--quota"):
        read_quota(text)


def test_orders_go_from_easy_to_hard() -> None:
    rows = [("hard", 9.0, 5.0), ("easy", 4.0, 9.0), ("hard", 8.0, 7.0), ("easy", 5.0, 3.0)]
    puzzles = [
        replace(one, row={"effort": effort, "minutes": minutes})
        for one, (_, effort, minutes) in zip(graded(*(grade for grade, *_ in rows)), rows, strict=True)
    ]
    last = replace(PLAIN, id="p5", row={"minutes": 1.0})

    def names(sort: str, by_grade: bool = False) -> list[str]:
        return [one.id for one in in_order([last, *puzzles], sort, by_grade)]  # type: ignore[arg-type]

    assert names("effort") == ["p2", "p4", "p3", "p1", "p5"]
    assert names("minutes") == ["p5", "p4", "p1", "p3", "p2"]
    assert names("minutes", True) == ["p4", "p2", "p1", "p3", "p5"]
    assert names("none") == ["p5", "p1", "p2", "p3", "p4"]


def test_books_are_sorted_unless_their_puzzles_are_named() -> None:
    def order(**more: object) -> str:
        return ExportOptions(sources=("x",), **more).order  # type: ignore[arg-type]

    assert order() == "effort"
    assert order(select=("ids:2,1",)) == "none"
    assert order(formats=("txt",)) == "none"
    assert order(formats=("txt",), sort="minutes") == "minutes"


def test_puzzles_of_plain_files_are_judged() -> None:
    own = replace(PLAIN, grade="ふつう")
    easy, hard, beyond, graded_one = judged([PLAIN, PLAIN, replace(PLAIN, hints=BEYOND, solution=""), own], print)
    assert easy == hard
    assert (easy.level, easy.techniques[0]) == (0, "hidden_single_box")
    assert 0 < easy.row["minutes_low"] < easy.row["minutes"] < easy.row["minutes_high"]
    assert {"f1", "f2", "T", "effort"} <= set(easy.row)
    assert beyond.grade is None and "effort" not in beyond.row and beyond.row["minutes"] > easy.row["minutes"]
    assert graded_one.grade == "ふつう" and graded_one.row["effort"] == easy.row["effort"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with wishes that its single walks cannot promise."""
    config = make_config(
        {
            "name": "wishes",
            "seed": 2,
            "puzzle": {"pattern": "eccomp2024-24", "solution_grids": 5, "fixed": {"r1": "12"}},
            "search": {"population": 20, "evaluations": 240},
            "difficulty": {"effort": [7.0, 8.0]},
            "validation": {"walks": 12},
            "uniqueness": {"method": "exact", "second_opinion": 0},
            "parallel": {"workers": 1, "backend": "threading"},
        },
        "wishes",
    )
    return runner.start(config, tmp_path_factory.mktemp("runs"), Watcher()).folder


def test_wishes_hold_in_what_a_run_hands_out(run: Path) -> None:
    folder = RunFolder(run)
    for name in ("pareto.csv", "grids.csv"):
        rows = list(csv.DictReader((run / name).open(encoding="utf-8")))
        assert all(7.0 <= float(row["effort"]) <= 8.0 for row in rows)
    manifest = folder.manifest()
    outside = manifest["outside_wishes"]
    assert outside > 0, "this run no longer hands out less than it found"
    assert len(folder.puzzles()) == manifest["counts"]["front"]
    said = folder.kind.remarks({**manifest, "outside_wishes": 3})
    assert said[0].startswith("pareto.csv: 3 puzzles of the front left out")
    assert len(folder.puzzles("grids.csv")) == manifest["solution_grids"]["reached"]


def test_all_that_a_run_has_met_is_judged_again(run: Path) -> None:
    front, said = load([str(run)]).puzzles, []
    loaded = load([str(run)], everything=True, say=said.append).puzzles
    assert loaded[: len(front)] == front
    met = loaded[len(front) :]
    logged = {json.loads(line)["hints"] for line in (run / "evaluations.jsonl").read_text().splitlines()}
    assert met and {one.hints for one in met} <= logged
    assert len({one.id for one in loaded}) == len(loaded)
    for one in met:
        assert 7.0 <= one.row["effort"] <= 8.0
        assert one.grade is not None and one.techniques and one.row["minutes"] > 0
        assert one.scores(()) == () and "validated_f1" in one.row and "f1" in one.row
        assert one.of_run and one.fixed.startswith("1.......2")
    assert "puzzles were met besides the front" in said[0]
    assert len(loaded) + sum(int(line.split(": ")[1].split()[0]) for line in said[1:]) == len(logged | {
        one.hints for one in front
    })  # fmt: skip


def test_from_all_is_checked_and_files_are_files(run: Path) -> None:
    options = make_options({"sources": [str(run)], "formats": "txt", "origin": "all", "fonts": None})
    assert options.needs_judging is False
    again = load([str(run / "grids.csv")], everything=True).puzzles
    assert len(again) == len(RunFolder(run).puzzles("grids.csv")) and all(one.of_run for one in again)
