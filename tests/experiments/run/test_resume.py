"""Runs that are moved, edited, cut, written twice, killed and prolonged: nothing is lost, and nothing misread."""

from __future__ import annotations

import csv
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from watcher import Watcher

import experiments
from experiments import cli
from experiments.run import runner
from experiments.run.config import load_config
from experiments.run.folder import RunFolder
from puzzles.grid import to_line
from puzzles.pattern import named_pattern, to_text

ROOT = Path(experiments.__file__).resolve().parent.parent
CONFIG = """
name = "tiny"
seed = 3
[puzzle]
pattern = "drawing.txt"
[search]
population = 8
evaluations = 120
[evaluation]
walks = 1
[validation]
walks = 4
[parallel]
workers = 1
"""
RESULTS = ("pareto.csv", "evaluations.jsonl", "fronts.jsonl", "checkpoint/known.u8")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a config and its drawing."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "drawing.txt").write_text(to_text(named_pattern("eccomp2024-24")) + "\n")
    (folder / "tiny.toml").write_text(CONFIG.replace("drawing.txt", str(folder / "drawing.txt")))
    return folder


def fresh(home: Path, evaluations: int, *overrides: str) -> Path:
    config = load_config(home / "tiny.toml", [f"search.evaluations={evaluations}", *overrides])
    return runner.start(config, home / f"of-{evaluations}", Watcher()).folder


@pytest.fixture(scope="module")
def whole(home: Path) -> Path:
    """A finished run of 120 evaluations."""
    return fresh(home, 120)


@pytest.fixture(scope="module")
def longer(home: Path) -> Path:
    """A finished run of 200 evaluations."""
    return fresh(home, 200)


@pytest.fixture
def run(whole: Path, tmp_path: Path) -> Path:
    """A copy of the run of 120 evaluations, elsewhere."""
    return Path(shutil.copytree(whole, tmp_path / "elsewhere"))


def results(run: Path) -> list[object]:
    """All that must be byte for byte the same, and the history but for its seconds."""
    with (run / "history.csv").open() as file:
        history = [row[:-2] for row in csv.reader(file)]
    return [*((run / name).read_bytes() for name in RESULTS), history]


def contents(run: Path) -> dict[str, bytes]:
    return {str(path.relative_to(run)): path.read_bytes() for path in run.rglob("*") if path.is_file()}


