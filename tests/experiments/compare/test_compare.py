"""Comparisons: against numbers that anyone computes from the pareto.csv files, and scipy."""

from __future__ import annotations

import csv
import json
import re
import statistics
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from chromium import chromium, opened, requests
from scipy import stats
from small_sweep import sweep_in

from experiments import cli
from experiments.compare.comparing import compare, compare_sweep
from experiments.compare.drawn import band, surfaces
from experiments.compare.runs import Limit
from experiments.compare.tables import as_json, to_latex
from puzzles.errors import InputError


@pytest.fixture(scope="module")
def sweep(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compared")
    sweep_in(folder)
    return folder / "sweep"


@pytest.fixture
def hintsmith(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    def call(*words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["hintsmith", *words])
        with pytest.raises(SystemExit) as left:
            cli.main()
        return int(left.value.code or 0), capfd.readouterr().out

    return call


def volume(run: Path, prefix: str = "") -> float:
    """The area that the rows of pareto.csv dominate, down to (0, 0), column by column."""
    points = [(float(r[f"{prefix}f1"]), float(r[f"{prefix}f2"])) for r in csv.DictReader((run / "pareto.csv").open())]
    area, before = 0.0, 0.0
    for f1 in sorted({p[0] for p in points}):
        area += (f1 - before) * max(p[1] for p in points if p[0] >= f1)
        before = f1
    return area


def by_hand(sweep: Path, prefix: str) -> dict[str, list[float]]:
    return {a: [volume(sweep / "runs" / f"{a}-seed{s}", prefix) for s in (1, 2, 3)] for a in ("nsga2", "random")}


def test_medians_and_p_values_are_those_of_the_files(sweep: Path) -> None:
    found = as_json(compare([sweep]))
    for name, prefix in (("validated", "validated_"), ("claimed", "")):
        own = by_hand(sweep, prefix)
        for group in found["groups"]:
            values = own[group["by"]["search.algorithm"]]
            assert group["n"] == 3
            assert group[name]["median"] == pytest.approx(statistics.median(values), rel=1e-12)
            assert group[name]["q1"] == pytest.approx(np.quantile(values, 0.25), rel=1e-12)
            assert group[name]["q3"] == pytest.approx(np.quantile(values, 0.75), rel=1e-12)
    own = by_hand(sweep, "validated_")
    (test,) = found["tests"]
    assert test["test"] == "wilcoxon"
    assert test["p"] == pytest.approx(stats.wilcoxon(own["nsga2"], own["random"]).pvalue)
    assert test["p_holm"] == test["p"]
    assert test["a12"] == pytest.approx(np.mean([a > b for a in own["nsga2"] for b in own["random"]]))
    (test,) = as_json(compare([sweep], test="mann-whitney"))["tests"]
    assert test["p"] == pytest.approx(stats.mannwhitneyu(own["nsga2"], own["random"]).pvalue)


def test_runs_without_the_same_seeds_are_no_pairs(sweep: Path) -> None:
    runs = [sweep / "runs" / name for name in ("nsga2-seed1", "nsga2-seed2", "random-seed2", "random-seed3")]
    (pair,) = compare(runs).pairs
    assert pair.test == "mann-whitney"
    with pytest.raises(InputError, match="are no pairs"):
        compare(runs, test="wilcoxon")


def test_a_budget_is_read_off_the_checkpoints(sweep: Path) -> None:
    found = compare([sweep], limit=Limit(evaluations=30))
    for group in found.groups:
        for k, run in enumerate(group.runs):
            lines = list(csv.DictReader((run.path / "validated.csv").open()))
            last = [line for line in lines if int(line["evaluations"]) <= 30][-1]
            assert group.validated[k] == float(last["validated"])
            assert group.claimed[k] == float(last["claimed"])
    whole, all_of = compare([sweep]), compare([sweep], limit=Limit(evaluations=60))
    for a, b in zip(whole.groups, all_of.groups, strict=True):
        np.testing.assert_allclose(a.validated, b.validated, rtol=1e-12)
        np.testing.assert_allclose(a.claimed, b.claimed, rtol=1e-12)
    long = compare([sweep], limit=Limit(seconds=1e6))
    for a, b in zip(whole.groups, long.groups, strict=True):
        np.testing.assert_allclose(a.validated, b.validated, rtol=1e-12)


def test_the_validated_curve_is_that_of_its_puzzles(sweep: Path) -> None:
    run = sweep / "runs" / "nsga2-seed1"
    curve = list(csv.DictReader((run / "validated.csv").open()))
    assert [int(line["evaluations"]) for line in curve] == sorted({int(line["evaluations"]) for line in curve})
    rows = list(csv.DictReader((run / "validated-fronts.csv").open()))
    last = [row for row in rows if row["evaluations"] == curve[-1]["evaluations"]]
    pareto = list(csv.DictReader((run / "pareto.csv").open()))
    names = ("hints", "f1", "f2", "validated_f1", "validated_f2", "validated_f1_se")
    assert [[row[name] for name in names] for row in last] == [[row[name] for name in names] for row in pareto]
    by_puzzle: dict[str, set[str]] = {}
    for row in rows:
        by_puzzle.setdefault(row["hints"], set()).add(row["validated_f1"])
    assert all(len(values) == 1 for values in by_puzzle.values()), "a puzzle is validated once"
    said = json.loads((run / "manifest.json").read_text())["validated_history"]
    assert said == {"puzzles": len(set(by_puzzle) - {row["hints"] for row in pareto}), "walks_each": 8}


def test_the_same_whatever_the_order_and_the_time(sweep: Path) -> None:
    compare_sweep(sweep)
    first = {name: (sweep / name).read_bytes() for name in ("compare.csv", "runs.csv")}
    compare_sweep(sweep)
    assert {name: (sweep / name).read_bytes() for name in first} == first
    assert len(first["runs.csv"].splitlines()) == 7
    assert first["compare.csv"].decode().splitlines()[0] == (
        "search.algorithm,n,validated_median,validated_q1,validated_q3,claimed_median,claimed_q1,claimed_q3"
    )


def test_the_command(sweep: Path, hintsmith: Callable[..., tuple[int, str]]) -> None:
    code, out = hintsmith("compare", str(sweep))
    assert code == 0
    assert all(len(line) <= 80 for line in out.splitlines())
    assert "nsga2" in out and "wilcoxon" in out
    code, out = hintsmith("compare", str(sweep), "--by", "search.algorithm", "--json")
    assert json.loads(out) == as_json(compare([sweep], ["search.algorithm"]))
    code, out = hintsmith("compare", str(sweep), "--csv")
    assert out == (sweep / "compare.csv").read_text()
    for words in (["--by", "no.key"], ["--at", "5", "--seconds", "5"], ["--format", "xml"], ["--test", "t"]):
        code, out = hintsmith("compare", str(sweep), *words)
        assert (code, out) == (2, "")


def test_latex_is_escaped_and_whole(sweep: Path) -> None:
    text = to_latex(compare([sweep], ["puzzle.pattern", "uniqueness.second_opinion"]))
    assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") == 1
    assert r"uniqueness.second\_opinion & n & validated" in text
    assert r"eccomp2024-24 & 0 & 6 &" in text


def test_other_objectives_cannot_be_compared(sweep: Path, tmp_path: Path) -> None:
    sweep_in(tmp_path, overrides=['search.objectives=["tension"]'], seeds=(1,))
    with pytest.raises(InputError, match="has other objectives or weights than"):
        compare([sweep, tmp_path / "sweep"])
    one = compare([tmp_path / "sweep"])
    assert one.measure == "best"
    for group in one.groups:
        for k, run in enumerate(group.runs):
            rows = list(csv.DictReader((run.path / "pareto.csv").open()))
            best = max(rows, key=lambda row: float(row["f1"]))
            assert group.claimed[k] == float(best["f1"])
            assert group.validated[k] == float(best["validated_f1"])
            assert run.claimed[-1, 1] == pytest.approx(float(best["f1"]))


def test_bands_hold_the_last_value() -> None:
    one, two = np.array([[10.0, 1.0], [30.0, 3.0]]), np.array([[10.0, 2.0], [20.0, 4.0]])
    assert band([one, two], [5, 10, 25, 30]) == {
        "evaluations": [10, 25, 30],
        "q1": [1.25, 1.75, 3.25],
        "median": [1.5, 2.5, 3.5],
        "q3": [1.75, 3.25, 3.75],
    }


def test_attainment_surfaces_by_hand() -> None:
    fronts = [np.array([[1.0, 3.0], [3.0, 1.0]]), np.array([[2.0, 2.0]])]
    found = {one["percent"]: (one["x"], one["y"]) for one in surfaces(fronts, [1.0, 1.0])}
    # one of both runs attains the union of both fronts; both attain what lies below each
    assert found[50] == ([1.0, 2.0, 3.0], [3.0, 2.0, 1.0])
    assert found[75] == ([1.0, 2.0], [2.0, 1.0])
    # the second objective counted downwards
    assert {one["percent"]: one["y"] for one in surfaces(fronts, [1.0, -1.0])}[75] == [-2.0, -1.0]
    # a run that found nothing counts among the runs
    assert [one["percent"] for one in surfaces([fronts[1], np.zeros((0, 2))], [1.0, 1.0])] == [25, 50]


def _data(page: Path) -> dict[str, Any]:
    block = re.search(r'<script id="data" type="application/json">(.*?)</script>', page.read_text(), re.S)
    assert block
    return json.loads(block[1])


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with chromium(tmp_path_factory.mktemp("profile")) as chrome:
        yield chrome


def test_the_page_in_a_browser(sweep: Path, browser: Any) -> None:
    compare_sweep(sweep)
    data = _data(sweep / "compare.html")
    opened(browser, sweep / "compare.html")
    ask = browser.execute_script
    assert ask("return document.body.dataset.ready") == "1"
    assert [row["label"] for row in data["groups"]] == ["nsga2", "random"]
    assert len(data["groups"][0]["curves"]["validated"]["evaluations"]) > 3
    shown = ask("return [...document.querySelectorAll('#groups tbody tr')].map(r => r.children[2].textContent)")
    assert shown == [row[2] for row in data["table"][1]]
    for chart, least in (("boxes", 4), ("curves", 4), ("surfaces", 4)):
        assert ask(f"return document.getElementById('{chart}').data.length") >= least, chart
    # a corner of the median surface is attained by at least half of its group's runs, and their puzzles are shown
    first = ask("return document.getElementById('attained').textContent")
    named = re.findall(r"(\d) of 3 runs of (\w+)", first)
    assert [name for _, name in named] == ["nsga2", "random"]
    assert int(named[0][0]) >= 2
    boards = ask("return [...document.querySelectorAll('#at table')].map(t => t.getAttribute('aria-label'))")
    assert len(boards) == sum(int(number) for number, _ in named)
    assert set(boards) <= {puzzle["text"] for puzzle in data["puzzles"]}
    # any point of the chart: near the origin every run attains it
    place = "const g = document.getElementById('surfaces'), f = g._fullLayout, b = g.getBoundingClientRect();"
    click = "g.dispatchEvent(new MouseEvent('click', {clientX: b.left + f.xaxis._offset + f.xaxis.d2p(0.001), "
    ask(f"{place} {click} clientY: b.top + f.yaxis._offset + f.yaxis.d2p(0.001), bubbles: true}}))")
    attained = ask("return document.getElementById('attained').textContent")
    assert re.findall(r"(\d) of 3 runs", attained) == ["3", "3"]
    browser.find_element("id", "language").click()
    assert ask("return document.documentElement.lang") == "ja"
    browser.find_element("id", "theme").click()
    assert [e for e in browser.get_log("browser") if e["level"] in ("SEVERE", "WARNING")] == []
    urls = requests(browser)
    assert [url for url in urls if not url.startswith(("data:", "blob:"))] == [(sweep / "compare.html").as_uri()]


def test_the_page_fits_a_phone(sweep: Path, browser: Any) -> None:
    size = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        opened(browser, sweep / "compare.html")
        assert browser.execute_script("return document.documentElement.scrollWidth") == 390
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
