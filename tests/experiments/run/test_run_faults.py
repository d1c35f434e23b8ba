"""A small run, and the same run again with everything going wrong that can: the front must come out the same."""

from __future__ import annotations

import csv
import errno
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import plain
import pytest
from watcher import Watcher

import experiments
from evaluation.evaluator import Evaluator
from evaluation.objectives import COMPETITION
from evaluation.score import Score
from experiments import cli
from experiments.kinds.number_place.columns import pareto_columns
from experiments.kinds.number_place.config import Config
from experiments.patterns import read_pattern
from experiments.run import runner
from experiments.run.checkpoint import Progress
from experiments.run.columns import history_names
from experiments.run.config import load_config
from experiments.run.folder import RunFolder
from experiments.run.logs import LOGS
from generator.search.state import Generation, SearchState
from puzzles.canonical import relabel_batch
from puzzles.errors import InputError
from puzzles.grid import from_characters
from puzzles.pattern import named_pattern, to_marks

PARETO = tuple(column.name for column in pareto_columns())
ROOT = Path(experiments.__file__).resolve().parent.parent
CONFIG = """
name = "small"
seed = 3
[puzzle]
pattern = "eccomp2024-24"
[search]
population = 20
evaluations = 300
[evaluation]
walks = 1
[validation]
walks = 10
[parallel]
workers = 1
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("config") / "small.toml"
    path.write_text(CONFIG)
    return path


@pytest.fixture(scope="module")
def whole(file: Path) -> Path:
    """The undisturbed run."""
    outcome = runner.start(load_config(file), file.parent / "whole", Watcher())
    assert not outcome.interrupted
    return outcome.folder


def assert_same(run: Path, whole: Path, *, logs: bool = True) -> None:
    for name in ("pareto.csv", "evaluations.jsonl", "fronts.jsonl") if logs else ("pareto.csv",):
        assert (run / name).read_bytes() == (whole / name).read_bytes(), name
    strip = [[row[:-2] for row in csv.reader((folder / "history.csv").open())] for folder in (run, whole)]
    assert strip[0] == strip[1], "all of the history but the seconds"


def table_of(run: Path) -> list[dict[str, str]]:
    """The rows of pareto.csv, as they stand there."""
    return list(csv.DictReader((run / "pareto.csv").open(encoding="utf-8", newline="")))


def config_of(file: Path, *overrides: str) -> Config:
    return load_config(file, list(overrides))


def test_the_logs_agree_with_each_other(whole: Path) -> None:
    folder = RunFolder(whole)
    front, history = table_of(whole), folder.history()
    manifest = folder.manifest()
    lines = [json.loads(line) for line in (whole / "evaluations.jsonl").read_text().splitlines()]
    assert tuple(front[0]) == PARETO
    assert tuple(history[0]) == history_names(COMPETITION)
    assert [int(row["generation"]) for row in history] == list(range(1, len(history) + 1))
    done = [0, *(int(row["evaluations"]) for row in history)]
    # fourteen newcomers and six known puzzles; a seventh where one newcomer is expected to be none, and is one
    assert all(0 < after - before <= 21 for before, after in pairwise(done)), done
    assert done[-1] == 300
    # a line for each new puzzle, and one each time a known one got more walks
    new = [line for line in lines if line["walks"] == 1]
    assert int(history[-1]["valid"]) == len(new) < len(lines) <= 300
    assert int(history[-1]["front_size"]) == len(front)
    volumes = [float(row["hypervolume"]) for row in history]
    assert all(volume > 0 for volume in volumes)
    assert float(history[-1]["best_f1"]) == max(float(row["f1"]) for row in front)
    assert manifest["finished"] is True
    assert manifest["seed"] == 3
    assert manifest["counts"] == {"evaluations": 300, "valid": len(new), "front": len(front)}
    assert manifest["hypervolume"]["claimed"] == volumes[-1]
    assert manifest["pattern"] == to_marks(named_pattern("eccomp2024-24"))
    assert manifest["start"] <= manifest["end"]
    assert {"python", "numpy", "numba", "pymoo"} <= set(manifest["versions"])
    judged = {line["hints"]: line for line in sorted(lines, key=lambda line: line["walks"])}
    for row in front:
        line = judged[row["hints"]]
        assert (line["f1"], line["f2"], line["walks"]) == (float(row["f1"]), float(row["f2"]), int(row["walks"]))
    assert max(int(row["walks"]) for row in front) > 1


def test_where_each_puzzle_is_judged_once_nothing_dominates_the_front(file: Path, tmp_path: Path) -> None:
    folder = RunFolder(runner.start(config_of(file, "search.reevaluate=0"), tmp_path, Watcher()).folder)
    front, history = table_of(folder.path), folder.history()
    lines = [json.loads(line) for line in (folder.path / "evaluations.jsonl").read_text().splitlines()]
    assert [int(row["generation"]) for row in history] == list(range(1, 16))
    assert [int(row["evaluations"]) for row in history] == list(range(20, 301, 20))
    assert int(history[-1]["valid"]) == len(lines)
    volumes = [float(row["hypervolume"]) for row in history]
    assert volumes == sorted(volumes)
    for line in lines:
        assert line["walks"] == 1
        assert any(float(row["f1"]) >= line["f1"] and float(row["f2"]) >= line["f2"] for row in front)


def test_the_resolved_config_is_the_whole_config(file: Path, whole: Path) -> None:
    given, kept = load_config(file).model_dump(), RunFolder(whole).config().model_dump()
    assert given["puzzle"].pop("pattern") == "eccomp2024-24"
    assert read_pattern(kept["puzzle"].pop("pattern")).tolist() == named_pattern("eccomp2024-24").tolist()
    assert kept == given
    assert "repair_budget" in (whole / "config.toml").read_text()


def test_the_front_holds_true_puzzles_with_true_scores(file: Path, whole: Path) -> None:
    front = table_of(whole)
    hints = np.array([from_characters(row["hints"]) for row in front])
    assert ((hints > 0) == named_pattern("eccomp2024-24")).all()
    assert len({row.tobytes() for row in relabel_batch(hints)}) == len(front)
    points = [(float(row["f1"]), float(row["f2"])) for row in front]
    for a in points:
        assert not any(b[0] >= a[0] and b[1] >= a[1] and b != a for b in points)
    settings = load_config(file).evaluation_settings()
    for k, row in enumerate(front):
        own = replace(settings, walks=int(row["walks"]))
        scores = Score(Evaluator(own).evaluate(hints[k : k + 1]), 0)
        found = plain.all_solutions(from_characters(row["hints"]).tolist())
        assert ["".join(map(str, solution)) for solution in found] == [row["solution"]]
        assert scores.valid
        for name in ("f1", "f2", "f1_se", "f2_se"):
            assert float(row[name]) == pytest.approx(getattr(scores, name), abs=1e-12)
        assert scores.turns == int(row["T"])
        assert float(row["validated_f1_se"]) > 0
        assert 0 <= float(row["validated_f1"]) < 1


@pytest.mark.parametrize(
    "overrides",
    [
        pytest.param(["parallel.workers=2"], id="workers"),
        pytest.param(["parallel.workers=2", "parallel.backend=threading"], id="threads", marks=pytest.mark.slow),
        pytest.param(
            ["parallel.workers=3", "parallel.backend=threading", "uniqueness.method=exact"], id="three threads, exact"
        ),
        pytest.param(["uniqueness.method=exact"], id="exact", marks=pytest.mark.slow),
        pytest.param(["uniqueness.presolve=singles"], id="singles"),
    ],
)
def test_workers_backends_and_methods_give_the_same_front(
    file: Path, whole: Path, tmp_path: Path, overrides: list[str]
) -> None:
    outcome = runner.start(config_of(file, *overrides), tmp_path, Watcher())
    assert_same(outcome.folder, whole)


def test_another_seed_gives_another_front(file: Path, whole: Path, tmp_path: Path) -> None:
    outcome = runner.start(config_of(file, "seed=4", "search.evaluations=40"), tmp_path, Watcher())
    assert (outcome.folder / "pareto.csv").read_bytes() != (whole / "pareto.csv").read_bytes()


INTERRUPTED = """
import os, signal, sys
from experiments.run.folder import RunFolder

