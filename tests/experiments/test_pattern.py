"""The pattern command, the maker of patterns, the shipped library."""

import numpy as np
import pytest
from typer.testing import CliRunner

from experiments.cli import app
from generator.sudoku.feasibility import find
from generator.sudoku.pattern_maker import SYMMETRIES, make_pattern, orbits
from puzzles.errors import InputError
from puzzles.pattern import MOVES, from_marks, library, named_pattern, symmetries, to_marks
from puzzles.solutions import count_batch

RUNNER = CliRunner()


@pytest.mark.parametrize("name", list(library()))
def test_every_shipped_pattern_has_a_puzzle(name: str) -> None:
    pattern = named_pattern(name)
    assert 18 <= int(pattern.sum()) <= 32
    batch = find(pattern, 1, seed=1)
    assert batch.failures == 0
    assert ((batch.hints[0] > 0) == pattern).all()
    assert count_batch(batch.hints).counts[0] == 1


def test_shipped_patterns_differ_and_keep_what_their_names_say() -> None:
    assert len(library()) >= 27
    assert len(set(library().values())) == len(library())
    for name in library():
        kind, _, count = name.rpartition("-")
        if kind in SYMMETRIES and count.isdecimal():
            assert set(SYMMETRIES[kind]) <= set(symmetries(named_pattern(name)))
            assert int(named_pattern(name).sum()) == int(count)


@pytest.mark.parametrize("symmetry", list(SYMMETRIES))
def test_made_patterns_have_symmetry_count_and_puzzle(symmetry: str) -> None:
    made = make_pattern(symmetry, 28, 3)
    assert int(made.pattern.sum()) == 28
    for name in SYMMETRIES[symmetry]:
        assert (made.pattern[MOVES[name]] == made.pattern).all()
    assert ((made.puzzle > 0) == made.pattern).all()
    assert count_batch(made.puzzle[None, :]).counts[0] == 1
    assert (make_pattern(symmetry, 28, 3).pattern == made.pattern).all()
    assert (make_pattern(symmetry, 28, 4).pattern != made.pattern).any()


def test_orbits_part_the_cells() -> None:
    sizes = {"none": 81, "half-turn": 41, "quarter-turn": 21, "left-right": 45, "both-axes": 25, "full": 15}
    for symmetry in SYMMETRIES:
        groups = orbits(symmetry)
        assert sorted(c for group in groups for c in group) == list(range(81))
        if symmetry in sizes:
            assert len(groups) == sizes[symmetry]


@pytest.mark.parametrize(
    ("symmetry", "count", "part"),
    [("quarter-turn", 22, "no pattern with 22"), ("half-turn", 16, "from 17 to 81"), ("round", 24, "no symmetry")],
)
def test_impossible_wishes_are_refused(symmetry: str, count: int, part: str) -> None:
    with pytest.raises(InputError, match=part):
        make_pattern(symmetry, count, 1)


def test_list_and_show() -> None:
    listed = RUNNER.invoke(app, ["pattern", "list"])
    assert listed.exit_code == 0
    assert [line.split()[0] for line in listed.stdout.splitlines()] == list(library())
    shown = RUNNER.invoke(app, ["pattern", "show", "heart"]).stdout.splitlines()
    assert to_marks(from_marks("".join(shown[:9])).astype(bool)) == library()["heart"]
    assert isinstance(RUNNER.invoke(app, ["pattern", "show", "nothing"]).exception, InputError)


def test_make_prints_a_pattern_that_check_accepts() -> None:
    made = RUNNER.invoke(app, ["pattern", "make", "--symmetry", "diagonal", "--count", "27", "--seed", "2"])
    assert made.exit_code == 0
    checked = RUNNER.invoke(app, ["pattern", "check", "-"], input=made.stdout)
    assert checked.exit_code == 0
    assert "27 hints; diagonal" in checked.stdout
    assert "5 of 5 puzzles found" in checked.stdout


def test_check_says_why_a_pattern_is_refused() -> None:
    few = "1" * 16 + "0" * 65
    result = RUNNER.invoke(app, ["pattern", "check", few])
    assert result.exit_code == 1
    assert "refused: 16 hint cells" in result.stdout


def test_check_of_a_rare_pattern_and_of_bad_marks() -> None:
    marks = np.zeros((9, 9), int)
    marks[[0, 4, 8], :] = 1  # too few units with hints in most columns for 10 propagations
    text = "".join(str(v) for v in marks.reshape(-1).tolist())
    result = RUNNER.invoke(app, ["pattern", "check", text])
    assert result.exit_code == 1
    assert "refused: rows 2 and 3" in result.stdout
    none = RUNNER.invoke(app, ["pattern", "check", "heart", "--budget", "2"])
    assert none.exit_code == 1
    assert "none within 2 propagations" in none.stdout
    assert RUNNER.invoke(app, ["pattern", "check", "?" * 80]).exit_code == 2


def test_a_pattern_as_the_platform_wants_it() -> None:
    import json

    marks = json.loads(RUNNER.invoke(app, ["pattern", "show", "eccomp2024-24", "--json"]).stdout)
    assert marks == named_pattern("eccomp2024-24").astype(int).tolist()
