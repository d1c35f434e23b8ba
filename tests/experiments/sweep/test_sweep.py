"""Sweeps: what they leave, and that a stopped one ends as if it had not been stopped."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from small_sweep import GRID, Quiet, config_in, sweep_in

import experiments
from experiments.compare.comparing import compare_sweep
from experiments.run.folder import RunFolder
from experiments.sweep import one
from experiments.sweep.folder import STOP_FILE
from experiments.sweep.grid import read_grid
from generator.search.state import Generation
from puzzles.errors import InputError

ROOT = Path(experiments.__file__).resolve().parent.parent
SAME = ("pareto.csv", "evaluations.jsonl", "fronts.jsonl", "validated.csv", "validated-fronts.csv")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The undisturbed sweep."""
    folder = tmp_path_factory.mktemp("whole")
    display = Quiet()
    done = sweep_in(folder, display)
    assert all(one.finished and one.front and not one.error for one in done)
    assert display.standings[-1].evaluations == display.standings[-1].total == 360
    assert display.standings[-1].done == 6
    return folder / "sweep"


def contents(sweep: Path) -> dict[str, object]:
    """All that must be the same, whatever happened on the way."""
    found: dict[str, object] = {}
    for run in sorted((sweep / "runs").iterdir()):
        found |= {f"{run.name}/{name}": (run / name).read_bytes() for name in SAME}
        rows = [row[:-2] for row in csv.reader((run / "history.csv").open())]
        found[f"{run.name}/history"] = rows
    return found


def test_each_combination_is_a_finished_run(whole: Path) -> None:
    names = {run.name for run in (whole / "runs").iterdir()}
    assert names == {f"{a}-seed{s}" for a in ("nsga2", "random") for s in (1, 2, 3)}
    for name in names:
        config = RunFolder.open(whole / "runs" / name).config()
        assert name == f"{config.search.algorithm}-seed{config.seed}"
    # a report is made when somebody asks for it
    assert not list(whole.rglob("report.html"))


def test_a_stopped_sweep_ends_as_if_it_had_not_been(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        """As when the process is gone."""

    seen: list[int] = []
    look = one._Watcher.generation

    def generation(self: one._Watcher, generation: Generation, seconds: float, total: int) -> None:
        seen.append(generation.number)
        if len(seen) == 15:
            raise Killed
        look(self, generation, seconds, total)

    monkeypatch.setattr(one._Watcher, "generation", generation)
    with pytest.raises(Killed):
        sweep_in(tmp_path)
    runs = list((tmp_path / "sweep" / "runs").iterdir())
    assert 1 < len(runs) < 6
    assert (tmp_path / "sweep" / STOP_FILE).exists()
    display = Quiet()
    done = sweep_in(tmp_path, display)
    assert [one.finished for one in done] == [True] * 6
    assert any("runs are there already" in text for text in display.messages)
    assert contents(tmp_path / "sweep") == contents(whole)
    compare_sweep(whole)
    compare_sweep(tmp_path / "sweep")
    for name in ("compare.csv", "runs.csv"):
        assert (tmp_path / "sweep" / name).read_bytes() == (whole / name).read_bytes()


def test_a_finished_sweep_is_left_as_it_is_and_can_grow(whole: Path, tmp_path: Path) -> None:
    import shutil

    shutil.copytree(whole, tmp_path / "sweep")
    before = contents(tmp_path / "sweep")
    done = sweep_in(tmp_path, grid=read_grid(["search.algorithm=random,climb-repair"]), seeds=(3,))
    assert [one.name for one in done] == ["random-seed3", "climb-repair-seed3"]
    after = contents(tmp_path / "sweep")
    assert {name: after[name] for name in before} == before
    assert any(name.startswith("climb-repair-seed3/") for name in after)


def test_another_config_is_refused_with_nothing_touched(whole: Path, tmp_path: Path) -> None:
    before = (whole / "sweep.toml").read_bytes()
    with pytest.raises(InputError, match=r"search\.evaluations is now 50, and was 60 when the sweep began"):
        sweep_in(whole.parent, overrides=["search.evaluations=50"])
    with pytest.raises(InputError, match=r"the grid has the keys search\.algorithm, not evaluation\.walks"):
        sweep_in(whole.parent, grid=read_grid(["evaluation.walks=1,2"]))
    assert (whole / "sweep.toml").read_bytes() == before
    (tmp_path / "sweep").mkdir()
    (tmp_path / "sweep" / "mine.txt").write_text("mine")
    with pytest.raises(InputError, match="is there already and no sweep"):
        sweep_in(tmp_path)


def test_a_grid_that_does_not_read_starts_nothing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="algorithm"):
        sweep_in(tmp_path, grid=read_grid(["search.algorithm=random,nonsense"]))
    assert not (tmp_path / "sweep").exists()


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_sigkill_in_the_middle(whole: Path, tmp_path: Path, jobs: int) -> None:
    config_in(tmp_path)
    command = [sys.executable, "-m", "experiments.cli", "sweep", "small.toml", "--grid", GRID[0], "--seeds", "1-3"]
    command += ["--jobs", str(jobs), "--out", "sweep"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    first = subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL)
    runs = tmp_path / "sweep" / "runs"
    until = time.monotonic() + 300
    while not (runs.is_dir() and len([run for run in runs.iterdir() if run.name[0] != "."]) > 2):
        assert first.poll() is None and time.monotonic() < until
        time.sleep(0.02)
    first.send_signal(signal.SIGKILL)
    first.wait()
    again = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=500)
    assert again.returncode == 0, again.stderr
    assert "6 of 6 runs with a front" in again.stdout
    assert contents(tmp_path / "sweep") == contents(whole)