at, when, number = int(sys.argv[1]), sys.argv[2], getattr(signal, sys.argv[3])
save = RunFolder.save

def watched(self, state, progress, total):
    if when == "after":
        save(self, state, progress, total)
    if state is not None and state.generation == at:
        os.kill(os.getpid(), number)
    if when == "before":
        save(self, state, progress, total)

RunFolder.save = watched
sys.argv[1:] = sys.argv[4:]
from experiments.cli import main
main()
"""


def interrupt(file: Path, out: Path, at: int, when: str, name: str) -> tuple[subprocess.CompletedProcess[str], Path]:
    """A run that gets a signal at a generation, before or after its checkpoint is written."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(at), when, name, "run", str(file), "--out", str(out)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done, next(out.iterdir())


@pytest.mark.parametrize(
    ("at", "when"),
    [
        (1, "before"),
        pytest.param(1, "after", marks=pytest.mark.slow),
        pytest.param(6, "before", marks=pytest.mark.slow),
        (11, "after"),
        pytest.param(15, "after", marks=pytest.mark.slow),
    ],
)
def test_a_killed_run_goes_on_to_the_same_end(file: Path, whole: Path, tmp_path: Path, at: int, when: str) -> None:
    done, run = interrupt(file, tmp_path, at, when, "SIGKILL")
    assert done.returncode == -signal.SIGKILL
    assert not (run / "pareto.csv").exists()
    with pytest.raises(InputError, match=r"has no pareto\.csv yet; finish it with: hintsmith run --resume"):
        RunFolder(run).puzzles()
    outcome = runner.resume(run, Watcher())
    assert outcome.folder == run
    assert_same(run, whole)
    assert RunFolder(run).manifest()["counts"] == RunFolder(whole).manifest()["counts"]


