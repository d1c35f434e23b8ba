"""The report of a run: its data, figures, and the page in a real browser."""

from __future__ import annotations

import base64
import csv
import io
import json
import re
import shlex
import shutil
import unicodedata
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pypdf
import pytest
from chromium import chromium, opened, requests
from hostile import TEXTS
from small_run import three_objective_run

from evaluation.difficulty import GRADE_NAMES
from evaluation.evaluator import Evaluator
from evaluation.objectives import COMPETITION, OBJECTIVES
from evaluation.score import Score, scores_of
from evaluation.settings import EvaluationSettings
from evaluation.solver.trace import Turn, trace
from evaluation.table import choice
from experiments.explain.steps import out_words, step_name
from experiments.explain.words import turn_words
from experiments.report import build_report, write_figures, write_report
from experiments.report.data import MOST_SNAPSHOTS, ReportData, front_of
from experiments.report.figures import draw_front, draw_hypervolume
from experiments.report.html import _details as _details_of
from experiments.report.html import _packed, render, script_json
from generator.sudoku.feasibility import find
from puzzles.errors import InputError
from puzzles.files import read_text, records_of
from puzzles.files.base import one_line
from puzzles.grid import automatic_fill, to_line
from puzzles.pattern import named_pattern

NAME = "</script><script>window.bad=1</script><img src=x onerror=window.bad=1> \"'& 春の数独 🌸"
EVALUATIONS = 777
PUZZLES = 5
GRADES = ("easy", "hard", "easy", "", "easy")
COLUMNS = (
    *("hints", "solution", "f1", "f2", "f1_se", "f2_se"),
    *("validated_f1", "validated_f2", "validated_f1_se", "validated_f2_se", "T", "grade"),
)


@pytest.fixture(scope="module")
def judged() -> list[Score]:
    hints = find(named_pattern("eccomp2024-24"), PUZZLES, 3).hints
    return scores_of(Evaluator(EvaluationSettings(walks=4)).evaluate(hints))


def _fill_folder(run: Path, judged: list[Score]) -> Path:
    (run / "manifest.json").write_text(json.dumps({"name": NAME}), encoding="utf-8")
    lines: list[str] = []
    points: list[tuple[float, float]] = []
    with (run / "pareto.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(COLUMNS)
        for k, one in enumerate(judged):
            assert one.f1 is not None
            assert one.f2 is not None
            assert one.solution is not None
            claimed = (one.f1 + 0.05, one.f2 + 0.01)
            scores = [*claimed, one.f1_se, one.f2_se, one.f1, one.f2, one.f1_se, one.f2_se, one.turns]
            table.writerow([to_line(one.hints), to_line(one.solution), *scores, GRADES[k % len(GRADES)]])
            points.append((0.1 * (k % 10), 0.3 - 0.01 * k))
            lines.append(json.dumps({"generation": k, "front": points}))
    (run / "fronts.jsonl").write_text("\n".join([*lines, '{"generation": 9, "fro']), encoding="utf-8")
    head = "generation,evaluations,valid,front_size,hypervolume,best_f1,best_f2,seconds\n"
    (run / "history.csv").write_text(head + f"0,100,50,3,0.01,0.2,0.1,1\n1,{EVALUATIONS},70,5,0.02,0.3,0.1,2\n")
    return run


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory, judged: list[Score]) -> Path:
    return _fill_folder(tmp_path_factory.mktemp("春 run"), judged)


def test_front_worked_by_hand() -> None:
    points = {(0.1, 0.5), (0.3, 0.4), (0.3, 0.2), (0.2, 0.4), (0.5, 0.1), (0.05, 0.5)}
    assert front_of(points) == ((0.5, 0.1), (0.3, 0.4), (0.1, 0.5))


def test_front_of_three_objectives_one_of_which_is_to_fall() -> None:
    fall = replace(OBJECTIVES["height"], better="lower")
    goals = (*COMPETITION, fall)
    points = [(0.5, 0.1, 3.0), (0.5, 0.1, 2.0), (0.4, 0.1, 1.0), (0.4, 0.1, 2.5), (0.1, 0.5, 9.0)]
    assert front_of(points, goals) == ((0.5, 0.1, 2.0), (0.4, 0.1, 1.0), (0.1, 0.5, 9.0))


