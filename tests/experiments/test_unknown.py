"""An unknown number is NaN inside, null in JSON, an empty field in CSV, and no claim in words."""

from __future__ import annotations

import json
import math
import sys

import pytest

from evaluation.table import number
from experiments import cli
from experiments.unknown import with_error

EULER = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."


def test_each_form_of_an_unknown_number() -> None:
    assert number("f1").plain(math.nan) is None
    assert number("f1").show(math.nan) == ""
    assert math.isnan(number("f1").read(""))
    assert with_error(0.25, math.nan) == "0.250"


def test_each_form_of_a_known_number() -> None:
    column = number("f1")
    assert column.plain(0.0) == 0.0
    assert column.show(0.1 + 0.2) == "0.30000000000000004"
    assert column.read(column.show(1 / 3)) == 1 / 3
    assert with_error(0.25, 0.0) == "0.250 ± 0.000"


@pytest.mark.parametrize(("walks", "known"), [(1, False), (2, True)])
def test_evaluate_knows_no_error_of_one_walk(walks: int, known: bool, monkeypatch, capsys) -> None:
    def said(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["hintsmith", "evaluate", EULER, "--walks", str(walks), *words])
        with pytest.raises(SystemExit) as left:
            cli.main()
        assert not left.value.code
        return capsys.readouterr().out

    record = json.loads(said("--json"))
    assert record["valid"]
    assert [record[name] is not None for name in ("f1", "f2", "f1_se", "f2_se")] == [True, True, known, known]
    assert ("±" in said()) is known
