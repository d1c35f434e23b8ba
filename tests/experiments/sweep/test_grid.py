"""The grid of a sweep: what reads, and what is refused before anything starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from experiments.sweep.grid import cells_of, read_grid, read_seeds
from puzzles.errors import InputError

CONFIG = '[puzzle]\npattern = "heart"\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.toml"
    path.write_text(CONFIG)
    return path


def test_values_are_words_numbers_and_lists() -> None:
    assert read_grid(["search.algorithm=nsga2, random"]) == {"search.algorithm": ("nsga2", "random")}
    assert read_grid(["search.weights=[1, 1],[1, 0]"]) == {"search.weights": ("[1, 1]", "[1, 0]")}
    assert read_grid(["evaluation.x_wing=true,false"]) == {"evaluation.x_wing": ("true", "false")}
    assert read_grid(['search.without=[],["shares"]']) == {"search.without": ("[]", '["shares"]')}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["search.algorithm"], "KEY=A,B is needed"),
        (["search.algorithm=nsga2,,random"], "a value is empty"),
        (["search.algorithm=nsga2,nsga2"], "a value is given twice"),
        (["a=1", "a=2"], "a is given twice"),
        (["seed=1,2"], "--seeds gives seeds"),
        (["parallel.workers=1,2"], "changes no result"),
    ],
)
def test_a_grid_that_does_not_read_is_refused(options: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_grid(options)


def test_seeds() -> None:
    assert read_seeds("1-3") == (1, 2, 3)
    assert read_seeds("7, 1-2,2") == (1, 2, 7)
    for wrong in ("", "3-1", "a", "1..3", "-1", "1-", "9" * 19):
        with pytest.raises(InputError, match="--seeds"):
            read_seeds(wrong)


def test_every_combination_of_a_seed_comes_before_the_next_seed(file: Path) -> None:
    grid = read_grid(["search.algorithm=nsga2,random", 'search.without=[],["shares"]'])
    cells = cells_of(file, ["search.evaluations=50"], grid, (1, 2))
    assert len(cells) == 8
    assert [cell.config.seed for cell in cells] == [1] * 4 + [2] * 4
    assert {cell.config.search.evaluations for cell in cells} == {50}
    names = [cell.name for cell in cells]
    assert len(set(names)) == 8
    # a longer grid gives the same runs the same names
    longer = cells_of(
        file, [], read_grid(["search.algorithm=random,nsga3,nsga2", 'search.without=["shares"],[]']), (2,)
    )
    assert set(names[4:]) <= {cell.name for cell in longer}


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("search.algorithm=nsga2,nonsense", "search.algorithm"),
        ("search.nonsense=1,2", "unknown key"),
        ("puzzle.pattern=heart,no-such", "puzzle.pattern"),
    ],
)
def test_a_combination_that_is_no_config_is_refused(file: Path, option: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        cells_of(file, [], read_grid([option]), (1,))