def test_data_is_what_the_folder_says(run: Path, judged: list[Score]) -> None:
    data = build_report(run)
    assert data.name == NAME
    assert data.evaluations == EVALUATIONS
    assert [h.hypervolume for h in data.history] == [0.01, 0.02]
    assert [to_line(hints) for hints in data.rows["hints"]] == [to_line(one.hints) for one in judged]
    assert [row["grade"] for row in data.rows.shown([choice("grade", GRADE_NAMES)])] == list(GRADES)
    # each generation adds a point that no other beats; the torn last line is passed over
    assert [len(s.points) for s in data.fronts] == [1, 2, 3, 4, 5]
    assert np.array(data.fronts[2].points) == pytest.approx(np.array([(0.2, 0.28), (0.1, 0.29), (0.0, 0.3)]))
    claimed, validated = data.scores(), data.scores("validated_")
    for k, (walk, one) in enumerate(zip(data.walks, judged, strict=True)):
        assert one.f1 is not None
        assert claimed[k][0] == pytest.approx(one.f1 + 0.05)
        assert validated[k][0] == pytest.approx(one.f1)
        assert sum(walk.family_turns) == len(walk.turns)
        p = [turn.p for turn in walk.turns]
        assert sorted(p, reverse=True)[:2] == [p[t - 1] for t in walk.peaks]
        assert walk.turns[walk.longest_chain - 1].chain == max(turn.chain for turn in walk.turns)


def test_the_walk_shown_is_the_nearest_to_the_mean(run: Path) -> None:
    """Against the plain way: two hundred walks traced one by one, their distances from the validated scores."""
    data = build_report(run)
    settings = EvaluationSettings()
    hints, solution, shown = data.rows["hints"][0], data.rows["solution"][0], data.walks[0]
    values = np.array([scores_of_walk(trace(hints, solution, settings, walk=k)) for k in range(200)])
    away = (((values - data.scores("validated_")[0]) / values.std(axis=0)) ** 2).sum(axis=1)
    assert (shown.number, shown.among) == (int(away.argmin()), 200)
    assert scores_of_walk(shown.turns) == pytest.approx(values[shown.number])
    assert away[shown.number] <= away[0]
    counted, _ = np.histogram(values[:, 0], bins=20, range=(0, 1))
    assert shown.histograms.tension == tuple(counted)
    assert sum(shown.histograms.peaks) == 400


def scores_of_walk(turns: Sequence[Turn]) -> tuple[float, float]:
    first, second = sorted(turns, key=lambda turn: (-turn.p, turn.t))[:2]
    return abs(first.t - second.t) / len(turns), max(turn.chain for turn in turns) / 81


def test_long_history_is_thinned_and_keeps_its_ends(run: Path, tmp_path: Path) -> None:
    shutil.copy(run / "pareto.csv", tmp_path)
    lines = [json.dumps({"generation": k, "front": [[k / 1000, 0.1]]}) for k in range(1000)]
    (tmp_path / "fronts.jsonl").write_text("\n".join(lines) + "\n")
    fronts = build_report(tmp_path).fronts
    assert len(fronts) == MOST_SNAPSHOTS
    assert (fronts[0].generation, fronts[-1].generation) == (0, 999)


def test_a_front_may_fall_back_and_is_kept_once_while_it_stays(run: Path, tmp_path: Path) -> None:
    """More walks take away what was luck; a point that another dominates is no part of a front."""
    shutil.copy(run / "pareto.csv", tmp_path)
    fronts = [[], [[0.5, 0.1]], [[0.5, 0.1]], [[0.5, 0.1], [0.4, 0.3], [0.4, 0.05]], [[0.3, 0.1]], [[0.5, 0.1]]]
    lines = [json.dumps({"generation": k + 1, "front": front}) for k, front in enumerate(fronts)]
    (tmp_path / "fronts.jsonl").write_text("\n".join(lines) + "\n")
    assert [(s.generation, s.points) for s in build_report(tmp_path).fronts] == [
        (2, ((0.5, 0.1),)),
        (4, ((0.5, 0.1), (0.4, 0.3))),
        (5, ((0.3, 0.1),)),
        (6, ((0.5, 0.1),)),
    ]