def test_ctrl_c_ends_cleanly_and_can_be_taken_up_again(file: Path, whole: Path, tmp_path: Path) -> None:
    done, run = interrupt(file, tmp_path, 5, "before", "SIGINT")
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr
    assert f"hintsmith run --resume {run}" in done.stderr
    folder = RunFolder(run)
    assert len(folder.puzzles())
    assert folder.manifest()["finished"] is False
    # the fifth generation is written while the sixth is judged; whichever was in hand is the last
    generations = len(folder.history())
    assert generations in (5, 6)
    assert folder.manifest()["counts"]["evaluations"] == 20 * generations
    watcher = Watcher()
    outcome = runner.resume(run, watcher)
    assert not outcome.interrupted
    assert watcher.messages[0] == f"goes on after generation {generations}, {20 * generations} evaluations"
    assert_same(run, whole)
    assert folder.manifest()["finished"] is True


def test_a_killed_worker_changes_nothing(file: Path, whole: Path, tmp_path: Path) -> None:
    killed: list[int] = []

    # workers are the children that the pool has started; found by their parent, whatever library keeps them
    def kill_child(generation: Generation) -> None:
        if generation.number == 3:
            for entry in Path("/proc").glob("[0-9]*/stat"):
                fields = entry.read_text().rsplit(")", 1)[1].split()
                command = (entry.parent / "cmdline").read_bytes()
                if int(fields[1]) == os.getpid() and b"loky" in command and b"popen_loky" in command:
                    killed.append(int(entry.parent.name))
            os.kill(killed[0], signal.SIGKILL)

    watcher = Watcher(kill_child)
    outcome = runner.start(config_of(file, "parallel.workers=2"), tmp_path, watcher)
    assert killed
    assert sum(message.startswith("a worker died") for message in watcher.messages) == 1
    assert_same(outcome.folder, whole)


