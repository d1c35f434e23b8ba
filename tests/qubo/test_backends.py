"""The contract that every backend keeps, and misuse survived."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from experiments.run.config import make_config
from puzzles.errors import InputError
from qubo.backends import (
    AUTO,
    BACKENDS,
    Backend,
    BackendLostError,
    backend_class,
    backend_names,
    get_backend,
    register,
    resolve_backend,
)
from qubo.backends._base import BackendFaultError, Limits, Status
from qubo.backends.guard import GuardedBackend
from qubo.program import Bits, Program, ProgramBuilder

ROOT = Path(__file__).parents[2]
# pyqbpp is declared as a dependency on Linux: there these tests fail without it, elsewhere it is not promised
DECLARED = sys.platform == "linux"
NEEDS_PYQBPP = pytest.mark.skipif(not DECLARED, reason="pyqbpp is for Linux only")
NAMES = [name for name in [*BACKENDS, "guarded easy"] if DECLARED or not backend_class(name.split()[-1]).native]


@pytest.fixture(scope="module", params=NAMES)
def backend(request: pytest.FixtureRequest) -> Iterator[Backend]:
    name: str = request.param
    if not name.startswith("guarded"):
        yield get_backend(name)
        return
    guarded = GuardedBackend(name.split()[1])
    yield guarded
    guarded.close()


def squares(size: int = 3) -> Program:
    """A Latin square of the given size: size³ variables."""
    builder = ProgramBuilder()
    x = {key: builder.variable(f"x{key}") for key in product(range(size), repeat=3)}
    for a, b in product(range(size), repeat=2):
        builder.row([(x[a, b, k], 1) for k in range(size)], 1, 1)
        builder.row([(x[a, k, b], 1) for k in range(size)], 1, 1)
        builder.row([(x[k, a, b], 1) for k in range(size)], 1, 1)
    return builder.build()


def impossible() -> Program:
    """Three pairwise different binaries: no row alone is out of reach."""
    builder = ProgramBuilder()
    a, b, c = (builder.variable(name) for name in "abc")
    for first, second in ((a, b), (b, c), (a, c)):
        builder.row([(first, 1), (second, 1)], 1, 1)
    return builder.build()


def knapsack() -> Program:
    """Most value at weight ≤ 6: the second and third, value 9 (the rest reaches 8 at most)."""
    builder = ProgramBuilder()
    for name in "abcd":
        builder.variable(name)
    builder.row([(0, 5), (1, 4), (2, 2), (3, 1)], 0, 6)
    return builder.build([-6, -5, -4, -1])


def test_it_solves_what_has_a_solution(backend: Backend) -> None:
    program = squares(2)
    answer = backend.solve(program, time_limit=1.0, seed=1)
    assert answer.status == "solved"
    assert answer.values is not None
    assert program.holds(answer.values)
    assert answer.energy == 0
    assert answer.values.dtype == np.uint8


def test_rows_with_weights_and_bounds(backend: Backend) -> None:
    builder = ProgramBuilder()
    for name in "abcde":
        builder.variable(name)
    builder.row([(0, 3), (1, -2), (2, 1)], 2, 2)
    builder.row([(2, 1), (3, 2), (4, 2)], 4, 9)
    builder.row([(0, 1), (3, -1)], -1, 0)
    program = builder.build()
    good = [v for v in product((0, 1), repeat=5) if program.holds(np.array(v, np.uint8))]
    # a=1, b=1, c=1 gives 3 - 2 + 1 = 2, then d = e = 1; nothing else fits
    assert good == [(1, 1, 1, 1, 1)]
    answer = backend.solve(program, time_limit=1.0, seed=5)
    assert answer.status == "solved"
    assert answer.values is not None
    assert answer.values.tolist() == [1, 1, 1, 1, 1]


def test_it_never_claims_a_solution_that_is_none(backend: Backend) -> None:
    answer = backend.solve(impossible(), time_limit=0.2, seed=1)
    assert answer.status == ("impossible" if backend.limits().complete else "open")
    if answer.values is not None:
        assert answer.energy == impossible().energy(answer.values) >= 1


def test_a_row_out_of_reach_is_impossible_for_everyone(backend: Backend) -> None:
    builder = ProgramBuilder()
    builder.variable("a")
    builder.row([(0, 1)], 2, 3)
    assert backend.solve(builder.build()).status == "impossible"
    empty = ProgramBuilder()
    empty.variable("a")
    empty.row([], 1, 1)
    assert backend.solve(empty.build()).status == "impossible"


def test_programs_without_rows_or_variables(backend: Backend) -> None:
    assert backend.solve(ProgramBuilder().build()).status == "solved"
    free = ProgramBuilder()
    free.variable("a")
    answer = backend.solve(free.build())
    assert answer.status == "solved"
    assert answer.values is not None
    assert len(answer.values) == 1


def test_an_objective_is_minimised_within_the_rows(backend: Backend) -> None:
    answer = backend.solve(knapsack(), time_limit=0.3, seed=2)
    assert answer.status in ("solved", "open")
    assert answer.values is not None
    assert answer.values.tolist() == [0, 1, 1, 0]
    assert answer.energy == -9


def test_a_seed_gives_one_answer_where_that_is_promised(backend: Backend) -> None:
    program = squares(2)
    first, again = (backend.solve(program, time_limit=5.0, seed=4) for _ in range(2))
    assert first.status == again.status == "solved"
    assert first.values is not None
    assert again.values is not None
    assert program.holds(first.values) and program.holds(again.values)
    if backend.limits().repeatable:
        assert first.values.tolist() == again.values.tolist()


def test_the_time_limit_ends_a_search_that_cannot_succeed(backend: Backend) -> None:
    started = time.perf_counter()
    backend.solve(impossible(), time_limit=0.3, seed=0)
    # loosely: it would go on for ever without a limit
    assert time.perf_counter() - started < 30


def test_too_many_variables_are_an_error_before_anything_starts(backend: Backend) -> None:
    limit = backend.limits(1.0).variables
    if limit is None:
        many = squares(7)
        assert backend.solve(many, time_limit=20.0).status == "solved"
        return
    builder = ProgramBuilder()
    for n in range(limit + 1):
        builder.variable(f"v{n}")
    builder.row([(n, 1) for n in range(limit + 1)], 1, 1)
    with pytest.raises(InputError, match=f"{limit + 1} variables are more than the {limit}"):
        backend.solve(builder.build(), time_limit=1.0)
    assert backend.solve(squares(2), time_limit=1.0).status == "solved"


@pytest.mark.parametrize(("time_limit", "seed"), [(0.0, 0), (-1.0, 0), (float("inf"), 0), (1.0, -1), (1.0, 2**31)])
def test_budgets_out_of_range_are_errors(backend: Backend, time_limit: float, seed: int) -> None:
    with pytest.raises(InputError):
        backend.solve(squares(2), time_limit=time_limit, seed=seed)


def test_limits_are_said(backend: Backend) -> None:
    limits = backend.limits()
    assert limits.note
    assert limits.variables is None or limits.variables > 0


def test_a_name_that_is_none_lists_the_names() -> None:
    with pytest.raises(InputError, match="auto, easy, exhaustive, annealing, exact"):
        get_backend("quantum")
    with pytest.raises(InputError, match="auto, easy"):
        resolve_backend("quantum")


class Added(Backend):
    """A backend of somebody else, entered in the catalogue."""

    name = "added"

    def limits(self, time_limit: float = 1.0) -> Limits:
        return Limits(None, complete=False, repeatable=True, stoppable=True, note="tries everything")

    def _search(self, program: Program, time_limit: float, seed: int) -> tuple[Status, Bits | None]:
        if program.variables > 10:
            raise ZeroDivisionError("a slip of its author")
        tries = (np.array(v, np.uint8) for v in product((0, 1), repeat=program.variables))
        found = next((v for v in tries if program.holds(v)), None)
        return ("impossible" if found is None else "solved"), found


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> str:
    register(Added)
    return "added"


def test_a_backend_added_to_the_catalogue_is_taken(added: str) -> None:
    assert added in backend_names()
    assert resolve_backend(added) == added
    assert get_backend(added).solve(squares(2)).status == "solved"
    config = make_config({"puzzle": {"pattern": "eccomp2024-24"}, "uniqueness": {"backend": added}}, "here")
    assert config.evaluation_settings().uniqueness.backend == added
    get_backend.cache_clear()


def test_an_impossible_of_one_that_is_not_complete_is_open() -> None:
    assert Added().solve(impossible()).status == "open"


def test_an_exception_of_a_backend_is_not_bad_input(added: str) -> None:
    with pytest.raises(ZeroDivisionError):
        Added().solve(squares(3))
    guarded = GuardedBackend("exact")
    try:
        with pytest.raises(BackendFaultError, match="the backend 'exact' failed: "):
            guarded._ask(("search", "no program", 0.1, 0), 30.0)  # pyright: ignore[reportPrivateUsage]
        assert guarded.solve(squares(2)).status == "solved"
    finally:
        guarded.close()


def test_auto_is_pyqbpp_where_it_is_declared_and_annealing_elsewhere() -> None:
    assert resolve_backend(AUTO) == ("easy" if DECLARED else "annealing")
    assert get_backend(AUTO) is get_backend(resolve_backend(AUTO))


@pytest.mark.parametrize(
    ("module", "why"),
    [
        ("raise ImportError('no native library')", "no native library"),
        ("import os; os.abort()", "it aborts its process"),
    ],
)
def test_auto_without_a_pyqbpp_that_works_is_annealing(tmp_path: Path, module: str, why: str) -> None:
    (tmp_path / "pyqbpp.py").write_text(module + "\n", encoding="utf-8")
    code = (
        "from qubo.backends import resolve_backend\n"
        "print(resolve_backend('auto'))\n"
        "try: print(resolve_backend('easy'))\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    done = run_python(code, PYTHONPATH=os.pathsep.join([str(tmp_path), str(ROOT)]))
    first, second = done.stdout.splitlines()
    assert first == "annealing"
    assert second.startswith("InputError ") and why in second


@NEEDS_PYQBPP
def test_many_models_share_one_pool() -> None:
    import pyqbpp

    easy = get_backend("easy")
    for seed in range(12):
        assert easy.solve(squares(3), time_limit=1.0, seed=seed).status == "solved"
    assert pyqbpp.used_var_count() <= pyqbpp.max_var_count()


@NEEDS_PYQBPP
def test_threads_share_the_pool_without_harm() -> None:
    easy = get_backend("easy")
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda seed: easy.solve(squares(3), time_limit=2.0, seed=seed), range(24)))
    assert [a.status for a in answers] == ["solved"] * 24


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        check=False,
    )


@NEEDS_PYQBPP
def test_the_banner_stays_off_the_terminal() -> None:
    code = (
        "from tests.qubo.test_backends import squares\n"
        "from qubo.backends import get_backend\n"
        "print(get_backend('easy').solve(squares(2)).status, get_backend('exhaustive').solve(squares(2)).status)\n"
        "import sys; print('still here', file=sys.stderr)"
    )
    done = run_python(code)
    assert done.stdout.split() == ["solved", "solved"]
    assert done.stderr == "still here\n"


@NEEDS_PYQBPP
def test_an_exhausted_pool_is_an_error_and_not_an_abort() -> None:
    code = (
        "import pyqbpp\n"
        "others = pyqbpp.var('mine', shape=(pyqbpp.max_var_count() - 5,)) if pyqbpp.max_var_count() < 1e6 else None\n"
        "from tests.qubo.test_backends import squares\n"
        "from qubo.backends import get_backend\n"
        "try: print(get_backend('easy').solve(squares(2)).status)\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    done = run_python(code)
    assert done.returncode == 0
    if "solved" not in done.stdout:
        assert done.stdout.startswith("InputError 8 variables are more than the 5")


def test_without_pyqbpp_the_message_says_so_and_nothing_takes_its_place() -> None:
    code = (
        "import sys; sys.modules['pyqbpp'] = None\n"
        "from qubo.backends import get_backend\n"
        "for name in ('easy', 'exhaustive'):\n"
        "    try: get_backend(name); print('none')\n"
        "    except Exception as error: print(type(error).__name__, error)\n"
        "from tests.qubo.test_backends import squares\n"
        "print(get_backend('annealing').solve(squares(2)).status)"
    )
    lines = run_python(code).stdout.splitlines()
    for line in lines[:2]:
        assert line.startswith("InputError")
        assert "need pyqbpp" in line
        assert "annealing" in line
    assert lines[2] == "solved"


class TestGuard:
    """A worker that dies or hangs costs a report, not this process."""

    def test_a_worker_killed_between_searches(self, caplog: pytest.LogCaptureFixture) -> None:
        guarded = GuardedBackend("exact")
        try:
            assert guarded.solve(squares(2)).status == "solved"
            first = guarded.pid
            assert first is not None
            os.kill(first, signal.SIGKILL)
            with caplog.at_level(logging.WARNING):
                assert guarded.solve(squares(2)).status == "solved"
            assert "died (exit code -9)" in caplog.text
            assert "done again" in caplog.text
            assert guarded.pid != first
        finally:
            guarded.close()

    def test_a_worker_killed_in_the_middle_of_a_search(self, caplog: pytest.LogCaptureFixture) -> None:
        guarded = GuardedBackend("annealing")
        try:
            guarded.limits()
            first = guarded.pid
            assert first is not None
            killer = threading.Timer(0.5, os.kill, (first, signal.SIGKILL))
            killer.start()
            with caplog.at_level(logging.WARNING):
                answer = guarded.solve(impossible(), time_limit=8.0)
            killer.join()
            assert answer.status == "open"
            assert "done again" in caplog.text
        finally:
            guarded.close()

    def test_a_worker_that_hangs(self, caplog: pytest.LogCaptureFixture) -> None:
        guarded = GuardedBackend("exact", grace=0.5)
        try:
            guarded.limits()
            first = guarded.pid
            assert first is not None
            os.kill(first, signal.SIGSTOP)
            with caplog.at_level(logging.WARNING):
                answer = guarded._ask(("search", squares(2), 0.1, 0), 8.0)  # pyright: ignore[reportPrivateUsage]
            assert answer[0] == "solved"
            assert "gave no answer" in caplog.text
        finally:
            guarded.close()

    def test_two_dead_workers_in_a_row_are_a_lost_backend(self, monkeypatch: pytest.MonkeyPatch) -> None:
        guarded = GuardedBackend("exact")
        start = GuardedBackend._connected  # pyright: ignore[reportPrivateUsage]

        def start_and_kill(self: GuardedBackend) -> object:
            connection = start(self)
            assert self.pid is not None
            os.kill(self.pid, signal.SIGKILL)
            return connection

        monkeypatch.setattr(GuardedBackend, "_connected", start_and_kill)
        with pytest.raises(BackendLostError, match="two workers"):
            guarded.limits()
        guarded.close()

    @NEEDS_PYQBPP
    def test_why_there_is_a_guard(self) -> None:
        """pyqbpp aborts the whole process on an unknown parameter; no exception could be caught."""
        code = (
            "import pyqbpp\n"
            "x = pyqbpp.var('x', shape=(2,))\n"
            "try: pyqbpp.EasySolver(pyqbpp.sqr(x[0] + x[1] - 1)).search(time_limit=0.1, no_such_parameter=1)\n"
            "except BaseException: pass\n"
            "print('alive')"
        )
        done = run_python(code)
        assert done.returncode == -signal.SIGABRT
        assert "alive" not in done.stdout
