"""explain: words that are true of the board, data, drawing, the command."""

import json
import re

import numpy as np
import pytest
from typer.testing import CliRunner

from evaluation.difficulty import hardest_families_needed
from evaluation.settings import EvaluationSettings, UniquenessSettings
from evaluation.shipped import shipped_puzzles
from evaluation.solver.elements import HIDDEN_BOX
from evaluation.solver.trace import Turn
from evaluation.techniques import FAMILIES, FAMILY_KEYS
from experiments.cli import app
from experiments.explain import explain
from experiments.explain.terminal import curve, sparkline
from experiments.explain.words import filling_single, turn_words, unit_word
from puzzles.errors import InputError
from puzzles.geometry import UNITS, cell_name
from puzzles.grid import automatic_fill, to_line

RUNNER = CliRunner()
EXACT = EvaluationSettings(uniqueness=UniquenessSettings(method="exact"))
HINTS = np.stack([puzzle.hints for puzzle in shipped_puzzles()])
NEEDED = hardest_families_needed(HINTS)
HARD = HINTS[np.flatnonzero(NEEDED == 4)[0]]


def some_turns() -> list[Turn]:
    rows = np.concatenate([np.flatnonzero(k == NEEDED)[:3] for k in range(6)])
    return [turn for row in rows for turn in explain(HINTS[row], EXACT).turns]


TURNS = some_turns()


def test_turns_lead_from_the_hints_to_the_solution() -> None:
    explanation = explain(HARD, EXACT)
    board, _ = automatic_fill(HARD)
    for turn in explanation.turns:
        assert (turn.board == board).all()
        board[turn.chosen.cell] = turn.digit
        board, filled = automatic_fill(board)
        assert set(filled) == set(turn.filled)
    assert (board == explanation.score.solution).all()
    assert explanation.score.f1 is not None
    assert len(explanation.turns) == explanation.score.turns
    assert explanation.score.hardest_family == FAMILY_KEYS[4]


def test_the_unit_named_has_one_place_left_after_the_eliminations_named() -> None:
    checked = 0
    for turn in TURNS:
        cand = {c: {d for d in range(1, 10) if turn.analysis.candidates[c] >> (d - 1) & 1} for c in range(81)}
        instances = [*turn.analysis.preparation]
        if turn.chosen.instance:
            instances.append(turn.chosen.instance)
        for instance in instances:
            for cell, digit in instance.removed:
                cand[cell].discard(digit)
        kind, unit = filling_single(turn)
        if unit is None:
            assert cand[turn.chosen.cell] == {turn.digit}
        else:
            assert [int(c) for c in UNITS[unit] if turn.digit in cand[int(c)]] == [turn.chosen.cell]
            assert (unit >= 18) == (kind == HIDDEN_BOX)
            assert unit_word(unit, "en") in turn_words(turn, "en")[len(turn.analysis.preparation)]
        checked += bool(instances)
    assert checked > 20
    assert any(turn.analysis.preparation for turn in TURNS)
    assert {turn.chosen.family for turn in TURNS} == set(range(6))


def test_reasons_name_every_cell_and_digit() -> None:
    for turn in TURNS:
        if turn.chosen.instance:
            words = " ".join(turn_words(turn, "en"))
            instance = turn.chosen.instance
            for cell in (*instance.cells, *instance.removed_from, turn.chosen.cell, *turn.filled):
                assert cell_name(cell) in words
            for unit in instance.units:
                assert unit_word(unit, "en") in words
            for digit in instance.digits:
                assert re.search(rf"\b{digit}\b", words)


def test_japanese_words_hold_no_english() -> None:
    for turn in TURNS:
        assert not re.search("[A-Za-z]", "".join(turn_words(turn, "ja")))
    assert unit_word(2, "ja") == "3行目"
    assert unit_word(14, "ja") == "6列目"
    assert unit_word(18, "ja") == "ブロック1"


