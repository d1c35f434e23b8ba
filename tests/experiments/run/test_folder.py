"""Run folders by themselves: names, checkpoints, broken ones."""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evaluation.objectives import COMPETITION
from evaluation.settings import EvaluationSettings
from experiments.files import write_whole
from experiments.run.checkpoint import Progress
from experiments.run.config import make_config
from experiments.run.folder import RunFolder
from experiments.run.logs import LOGS, NO_LENGTHS, Elapsed
from experiments.wishes.grids import met_puzzles
from generator.search.pool import WorkerPool
from generator.search.search import Search
from generator.search.state import SearchSettings
from generator.sudoku.operators import OPERATORS
from generator.sudoku.problem import SudokuProblem
from puzzles.errors import InputError
from puzzles.grid import to_line
from puzzles.pattern import named_pattern

NOW = datetime(2026, 1, 2, 3, 4, 5)


def create(out: Path, name: str) -> RunFolder:
    return RunFolder.create(out, name, NOW, lambda folder: folder.write_manifest({}))


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("quick", "quick-20260102-030405"),
        ("../../etc", "etc-20260102-030405"),
        ("a b/c", "a-b-c-20260102-030405"),
        ("数独", "数独-20260102-030405"),
        ("...", "run-20260102-030405"),
        ("x" * 500, "x" * 60 + "-20260102-030405"),
    ],
)
def test_the_name_of_a_folder(tmp_path: Path, name: str, made: str) -> None:
    folder = create(tmp_path / "runs", name)
    assert folder.path == tmp_path / "runs" / made
    assert (folder.path / "checkpoint").is_dir()


def test_a_taken_name_gets_a_number(tmp_path: Path) -> None:
    names = [create(tmp_path, "a").path.name for _ in range(3)]
    assert names == ["a-20260102-030405", "a-20260102-030405-1", "a-20260102-030405-2"]