def test_wrong_lines_are_named(run: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"pareto\.csv"):
        build_report(tmp_path)
    text = (run / "pareto.csv").read_text(encoding="utf-8").splitlines()
    (tmp_path / "pareto.csv").write_text("\n".join([text[0], text[1], "." * 81]) + "\n")
    with pytest.raises(InputError, match="line 3: not a valid puzzle"):
        build_report(tmp_path)
    (tmp_path / "pareto.csv").write_text("\n".join(text[:2]) + "\n")
    good = '{"generation": 1, "front": [[0.1, 0.1]]}\n'
    (tmp_path / "pareto.csv").write_text(f"{text[0]}\n{text[1].replace('easy', '<b>hard</b>')}\n")
    with pytest.raises(InputError, match="line 2: grade: '<b>hard</b>' is none of easy, gentle"):
        build_report(tmp_path)
    (tmp_path / "pareto.csv").write_text("\n".join(text[:2]) + "\n")
    for wrong in ("nonsense", '{"generation": 2}', '{"front": []}', '{"generation": 2, "front": [[0.1]]}', "[1]"):
        (tmp_path / "fronts.jsonl").write_text(f"{good}{wrong}\n")
        with pytest.raises(InputError, match=r"fronts\.jsonl, line 2: needs a JSON object .* of 2 numbers"):
            build_report(tmp_path)


def test_json_block_cannot_be_left() -> None:
    value = "</script><!--\u2028 春 🌸 \" ' \\"
    text = script_json({"a": value})
    assert "<" not in text
    assert json.loads(text) == {"a": value}


@pytest.mark.parametrize("text", TEXTS)
def test_names_are_data(run: Path, text: str) -> None:
    """Whatever they say, all that changes in the page is the block of data, which stays one block of JSON."""
    plain = build_report(run)
    one = replace(plain, name=text)
    before, block, after = _parts(render(one))
    assert (before, after) == (_parts(render(plain))[0], _parts(render(plain))[2])
    value = json.loads(block)
    assert value["name"] == one_line(text)
    link = _details(value)[0]["link"]
    assert len(link) < 4000
    assert re.fullmatch(r"https://[\w./?=%-]+", link)


def _parts(page: str) -> tuple[str, str, str]:
    """A page before, in and after its block of data."""
    before, rest = page.split('<script id="data" type="application/json">')
    block, after = rest.split("</script>", 1)
    return before, block, after


def test_page_without_history_or_validation(run: Path, tmp_path: Path) -> None:
    rows = list(csv.DictReader((run / "pareto.csv").open(encoding="utf-8", newline="")))
    (tmp_path / "pareto.csv").write_text(f"hints,f1,f2\n{rows[0]['hints']},0.5,0.1\n")
    data = build_report(tmp_path)
    assert np.isnan(data.scores("validated_")).all()
    assert data.name == tmp_path.name
    assert len(render(data)) < 8_000_000


def _block(path: Path) -> dict[str, Any]:
    return json.loads(_parts(path.read_text(encoding="utf-8"))[1])


def test_a_thousand_puzzles_stay_under_8_mb(run: Path) -> None:
    data = many(build_report(run), 1000)
    # equal puzzles pack better than different ones, so each is packed alone
    alone = sum(len(_packed([_details_of(data, k, "run")])) for k in range(PUZZLES)) / PUZZLES
    page = render(data)
    together = sum(map(len, json.loads(_parts(page)[1])["walks"]))
    assert len(page.encode()) - together + 1000 * alone < 8_000_000


def test_chosen_sets_stand_beside_the_front(run: Path, tmp_path: Path) -> None:
    shutil.copytree(run, tmp_path / "run")
    lines = (run / "pareto.csv").read_text(encoding="utf-8").splitlines()
    (tmp_path / "run/pareto.csv").write_text("\n".join(lines[:4]) + "\n", encoding="utf-8")
    (tmp_path / "run/grids.csv").write_text("\n".join([lines[0], lines[5], lines[2]]) + "\n", encoding="utf-8")
    data = build_report(tmp_path / "run")
    assert (data.front, len(data.rows), len(data.walks)) == (3, 4, 4)
    assert data.sets == {"grids.csv": (3, 1)}
    assert to_line(data.rows["hints"][3]) == lines[5][:81]
    (drawn,) = (line for line in draw_front(data).axes[0].lines if line.get_label() == "claimed by the search")
    assert len(np.asarray(drawn.get_xdata())) == 3


