"""`hintsmith evaluate` as it is run: verdicts, bad lines, JSON, order, workers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import plain
import pytest
from command import hintsmith

from evaluation.evaluator import Evaluator
from evaluation.score import Score
from evaluation.settings import EvaluationSettings, UniquenessSettings
from experiments import cli
from experiments.evaluating import evaluate_chunks, to_records, to_words
from generator.sudoku.feasibility import find
from puzzles.files import Entry, read_text
from puzzles.grid import from_characters, to_line
from puzzles.pattern import named_pattern

EULER = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
SOLVED = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
TWO = "." * 30 + SOLVED[30:]
NONE = "5" + EULER[1:]  # no two alike in a unit, and yet no solution
NAMES = str.maketrans("123456789", "471928365")


@pytest.fixture(scope="module")
def mixed() -> tuple[list[str], subprocess.CompletedProcess[str]]:
    """One run over all kinds of lines, for the tests of single answers."""
    lines = [EULER, "12345", TWO, "x" * 81, NONE, "55" + "." * 79, EULER.translate(NAMES), SOLVED, EULER + "1"]
    return lines, hintsmith("evaluate", "--json", "--walks", "4", text="# a comment\n" + "\n".join(lines) + "\n")


def test_bad_lines_are_reported_and_the_rest_is_done(mixed) -> None:
    lines, done = mixed
    assert done.returncode == 2
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [r["hints"] for r in records] == [line for line in lines if line not in ("12345", "x" * 81, EULER + "1")]
    assert done.stderr.splitlines() == [
        "hintsmith: standard input, line 3: 5 characters, a puzzle has 81",
        f"hintsmith: standard input, line 5: '{'x' * 40}' is neither a puzzle nor the title of one below it",
        "hintsmith: standard input, line 10: 82 characters, a puzzle has 81",
    ]


def test_the_fields_of_a_valid_puzzle(mixed) -> None:
    record = json.loads(mixed[1].stdout.splitlines()[0])
    assert record["hints"] == EULER
    assert record["valid"] is True
    assert record["violations"] == {"pattern": 0, "rules": 0, "uniqueness": 0, "techniques": 0}
    assert record["uniqueness"] == {"verdict": "unique", "method": "propagation", "witness": [SOLVED]}
    assert record["solution"] == SOLVED
    assert record["walks"] == 4
    assert 0 <= record["f1"] < 1
    # chains are whole cells, so that the mean of 4 walks is a multiple of 1/324
    assert record["f2"] * 324 == pytest.approx(round(record["f2"] * 324))
    assert record["f1_se"] >= 0
    assert record["f2_se"] >= 0
    assert isinstance(record["T"], int)
    assert 0 < record["T"] <= EULER.count(".")


def test_several_solutions_come_with_two_witnesses(mixed) -> None:
    record = json.loads(mixed[1].stdout.splitlines()[1])
    assert record["valid"] is False
    assert record["uniqueness"]["verdict"] == "multiple"
    assert record["violations"]["uniqueness"] >= 1
    assert record["violations"]["rules"] == 0
    first, second = record["uniqueness"]["witness"]
    assert first != second
    for witness in (first, second):
        assert all(h in (".", w) for h, w in zip(TWO, witness, strict=True))
        assert plain.all_solutions([int(ch) for ch in witness]) == [[int(ch) for ch in witness]]
    assert [record[key] for key in ("solution", "f1", "f2", "f1_se", "f2_se", "T")] == [None] * 6


def test_no_solution_and_broken_rules(mixed) -> None:
    none, fives = (json.loads(line) for line in mixed[1].stdout.splitlines()[2:4])
    assert plain.all_solutions([0 if ch == "." else int(ch) for ch in NONE]) == []
    assert none["uniqueness"]["verdict"] == "none"
    assert none["violations"]["rules"] == 81
    assert fives["uniqueness"] == {"verdict": "none", "method": "propagation", "witness": []}
    assert fives["violations"]["rules"] == 1
    assert not none["valid"]
    assert not fives["valid"]


def test_other_names_for_the_digits_change_no_number(mixed) -> None:
    records = [json.loads(line) for line in mixed[1].stdout.splitlines()]
    first, renamed = records[0], records[4]
    assert renamed["solution"] == SOLVED.translate(NAMES)
    for key in ("f1", "f2", "f1_se", "f2_se", "T", "effort", "hardest", "peaks", "valid", "violations"):
        assert first[key] == renamed[key], key


def test_a_full_grid_is_a_puzzle_without_turns(mixed) -> None:
    record = json.loads(mixed[1].stdout.splitlines()[5])
    assert record["valid"] is True
    assert (record["f1"], record["f2"], record["T"]) == (0.0, 0.0, 0)


def test_two_workers_answer_the_same_in_the_same_order(tmp_path: Path) -> None:
    puzzles = [to_line(row) for row in find(named_pattern("eccomp2024-24"), 150, seed=2).hints]
    puzzles[70] = "no puzzle"
    path = tmp_path / "many.txt"
    path.write_text("\n".join(puzzles) + "\n")
    one = hintsmith("evaluate", str(path), "--json", "--walks", "2")
    two = hintsmith("evaluate", str(path), "--json", "--walks", "2", "--workers", "2")
    assert one.returncode == two.returncode == 2
    assert one.stdout == two.stdout
    assert [json.loads(line)["hints"] for line in one.stdout.splitlines()] == puzzles[:70] + puzzles[71:]
    assert f"{path}, line 71: " in two.stderr


def test_trace_and_settings(tmp_path: Path) -> None:
    """The trace of the first walk adds up to its scores, turn by turn."""
    done = hintsmith("evaluate", EULER, "--json", "--trace", "--walks", "1", "--seed", "3", "--no-x-wing")
    assert done.returncode == 0, done.stderr
    record = json.loads(done.stdout)
    turns = record["trace"]
    assert [turn["t"] for turn in turns] == list(range(1, record["T"] + 1))
    board, _ = plain.autofill([0 if ch == "." else int(ch) for ch in EULER])
    for turn in turns:
        assert turn["board"] == "".join(str(v) if v else "." for v in board)
        levels, prep = plain.matrix(board, x_wing=False)
        assert turn["d"] == pytest.approx(plain.difficulty(levels, prep))
        family, cell, digit = turn["chosen"]
        assert str(digit) == SOLVED[cell]
        assert family in {name for name, at, _ in turn["A"] if at == cell}
        board[cell] = digit
        board, filled = plain.autofill(board)
        assert sorted(turn["filled"]) == sorted(filled)
        assert turn["c"] == len(filled)
    assert 0 not in board
    assert record["f1"] == pytest.approx(plain.tension([turn["d"] for turn in turns]))
    assert record["f2"] == pytest.approx(max(turn["c"] for turn in turns) / 81)


@pytest.mark.slow
def test_families_beyond_the_six_count_where_they_are_named() -> None:
    """Numbers 6 and 8 of the catalogue; without the option the list of shares is that of the six."""
    options = ("--json", "--trace", "--walks", "1", "--families", "swordfish,naked_subset")
    done = hintsmith("evaluate", EULER, *options)
    assert done.returncode == 0, done.stderr
    record = json.loads(done.stdout)
    assert len(record["shares"]) == 8
    assert len(json.loads(hintsmith("evaluate", EULER, "--json", "--walks", "1").stdout)["shares"]) == 6
    seen = set()
    for turn in record["trace"]:
        levels, prep = plain.matrix([0 if ch == "." else int(ch) for ch in turn["board"]], extra=(6, 8))
        assert turn["d"] == pytest.approx(plain.difficulty(levels, prep))
        assert len(turn["A"]) == len(levels)
        seen |= {name for name, _, _ in turn["A"]}
    assert "naked_subset" in seen
    wrong = hintsmith("evaluate", EULER, "--families", "jellyfish")
    assert wrong.returncode == 2
    assert wrong.stderr.strip().endswith(
        "--families: 'jellyfish' is no technique beyond the six; there are naked_subset, xy_wing, swordfish"
    )
    assert wrong.stderr.count("\n") == 1


def test_hints_off_the_pattern() -> None:
    done = hintsmith("evaluate", EULER, "--json", "--pattern", "eccomp2024-24", "--walks", "1")
    assert done.returncode == 0
    record = json.loads(done.stdout)
    off = sum(ch != "." and not on for ch, on in zip(EULER, named_pattern("eccomp2024-24"), strict=True))
    assert off > 0
    assert record["violations"]["pattern"] == off
    assert record["valid"] is False
    assert record["f1"] is None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--pattern", "nowhere"], "no pattern is called 'nowhere'"),
        (["--walk", "run"], "--walk: 'run' is neither policy nor mcts"),
        (["--uniqueness", "luck"], "--uniqueness: 'luck' is neither exact nor qubo"),
    ],
)
def test_bad_options(
    words: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["hintsmith", "evaluate", EULER, *words])
    with pytest.raises(SystemExit) as left:
        cli.main()
    said = capsys.readouterr()
    assert left.value.code == 2
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert message in said.err


def test_nothing_on_standard_input() -> None:
    done = hintsmith("evaluate")
    assert done.returncode == 2
    assert done.stderr == "hintsmith: standard input: no puzzle in it\n"


def test_arguments_and_files_in_the_order_given(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text(f"{SOLVED}\n{TWO}\n")
    done = hintsmith("evaluate", EULER, str(path), NONE)
    assert done.returncode == 0, done.stderr
    assert [line.split("  ")[0] for line in done.stdout.splitlines()] == [EULER, SOLVED, TWO, NONE]


def entries(*lines: str) -> list[Entry]:
    return read_text("\n".join(lines), "here")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (TWO, "not valid: more than one solution"),
        (NONE, "not valid: no solution"),
        ("55" + "." * 79, "not valid: two 5s in row 1 (r1c1 and r1c2)"),
    ],
)
def test_what_is_wrong_in_words(line: str, words: str) -> None:
    score = Score(Evaluator(EvaluationSettings()).evaluate(from_characters(line)[None, :]), 0)
    assert to_words(score) == f"{line}  {words}"


def test_off_the_pattern_in_words() -> None:
    marks = "1" * 40 + "." * 41
    ((_, table),) = evaluate_chunks(entries(EULER), EvaluationSettings(), marks, 1)
    score = Score(table, 0)
    off = sum(ch != "." for ch in EULER[40:])
    assert to_words(score) == f"{EULER}  not valid: {off} hints off the pattern  {score.minutes_in_words()}"
    assert score.minutes_in_words().startswith("about ")


def test_both_methods_judge_alike() -> None:
    lines = [EULER, TWO, NONE, SOLVED]
    verdicts = []
    for method in ("exact", "qubo"):
        settings = EvaluationSettings(uniqueness=UniquenessSettings(method=method))
        ((_, table),) = evaluate_chunks(entries(*lines), settings, None, 1)
        records = [json.loads(line) for line in to_records(table, settings, False)]
        verdicts.append([(r["uniqueness"]["verdict"], r["solution"], r["f1"], r["violations"]) for r in records])
    assert verdicts[0] == verdicts[1]
    assert [v[0] for v in verdicts[0]] == ["unique", "multiple", "none", "unique"]


def test_entries_that_are_all_bad() -> None:
    ((chunk, table),) = evaluate_chunks(entries("1", "", "two words"), EvaluationSettings(), None, 1)
    assert [entry.record for entry in chunk] == [None, None]
    assert len(table) == 0


def test_a_puzzle_beyond_the_techniques() -> None:
    """One solution, but not for these techniques: not valid, with the cells left as its measure."""
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    score = Score(Evaluator(EvaluationSettings()).evaluate(from_characters(hard)[None, :]), 0)
    assert score.verdict == "unique"
    assert score.violations["techniques"] > 0
    assert score.f1 is None
    left = score.violations["techniques"]
    assert to_words(score) == f"{hard}  not valid: the techniques leave {left} cells empty  {score.minutes_in_words()}"
    assert score.minutes_in_words().startswith("about ")
    assert np.count_nonzero(score.hints) == 21
