"""The kernels' cache folder: where it is, what renames it, what happens where nothing can be written."""

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import puzzles.kernel as kernel_module
from puzzles.kernel import inlined, kernel, part, source_digest

ROOT = Path(kernel_module.__file__).resolve().parent.parent


@part
def _doubled(number):
    return 2 * number


@kernel
def _sum_of_doubles(numbers):
    total = 0
    for number in numbers:
        total += _doubled(number)
    return total


@inlined
def _doubled_or_not(number, double):
    if double:
        return _doubled(number)
    return number


def _sum_of_some_doubles(numbers):
    total = 0
    for number in numbers:
        total += _doubled_or_not(number, number % 2 == 1)
    return total


@part
def _raised(base, exponent):
    return base**exponent


def _sum_of_powers(number):
    return _raised(number, 1) + _raised(number, 2) + _raised(3, number)


def ask(code: str, cache: str) -> str:
    environment = os.environ | {"HINTSMITH_CACHE_DIR": cache, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_a_kernel_may_use_parts():
    assert _sum_of_doubles(np.arange(10)) == 90


def test_a_kernel_takes_in_what_is_inlined():
    compiled = kernel_module._compiled(_sum_of_some_doubles, cached=False)
    assert compiled(np.arange(10)) == 2 * (1 + 3 + 5 + 7 + 9) + 2 + 4 + 6 + 8
    assert not _doubled_or_not.overloads, "not compiled by itself"


def test_constant_arguments_make_no_more_versions_of_a_part():
    # a kernel from the cache would compile no part at all
    compiled = kernel_module._compiled(_sum_of_powers, cached=False)
    assert compiled(4) == 4 + 16 + 81
    assert len(_raised.overloads) == 1


WARM_UP = """
import numpy as np
from puzzles.kernel import is_cold, warmed
before = is_cold("marks"), is_cold("other work")
from puzzles.propagation import candidates
cand = candidates(np.zeros(81, np.uint8))
between = is_cold("marks")
warmed("marks")
print(before, between, is_cold("marks"), is_cold("other work"), cand.tolist() == [511] * 81)
"""


def test_the_folder_is_named_after_the_sources_and_is_warm_after_a_warm_up(tmp_path: Path):
    digest = source_digest()
    assert len(digest) == 16
    assert ask(WARM_UP, str(tmp_path)) == "(True, True) True False True True"
    assert ask(WARM_UP, str(tmp_path)) == "(False, True) False False True True"
    assert [entry.name for entry in tmp_path.iterdir()] == [f"kernels-{digest}"]


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_one_missing_file_of_a_kernel_that_is_needed_makes_it_cold(ending: str, tmp_path: Path):
    ask(WARM_UP, str(tmp_path))
    (folder,) = tmp_path.iterdir()
    for path in folder.rglob(f"*candidates*.{ending}"):
        path.unlink()
    assert ask(WARM_UP, str(tmp_path)).startswith("(True, True)")
    assert ask(WARM_UP, str(tmp_path)).startswith("(False, True)"), "it has been compiled again"


@pytest.mark.slow
def test_a_kernel_of_other_work_does_not_matter(tmp_path: Path):
    code = """
import numpy as np
from puzzles.canonical import relabel_batch
from puzzles.kernel import warmed
relabel_batch(np.zeros((1, 81), np.uint8))
print(warmed("more"))
"""
    ask(code, str(tmp_path))
    (folder,) = tmp_path.iterdir()
    more = set(folder.rglob("*.nb?"))
    assert more
    ask(WARM_UP, str(tmp_path))
    for path in more:
        path.unlink()
    assert ask(WARM_UP, str(tmp_path)).startswith("(False, True)")


def test_a_list_that_is_damaged_counts_as_cold(tmp_path: Path):
    ask(WARM_UP, str(tmp_path))
    (folder,) = tmp_path.iterdir()
    (listed,) = folder.glob("warm-*.json")
    listed.write_text(listed.read_text()[:-3], encoding="utf-8")
    assert ask(WARM_UP, str(tmp_path)).startswith("(True, True)")


def folder_of(base: Path, name: str, days: float) -> Path:
    """A folder of kernels, last used so many days ago."""
    folder = base / f"kernels-{name}"
    (folder / "puzzles").mkdir(parents=True)
    (folder / "puzzles" / "one.nbi").write_bytes(b"kernel")
    when = time.time() - days * 86_400
    os.utime(folder, (when, when))
    return folder


def test_folders_out_of_use_are_removed(tmp_path: Path):
    young = [folder_of(tmp_path, f"young{k:02}", 1 + k) for k in range(13)]
    old = folder_of(tmp_path, "old", 31)
    other = folder_of(tmp_path, "x", 90).rename(tmp_path / "not-kernels")
    (tmp_path / "kernels-file").write_text("no folder")
    ask("from puzzles.kernel import cache_folder; print(cache_folder())", str(tmp_path))
    assert not old.exists()
    assert [folder.exists() for folder in young] == [True] * 11 + [False] * 2, "with the current one these are twelve"
    assert other.exists() and (tmp_path / "kernels-file").exists()


def test_the_current_folder_stays_however_old_and_is_used_now(tmp_path: Path):
    current = folder_of(tmp_path, source_digest(), 400)
    ask("from puzzles.kernel import cache_folder; print(cache_folder())", str(tmp_path))
    assert (current / "puzzles" / "one.nbi").exists()
    assert time.time() - current.stat().st_mtime < 60


def test_what_cannot_be_removed_is_left(tmp_path: Path, monkeypatch):
    old = folder_of(tmp_path, "old", 31)
    current = folder_of(tmp_path, "current", 0)

    def refuse(path: str, *args: object, **options: object) -> None:
        raise PermissionError(path)

    monkeypatch.setattr(os, "rmdir", refuse)
    monkeypatch.setattr(os, "unlink", refuse)
    kernel_module._remove_old(current)
    assert old.exists()


def test_kernels_run_uncached_where_nothing_can_be_written(tmp_path: Path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    code = """
import numpy as np
from puzzles.kernel import cache_folder, is_cold
from puzzles.propagation import candidates
print(cache_folder(), is_cold("marks"), candidates(np.zeros(81, np.uint8)).tolist() == [511] * 81)
"""
    assert ask(code, str(blocked)) == "None True True"
    assert blocked.read_text(encoding="utf-8") == "in the way"


def test_any_edit_of_a_kernel_source_renames_the_folder(tmp_path: Path, monkeypatch):
    source = tmp_path / "puzzles" / "one.py"
    source.parent.mkdir()
    source.write_text("from puzzles.kernel import kernel\n", encoding="utf-8")
    monkeypatch.setattr(kernel_module, "__file__", str(tmp_path / "puzzles" / "kernel.py"))
    digest = kernel_module._own_digest.__wrapped__
    first = digest()
    source.write_text("from puzzles.kernel import kernel  # edited\n", encoding="utf-8")
    second = digest()
    (tmp_path / "puzzles" / "plain.py").write_text("x = 1\n", encoding="utf-8")
    assert first != second
    assert digest() == second, "a source without a kernel does not matter"
    (tmp_path / "puzzles" / "__init__.py").write_text("MOVES = (1, 2)\n", encoding="utf-8")
    assert digest() != second, "but a catalogue does"
