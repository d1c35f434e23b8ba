"""Another kind of puzzle from outside the package: nonograms, evolved by the unchanged search through a config."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from nonogram_kind import NonogramKind
from plain_nonogram import all_pictures, runs
from watcher import Watcher

import puzzles
from evaluation.table import Table
from experiments.kinds import KINDS, kind_named
from experiments.run import runner
from experiments.run.config import load_config, make_config
from experiments.run.folder import RunFolder
from experiments.run.results import Results
from generator.search.pool import WorkerPool
from puzzles.errors import InputError

ROOT = Path(puzzles.__file__).resolve().parent.parent
HEART = """\
.##..##.
########
########
########
.######.
..####..
...##...
........
"""
CONFIG = f'''name = "heart"
seed = 3

[puzzle]
kind = "nonogram"
target = """
{HEART}"""

[search]
population = 20
evaluations = 400
'''
RESULTS = ("pareto.csv", "evaluations.jsonl", "fronts.jsonl", "front.non", "checkpoint/known.u8")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "heart.toml"
    path.write_text(CONFIG, encoding="utf-8")
    return path


@pytest.fixture
def kind() -> Iterator[NonogramKind]:
    """The kind, registered for one test."""
    one = NonogramKind()
    KINDS.register(one)
    yield one
    KINDS.forget(one.key)


def results(run: Path) -> dict[str, bytes]:
    found = {name: (run / name).read_bytes() for name in RESULTS}
    with (run / "history.csv").open(newline="") as file:
        history = [{name: row[name] for name in row if "seconds" not in name} for row in csv.DictReader(file)]
    return found | {"history": json.dumps(history).encode()}


def run_of(file: Path, out: Path, *overrides: str, watcher: Watcher | None = None) -> Path:
    config = load_config(file, ["parallel.workers=1", *overrides])
    return runner.start(config, out, watcher or Watcher()).folder


# by an entry point and the command line


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed package, as pip would leave it."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(Path(__file__).with_name("nonogram_kind"), folder / "nonogram_kind")
    information = folder / "nonogram_kind-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: nonogram-kind\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[hintsmith.kinds]\nnonogram = nonogram_kind:NonogramKind\n")
    return folder


def hintsmith(site: Path | None, *words: str) -> subprocess.CompletedProcess[str]:
    paths = [ROOT] if site is None else [site, ROOT]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths))}
    return subprocess.run(
        [sys.executable, "-m", "experiments.cli", *words], env=environment, capture_output=True, text=True, timeout=300
    )


def clues(picture: str) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    rows = picture.split("/")
    return [runs(row) for row in rows], [runs(column) for column in zip(*rows, strict=True)]


def has_one_picture(picture: str) -> bool:
    """By trying row after row all fillings whose columns can still come out: no line solving."""
    rows, columns = clues(picture)
    width, height = len(columns), len(rows)
    fillings = [[line for line in _lines(width) if runs(line) == row] for row in rows]

    def fits(column: str, clue: tuple[int, ...]) -> bool:
        if len(column) == height:
            return runs(column) == clue
        so_far = runs(column)
        whole = so_far[:-1] if column.endswith("#") else so_far
        if whole != clue[: len(whole)] or len(so_far) > len(clue):
            return False
        return not column.endswith("#") or so_far[-1] <= clue[len(so_far) - 1]

    found = [[]]
    for at in range(height):
        found = [
            [*part, line]
            for part in found
            for line in fillings[at]
            if all(fits("".join(r[j] for r in part) + line[j], columns[j]) for j in range(width))
        ]
    return found == [picture.split("/")]


def _lines(width: int) -> list[str]:
    return ["".join(".#"[number >> k & 1] for k in range(width)) for number in range(2**width)]


def test_the_oracle_agrees_with_all_fillings_of_small_pictures() -> None:
    for number in range(0, 2**9, 7):
        picture = "/".join("".join(".#"[number >> 3 * i + j & 1] for j in range(3)) for i in range(3))
        assert has_one_picture(picture) == (len(all_pictures(*clues(picture))) == 1)


def test_a_config_evolves_nonograms_to_a_front_that_is_shown_and_exported(site: Path, file: Path) -> None:
    out = file.parent / "runs"
    done = hintsmith(site, "run", str(file), "--workers", "2", "--out", str(out))
    assert done.returncode == 0, done.stderr
    (run,) = out.iterdir()
    with (run / "pareto.csv").open(newline="") as text:
        rows = list(csv.DictReader(text))
    assert list(rows[0]) == ["picture", "resemblance", "sweeps", "black", "walks"]
    assert f"{len(rows)} puzzles on the front" in done.stdout and "hypervolume to (0, 0): " in done.stdout
    assert "validat" not in done.stdout + done.stderr
    target = HEART.replace("\n", "")
    for row in rows:
        cells = row["picture"].replace("/", "")
        assert float(row["resemblance"]) == sum(a == b for a, b in zip(cells, target, strict=True)) / 64
        assert has_one_picture(row["picture"])
        assert int(row["black"]) == cells.count("#")
        assert not any(
            (float(other["resemblance"]), float(other["sweeps"])) != (float(row["resemblance"]), float(row["sweeps"]))
            and float(other["resemblance"]) >= float(row["resemblance"])
            and float(other["sweeps"]) >= float(row["sweeps"])
            for other in rows
        )
    # the target itself has one picture, and there are others like it that take longer
    assert float(rows[0]["resemblance"]) == 1.0 and float(rows[0]["sweeps"]) == 3.0
    assert len({row["sweeps"] for row in rows}) >= 3

    shown = hintsmith(site, "inspect", str(run), "--hints")
    assert shown.returncode == 0 and rows[-1]["picture"] in shown.stdout and "front.non" in shown.stdout
    page = hintsmith(site, "inspect", str(run), "--html")
    assert page.returncode == 0, page.stderr
    report = (run / "report.html").read_text(encoding="utf-8")
    assert len(re.findall(r'<td class="drawing"><svg', report)) == len(rows)
    assert all(row["picture"] in report for row in rows)
    assert report.count("<polyline") == 1 and report.count("<circle") == len(rows)
    # an SVG's namespace is a name, nothing is loaded
    assert "http" not in report.replace("http://www.w3.org/2000/svg", "") and "<script" not in report

    figures = hintsmith(site, "inspect", str(run), "--figures", "png")
    assert figures.returncode == 2 and figures.stderr.startswith("hintsmith: --figures: the kind nonogram draws none")
    for words in (("export", "--format", "txt"), ("evaluate",), ("library", "add", "--library", "l.sqlite")):
        refused = hintsmith(site, *words, str(run))
        assert refused.returncode == 2
        assert refused.stderr.startswith(f"hintsmith: {run}: a run of the kind nonogram, and number place is needed")
    exported = hintsmith(None, "export", str(run / "front.non"), "--format", "non", "--out", str(file.parent / "books"))
    assert exported.returncode == 0, exported.stderr
    # each nonogram a file
    files = list((file.parent / "books").glob("*.non"))
    assert len(files) == len(rows) and all("goal" in path.read_text() for path in files)


def test_without_the_package_the_kind_is_refused_in_one_line(file: Path) -> None:
    done = hintsmith(None, "run", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"hintsmith: {file}: puzzle.kind: 'nonogram' is none of number_place\n"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise OSError('no disk')", "the plug-in of nonogram-kind 1.0 cannot be loaded (OSError: no disk)"),
        (
            "class NonogramKind: pass",
            "what the plug-in of nonogram-kind 1.0 gives is no kind of puzzle: <class 'nonogram_kind.NonogramKind'>",
        ),
    ],
)
def test_a_plug_in_that_does_not_work_is_named_in_one_line(
    tmp_path: Path, site: Path, file: Path, source, reason
) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(site, broken)
    (broken / "nonogram_kind" / "__init__.py").write_text(source + "\n")
    done = hintsmith(broken, "run", str(file))
    assert done.returncode == 2
    assert done.stderr == f"hintsmith: {file}: hintsmith.kinds nonogram: {reason}\n"


# determinism


def test_one_and_two_workers_find_the_same(kind: NonogramKind, file: Path, tmp_path: Path) -> None:
    one = run_of(file, tmp_path / "one")
    # workers take what they import from this process's path
    two = run_of(file, tmp_path / "two", "parallel.workers=2")
    assert results(one) == results(two)


def test_an_interrupted_run_ends_as_if_nothing_had_happened(kind: NonogramKind, file: Path, tmp_path: Path) -> None:
    whole = run_of(file, tmp_path / "whole")

    def stop(generation) -> None:
        if generation.number == 5:
            os.kill(os.getpid(), signal.SIGINT)

    outcome = runner.start(load_config(file, ["parallel.workers=1"]), tmp_path / "cut", Watcher(stop))
    assert outcome.interrupted and outcome.front > 0
    assert results(outcome.folder) != results(whole)
    assert not runner.resume(outcome.folder, Watcher()).interrupted
    assert results(outcome.folder) == results(whole)


def test_a_prolonged_run_ends_as_one_that_was_longer_from_its_start(
    kind: NonogramKind, file: Path, tmp_path: Path
) -> None:
    longer = run_of(file, tmp_path / "longer", "search.evaluations=700")
    run = run_of(file, tmp_path / "run")
    assert results(run) != results(longer)
    runner.resume(run, Watcher(), ["search.evaluations=700"])
    assert results(run) == results(longer)


def test_a_run_whose_target_was_changed_is_refused(kind: NonogramKind, file: Path, tmp_path: Path) -> None:
    run = run_of(file, tmp_path / "run", "search.evaluations=60")
    config = run / "config.toml"
    config.write_text(config.read_text().replace(".##..##.", ".##..###"))
    with pytest.raises(InputError, match=r"config.toml: puzzle.target is .* when the run began"):
        runner.resume(run, Watcher(), ["search.evaluations=120"])


def test_one_objective_of_the_kind_is_enough(kind: NonogramKind, file: Path, tmp_path: Path) -> None:
    run = run_of(file, tmp_path, 'search.objectives=["resemblance"]', "search.evaluations=100")
    rows = RunFolder.open(run).puzzles()
    assert "sweeps" not in rows
    # equal ones do not dominate each other
    assert len(set(rows["resemblance"].tolist())) == 1 and rows["resemblance"][0] > 0.9


# what is refused


def test_a_row_without_its_proof_is_not_handed_out(kind: NonogramKind, file: Path) -> None:
    config = load_config(file)
    board = (np.indices((8, 8)).sum(axis=0) % 2).astype(np.uint8).ravel()
    claimed = Table(
        {"picture": board[None], "resemblance": np.ones(1), "sweeps": np.ones(1), "valid": np.ones(1, bool)}
    )
    with WorkerPool(1) as pool, pytest.raises(RuntimeError, match="has not exactly one picture"):
        Results(kind, config, pool).of(claimed)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (("[search]", "[evaluation]\nwalks = 3\n\n[search]"), "evaluation: unknown key; did you mean validation?"),
        ((".##..##.", ".##..##x"), "puzzle.target: row 1: 'x' is neither # (black) nor . (white)"),
        ((".##..##.", ".##..##"), "puzzle.target: row 2 has 8 cells, the first has 7"),
        (("target =", "targets ="), "puzzle.target: is missing; needed is: Rows of # (black) and . (white)."),
        (("[search]", '[search]\nobjectives = ["chain"]'), "search.objectives: 'chain' is none of resemblance, sweeps"),
        (("[search]", '[search]\nobjectives = "weighted"\nweights = [1.0]'), "search.weights: 1 weight, there are 2"),
        (('"nonogram"', '"nonagram"'), "puzzle.kind: 'nonagram' is none of number_place, nonogram"),
        (('kind = "nonogram"', "kind = 3"), "puzzle.kind: text in quotes is needed, not 3"),
    ],
)
def test_configs_of_the_kind_are_as_strict_as_ours(
    kind: NonogramKind, file: Path, change: tuple[str, str], line: str
) -> None:
    file.write_text(CONFIG.replace(*change, 1))
    with pytest.raises(InputError) as error:
        load_config(file)
    assert str(error.value).startswith(f"{file}: {line}")
    assert "\n" not in str(error.value)


def test_the_catalogue_knows_ours_and_its_name_is_taken(kind: NonogramKind) -> None:
    assert list(KINDS) == ["number_place", "nonogram"]
    assert kind_named("number_place").key == "number_place"

    class Other(NonogramKind):
        key = "number_place"

    with pytest.raises(InputError, match="number_place: the name is taken by hintsmith's own"):
        KINDS.register(Other())
    with pytest.raises(InputError, match="is no kind of puzzle"):
        KINDS.register(42)
    KINDS.forget("nonogram")
    assert list(KINDS) == ["number_place"]


def test_a_config_without_a_kind_is_one_of_number_place() -> None:
    config = make_config({"puzzle": {"pattern": "eccomp2024-24"}}, "here")
    assert config.puzzle.kind == "number_place"
    same = make_config({"puzzle": {"pattern": "eccomp2024-24", "kind": "number_place"}}, "here")
    assert config == same
