"""Puzzles that must not come out again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from evaluation.evaluator import Evaluator
from evaluation.settings import EvaluationSettings
from evaluation.table import Table
from experiments.library import Library
from experiments.publish.puzzle import ExportPuzzle
from experiments.run.config import make_config
from experiments.wishes.avoid import make_filter
from generator.search.pool import WorkerPool
from generator.search.search import Search
from generator.search.state import SearchSettings
from generator.sudoku.feasibility import find
from generator.sudoku.problem import SudokuProblem
from puzzles.alike import hint_share
from puzzles.canonical import pattern_symmetries
from puzzles.errors import InputError
from puzzles.grid import from_characters, to_line
from puzzles.pattern import named_pattern

PATTERN = named_pattern("eccomp2024-24")
NAMES = np.array([0, 4, 7, 1, 9, 2, 8, 3, 6, 5], np.uint8)


def config(**puzzle: object):
    return make_config({"puzzle": {"pattern": "eccomp2024-24", **puzzle}}, "here")


@pytest.fixture(scope="module")
def judged() -> Table:
    hints = find(PATTERN, 6, seed=21).hints
    result = Evaluator(EvaluationSettings(), PATTERN).evaluate(hints)
    assert result["valid"].all()
    return result


def test_nothing_to_avoid() -> None:
    assert make_filter(config()) is None


def test_what_a_file_holds_is_refused_under_other_names_and_moved(judged: Table, tmp_path: Path) -> None:
    moves = pattern_symmetries(PATTERN)
    moved = moves[(moves != np.arange(81)).any(axis=1)]
    assert len(moved), "the pattern has a symmetry, else this tests nothing"
    held = [judged["hints"][0], NAMES[judged["hints"][2]], NAMES[judged["hints"][3][moved[0]]]]
    path = tmp_path / "taken.txt"
    path.write_text("".join(f"{to_line(row)}\n" for row in held))
    accept = make_filter(config(avoid=[str(path)]))
    assert accept is not None
    assert accept(judged).tolist() == [False, True, False, False, True, True]


def shuffled(hints: np.ndarray, seed: int) -> np.ndarray:
    """Rows, columns, bands and stacks exchanged, mirrored, renamed: the same puzzle on another pattern."""
    rng = np.random.default_rng(seed)

    def lines() -> np.ndarray:
        return np.concatenate([3 * block + rng.permutation(3) for block in rng.permutation(3)])

    grid = hints.reshape(9, 9)[lines()][:, lines()].T
    return NAMES[grid.ravel()]


def test_what_was_printed_on_another_pattern_is_met_again(judged: Table, tmp_path: Path) -> None:
    moved = [shuffled(judged["hints"][k], k) for k in (0, 3)]
    assert all(((row > 0) != PATTERN).any() for row in moved), "else this tests nothing"
    path = tmp_path / "other.txt"
    path.write_text("".join(f"{to_line(row)}\n" for row in moved))
    accept = make_filter(config(avoid=[str(path)], max_alike=1.0))
    assert accept is not None
    assert accept(judged).tolist() == [False, True, True, False, True, True]


def test_near_copies_are_refused_turned_renamed_and_with_more_hints(judged: Table, tmp_path: Path) -> None:
    """24 of 25 hints alike is more than 0.9, 21 of 24 is not."""
    more = judged["solution"][0] * (PATTERN | (np.arange(81) == np.flatnonzero(~PATTERN)[0]))
    assert (more > 0).sum() == 25
    less = judged["hints"][2].copy()
    less[np.flatnonzero(PATTERN)[:3]] = 0
    turned = NAMES[np.rot90(more.reshape(9, 9)).ravel()]
    path = tmp_path / "near.txt"
    path.write_text(f"{to_line(turned)}\n{to_line(less)}\n")
    accept = make_filter(config(avoid=[str(path)]))
    assert accept is not None
    assert accept(judged).tolist() == [False, True, True, True, True, True]
    looser = make_filter(config(avoid=[str(path)], max_alike=0.85))
    assert looser is not None
    assert looser(judged).tolist() == [False, True, False, True, True, True]
    exact = make_filter(config(avoid=[str(path)], max_alike=1.0))
    assert exact is not None
    assert exact(judged).all()


def test_what_a_library_holds_is_refused(judged: Table, tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    with Library(path) as library:
        row = NAMES[judged["hints"][1]]
        library.add([ExportPuzzle(to_line(row), to_line(NAMES[judged["solution"][1]]), "a", source="test")])
    accept = make_filter(config(avoid_library=str(path)))
    assert accept is not None
    assert not list(tmp_path.glob("library.sqlite-*")), "the library is closed"
    assert accept(judged).tolist() == [True, False, True, True, True, True]


def test_a_search_does_not_bring_out_what_is_taken(tmp_path: Path) -> None:
    problem = SudokuProblem(PATTERN, EvaluationSettings(seed=5))
    settings = SearchSettings(seed=5, population=12, evaluations=96)

    def found(accept) -> set[str]:
        search = Search(problem, settings, WorkerPool(1), accept=accept)
        list(search.run())
        assert search.archive.rows is not None
        return {to_line(row) for row in search.archive.rows["hints"]}

    first = found(None)
    path = tmp_path / "taken.txt"
    path.write_text("".join(f"{line}\n" for line in first))
    second = found(make_filter(config(avoid=[str(path)])))
    assert second
    assert not first & second
    assert all(hint_share(from_characters(a), from_characters(b)) <= 0.9 for a in first for b in second)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("123\n")
    for name, words in (
        (str(tmp_path / "nix.txt"), "no such file"),
        (str(tmp_path), r"no pareto\.csv in it; a file, or the folder of a finished run, is needed"),
        (str(bad), r"bad\.txt, line 1: 3 characters, a puzzle has 81"),
    ):
        with pytest.raises(InputError, match=rf"^puzzle\.avoid: .*{words}"):
            make_filter(config(avoid=[name]))


def test_a_misspelt_library_is_not_made(tmp_path: Path) -> None:
    path = tmp_path / "nix.sqlite"
    with pytest.raises(InputError, match=r"^puzzle\.avoid_library: .*nix\.sqlite: no such library$"):
        make_filter(config(avoid_library=str(path)))
    assert not path.exists()


def test_the_users_own_library_is_not_made_by_asking(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "library.sqlite"
    monkeypatch.setenv("HINTSMITH_LIBRARY", str(path))
    assert make_filter(config(avoid_library="")) is None
    assert not path.parent.exists()