@pytest.fixture
def hintsmith(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """The command in this process: its exit code, output and errors."""

    def call(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["hintsmith", *words])
        with pytest.raises(SystemExit) as left:
            cli.main()
        out, err = capfd.readouterr()
        return int(left.value.code or 0), out, err

    return call


def refused(hintsmith, run: Path, *words: str) -> str:
    """What `run --resume` says of a run that it refuses in one line, touching nothing."""
    before = contents(run)
    code, out, err = hintsmith("run", "--resume", str(run), *words)
    assert (code, out) == (2, "")
    assert contents(run) == before
    (line,) = err.splitlines()
    return line


def interrupted(home: Path, out: Path, *, at: int = 6) -> Path:
    """A run of 120 evaluations that ends by itself after a generation."""

    def stop(generation) -> None:
        if generation.number == at:
            os.kill(os.getpid(), signal.SIGINT)

    outcome = runner.start(load_config(home / "tiny.toml"), out, Watcher(stop))
    assert outcome.interrupted
    return outcome.folder


# moved


def test_a_moved_run_needs_no_drawing(home: Path, whole: Path, run: Path, tmp_path: Path, hintsmith) -> None:
    away = tmp_path / "away"
    shutil.move(home / "drawing.txt", away)
    try:
        code, out, _ = hintsmith("inspect", str(run))
        assert code == 0 and "puzzles on the front" in out
        assert hintsmith("inspect", str(run), "--html")[0] == 0
        assert hintsmith("export", str(run), "--format", "txt", "--out", str(tmp_path), "--no-library")[0] == 0
        assert hintsmith("run", "--resume", str(run), "--set", "search.evaluations=128")[0] == 0
    finally:
        shutil.move(away, home / "drawing.txt")


def test_the_drawing_may_change(home: Path, whole: Path, tmp_path: Path) -> None:
    run = interrupted(home, tmp_path)
    drawing = (home / "drawing.txt").read_text()
    (home / "drawing.txt").write_text(to_text(named_pattern("heart")) + "\n")
    try:
        runner.resume(run, Watcher())
    finally:
        (home / "drawing.txt").write_text(drawing)
    assert results(run) == results(whole)


def test_puzzles_to_avoid_are_kept_in_the_folder(home: Path, whole: Path, tmp_path: Path, hintsmith) -> None:
    front = [to_line(hints) for hints in RunFolder(whole).puzzles()["hints"]]
    (home / "avoid-me.txt").write_text("\n".join(front) + "\n")
    config = load_config(home / "tiny.toml", [f'puzzle.avoid=["{home / "avoid-me.txt"}"]', "search.evaluations=60"])
    run = runner.start(config, tmp_path, Watcher()).folder
    (home / "avoid-me.txt").unlink()
    assert RunFolder(run).config().puzzle.avoid == [str(run / "avoid.txt")]
    assert (run / "avoid.txt").read_text().splitlines()[1:] == front
    moved = tmp_path / "moved"
    run.rename(moved)
    assert runner.resume(moved, Watcher(), ["search.evaluations=120"]).front > 0
    assert not {to_line(hints) for hints in RunFolder(moved).puzzles()["hints"]} & set(front)
    (moved / "avoid.txt").write_text(front[0] + "\n")
    line = refused(hintsmith, moved, "--set", "search.evaluations=200")
    assert line == f"hintsmith: {moved / 'avoid.txt'}: is not as it was when the run began"


# edited


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("population = 8", "population = 10", "search.population is 10, and was 8 when the run began; put it back"),
        ("seed = 3", "seed = 4", "seed is 4, and was 3 when the run began"),
        ("evaluations = 120", "evaluations = 130", "search.evaluations is 130, and was 120 when the run began"),
        ("X.......X\n..XX", ".X......X\n..XX", "puzzle.pattern is not as it was when the run began"),
        ("x_wing = true", "x_wing = maybe", "not TOML"),
    ],
)
def test_an_edited_config_is_refused(run: Path, hintsmith, old: str, new: str, words: str) -> None:
    text = (run / "config.toml").read_text()
    assert old in text
    (run / "config.toml").write_text(text.replace(old, new, 1))
    assert words in refused(hintsmith, run, "--set", "search.evaluations=200")
    assert words in refused(hintsmith, run)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda m: m.update(seed=4), "manifest.json: seed is not that of config.toml"),
        (lambda m: m.update(pattern="1" * 81), "manifest.json: pattern is not that of config.toml"),
        (lambda m: m["config"]["search"].update(confirm=3), "search.confirm is 64, and was 3 when the run began"),
        (lambda m: m.pop("config"), "manifest.json: config is missing"),
        (lambda m: m.pop("layout"), "manifest.json: the run has layout 1, this version goes on with layout 2"),
    ],
)
def test_an_edited_manifest_is_refused(run: Path, hintsmith, change, words: str) -> None:
    manifest = json.loads((run / "manifest.json").read_text())
    change(manifest)
    (run / "manifest.json").write_text(json.dumps(manifest))
    assert words in refused(hintsmith, run, "--set", "search.evaluations=200")


def test_a_manifest_that_is_gone_or_broken_is_refused(run: Path, hintsmith) -> None:
    (run / "manifest.json").write_text("{")
    assert "manifest.json: is not a JSON object" in refused(hintsmith, run)
    (run / "manifest.json").unlink()
    assert "manifest.json: is missing" in refused(hintsmith, run)


# cut


@pytest.mark.parametrize("name", [*RESULTS[1:], "history.csv", "checkpoint/state.npz"])
@pytest.mark.parametrize("how", ["gone", "cut"])
def test_half_a_checkpoint_is_refused(home: Path, tmp_path: Path, hintsmith, name: str, how: str) -> None:
    run = interrupted(home, tmp_path)
    path = run / name
    if how == "gone":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:-1])
    assert str(path) in refused(hintsmith, run)


# finished and prolonged


def test_a_finished_run_says_so_and_how_to_prolong_it(run: Path, hintsmith) -> None:
    before = contents(run)
    code, out, err = hintsmith("run", "--resume", str(run))
    assert code == 0
    assert err == (
        "the run is finished, with 120 evaluations; to prolong it: "
        f"hintsmith run --resume {run} --set search.evaluations=240\n"
    )
    assert f"run folder: {run}" in out
    assert contents(run) == before