def _details(block: dict[str, Any]) -> list[dict[str, Any]]:
    """What the browser unpacks, a dictionary for each puzzle."""
    return [one for packed in block["walks"] for one in json.loads(zlib.decompress(base64.b64decode(packed)))]


def test_walk_in_the_page_leads_to_the_solution(run: Path) -> None:
    block = _block(write_report(run))
    for puzzle, details in zip(block["puzzles"], _details(block), strict=True):
        board, _ = automatic_fill(np.array([int(c) if c != "." else 0 for c in puzzle["hints"]], dtype=np.uint8))
        for turn in details["turns"]:
            for cell in (turn["x"], *turn["c"]):
                assert board[cell] == 0
                board[cell] = int(puzzle["solution"][cell])
        assert to_line(board) == puzzle["solution"]
        assert len(puzzle["d"]) == len(details["turns"])
        assert records_of(read_text(details["link"], "link"))[0].hints == puzzle["hints"]
        assert all(len(details["fun"][lang]) == 2 for lang in ("en", "ja"))


def many(data: ReportData, number: int) -> ReportData:
    """The same puzzles again and again."""
    rows = [k % data.front for k in range(number)]
    return replace(
        data, rows=data.rows.take(np.array(rows)), walks=tuple(data.walks[k] for k in rows), front=number, sets={}
    )


def test_figures(run: Path, tmp_path: Path) -> None:
    shutil.copytree(run, tmp_path / "run")
    paths = write_figures(tmp_path / "run", ("png", "svg", "pdf"), curves=1)
    assert {p.name for p in paths} == {
        f"{name}.{kind}" for name in ("pareto", "hypervolume", "difficulty-1") for kind in ("png", "svg", "pdf")
    }
    starts = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}
    assert all(p.read_bytes().startswith(starts[p.suffix]) for p in paths)
    with pytest.raises(InputError, match="gif"):
        write_figures(run, ("gif",))


# the browser


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with chromium(tmp_path_factory.mktemp("profile")) as chrome:
        yield chrome


@pytest.fixture
def page(browser: Any, run: Path) -> Any:
    return _opened(browser, run)


def _opened(browser: Any, run: Path) -> Any:
    opened(browser, write_report(run))
    _wait(browser, "document.body.dataset.ready === '0'")
    if browser.execute_script("return document.documentElement.lang") == "ja":
        _click(browser, "language")
    return browser


def _wait(browser: Any, condition: str) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(browser, 60).until(lambda b: b.execute_script(f"return {condition}"))


def _click(browser: Any, name: str) -> None:
    browser.find_element("id", name).click()


def _text(browser: Any, name: str) -> str:
    return browser.find_element("id", name).text


def _board(browser: Any) -> str:
    return browser.execute_script(
        "return [...document.querySelectorAll('#board td[data-cell]')].map(e => e.dataset.digit).join('')"
    )


def _end_checks(browser: Any) -> None:
    assert [e for e in browser.get_log("browser") if e["level"] in ("SEVERE", "WARNING")] == []
    urls = requests(browser)
    assert [u for u in urls if u.endswith("report.html")], "the log saw the page itself"
    assert [u for u in urls if not u.startswith(("file:", "data:", "blob:"))] == []
    assert len([u for u in urls if u.startswith("file:")]) == 1


@pytest.mark.slow
def test_click_through(page: Any, run: Path) -> None:
    data = build_report(run)
    assert _text(page, "name") == NAME
    assert page.execute_script("return window.bad") is None
    assert f"{EVALUATIONS} evaluations" in _text(page, "summary")
    walk = data.walks[0]
    hints, solution = to_line(data.rows["hints"][0]), to_line(data.rows["solution"][0])
    assert _board(page) == hints
    _click(page, "solution")
    assert _board(page) == solution
    _click(page, "solution")
    # play the walk to its end, turn by turn
    for turn in walk.turns:
        _click(page, "next")
        reason = _text(page, "reason")
        assert reason.startswith(f"turn {turn.t}: {step_name(turn, 'en')}")
        said = reason.splitlines()[1:]
        assert [line for line in said if "candidates have to go" not in line] == [
            line for line in (*turn_words(turn, "en"), out_words(turn, "en")) if line
        ]
        assert f"d {turn.analysis.d:.3f}" in page.execute_script("return document.getElementById('dpc').textContent")
    assert _board(page) == solution
    for name, turn in (
        ("to-first", min(walk.peaks)),
        ("to-second", max(walk.peaks)),
        ("to-chain", walk.longest_chain),
    ):
        _click(page, name)
        assert _text(page, "reason").startswith(f"turn {turn}:")
    chain = walk.turns[walk.longest_chain - 1]
    assert len(page.find_elements("css selector", "#board td.filled")) == chain.chain
    # the curve carries the numbers and the peaks
    curve = page.execute_script("return document.getElementById('curve').data.map(t => ({x: [...t.x], y: [...t.y]}))")
    assert curve[1]["y"] == pytest.approx([t.analysis.d for t in walk.turns], abs=1e-3)
    assert tuple(curve[2]["x"]) == walk.peaks
    assert curve[0]["x"] == [walk.longest_chain]
    _end_checks(page)


