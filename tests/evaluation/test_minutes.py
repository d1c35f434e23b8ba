"""Predicted solving times: the formula by hand, its order, and a time for every puzzle with one solution."""

import json
from pathlib import Path

import numpy as np
import pytest
from command import hintsmith

from evaluation.evaluator import Evaluator
from evaluation.levels import LEVEL_SETS
from evaluation.minutes import FEATURES, MINUTES, MODELS, MinutesModel, hard_turns, in_words, minutes_of, model_of
from evaluation.settings import EvaluationSettings
from evaluation.shipped import elimination_puzzles, shipped_puzzles
from evaluation.techniques import FAMILIES, FAMILY_KEYS
from experiments.kinds.number_place.columns import pareto_columns
from experiments.run.config import load_config
from generator.sudoku.problem import SudokuProblem
from puzzles.canonical import relabel_batch
from puzzles.grid import from_characters

HARDEST = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
)
TWO_SOLUTIONS = "." * 81
MODEL = MODELS["competition"]


def test_the_formula_by_hand() -> None:
    model = MinutesModel(start=60.0, scanning=30.0, hard_turn=40.0, guess=90.0, low=0.5, high=2.0)
    features = np.array([[4.0, 0.0, 0.0], [4.0, 1.5, 0.0], [4.0, 1.5, 2.0], [np.nan, 0.0, 0.0]])
    np.testing.assert_allclose(model.seconds(features), [180.0, 240.0, 420.0, np.nan])


def test_minutes_are_a_sixtieth_with_their_interval() -> None:
    columns = minutes_of(np.array([[10.0, 2.0, 1.0]]), MODEL)
    middle = (MODEL.start + 10 * MODEL.scanning + 2 * MODEL.hard_turn + MODEL.guess) / 60
    assert tuple(columns) == MINUTES
    np.testing.assert_allclose(np.ravel(list(columns.values())), [middle, middle * MODEL.low, middle * MODEL.high])
    assert in_words(12.4, 8.2, 17.6) == "about 12 min (8–18)"
    assert in_words(0.4, 0.3, 1.6, "ja") == "目安 1分（1〜2分）"


@pytest.mark.parametrize("model", MODELS.values(), ids=list(MODELS))
def test_nothing_that_is_more_difficult_makes_a_puzzle_quicker(model: MinutesModel) -> None:
    assert model.start > 0 and model.scanning > 0
    assert min(model.hard_turn, model.guess) >= 0
    assert 0 < model.low < 1 < model.high


def test_each_set_of_levels_has_its_model() -> None:
    assert list(MODELS) == list(LEVEL_SETS)
    for name, found in LEVEL_SETS.items():
        settings = EvaluationSettings(walks=8, singles=found.singles, costs=found.costs)
        assert model_of(settings) is MODELS[name]
        table = Evaluator(settings).evaluate(shipped_puzzles()[0].hints[None])
        features = np.stack([table[one] for one in FEATURES], axis=1)
        assert table["minutes"] == MODELS[name].seconds(features) / 60
    assert model_of(EvaluationSettings(singles=(1.0, 2.0, 5.5))) is MODELS["competition"]


def test_hard_turns_are_those_of_hidden_subsets_and_harder() -> None:
    turns = np.zeros((1, len(FAMILIES)), np.int64)
    turns[0, [FAMILY_KEYS.index(key) for key in ("naked_single", "locked_candidates")]] = 100
    turns[0, [FAMILY_KEYS.index(key) for key in ("hidden_subset", "x_wing")]] = 3, 2
    assert hard_turns(turns, 4).tolist() == [1.25]


def test_scanning_counts_no_turn_above_its_limit() -> None:
    hints = relabel_batch(np.stack([puzzle.hints for puzzle in elimination_puzzles()[:20]]))
    evaluator = Evaluator(EvaluationSettings(walks=3))
    evaluator.batch._profiled = True
    scores = evaluator.batch.scores(hints)
    by_hand = np.nansum(np.minimum(scores.profiles.d, 2.0), axis=2)
    np.testing.assert_allclose(scores.of_walks("scanning"), by_hand)
    assert (scores.of_walks("scanning") < scores.of_walks("effort")).any()


