"""Puzzles that must not come out again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from evaluation.settings import EvaluationSettings
from experiments.library import Library
from experiments.publish.puzzle import ExportPuzzle
from experiments.run.config import make_config
from experiments.wishes.avoid import make_filter
from generator.search.driver import Search
from generator.search.pool import WorkerPool
from generator.search.state import SearchSettings
from generator.sudoku.feasibility import find
from generator.sudoku.judging import Judged, Task, judge
from puzzles.canonical import pattern_symmetries
from puzzles.errors import InputError
from puzzles.grid import to_line
from puzzles.pattern import named_pattern

PATTERN = named_pattern("eccomp2024-24")
NAMES = np.array([0, 4, 7, 1, 9, 2, 8, 3, 6, 5], np.uint8)


def config(**puzzle: object):
    return make_config({"puzzle": {"pattern": "eccomp2024-24", **puzzle}}, "here")


@pytest.fixture(scope="module")
def judged() -> Judged:
    hints = find(PATTERN, 6, seed=21).hints
    result = judge(Task(hints, PATTERN, PATTERN, np.zeros(6, np.uint64), 0, EvaluationSettings()))
    assert result.valid.all()
    return result


def test_nothing_to_avoid() -> None:
    assert make_filter(config()) is None


def test_what_a_file_holds_is_refused_under_other_names_and_moved(judged: Judged, tmp_path: Path) -> None:
    moves = pattern_symmetries(PATTERN)
    moved = moves[(moves != np.arange(81)).any(axis=1)]
    assert len(moved), "the pattern has a symmetry, else this tests nothing"
    held = [judged.hints[0], NAMES[judged.hints[2]], NAMES[judged.hints[3][moved[0]]]]
    path = tmp_path / "taken.txt"
    path.write_text("".join(f"{to_line(row)}\n" for row in held))
    accept = make_filter(config(avoid=[str(path)]))
    assert accept is not None
    assert accept(judged).tolist() == [False, True, False, False, True, True]


def test_puzzles_on_another_pattern_do_not_matter(judged: Judged, tmp_path: Path) -> None:
    more = judged.solution[0] * (PATTERN | (np.arange(81) == 40))
    assert (more > 0).sum() == 25
    path = tmp_path / "other.txt"
    path.write_text(to_line(more) + "\n")
    accept = make_filter(config(avoid=[str(path)]))
    assert accept is not None
    assert accept(judged).all()


def test_what_a_library_holds_is_refused(judged: Judged, tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    with Library(path) as library:
        row = NAMES[judged.hints[1]]
        library.add([ExportPuzzle(to_line(row), to_line(NAMES[judged.solution[1]]), "a", source="test")])
    accept = make_filter(config(avoid_library=str(path)))
    assert accept is not None
    assert accept(judged).tolist() == [True, False, True, True, True, True]


def test_a_search_does_not_bring_out_what_is_taken(tmp_path: Path) -> None:
    settings = SearchSettings(PATTERN, seed=5, population=12, evaluations=96)

    def found(accept) -> set[str]:
        search = Search(settings, EvaluationSettings(seed=5), WorkerPool(1), accept=accept)
        list(search.run())
        assert search.archive.rows is not None
        return {to_line(row) for row in search.archive.rows.hints}

    first = found(None)
    path = tmp_path / "taken.txt"
    path.write_text("".join(f"{line}\n" for line in first))
    second = found(make_filter(config(avoid=[str(path)])))
    assert second
    assert not first & second


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("123\n")
    for name, words in (
        (str(tmp_path / "nix.txt"), "no such file"),
        (str(tmp_path), "is a folder"),
        (str(bad), r"bad\.txt, line 1: 3 characters, a puzzle has 81"),
    ):
        with pytest.raises(InputError, match=rf"^puzzle\.avoid: .*{words}"):
            make_filter(config(avoid=[name]))


def test_a_misspelt_library_is_not_made(tmp_path: Path) -> None:
    path = tmp_path / "nix.sqlite"
    with pytest.raises(InputError, match=r"^puzzle\.avoid_library: .*nix\.sqlite: no such library$"):
        make_filter(config(avoid_library=str(path)))
    assert not path.exists()