def test_places_that_are_none(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(InputError, match=r"file: is a file, a folder is needed$"):
        create(file, "a")
    with pytest.raises(InputError, match=r"cannot be made \(not a directory\)$"):
        create(file / "deeper", "a")
    with pytest.raises(InputError, match=r"nix: no such run folder$"):
        RunFolder.open(tmp_path / "nix")
    with pytest.raises(InputError, match=r"is no run folder, it has no config\.toml$"):
        RunFolder.open(tmp_path)


@pytest.fixture
def saved(tmp_path: Path) -> tuple[RunFolder, Search]:
    """A folder with the checkpoint of a search after two generations, its logs some lines longer."""
    problem = SudokuProblem(named_pattern("eccomp2024-24"), EvaluationSettings())
    search = Search(problem, SearchSettings(seed=1, population=8, evaluations=24), WorkerPool(1))
    folder = create(tmp_path, "a")
    folder.write_config(make_config({"puzzle": {"pattern": "eccomp2024-24"}}, "here"))
    steps = search.run()
    progress = Progress(NO_LENGTHS)
    for _ in range(2):
        progress = folder.append(next(steps), Elapsed(1.5, 0.5))
    folder.save(search.state, progress, 24)
    for name in LOGS:
        with (folder.path / name).open("a") as log:
            log.write("half a li")
    return folder, search


def test_a_checkpoint_comes_back_whole_and_cuts_the_logs(saved) -> None:
    folder, search = saved
    checkpoint, file = folder.load(24)
    folder.return_to(checkpoint, file)
    state, progress = checkpoint.state, checkpoint.progress
    assert state is not None
    own = search.state
    assert np.array_equal(state.known, own.known)
    assert set(state.arrays) == set(own.arrays)
    for name, values in own.arrays.items():
        kept = state.arrays[name]
        assert kept.dtype == values.dtype and kept.shape == values.shape, name
        assert np.array_equal(kept, values, equal_nan=values.dtype.kind == "f"), name
    # what a search holds of each kind: numbers, parts, the living, the archive, a round at the workers
    needed = {"generation", "evaluations", "population.hints", "population.f1", "archive.hints", "archive.walks"}
    assert needed <= set(state.arrays)
    assert any(name.startswith("waiting.recipe.") for name in state.arrays)
    assert progress.elapsed == Elapsed(1.5, 0.5)
    assert [row["generation"] for row in folder.history()] == ["1", "2"]
    for line in (folder.path / "evaluations.jsonl").read_text().splitlines():
        assert json.loads(line)["generation"] in (1, 2)
    fronts = [json.loads(line) for line in (folder.path / "fronts.jsonl").read_text().splitlines()]
    assert [entry["generation"] for entry in fronts] == [1, 2]
    front = search.archive.front()
    assert front is not None
    assert fronts[-1]["front"] == np.stack([front["f1"], front["f2"]], axis=1).tolist()
    assert progress.lengths == tuple((folder.path / name).stat().st_size for name in LOGS)


def contents(run: Path) -> dict[str, bytes]:
    return {str(path.relative_to(run)): path.read_bytes() for path in run.rglob("*") if path.is_file()}


def test_without_a_checkpoint_nothing_is_touched(saved) -> None:
    folder, _ = saved
    (folder.path / "checkpoint" / "state.npz").unlink()
    before = contents(folder.path)
    with pytest.raises(InputError, match=r"state\.npz: is missing$"):
        folder.load(24)
    assert contents(folder.path) == before


@pytest.mark.parametrize("content", [b"", b"not a checkpoint", b"PK\x03\x04 cut short"])
def test_a_broken_checkpoint_is_one_line(saved, content: bytes) -> None:
    folder, _ = saved
    (folder.path / "checkpoint" / "state.npz").write_bytes(content)
    with pytest.raises(InputError, match=r"state\.npz: is no checkpoint that can be read \(.+\)$"):
        folder.load(24)


def rewrite(folder: RunFolder, change) -> None:
    path = folder.path / "checkpoint" / "state.npz"
    with np.load(path) as data:
        arrays = {name: data[name] for name in data.files}
    change(arrays)
    np.savez(path, **arrays)


def test_a_checkpoint_of_another_layout_is_named_so(saved) -> None:
    folder, _ = saved
    rewrite(folder, lambda arrays: arrays.pop("layout"))
    with pytest.raises(InputError, match=r"state\.npz: has layout 1, this version reads layout 2; "):
        folder.load(24)


def test_a_field_that_is_gone_or_new_is_named(saved) -> None:
    folder, search = saved

    def taken_up() -> Search:
        return Search(search.problem, search.settings, WorkerPool(1), folder.load(24)[0].state)

    assert set(taken_up().state.arrays) <= set(search.state.arrays)
    extra = np.zeros(len(search.state.arrays["archive.hints"]))
    rewrite(folder, lambda arrays: arrays.update({"state.archive.wit": extra}))
    with pytest.raises(InputError, match=r"cannot be gone on with \(archive\.wit is unknown\)$"):
        taken_up()
    rewrite(folder, lambda arrays: (arrays.pop("state.archive.wit"), arrays.update({"state.wit": extra})))
    with pytest.raises(InputError, match=r"cannot be gone on with \(wit is unknown\)$"):
        taken_up()
    rewrite(folder, lambda arrays: (arrays.pop("state.wit"), arrays.pop("state.archive.f1")))
    with pytest.raises(InputError, match=r"cannot be gone on with \(archive\.f1 is missing\)$"):
        taken_up()
    rewrite(folder, lambda arrays: (arrays.update({"state.archive.f1": extra}), arrays.pop("state.tally")))
    with pytest.raises(InputError, match=r"cannot be gone on with \(tally is missing\)$"):
        taken_up()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda names: [*names[:-1], "tidy"], r"new: digit_chain; gone: tidy"),
        (lambda names: names[:-1], r"new: digit_chain"),
        (lambda names: [*names, "tidy"], r"gone: tidy"),
        (lambda names: names[::-1], r"they stand in another order"),
    ],
)
def test_another_catalogue_of_operators_is_refused_by_its_names(saved, change, words: str) -> None:
    folder, _ = saved
    rewrite(folder, lambda arrays: arrays.update({"names.operators": np.array(change(list(OPERATORS)))}))
    with pytest.raises(InputError, match=rf"begun with other operators \({words}\); only"):
        folder.load(24)