def test_front_numbers_slider_and_click(page: Any, run: Path) -> None:
    data = build_report(run)
    code = (
        "return ['found', 'claimed', 'validated'].map(name => document.getElementById('front').data"
        ".find(t => t.legendgroup === name))"
        ".map(t => ({x: [...t.x], y: [...t.y], e: t.error_x && [...t.error_x.array]}))"
    )
    history, claimed, validated = page.execute_script(code)
    assert claimed["x"] == pytest.approx(data.scores()[:, 0].tolist(), abs=1e-5)
    assert validated["y"] == pytest.approx(data.scores("validated_")[:, 1].tolist(), abs=1e-5)
    assert validated["e"] == pytest.approx((2 * data.scores("validated_", "_se")[:, 0]).tolist(), abs=3e-5)
    assert len(history["x"]) == 5
    line = page.execute_script("return document.getElementById('front').layout.shapes.find(s => s.type === 'line')")
    ends = [line[name] for name in ("x0", "y0", "x1", "y1")]
    assert ends == pytest.approx([*data.scores()[0], *data.scores("validated_")[0]], abs=1e-5)
    page.find_element("id", "generation").send_keys("\ue011")  # Home
    assert len(page.execute_script(code)[0]["x"]) == 1
    assert _text(page, "generation-value") == "0 · 100 evaluations · hypervolume 0.0100"
    volume = page.execute_script("return document.getElementById('volume').data.map(t => [[...t.x], [...t.y]])")
    assert volume == [[[100, EVALUATIONS], [0.01, 0.02]], [[100], [0.01]]]
    label = page.find_element("id", "volume").get_attribute("aria-label")
    assert label == f"Hypervolume of the claimed front: 0.0200 after {EVALUATIONS} evaluations."
    # a click of the mouse on a claimed point
    spot = page.execute_script(
        "const at = document.getElementById('front').data.findIndex(t => t.legendgroup === 'claimed');"
        "const p = document.querySelectorAll('#front .scatterlayer .trace')[at].querySelectorAll('.points path')[3];"
        "const r = p.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]"
    )
    from selenium.webdriver import ActionChains
    from selenium.webdriver.common.actions.action_builder import ActionBuilder

    page.execute_script("window.scrollTo(0, 0)")
    mouse = ActionBuilder(page)
    mouse.pointer_action.move_to_location(round(spot[0]), round(spot[1]))
    mouse.perform()
    ActionChains(page).pause(0.3).click().perform()
    _wait(page, "document.body.dataset.ready === '3'")
    assert _board(page) == to_line(data.rows["hints"][3])
    _end_checks(page)


