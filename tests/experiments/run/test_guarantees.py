"""What the README promises of a front: scores from fresh solvers, and exactly one solution. Each test fails when the
promise is broken in the program."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import plain
import pytest
from numpy.typing import NDArray
from watcher import Watcher

from evaluation.evaluator import Evaluator
from evaluation.score import Score
from evaluation.settings import EvaluationSettings
from experiments.kinds.number_place import kind as number_place
from experiments.kinds.number_place.config import Config
from experiments.run import runner
from experiments.run.config import make_config
from generator.search import methods
from generator.search.search import Search
from generator.search.state import Generation
from puzzles.grid import from_characters, to_line

WALKS = 6
"""Of the validation; the search makes as many, so that its own walks would be the same ones."""


def config(**puzzle: object) -> Config:
    data = {
        "name": "promised",
        "seed": 5,
        "puzzle": {"pattern": "eccomp2024-24", **puzzle},
        "search": {"population": 20, "evaluations": 160, "reevaluate": 0.0},
        "evaluation": {"walks": WALKS},
        "validation": {"walks": WALKS},
        "parallel": {"workers": 1},
        "uniqueness": {"method": "exact"},
    }
    return make_config(data, "test")


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> list[list[dict[str, str]]]:
    """Rows of pareto.csv and of grids.csv of a small run."""
    out = tmp_path_factory.mktemp("promised")
    folder = runner.start(config(solution_grids=3), out, Watcher()).folder
    return [list(csv.DictReader((folder / name).open(encoding="utf-8"))) for name in ("pareto.csv", "grids.csv")]


def scores_of(row: dict[str, str], settings: EvaluationSettings) -> Score:
    score = Score(Evaluator(settings).evaluate(from_characters(row["hints"])[None, :]), 0)
    assert score.valid
    return score


def test_validated_scores_are_not_of_the_walks_of_the_search(tables: list[list[dict[str, str]]]) -> None:
    own = config().evaluation_settings()
    for rows in tables:
        assert rows
        for row in rows:
            scores = scores_of(row, own)
            assert (float(row["f1"]), float(row["f2"])) == (scores.f1, scores.f2), "the claim is of the search's walks"
        again = [scores_of(row, own) for row in rows]
        same = [
            (float(r["validated_f1"]), float(r["validated_f2"])) == (s.f1, s.f2)
            for r, s in zip(rows, again, strict=True)
        ]
        assert not all(same) and sum(same) <= len(rows) // 2
        efforts = [row["effort"] == f"{s.effort:.4f}" for row, s in zip(rows, again, strict=True)]
        assert not all(efforts), "nor is the effort"


def test_validated_scores_are_those_of_the_validation_walks(tables: list[list[dict[str, str]]]) -> None:
    fresh = number_place.validation_settings(config())
    assert fresh.walks == WALKS
    for rows in tables:
        for row in rows:
            scores = scores_of(row, fresh)
            for name in ("f1", "f2", "f1_se", "f2_se"):
                assert float(row[f"validated_{name}"]) == getattr(scores, name), name
            assert row["effort"] == f"{scores.effort:.4f}"


def test_a_validation_walk_is_none_of_the_searchs() -> None:
    """Whatever the seed: as many walks as the search makes, of a puzzle with many ways, and no two of them alike."""
    from evaluation.shipped import shipped_puzzles
    from evaluation.solver.batch import BatchEvaluator
    from puzzles.canonical import relabel_batch

    hints = relabel_batch(shipped_puzzles()[0].hints[None, :])
    for seed in (0, 1, 5, 2**63 - 1):
        changed = config().model_copy(update={"seed": seed})
        own = BatchEvaluator(changed.evaluation_settings()).scores(hints, 0, 8)
        fresh = BatchEvaluator(number_place.validation_settings(changed)).scores(hints, 0, 8)
        assert not set(own.of_walks("effort")[0].tolist()) & set(fresh.of_walks("effort")[0].tolist()), seed


def test_every_puzzle_that_is_written_has_the_solution_beside_it_and_no_other(
    tables: list[list[dict[str, str]]],
) -> None:
    for rows in tables:
        for row in rows:
            found = plain.all_solutions(from_characters(row["hints"]).tolist())
            assert ["".join(map(str, solution)) for solution in found] == [row["solution"]]


def with_two_solutions(hints: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The hints but for the first without which there are several solutions."""
    for cell in np.flatnonzero(hints):
        fewer = hints.copy()
        fewer[cell] = 0
        if len(plain.all_solutions(fewer.tolist(), 2)) > 1:
            return fewer
    raise AssertionError("no hint is needed")


class SearchWithABadFront(Search):
    """Its front ends with a puzzle of several solutions, whatever the search believes."""

    bad: str

    def run(self) -> Iterator[Generation]:
        yield from super().run()
        rows = self.archive.front()
        assert rows is not None
        hints = rows["hints"].copy()
        hints[-1] = with_two_solutions(hints[-1])
        type(self).bad = to_line(hints[-1])
        doctored = rows.with_columns({"hints": hints})
        self.archive.front = lambda: doctored  # pyright: ignore[reportAttributeAccessIssue]


def test_a_front_with_a_puzzle_of_two_solutions_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(methods, "Search", SearchWithABadFront)
    with pytest.raises(RuntimeError, match="one solution"):
        runner.start(config(), tmp_path, Watcher())
    (folder,) = tmp_path.iterdir()
    for path in folder.iterdir():
        if path.is_file() and path.suffix in (".csv", ".md", ".html"):
            assert SearchWithABadFront.bad not in path.read_text(encoding="utf-8"), path.name


def test_a_puzzle_of_two_solutions_is_not_written_among_the_grids(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def doctored(*arguments: object) -> list[NDArray[np.uint8]]:
        chosen = different_grids(*arguments)  # pyright: ignore[reportArgumentType]
        return [*chosen[:-1], with_two_solutions(chosen[-1])]

    different_grids = number_place.different_grids
    monkeypatch.setattr(number_place, "different_grids", doctored)
    with pytest.raises(RuntimeError, match="one solution"):
        runner.start(config(solution_grids=2), tmp_path, Watcher())
    (folder,) = tmp_path.iterdir()
    assert not (folder / "grids.csv").exists()
