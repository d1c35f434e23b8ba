"""`hintsmith inspect`: what it prints of a run."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pypdf
import pytest

from evaluation.objectives import COMPETITION
from experiments import cli
from experiments.run.columns import history_names, pareto_columns

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
    for hints in HINTS:
        assert hints in out, "a puzzle is never cut or wrapped"
    assert "0.400 ± 0.013" in out or "0.400 ± 0.012" in out
    assert "gentle" in out
    last = next(line for line in out.splitlines() if " 800 " in line)
    assert [cell.strip() for cell in last.split("│")[1:7]] == ["40", "800", "760", "2", "0.0400", "20.00"]
    assert out.splitlines()[-1] == "hypervolume to (0, 0): claimed 0.1200, validated 0.0500, shrinkage 58%"
    assert sum("│" in line for line in out.splitlines()) < 30, "a long history is thinned out"


def test_an_error_that_is_not_known_is_not_shown(run: Path, monkeypatch, capsys) -> None:
    table = run / "pareto.csv"
    table.write_text(table.read_text().replace(",0.0125,", ",,"))
    assert inspect(monkeypatch, str(run)) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if HINTS[0] in line)
    assert [cell.strip() for cell in line.split("│")[5:7]] == ["0.400", "0.100 ± 0.002"]


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