def test_keys_filters_language_theme_and_copy(page: Any, run: Path) -> None:
    data = build_report(run)
    page.find_element("id", "list").send_keys("\ue015")  # arrow down
    _wait(page, "document.body.dataset.ready === '1'")
    assert _board(page) == to_line(data.rows["hints"][1])
    assert "hard" in _text(page, "rating")
    _click(page, "copy-hints")
    _wait(page, "document.getElementById('copied').textContent === 'copied'")
    page.execute_script(
        "document.getElementById('grade').value='=easy';"
        "document.getElementById('filters').dispatchEvent(new Event('input'))"
    )
    _wait(page, "document.body.dataset.ready === '0'")
    shown = "return [...document.querySelectorAll('#list li:not([hidden])')].map(e => +e.dataset.k)"
    assert page.execute_script(shown) == [0, 2, 4]
    page.execute_script("document.getElementById('grade').value=''; document.querySelector('.choose .box').open = true")
    page.find_element("id", "t-min").send_keys(str(len(data.walks[0].turns)))
    wanted = [k for k, p in enumerate(data.walks) if len(p.turns) >= len(data.walks[0].turns)]
    assert page.execute_script(shown) == wanted
    page.find_element("id", "t-min").clear()
    page.execute_script("document.getElementById('filters').dispatchEvent(new Event('input'))")
    page.find_element("css selector", "#families input[value='3']").click()
    assert page.execute_script(shown) == [k for k, p in enumerate(data.walks) if p.family_turns[3]]
    _click(page, "language")
    assert page.execute_script("return document.documentElement.lang") == "ja"
    assert "評価 777回" in _text(page, "summary")
    assert "フロント" in _text(page, "h-front")
    before = page.execute_script("return getComputedStyle(document.body).backgroundColor")
    _click(page, "theme")
    assert page.execute_script("return getComputedStyle(document.body).backgroundColor") != before
    _end_checks(page)


def test_brush_sort_and_ticks(page: Any, run: Path) -> None:
    data = build_report(run)
    page.execute_script(
        "document.getElementById('front').emit('plotly_selected', {points: [{customdata: 1}, {customdata: 3}, {}]})"
    )
    shown = "return [...document.querySelectorAll('#list li:not([hidden])')].map(e => +e.dataset.k)"
    assert page.execute_script(shown) == [1, 3]
    _wait(page, "document.body.dataset.ready === '1'")
    # the others are dim on the front, and the curve of the other one is drawn behind
    code = "return document.getElementById('front').data.find(t => t.legendgroup === 'validated').marker.opacity"
    assert page.execute_script(code) == [0.15, 1, 0.15, 1, 0.15]
    behind = page.execute_script("return [...document.getElementById('curve').data[4].y]")
    wanted = [turn.analysis.d for turn in data.walks[3].turns]
    top = 1.08 * max(turn.analysis.d for turn in data.walks[1].turns)
    assert behind[:-1] == pytest.approx([min(d, top) for d in wanted], abs=1e-3)
    _click(page, "clear")
    assert page.execute_script(shown) == [0, 1, 2, 3, 4]
    page.execute_script(
        "document.getElementById('sort').value = 'T'; document.getElementById('sort').dispatchEvent(new Event('input'))"
    )
    turns = [len(walk.turns) for walk in data.walks]
    assert page.execute_script(shown) == sorted(range(PUZZLES), key=lambda k: (turns[k], k))
    for k in (4, 0):
        page.execute_script(f"document.querySelector('#puzzle-{k} .tick').click()")
    command = page.execute_script("return document.getElementById('command').textContent")
    assert shlex.split(command) == ["hintsmith", "export", str(run), "--select", "ids:1,5"]
    _end_checks(page)


def test_solving_by_hand(page: Any, run: Path) -> None:
    solution = to_line(build_report(run).rows["solution"][0])
    _click(page, "by-hand")
    empty = page.execute_script(
        "return [...document.querySelectorAll('#board td[data-cell]')].findIndex(e => e.dataset.digit === '.')"
    )
    cell = page.find_element("css selector", f"#board td[data-cell='{empty}']")
    cell.click()
    cell.send_keys(str(int(solution[empty]) % 9 + 1))
    _click(page, "check")
    assert _text(page, "reason") == "1 digit is wrong."
    page.find_element("css selector", f"#board td[data-cell='{empty}']").send_keys(solution[empty])
    _click(page, "check")
    assert _text(page, "reason").startswith("All right so far")
    _click(page, "hint")
    assert _text(page, "reason").startswith("Hint\nLook at")
    for _ in range(300):
        if _text(page, "reason") == "Solved!":
            break
        _click(page, "hint")
    assert _text(page, "reason") == "Solved!"
    assert _board(page) == solution
    _end_checks(page)