def hintsmith(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """The command in this process: its exit code."""
    monkeypatch.setattr(sys, "argv", ["hintsmith", *words])
    with pytest.raises(SystemExit) as left:
        cli.main()
    return int(left.value.code or 0)


# a log, and the checkpoint; the logs between them are written by the same lines
FULL = [
    pytest.param(9 + k, name, marks=[pytest.mark.slow] if 0 < k < len(LOGS) else [])
    for k, name in enumerate([*LOGS, "checkpoint/state.npz"])
]


@pytest.mark.parametrize(("good", "name"), FULL)
def test_a_full_disk_is_one_line_and_the_run_can_go_on(
    file: Path,
    whole: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    good: int,
    name: str,
) -> None:
    """The files of the start and all five of the first generation reach the disk, then no more than `good`."""
    written: list[int] = []
    fsync = os.fsync

    def full(number: int) -> None:
        written.append(number)
        if len(written) > good:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(number)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        assert hintsmith(patch, "run", str(file), "--out", str(tmp_path)) == 2
    run = next(tmp_path.iterdir())
    out, err = capfd.readouterr()
    last = err.splitlines()[-1]
    assert last == f"hintsmith: {run / name}: cannot be written (no space left on device)"
    assert "Traceback" not in err
    assert out == ""
    assert {path.name for path in (run / "checkpoint").iterdir()} == {"known.u8", "state.npz", "writer.lock"}, (
        "no half-written file is left"
    )
    runner.resume(run, Watcher())
    assert_same(run, whole)


def test_the_logs_are_on_the_disk_before_the_checkpoint_that_counts_on_them(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a machine that loses power keeps is what was synced; at every checkpoint that covers all logs."""
    safe: dict[int, int] = {}
    fsync, save = os.fsync, RunFolder.save

    def remember(number: int) -> None:
        fsync(number)
        safe[os.fstat(number).st_ino] = os.fstat(number).st_size

    def check(self: RunFolder, state: SearchState | None, progress: Progress | None, total: int) -> None:
        for name, length in zip(LOGS, progress.lengths if progress else (), strict=progress is not None):
            assert safe[(self.path / name).stat().st_ino] >= length > 0
        save(self, state, progress, total)

    monkeypatch.setattr(os, "fsync", remember)
    monkeypatch.setattr(RunFolder, "save", check)
    runner.start(config_of(file, "search.evaluations=60"), tmp_path, Watcher())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("name", LOGS)
def test_a_log_that_cannot_grow(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    create = RunFolder.create

    def on_full(*arguments: Any) -> RunFolder:
        folder = create(*arguments)
        (folder.path / name).symlink_to("/dev/full")
        return folder

    monkeypatch.setattr(RunFolder, "create", staticmethod(on_full))
    with pytest.raises(InputError, match=rf"{name}: cannot be written \(no space left on device\)$"):
        runner.start(load_config(file), tmp_path, Watcher())


def test_nothing_valid_is_exit_code_1_and_an_empty_front(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["--set", "difficulty.turns=[80, 81]", "--set", "search.evaluations=20", "--out", str(tmp_path)]
    assert hintsmith(monkeypatch, "run", str(file), *words) == 1
    run = next(tmp_path.iterdir())
    assert (run / "pareto.csv").read_text() == ",".join(PARETO) + "\n"
    assert (run / "evaluations.jsonl").read_text() == ""
    assert (run / "pareto.png").read_bytes().startswith(b"\x89PNG")
    assert capfd.readouterr().out.startswith("0 puzzles on the front\n")
    assert hintsmith(monkeypatch, "inspect", str(run)) == 0
    assert "0 puzzles on the front" in capfd.readouterr().out


def test_fixed_digits_stand_in_every_puzzle_of_the_front(file: Path, tmp_path: Path) -> None:
    config = config_of(file, "puzzle.fixed.r1c1=5", "puzzle.fixed.r9c9=5", "search.evaluations=40")
    run = runner.start(config, tmp_path, Watcher()).folder
    front = table_of(run)
    assert front
    for row in front:
        assert row["hints"][0] == row["hints"][80] == "5"
        assert row["solution"][0] == row["solution"][80] == "5"


def test_a_row_reads_as_wished_in_every_puzzle_of_the_front(file: Path, tmp_path: Path) -> None:
    wishes = 'puzzle.fixed={ r1 = "12", c5 = "..3...4..", b2 = "563", r9c9 = 9 }'
    run = runner.start(config_of(file, wishes, "search.evaluations=40"), tmp_path, Watcher()).folder
    front = table_of(run)
    assert front
    for row in front:
        hints = row["hints"]
        assert hints[:9] == "1.......2"
        assert (hints[12], hints[14], hints[22]) == ("5", "6", "3")
        assert hints[58] == "4" and hints[80] == "9"
    assert RunFolder(run).config().puzzle.fixed == {"r1": "12", "c5": "..3...4..", "b2": "563", "r9c9": 9}


@pytest.mark.parametrize(
    ("overrides", "evaluations"),
    [(["search.algorithm=nsga3"], 40), (["search.algorithm=smsemoa"], 40), (["search.objectives=weighted"], 40),
     (["search.generations=1"], 20)],
    ids=lambda value: str(value),
)  # fmt: skip
def test_other_searches_by_config(file: Path, tmp_path: Path, overrides: list[str], evaluations: int) -> None:
    outcome = runner.start(config_of(file, "search.evaluations=40", *overrides), tmp_path, Watcher())
    assert outcome.front > 0
    assert int(RunFolder(outcome.folder).history()[-1]["evaluations"]) == evaluations


@pytest.mark.slow
@pytest.mark.parametrize("own", [True, False], ids=["a scheduler of one's own", "a scheduler that is there"])
def test_dask_gives_the_same_front(file: Path, whole: Path, tmp_path: Path, own: bool) -> None:
    import distributed

    overrides = ["parallel.workers=2", "parallel.backend=dask"]
    if own:
        outcome = runner.start(config_of(file, *overrides), tmp_path, Watcher())
    else:
        with distributed.LocalCluster(
            n_workers=2, threads_per_worker=2, dashboard_address=":0", host="127.0.0.1"
        ) as cluster:
            address = f"parallel.scheduler={cluster.scheduler_address}"
            outcome = runner.start(config_of(file, *overrides, address), tmp_path, Watcher())
    assert_same(outcome.folder, whole)