@pytest.mark.parametrize("name", LOGS)
def test_logs_that_are_gone_or_too_short(saved, name: str) -> None:
    folder, _ = saved
    (folder.path / name).write_text("x")
    before = contents(folder.path)
    with pytest.raises(InputError, match=rf"{re.escape(name)}: has 1 bytes, and the checkpoint counts on \d+; "):
        folder.load(24)
    assert contents(folder.path) == before
    (folder.path / name).unlink()
    with pytest.raises(InputError, match=rf"{re.escape(name)}: is missing, and the checkpoint counts on it; "):
        folder.load(24)


def test_a_puzzle_that_got_more_walks_has_another_line_which_counts(tmp_path: Path) -> None:
    problem = SudokuProblem(named_pattern("eccomp2024-24"), EvaluationSettings(walks=2))
    search = Search(problem, SearchSettings(seed=1, population=8, evaluations=40), WorkerPool(1))
    folder = create(tmp_path, "a")
    folder.write_config(make_config({"puzzle": {"pattern": "eccomp2024-24"}}, "here"))
    again = valid = 0
    for generation in search.run():
        folder.append(generation, Elapsed(1.0))
        again += len(generation.again)
        valid += int(generation.judged["valid"].sum())
    assert again > 0
    lines = [json.loads(line) for line in (folder.path / "evaluations.jsonl").read_text().splitlines()]
    assert len(lines) == valid + again
    last: dict[str, dict[str, Any]] = {}
    for line in lines:
        known = last.get(line["hints"], line)
        assert line["walks"] in (2, known["walks"] + 2), "bred (again), or given more walks"
        if line["walks"] >= known["walks"]:
            last[line["hints"]] = line
    assert max(line["walks"] for line in lines) > 2
    puzzles = list(met_puzzles(folder.path, COMPETITION))
    assert len(puzzles) == len(last)
    assert {hints: (f1, f2) for hints, f1, f2 in puzzles} == {h: (v["f1"], v["f2"]) for h, v in last.items()}
    # what the archive holds is what the longest lines say
    assert search.archive.rows is not None
    rows = search.archive.rows
    for k, hints in enumerate(rows["hints"]):
        line = last[to_line(hints)]
        for name in ("f1", "f2", "f1_se", "walks"):
            assert line[name] == rows[name][k], name


def test_valid_puzzles_of_lines_written_by_hand(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    assert list(met_puzzles(folder.path, COMPETITION)) == []
    lines = [("a", 0.9, 0.1, 1), ("b", 0.5, 0.2, 1), ("a", 0.4, 0.3, 2), ("a", 0.3, 0.2, 3), ("a", 0.9, 0.1, 1)]
    text = "".join(json.dumps({"hints": h, "f1": f1, "f2": f2, "walks": w}) + "\n" for h, f1, f2, w in lines)
    (tmp_path / "evaluations.jsonl").write_text(text)
    assert list(met_puzzles(folder.path, COMPETITION)) == [("a", 0.3, 0.2), ("b", 0.5, 0.2)]


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    write_whole(path, "one")

    def fail(number: int) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", fail)
        with pytest.raises(InputError, match=r"a\.txt: cannot be written \(input/output error\)$"):
            write_whole(path, "two")
    assert path.read_text() == "one"
    assert list(tmp_path.iterdir()) == [path]
    write_whole(path, "数独".encode())
    assert path.read_text(encoding="utf-8") == "数独"