@pytest.mark.slow
def test_a_thousand_puzzles_without_lag(browser: Any, run: Path, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(render(many(build_report(run), 1000)), encoding="utf-8")
    browser.get(path.as_uri())
    _wait(browser, "document.body.dataset.ready === '0'")
    for work in (
        "document.getElementById('language').click()",
        "document.getElementById('t-min').dispatchEvent(new Event('input', {bubbles: true}))",
    ):
        taken = browser.execute_script(f"const t = performance.now(); {work}; return performance.now() - t")
        assert taken < 1500, work


def test_every_part_has_a_name_for_screen_readers(page: Any) -> None:
    unnamed = page.execute_script(
        "return [...document.querySelectorAll('button,input,select,[role=img],[role=listbox],[role=option],section')]"
        ".filter(e => !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.textContent.trim()"
        " || e.labels?.[0]?.textContent.trim())).map(e => e.outerHTML)"
    )
    assert unnamed == []
    active = page.find_element("id", "list").get_attribute("aria-activedescendant")
    assert page.find_element("id", active).get_attribute("aria-selected") == "true"


def test_no_word_is_left_in_the_other_language(page: Any) -> None:
    english = page.execute_script("return document.body.innerText")
    assert not [ch for ch in english.replace(NAME, "").replace("日本語", "") if "\u3040" < ch < "\u9fff"]
    _click(page, "language")
    words = page.execute_script(
        "return [...document.querySelectorAll('[data-text]:not([data-text=version]), #summary,"
        " #count, #h-puzzle, #curve-words, #profile dt')]"
        ".map(e => e.textContent)"
    )
    # d(t) and SudokuPad are names; every part has a Japanese word in it
    assert [word for word in words if not any("\u3040" < ch < "\u9fff" for ch in word)] == []


def test_print_shows_everything_inside_the_paper(page: Any, run: Path) -> None:
    _click(page, "theme")
    paper = {"paperWidth": 8.27, "paperHeight": 11.69, "printBackground": False}
    pdf = base64.b64decode(page.execute_cdp_cmd("Page.printToPDF", paper)["data"])
    pages = pypdf.PdfReader(io.BytesIO(pdf)).pages
    # ligatures come back as one character
    text = " ".join(unicodedata.normalize("NFKC", " ".join(part.extract_text() for part in pages)).split())
    assert len(pages) <= 3
    for word in ("The front", "Hypervolume", "Puzzles", "Puzzle 1", "Why it is fun", "Turns per family"):
        assert word in text
    for f1 in build_report(run).scores("validated_")[:, 0]:
        assert f"{f1:.3f}" in text
    assert "Copy" not in text
    # while it is printed, charts are light and no wider than A4 without the browser's margins, 718 px
    page.execute_script("dispatchEvent(new Event('beforeprint'))")
    widths = page.execute_script("return [...document.querySelectorAll('.chart .main-svg')].map(e => e.clientWidth)")
    assert widths
    assert max(widths) <= 718
    assert page.execute_script("return document.documentElement.dataset.theme") == "light"
    page.execute_script("dispatchEvent(new Event('afterprint'))")
    assert page.execute_script("return document.documentElement.dataset.theme") == "dark"
    _end_checks(page)


def test_no_width_needs_sideways_scrolling(page: Any) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    for width in (360, 700, 900, 1400):
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        for lang in ("language", "language"):
            _click(page, lang)
            # charts follow the window a moment later
            WebDriverWait(page, 10).until(
                lambda b, w=width: b.execute_script("return document.documentElement.scrollWidth") <= w
            )
    page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


# three objectives


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny run for tension, chain and height."""
    return three_objective_run(tmp_path_factory.mktemp("three"))


@pytest.mark.slow
def test_three_objectives_are_three_panels_with_one_selection(browser: Any, three: Path) -> None:
    data = build_report(three)
    assert [goal.key for goal in data.goals] == ["tension", "chain", "height"]
    assert all(len(point) == 3 for snapshot in data.fronts for point in snapshot.points)
    page = _opened(browser, three)
    code = (
        "return document.getElementById('front').data"
        ".map(t => ({x: [...t.x], y: [...t.y], at: t.xaxis, what: t.legendgroup}))"
    )
    traces = page.execute_script(code)
    claimed, validated = data.scores(), data.scores("validated_")
    for panel, (i, j) in zip(("x", "x2", "x3"), ((0, 1), (0, 2), (1, 2)), strict=True):
        for what, values in (("claimed", claimed), ("validated", validated)):
            (drawn,) = (trace for trace in traces if (trace["at"], trace["what"]) == (panel, what))
            assert drawn["x"] == pytest.approx(values[:, i].tolist(), abs=1e-5)
            assert drawn["y"] == pytest.approx(values[:, j].tolist(), abs=1e-5)
    last = len(data.rows) - 1
    page.find_element("id", "list").send_keys("\ue010")  # End
    _wait(page, f"document.body.dataset.ready === '{last}'")
    shapes = page.execute_script(
        "return document.getElementById('front').layout.shapes.filter(s => s.type === 'line')"
        ".map(s => [s.xref, s.x0, s.y0])"
    )
    assert [shape[0] for shape in shapes] == ["x", "x2", "x3"]
    assert shapes[2][1:] == pytest.approx([claimed[last][1], claimed[last][2]], abs=1e-5)
    axes = page.execute_script(
        "const l = document.getElementById('front').layout;"
        "return [l.xaxis, l.yaxis, l.yaxis2, l.xaxis3].map(a => a.title.text)"
    )
    assert axes == ["tension f1 · better →", "chain f2 · better →", "height · better →", "chain f2 · better →"]
    assert "height" in page.execute_script("return document.getElementById('scores').textContent")
    assert "Hypervolume to (0, 0, 0)" in page.execute_script("return document.body.innerText")
    assert "one of 200 random ones" in _text(page, "walk-words")
    for width in (390, 1200):
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        columns = (
            "new Set(['xaxis','xaxis2','xaxis3'].map(a => document.getElementById('front').layout[a].domain[0])).size"
        )
        _wait(page, f"{columns} === {1 if width == 390 else 3} && document.documentElement.scrollWidth <= {width}")
    page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    _end_checks(page)


def test_nothing_is_cut_in_the_list(browser: Any, run: Path, three: Path) -> None:
    for folder in (run, three):
        page = _opened(browser, folder)
        for width in (1200, 390):
            metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
            page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            cut = page.execute_script(
                "return [...document.querySelectorAll('#list li, #list span')]"
                ".filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')"
                ".map(e => e.textContent)"
            )
            assert cut == []
    page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_figures_of_three_objectives(three: Path, tmp_path: Path) -> None:
    figure = draw_front(build_report(three))
    labels = [(axes.get_xlabel(), axes.get_ylabel()) for axes in figure.axes]
    assert labels == [("tension f1", "chain f2"), ("tension f1", "height"), ("chain f2", "height")]
    (drawn,) = (line for line in figure.axes[2].lines if line.get_label() == "claimed by the search")
    assert np.asarray(drawn.get_xdata()) == pytest.approx(build_report(three).scores()[:, 1])
    assert draw_hypervolume(build_report(three)).axes[0].get_ylabel() == "hypervolume to (0, 0, 0)"


def test_one_objective_is_drawn_beside_the_numbers_of_the_puzzles(run: Path, tmp_path: Path, browser: Any) -> None:
    rows = list(csv.DictReader((run / "pareto.csv").open(encoding="utf-8", newline="")))
    (tmp_path / "config.toml").write_text(
        '[puzzle]\npattern = "eccomp2024-24"\n[search]\nobjectives = ["chain"]\n', encoding="utf-8"
    )
    lines = [f"{row['hints']},0.2,0.1" for row in rows]
    (tmp_path / "pareto.csv").write_text("\n".join(["hints,f2,validated_f2", *lines]) + "\n", encoding="utf-8")
    page = _opened(browser, tmp_path)
    drawn = page.execute_script(
        "return ['found', 'claimed', 'validated'].map(name => document.getElementById('front').data"
        ".find(t => t.legendgroup === name)).map(t => [[...t.x], [...t.y]])"
    )
    assert drawn == [[[], []], [[1, 2, 3, 4, 5], [0.2] * 5], [[1, 2, 3, 4, 5], [0.1] * 5]]
    (axes,) = draw_front(build_report(tmp_path)).axes
    assert axes.get_xlabel() == "puzzle"


def test_unknown_errors_have_no_bars(run: Path, tmp_path: Path, browser: Any) -> None:
    rows = list(csv.DictReader((run / "pareto.csv").open(encoding="utf-8", newline="")))
    lines = [f"{row['hints']},0.5,0.1,0.4,0.1" for row in rows]
    head = "hints,f1,f2,validated_f1,validated_f2"
    (tmp_path / "pareto.csv").write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    page = _opened(browser, tmp_path)
    assert page.execute_script("return document.querySelectorAll('#front .errorbar path').length") == 0
    page = _opened(browser, run)
    assert page.execute_script("return document.querySelectorAll('#front .errorbar path').length") > 0
