"""The scripts of benchmarks/people on synthetic times, made by 100 + 20 · scanning + 60 · hard turns + 200 · guesses.

`synthetic.csv` has 5 % of noise, and nothing that people did.
"""

import csv
import runpy
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from evaluation.minutes import read_models

HERE = Path(__file__).parent
SCRIPTS = Path(__file__).parents[3] / "benchmarks" / "people"
DATA = HERE / "synthetic.csv"


Script = Callable[..., tuple[int, str, str]]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Script:
    """A script run as from the command line, in this process: its exit code, output and errors."""
    monkeypatch.syspath_prepend(str(SCRIPTS))

    def call(name: str, *words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", [name, *words])
        code = 0
        try:
            runpy.run_path(str(SCRIPTS / name), run_name="__main__")
        except SystemExit as left:
            code = int(left.code or 0)
        return code, *capsys.readouterr()

    return call


def test_the_fit_finds_what_the_times_were_made_of(tmp_path: Path, script: Script) -> None:
    file = tmp_path / "minutes.toml"
    code, _, err = script("fit.py", str(DATA), "--walks", "16", "--folds", "5", "--rounds", "2", "--write", str(file))
    assert code == 0, err
    text = file.read_text(encoding="utf-8")
    models = read_models(text)
    assert list(models) == ["competition", "people"]
    model = models["competition"]
    assert model.start == pytest.approx(100, rel=0.25)
    assert model.scanning == pytest.approx(20, rel=0.15)
    assert model.hard_turn == pytest.approx(60, rel=0.25)
    assert model.guess == pytest.approx(200, rel=0.15)
    assert 0.8 < model.low < 1 < model.high < 1.25
    about = tomllib.loads(text)
    with DATA.open(encoding="utf-8") as rows:
        expected = sum(int(row["players"]) >= 10 for row in csv.DictReader(rows))
    assert about["provenance"]["puzzles"] == expected
    held_out = about["levels"]["competition"]["held_out"]
    assert held_out["spearman"] > 0.9 and held_out["median_error"] < 0.08
    assert 0.6 < held_out["inside"] < 0.95


def test_a_puzzle_without_a_solution_of_its_own_is_refused(tmp_path: Path, script: Script) -> None:
    wrong = tmp_path / "wrong.csv"
    wrong.write_text(f"puzzle,players,mean_seconds\n{'.' * 81},12,100\n", encoding="utf-8")
    code, _, err = script("fit.py", str(wrong))
    assert code == 2 and "puzzle 1 has not exactly one solution" in err


@pytest.mark.slow
def test_the_comparison_knows_external_ratings(tmp_path: Path, script: Script) -> None:
    rows = list(csv.DictReader(DATA.read_text(encoding="utf-8").splitlines()))
    other = tmp_path / "other.csv"
    lines = [f"{row['puzzle']},{-float(row['mean_seconds'])}\n" for row in rows[::2]]
    other.write_text("puzzle,rating\n" + "".join(lines), encoding="utf-8")
    picture = tmp_path / "people.png"
    words = [str(DATA), str(other), "--walks", "4", "--folds", "5", "--picture", str(picture)]
    code, out, err = script("compare.py", *words)
    assert code == 0, err
    whole = out.split("Only puzzles")[0]
    cells = {line.split(" | ")[0].strip("| "): line.split(" | ")[1:] for line in whole.splitlines() if "–" in line}
    assert set(cells) == {"minutes, held out", "effort", "se", "other"}
    assert cells["other"][1].startswith("-1.00 (-1.00–-1.00)") and cells["se"][1].startswith("1.00 (")
    kept = sum(int(row["players"]) >= 10 for row in rows)
    assert int(cells["se"][0]) == kept > int(cells["effort"][0]) > int(cells["other"][0])
    assert picture.read_bytes().startswith(b"\x89PNG")