def test_a_prolonged_run_ends_as_a_fresh_one(run: Path, longer: Path, hintsmith) -> None:
    code, _, err = hintsmith("run", "--resume", str(run), "--set", "search.evaluations=200", "--workers", "2")
    assert code == 0, err
    assert results(run) == results(longer)
    manifest = RunFolder(run).manifest()
    assert manifest["finished"] is True
    assert manifest["counts"] == RunFolder(longer).manifest()["counts"]
    (entry,) = manifest["prolonged"]
    assert entry["before"] == {"search.evaluations": 120} and entry["after"] == {"search.evaluations": 200}
    assert RunFolder(run).config().search.evaluations == 200
    assert RunFolder(run).config().parallel.workers == 2


def test_an_interrupted_run_is_prolonged_too(home: Path, longer: Path, tmp_path: Path) -> None:
    run = interrupted(home, tmp_path)
    runner.resume(run, Watcher(), ["search.evaluations=200"])
    assert results(run) == results(longer)


def test_a_run_may_be_prolonged_in_steps_and_end_sooner_where_it_fits(home: Path, whole: Path, tmp_path: Path) -> None:
    run = interrupted(home, tmp_path)
    runner.resume(run, Watcher(), ["search.evaluations=110"])
    assert results(run) == results(fresh(home, 110))
    runner.resume(run, Watcher(), ["search.evaluations=120"])
    assert results(run) == results(whole)


def test_generations_do_not_stand_in_the_way(home: Path, longer: Path) -> None:
    run = fresh(home, 120, "search.generations=5")
    assert RunFolder(run).manifest()["counts"]["evaluations"] == 40
    runner.resume(run, Watcher(), ["search.evaluations=200"])
    assert results(run) == results(longer)


def test_a_prolongation_that_is_stopped_keeps_the_old_results(run: Path, longer: Path, hintsmith) -> None:
    before = (run / "pareto.csv").read_bytes()

    def stop(generation) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    watcher = Watcher(stop)
    assert runner.resume(run, watcher, ["search.evaluations=200"]).interrupted
    assert watcher.messages[-1] == "the results of 120 evaluations stay until there are new ones"
    assert (run / "pareto.csv").read_bytes() == before
    out = hintsmith("inspect", str(run))[1].splitlines()
    assert out[0].startswith("not finished, and no process writes it: generation ") and " of 200 evaluations" in out[0]
    assert out[2] == "the front below is that of 120 evaluations"
    runner.resume(run, Watcher())
    assert results(run) == results(longer)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--set", "search.population=9"], "with --resume only search.evaluations and parallel.… can be set"),
        (["--seed", "4"], "another seed makes another run"),
        (["--set", "search.generations=9"], "another search.generations makes another run"),
        (["--set", "search.evaluations=9"], "search.evaluations: 9 are too few to go on with this run"),
        (["--set", "search.evaluations=0"], "search.evaluations: input should be greater than or equal to 1"),
        (["--set", "search.evaluations=many"], 'search.evaluations: a whole number is needed, not "many"'),
        (["--set", "parallel.wokers=3"], "parallel.wokers: unknown key; did you mean workers?"),
        (["--out", "here"], "--out is for new runs"),
    ],
)
def test_what_cannot_be_changed_is_refused_with_the_reason(
    run: Path, hintsmith, words: list[str], message: str
) -> None:
    assert message in refused(hintsmith, run, *words)