def test_json_of_a_valid_puzzle() -> None:
    result = RUNNER.invoke(app, ["explain", to_line(HARD), "--json", "--turns", "2-4"])
    assert result.exit_code == 0
    (line,) = result.stdout.splitlines()
    data = json.loads(line)
    assert data["valid"] is True
    assert [turn["t"] for turn in data["turns"]] == [2, 3, 4]
    assert data["difficulty"]["hardest_family"] == "hidden_subset"
    assert 0 < data["minutes_low"] < data["minutes"] < data["minutes_high"] and data["guesses"] == 0
    assert abs(data["peaks"][0] - data["peaks"][1]) / data["T"] == pytest.approx(data["f1"])
    for turn in data["turns"]:
        assert sum(one["count"] for one in turn["possible"]) == len(turn["A"])
        assert turn["d"] == pytest.approx(turn["prep"] + 1 / sum(1 / level for _, _, level in turn["A"]))
        assert turn["chosen"][:2] in [element[:2] for element in turn["A"]]
        assert turn["chosen"][0] in FAMILY_KEYS
        assert turn["c"] == len(turn["filled"])


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_terminal_shows_every_turn(lang: str) -> None:
    result = RUNNER.invoke(app, ["explain", to_line(HARD), "--lang", lang])
    assert result.exit_code == 0
    explanation = explain(HARD, EXACT)
    word = "Turn" if lang == "en" else "手番"
    shown = [int(t) for t in re.findall(rf"{word} (\d+)   d", result.stdout)]
    assert shown == [turn.t for turn in explanation.turns]
    name = FAMILIES[explanation.turns[0].chosen.family]
    assert (name.english if lang == "en" else name.japanese) in result.stdout
    first = explanation.turns[0]
    assert f"[{first.digit}]" in result.stdout
    assert explanation.score.minutes_in_words(lang) in result.stdout.splitlines()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hints", "part", "japanese"),
    [
        ("55" + "." * 79, "two 5s in row 1", "同じ数字5"),
        ("." * 81, "more than one solution", "解が一つに決まらない"),
        # r1c9 sees 1–8 in its row and 9 in its column
        ("12345678." + "." * 8 + "9" + "." * 63, "no solution", "解がない"),
    ],
)
def test_invalid_puzzles_get_a_plain_verdict(hints: str, part: str, japanese: str) -> None:
    result = RUNNER.invoke(app, ["explain", hints])
    assert result.exit_code == 0
    assert part in result.stdout
    assert japanese in RUNNER.invoke(app, ["explain", hints, "--lang", "ja"]).stdout
    data = json.loads(RUNNER.invoke(app, ["explain", hints, "--json"]).stdout)
    assert (data["valid"], data["turns"], data["f1"], data["difficulty"]) == (False, [], None, None)
    assert part in " ".join(data["verdict"])


def test_without_x_wing_its_puzzles_cannot_be_finished() -> None:
    line = to_line(HINTS[np.flatnonzero(NEEDED == 5)[0]])
    assert "Turn 1 " in RUNNER.invoke(app, ["explain", line]).stdout
    without = RUNNER.invoke(app, ["explain", line, "--no-x-wing"]).stdout
    assert "techniques allowed cannot finish" in without and "about " in without.splitlines()[-1]


def test_seed_and_walk_change_the_walk() -> None:
    def chosen(*options: str) -> list[object]:
        data = json.loads(RUNNER.invoke(app, ["explain", to_line(HARD), "--json", *options]).stdout)
        return [turn["chosen"] for turn in data["turns"]]

    assert chosen() == chosen()
    assert chosen("--seed", "1") != chosen()
    assert chosen("--walk", "mcts") != chosen()


@pytest.mark.parametrize(
    "options", [["--lang", "fr"], ["--walk", "run"], ["--turns", "a-b"], ["--turns", "5-2"], ["--turns", "0"]]
)
def test_bad_options_raise_one_line(options: list[str]) -> None:
    error = RUNNER.invoke(app, ["explain", to_line(HARD), *options]).exception
    assert isinstance(error, InputError)
    assert options[0] in str(error)
    assert "\n" not in str(error)


def test_a_bad_line_is_reported_and_the_rest_explained() -> None:
    result = RUNNER.invoke(app, ["explain", "-", "--json"], input=f"123\n{to_line(HARD)}\n")
    assert result.exit_code == 2
    assert "standard input, line 1: 3 characters" in result.stderr
    assert json.loads(result.stdout)["valid"] is True


def test_sparkline_and_curve() -> None:
    assert sparkline([0, 1, 4, 8]) == " ▁▄█"
    assert sparkline([0, 0]) == "  "
    assert curve([1.0, 2.0], (2,), rows=2) == ["   2.00  █", "   0.00 ██", "         ^"]