def test_every_puzzle_with_one_solution_has_minutes() -> None:
    puzzles = [from_characters(line) for line in HARDEST]
    puzzles += [puzzle.hints for puzzle in (*shipped_puzzles()[:10], *elimination_puzzles()[:10])]
    solved = Evaluator(EvaluationSettings()).evaluate(np.array(puzzles[:1]))["solution"][0]
    almost = solved.copy()
    almost[40] = 0
    table = Evaluator(EvaluationSettings(walks=4)).evaluate(np.array([*puzzles, solved, almost]))
    low, middle, high = table["minutes_low"], table["minutes"], table["minutes_high"]
    assert np.isfinite(middle).all() and (low > 0).all() and (low < middle).all() and (middle < high).all()
    assert (table["guesses"][:2] >= 1).all() and (table["guesses"][2:] == 0).all()
    assert not table["valid"][0] and np.isnan(table["effort"][0]) and np.isnan(table["f1"][0])
    assert middle[0] > middle[2:].max()
    assert middle[-2] == pytest.approx(MODEL.start / 60)


def test_no_minutes_without_exactly_one_solution() -> None:
    grids = np.array([from_characters(line) for line in (TWO_SOLUTIONS, "55" + "." * 79)])
    table = Evaluator(EvaluationSettings(walks=2)).evaluate(grids)
    assert all(np.isnan(table[name]).all() for name in (*MINUTES, *FEATURES))


def test_a_technique_that_is_off_is_paid_for_by_guesses() -> None:
    puzzle = next(p for p in elimination_puzzles() if p.needs == (FAMILY_KEYS.index("x_wing"),))
    off = Evaluator(EvaluationSettings(walks=8, x_wing=False)).evaluate(puzzle.hints[None])
    on = Evaluator(EvaluationSettings(walks=8)).evaluate(puzzle.hints[None])
    assert off["guesses"][0] >= 1 and on["guesses"][0] == 0
    assert np.isfinite(off["minutes"][0]) and off["violation_techniques"][0] > 0


def test_minutes_do_not_depend_on_the_names_of_digits_or_on_company() -> None:
    hints = np.array([from_characters(line) for line in HARDEST])
    renamed = np.where(hints > 0, hints % 9 + 1, 0).astype(np.uint8)
    evaluator = Evaluator(EvaluationSettings(walks=4))
    together = evaluator.evaluate(np.concatenate([hints, renamed]))["minutes"]
    np.testing.assert_array_equal(together[:2], together[2:])
    assert evaluator.evaluate(hints[1:])["minutes"][0] == together[1]


def test_pooled_walks_give_the_minutes_of_all_walks() -> None:
    from generator.search.pooling import add_samples

    puzzle = shipped_puzzles()[3].hints
    problem = SudokuProblem(puzzle > 0, EvaluationSettings(walks=8))
    genomes = relabel_batch(puzzle[None])
    first = problem.score(genomes, np.zeros(1, np.int64), 3)
    rest = problem.score(genomes, np.full(1, 3), 5)
    whole = problem.score(genomes, np.zeros(1, np.int64), 8)
    pooled = add_samples(problem, first, rest)
    for name in (*MINUTES, "hard_turns", "scanning"):
        np.testing.assert_allclose(pooled[name], whole[name])


def test_the_search_does_not_walk_by_guesses() -> None:
    hints = from_characters(HARDEST[0])
    rows = SudokuProblem(hints > 0, EvaluationSettings(walks=2)).score(relabel_batch(hints[None]), np.zeros(1, int), 2)
    assert np.isnan(rows["minutes"][0]) and not rows["valid"][0]


def _evaluate(*words: str) -> list[str]:
    shipped = "".join(str(d) for d in shipped_puzzles()[0].hints)
    done = hintsmith("evaluate", shipped, HARDEST[0], TWO_SOLUTIONS, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_evaluate_says_minutes() -> None:
    easy, hard, none = (json.loads(line) for line in _evaluate("--json", "--walks", "4"))
    for record in (easy, hard):
        assert 0 < record["minutes_low"] < record["minutes"] < record["minutes_high"]
    assert easy["guesses"] == 0 and hard["guesses"] >= 1 and not hard["valid"]
    assert [none[name] for name in MINUTES] == [None, None, None]
    words = _evaluate("--walks", "4")
    assert "  about " in words[0] and words[1].count(" min (") == 1 and "min" not in words[2]


def test_pareto_csv_ends_with_minutes() -> None:
    assert [column.name for column in pareto_columns()][-3:] == list(MINUTES)


def test_minutes_bound_a_search(tmp_path: Path) -> None:
    file = tmp_path / "bound.toml"
    file.write_text('[puzzle]\npattern = "eccomp2024-24"\n[difficulty]\nminutes = [5, 15.5]\n', encoding="utf-8")
    bounds = load_config(file).difficulty.bounds()
    assert bounds.ranges == {"minutes": (5.0, 15.5)}