def test_killed_between_the_two_files_that_say_how_long(run: Path, longer: Path, monkeypatch) -> None:
    def killed(self: RunFolder, config: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(RunFolder, "write_config", killed)
        with pytest.raises(KeyboardInterrupt):
            runner.resume(run, Watcher(), ["search.evaluations=200"])
    runner.resume(run, Watcher())
    assert RunFolder(run).config().search.evaluations == 200
    assert results(run) == results(longer)


# one writer


def command(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "experiments.cli", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_second_writer_is_refused_and_inspect_shows_where_it_is(home: Path, tmp_path: Path, hintsmith) -> None:
    first = command("run", str(home / "tiny.toml"), "--set", "search.evaluations=1000000", "--out", str(tmp_path))
    try:
        deadline = time.monotonic() + 200
        while not (found := list(tmp_path.glob("tiny-*/history.csv"))) and time.monotonic() < deadline:
            time.sleep(0.05)
        run = found[0].parent
        code, _, err = hintsmith("run", "--resume", str(run))
        assert code == 2
        since = json.loads((run / "checkpoint" / "writer.json").read_text())["since"]
        assert re.fullmatch(
            rf"hintsmith: {run}: is being written by process {first.pid} on \S+ since {re.escape(local(since))}\n", err
        )
        code, out, _ = hintsmith("inspect", str(run))
        assert code == 0
        assert re.match(
            rf"running since {re.escape(local(since))}, process {first.pid} on \S+: generation \d+, "
            r"\d+ of 1000000 evaluations, \d+ valid, front \d+, claimed hypervolume 0\.\d{4}\n",
            out,
        )
        assert "--resume" not in out
    finally:
        first.kill()
        first.communicate()
    code, out, _ = hintsmith("inspect", str(run))
    assert code == 0
    assert out.splitlines()[1] == f"go on with it: hintsmith run --resume {run}"


SINCE = "2026-01-02T03:04:05+00:00"


def local(since: str) -> str:
    """A time as a message says it, in the reader's own zone."""
    return f"{datetime.fromisoformat(since).astimezone():%Y-%m-%d %H:%M:%S}"


def note(run: Path, process: int, host: str) -> None:
    text = json.dumps({"process": process, "host": host, "since": SINCE})
    (run / "checkpoint" / "writer.json").write_text(text)


def test_a_dead_lock_is_taken_over_with_a_line(home: Path, whole: Path, tmp_path: Path) -> None:
    run = interrupted(home, tmp_path)
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    note(run, gone.pid, os.uname().nodename)
    watcher = Watcher()
    runner.resume(run, watcher)
    assert watcher.messages[0] == (
        f"process {gone.pid} on {os.uname().nodename} since {local(SINCE)}, which wrote this run, is gone; "
        "this process goes on in its place"
    )
    assert not (run / "checkpoint" / "writer.json").exists()
    assert results(run) == results(whole)


def test_a_lock_of_another_host_is_refused_with_the_way_out(home: Path, whole: Path, tmp_path: Path, hintsmith) -> None:
    run = interrupted(home, tmp_path)
    note(run, 1234, "elsewhere.example")
    way = run / "checkpoint" / "writer.json"
    assert refused(hintsmith, run) == (
        f"hintsmith: {run}: is being written by process 1234 on elsewhere.example since {local(SINCE)}, "
        f"another computer than this one; if that process is gone, delete {way} and try again"
    )
    assert f"running since {local(SINCE)}, process 1234 on elsewhere.example" in hintsmith("inspect", str(run))[1]
    way.unlink()
    runner.resume(run, Watcher())
    assert results(run) == results(whole)


# killed


def kill_twice(home: Path, out: Path, seconds: float, random_: random.Random) -> Path | None:
    """A run that is killed at a random moment, goes on, is killed again, and goes on to its end.

    None where the first kill came before there was a folder.
    """
    words = ["run", str(home / "tiny.toml"), "--out", str(out)]
    for _ in range(2):
        process = command(*words)
        try:
            process.communicate(timeout=random_.uniform(0.0, seconds))
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        run = next((path for path in out.glob("tiny-*")), None)
        if run is None:
            return None
        words = ["run", "--resume", str(run)]
    done = command(*words)
    _, err = done.communicate(timeout=300)
    assert done.returncode == 0, err
    return run


def kills(home: Path, whole: Path, tmp_path: Path, number: int) -> None:
    # how long a run takes here and now, with the imports and the report
    began = time.monotonic()
    assert command("run", str(home / "tiny.toml"), "--out", str(tmp_path / "timed")).wait(300) == 0
    seconds = time.monotonic() - began
    random_ = random.Random(11)
    ended = 0
    tries = 0
    while ended < number:
        tries += 1
        assert tries < 5 * number, "kills come too soon to hit anything"
        run = kill_twice(home, tmp_path / f"try-{tries}", seconds, random_)
        if run is not None:
            assert results(run) == results(whole), f"try {tries}"
            assert RunFolder(run).manifest()["finished"] is True
            assert not list(run.rglob("*.tmp"))
            shutil.rmtree(tmp_path / f"try-{tries}")
            ended += 1


def test_kills_at_random_moments(home: Path, whole: Path, tmp_path: Path) -> None:
    kills(home, whole, tmp_path, 2)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_fifty_kills_at_random_moments(home: Path, whole: Path, tmp_path: Path) -> None:
    kills(home, whole, tmp_path, 50)
