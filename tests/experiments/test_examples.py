"""`hintsmith configs`: the examples that come with the program."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from experiments.cli import app
from experiments.examples import example_configs
from experiments.run.config import load_config
from puzzles.errors import InputError


def test_the_list_names_each_and_fits_a_terminal() -> None:
    lines = CliRunner().invoke(app, ["configs"]).stdout.splitlines()
    assert [line.split()[0] for line in lines] == [one.name for one in example_configs()]
    assert {"quickstart", "magazine"} <= {one.name for one in example_configs()}
    assert all(len(line) <= 80 for line in lines)


def test_copies_are_whole_can_be_run_and_write_over_nothing(tmp_path: Path) -> None:
    out = tmp_path / "new"
    done = CliRunner().invoke(app, ["configs", "--all", "--out", str(out)])
    assert done.stdout.split() == [str(out / f"{one.name}.toml") for one in example_configs()]
    for one in example_configs():
        assert (out / f"{one.name}.toml").read_text(encoding="utf-8") == one.text
        load_config(out / f"{one.name}.toml")
    again = CliRunner().invoke(app, ["configs", "quickstart", "--out", str(out)])
    assert isinstance(again.exception, InputError)
    assert "is there already" in str(again.exception)


def test_an_unknown_name_is_answered_with_those_there_are() -> None:
    done = CliRunner().invoke(app, ["configs", "heart"])
    assert isinstance(done.exception, InputError)
    assert str(done.exception).startswith("configs: there is no 'heart'; there are ")
