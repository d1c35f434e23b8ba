"""The kernels' cache folder: where it is, what renames it, what happens where nothing can be written."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

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


def test_the_folder_is_named_after_the_sources_and_is_warm_after_one_call(tmp_path: Path):
    digest = source_digest()
    assert len(digest) == 16
    code = """
import numpy as np
from puzzles.kernel import is_cold
before = is_cold()
from puzzles.propagation import candidates
cand = candidates(np.zeros(81, np.uint8))
print(before, is_cold(), cand.tolist() == [511] * 81)
"""
    assert ask(code, str(tmp_path)) == "True False True"
    assert ask(code, str(tmp_path)) == "False False True"
    assert [entry.name for entry in tmp_path.iterdir()] == [f"kernels-{digest}"]


def test_kernels_run_uncached_where_nothing_can_be_written(tmp_path: Path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    code = """
import numpy as np
from puzzles.kernel import cache_folder, is_cold
from puzzles.propagation import candidates
print(cache_folder(), is_cold(), candidates(np.zeros(81, np.uint8)).tolist() == [511] * 81)
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
