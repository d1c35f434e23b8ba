"""`hintsmith inspect`: what it prints of a run."""

from __future__ import annotations

import csv
import io
import json
import shutil
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pypdf
import pytest
from small_run import three_objective_run

from evaluation.objectives import COMPETITION
from experiments import cli
from experiments.kinds.number_place.columns import pareto_columns
from experiments.run.columns import history_names

PARETO = tuple(column.name for column in pareto_columns())
HISTORY = history_names(COMPETITION)
HINTS = ["1" + "." * 79 + str(k) for k in (2, 3)]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run of forty generations with a front of two, written by hand."""
    folder = tmp_path / "hand-20260101-000000"
    folder.mkdir()
    (folder / "config.toml").write_text('[puzzle]\npattern = "eccomp2024-24"\n')
    # claimed: 0.8 × 0.1 + 0.4 × 0.1 = 0.12; validated: 0.4 × 0.1 + 0.2 × 0.05 = 0.05
    front = [
        {"hints": HINTS[0], "f1": "0.8", "f2": "0.1", "validated_f1": "0.4", "validated_f2": "0.1",
         "validated_f1_se": "0.0125", "validated_f2_se": "0.002", "T": "41", "grade": "gentle"},
        {"hints": HINTS[1], "f1": "0.4", "f2": "0.2", "validated_f1": "0.2", "validated_f2": "0.15",
         "validated_f1_se": "0.01", "validated_f2_se": "0.003", "T": "38", "grade": "hard"},
    ]  # fmt: skip
    lines = [",".join(PARETO)] + [",".join(row.get(name, "") for name in PARETO) for row in front]
    (folder / "pareto.csv").write_text("\n".join(lines) + "\n")
    history = [f"{k},{20 * k},{19 * k},2,{k / 1000},0.8,0.2,{k / 2:.2f}" for k in range(1, 41)]
    (folder / "history.csv").write_text("\n".join([",".join(HISTORY), *history]) + "\n")
    return folder


def inspect(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["hintsmith", "inspect", *words])
    with pytest.raises(SystemExit) as left:
        cli.main()
    return int(left.value.code or 0)


def test_front_history_and_shrinkage(run: Path, monkeypatch, capsys) -> None:
    assert inspect(monkeypatch, str(run)) == 0
    out = capsys.readouterr().out
    assert "hand-20260101-000000: 2 puzzles on the front" in out
    assert max(len(line) for line in out.splitlines()) <= 80
    assert HINTS[0] not in out
    assert "0.400 ± 0.013" in out or "0.400 ± 0.012" in out
    assert "gentle" in out
    last = next(line for line in out.splitlines() if " 800 " in line)
    assert last.split() == ["40", "800", "760", "2", "0.0400", "20.00"]
    assert out.splitlines()[-1] == "hypervolume to (0, 0): claimed 0.1200, validated 0.0500, shrinkage 58%"
    assert len(out.splitlines()) < 30, "a long history is thinned out"


def test_hints_are_shown_when_asked_and_where_there_is_room(run: Path, monkeypatch, capsys) -> None:
    for columns, words in (("80", ["--hints"]), ("200", [])):
        monkeypatch.setenv("COLUMNS", columns)
        assert inspect(monkeypatch, str(run), *words) == 0
        lines = capsys.readouterr().out.splitlines()
        for k, hints in enumerate(HINTS, 1):
            assert f"{k:>3} {hints}" in lines, "a puzzle is never cut or wrapped"


def test_several_runs_one_after_the_other(run: Path, tmp_path: Path, monkeypatch, capsys) -> None:
    other = tmp_path / "other-20260101-000000"
    shutil.copytree(run, other)
    assert inspect(monkeypatch, str(run), str(other)) == 0
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if "puzzles on the front" in line.strip()] == [
        line for line in out.splitlines() if line.startswith(("hand-", "other-"))
    ]
    assert out.count("shrinkage 58%") == 2


def test_no_negative_zero(run: Path, monkeypatch, capsys) -> None:
    table = run / "pareto.csv"
    table.write_text(
        table.read_text().replace(",0.4,0.1,0.0125,", ",0.8,0.1,0.0125,").replace(",0.2,0.15,", ",0.4,0.20001,")
    )
    assert inspect(monkeypatch, str(run)) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("shrinkage 0%")


def test_json_has_numbers_and_counts(run: Path, monkeypatch, capsys) -> None:
    (run / "manifest.json").write_text(json.dumps({"name": "hand", "finished": True, "counts": {"evaluations": 800}}))
    assert inspect(monkeypatch, str(run), "--json") == 0
    (line,) = capsys.readouterr().out.splitlines()
    said = json.loads(line)
    assert (said["run"], said["name"], said["finished"]) == (str(run), "hand", True)
    assert said["counts"] == {"evaluations": 800}
    assert said["goals"][1] == {"column": "f2", "better": "higher", "worst": 0.0}
    assert said["hypervolume"] == pytest.approx({"claimed": 0.12, "validated": 0.05})
    first = said["front"][0]
    assert (first["hints"], first["f1"], first["T"], first["grade"]) == (HINTS[0], 0.8, 41, "gentle")
    assert first["effort"] is None
    (run / "pareto.csv").unlink()
    assert inspect(monkeypatch, str(run), "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["front"], said["hypervolume"]) == ([], None)


def test_csv_joins_runs_of_different_objectives(run: Path, tmp_path: Path, monkeypatch, capsys) -> None:
    three = three_objective_run(tmp_path)
    assert inspect(monkeypatch, str(run), str(three), "--csv") == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    own = list(csv.DictReader((three / "pareto.csv").open(encoding="utf-8", newline="")))
    assert [row["run"] for row in rows] == [run.name] * 2 + [three.name] * len(own)
    assert rows[0]["f1"] == "0.8"
    assert rows[0]["validated_height"] == ""
    assert [{name: row[name] for name in own[0]} for row in rows[2:]] == own
    assert inspect(monkeypatch, str(three), "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert [goal["column"] for goal in said["goals"]] == ["f1", "f2", "height"]
    assert [row["validated_height"] for row in said["front"]] == [float(row["validated_height"]) for row in own]
    assert inspect(monkeypatch, str(three)) == 0
    out = capsys.readouterr().out
    assert max(len(line) for line in out.splitlines()) <= 80
    assert "hypervolume to (0, 0, 0)" in out
    assert inspect(monkeypatch, str(three), "--json", "--csv") == 2
    assert capsys.readouterr().err == "hintsmith: --json and --csv: choose one of them\n"


def test_an_error_that_is_not_known_is_not_shown(run: Path, monkeypatch, capsys) -> None:
    table = run / "pareto.csv"
    table.write_text(table.read_text().replace(",0.0125,", ",,"))
    assert inspect(monkeypatch, str(run)) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("1 "))
    assert line.split() == ["1", "0.800", "0.100", "0.400", "0.100", "±", "0.002", "41", "gentle"]


@pytest.fixture
def walkable(run: Path) -> Path:
    """The same run with a front of one puzzle that people can solve."""
    values = {"hints": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}
    values |= {"f1": "0.5", "f2": "0.1", "validated_f1": "0.4", "validated_f2": "0.1"}
    row = ",".join(values.get(name, "") for name in PARETO)
    (run / "pareto.csv").write_text(f"{','.join(PARETO)}\n{row}\n")
    return run


def test_figures_for_papers(walkable: Path, monkeypatch, capsys) -> None:
    before = {path.name for path in walkable.iterdir()}
    assert inspect(monkeypatch, str(walkable), "--figures", "svg, PDF") == 0
    named = capsys.readouterr().out.splitlines()
    names = {f"{name}.{kind}" for name in ("pareto", "hypervolume", "difficulty-1") for kind in ("svg", "pdf")}
    assert {Path(line).name for line in named} == names
    assert {path.name for path in walkable.iterdir()} == before | names
    for name in ("pareto", "hypervolume", "difficulty-1"):
        (page,) = pypdf.PdfReader(walkable / f"{name}.pdf").pages
        text = page.extract_text()
        assert {"pareto": "claimed by the search", "hypervolume": "evaluations", "difficulty-1": "turn t"}[name] in text
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            descriptor = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
            assert "/FontFile2" in descriptor, "TrueType, embedded"
        assert ElementTree.parse(walkable / f"{name}.svg").getroot().tag.endswith("svg")
    # the same run gives the same bytes
    first = {name: (walkable / name).read_bytes() for name in names}
    assert inspect(monkeypatch, str(walkable), "--figures", "svg,pdf") == 0
    assert {name: (walkable / name).read_bytes() for name in names} == first


def test_no_curves_and_wrong_figures(walkable: Path, monkeypatch, capsys) -> None:
    assert inspect(monkeypatch, str(walkable), "--figures", "png", "--curves", "0") == 0
    assert {Path(line).name for line in capsys.readouterr().out.splitlines()} == {"pareto.png", "hypervolume.png"}
    assert inspect(monkeypatch, str(walkable), "--figures", "gif") == 2
    assert capsys.readouterr().err == "hintsmith: format 'gif' is none of png, svg, pdf\n"
    assert inspect(monkeypatch, str(walkable), "--figures", ",") == 2
    assert capsys.readouterr().err == "hintsmith: no format for figures: name some of png, svg, pdf\n"


def test_a_run_that_is_not_done(run: Path, monkeypatch, capsys) -> None:
    (run / "pareto.csv").unlink()
    assert inspect(monkeypatch, str(run)) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == (
        "not finished, and no process writes it: generation 40, 800 evaluations, 760 valid, front 2, "
        "claimed hypervolume 0.0400"
    )
    assert out[1] == f"go on with it: hintsmith run --resume {run}"
    assert inspect(monkeypatch, str(run), "--html") == 2
    assert capsys.readouterr().err == (
        f"hintsmith: {run}: has no pareto.csv yet; finish it with: hintsmith run --resume {run}\n"
    )


def test_no_run(tmp_path: Path, monkeypatch, capsys) -> None:
    assert inspect(monkeypatch, str(tmp_path)) == 2
    assert capsys.readouterr().err == f"hintsmith: {tmp_path}: is no run folder, it has no config.toml\n"
