"""The library: what it remembers, and that it survives two writers and a kill. Real processes, real files."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from dataclasses import replace
from pathlib import Path

import pytest

import experiments
from experiments.library import VERSION, Added, Export, Library, Selection, default_path, key_of, schema
from experiments.publish.puzzle import ExportPuzzle
from puzzles.errors import InputError

HINTS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROOT = Path(experiments.__file__).resolve().parent.parent


def puzzle(k: int = 0, **more: object) -> ExportPuzzle:
    """Puzzles that no move turns into each other: the last hints taken away one by one, or added."""
    hints = list(HINTS)
    cells = [c for c in range(81) if HINTS[c] == "."]
    for bit, cell in enumerate(cells[:12]):
        if k >> bit & 1:
            hints[cell] = SOLUTION[cell]
    return ExportPuzzle("".join(hints), SOLUTION, f"p-{k}", source="run-a", **more)  # type: ignore[arg-type]


def moved(hints: str) -> str:
    """Half a turn and other names: the same puzzle."""
    return "".join(ch if ch == "." else str(10 - int(ch)) for ch in reversed(hints))


def test_puzzles_are_remembered_once_in_any_position(tmp_path: Path) -> None:
    with Library(tmp_path / "deep" / "lib.sqlite") as library:
        first = puzzle(title="First", grade="easy", row={"f1": 0.5, "f2": 0.25, "T": 40})
        assert library.add([first, puzzle(1)]) == Added(2, 0)
        assert library.add([replace(first, hints=moved(HINTS), title="Again")]) == Added(0, 1)
        assert library.known([HINTS, moved(HINTS), puzzle(2).hints]) == {HINTS, moved(HINTS)}
        (item,) = library.find(Selection((moved(HINTS),)))
        assert (item.hints, item.title, item.grade, item.f1, item.f2, item.turns, item.run) == (
            HINTS,
            "First",
            "easy",
            0.5,
            0.25,
            40,
            "run-a",
        )
        assert item.key == key_of(HINTS) == key_of(moved(HINTS))
        assert library.keys() == {key_of(HINTS), key_of(puzzle(1).hints)}
    with Library(tmp_path / "deep" / "lib.sqlite") as library:
        assert library.stats().puzzles == 2


def test_known_takes_lines_in_any_spelling_and_gives_them_back(tmp_path: Path) -> None:
    with Library(tmp_path / "l") as library:
        library.add([puzzle()])
        zeros = HINTS.replace(".", "0")
        assert library.known([zeros]) == {zeros}
        assert library.known([key_of(HINTS)]) == {key_of(HINTS)}
        assert library.known([]) == set()


def test_publications_are_marked_once(tmp_path: Path) -> None:
    with Library(tmp_path / "l") as library:
        library.add([puzzle(k) for k in range(3)])
        assert library.published([HINTS]) == set()
        assert library.mark_published([moved(HINTS), puzzle(9).hints], "Summer") == (1, [puzzle(9).hints])
        assert library.mark_published([HINTS], "Autumn") == (0, [])
        assert library.published([HINTS, puzzle(1).hints]) == {HINTS}
        (item,) = library.find(Selection(published=True))
        assert item.published_in == "Summer"
        assert len(library.find(Selection(published=False))) == 2
        assert library.stats().published == 1


def test_find_takes_text_as_data(tmp_path: Path) -> None:
    hostile = "Robert'); DROP TABLE puzzle;-- % _ 日本 😀"
    with Library(tmp_path / "l") as library:
        library.add([puzzle(0, title=hostile, grade="Easy"), puzzle(1, grade="hard")])
        assert [item.title for item in library.find(Selection(text="drop table"))] == [hostile]
        assert [item.id for item in library.find(Selection(text="%"))] == ["p-0"]
        assert library.find(Selection(text="'")) == library.find(Selection(grade="easy"))
        assert library.find(Selection(run="' OR 1=1 --")) == []
        assert len(library.find(Selection(run="run-a"))) == 2
        assert len(library.find(Selection(run="run-a"), limit=1)) == 1
        assert library.stats().grades == {"Easy": 1, "hard": 1}


def test_a_failed_addition_leaves_nothing_behind(tmp_path: Path) -> None:
    with Library(tmp_path / "l") as library:
        with pytest.raises(sqlite3.IntegrityError):
            library.add([puzzle(), replace(puzzle(1), solution="too short")])
        assert library.stats().puzzles == 0
        assert library.add([puzzle()]).new == 1


def test_an_older_library_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    old = sqlite3.connect(path)
    schema.MIGRATIONS[0](old)
    old.execute("PRAGMA user_version = 1")
    old.execute(
        "INSERT INTO puzzle VALUES (?, ?, ?, 'p', 'T', NULL, 0.1, 0.2, 30, 'r', '2020-01-01T00:00:00+00:00')",
        (key_of(HINTS), HINTS, SOLUTION),
    )
    old.commit()
    old.close()
    with Library(path) as library:
        assert library.stats().version == VERSION == 3
        (item,) = library.find()
        assert (item.title, item.published, item.published_in, item.exports) == ("T", None, "", ())
        assert library.mark_published([HINTS]) == (1, [])


def test_a_library_of_version_2_keeps_its_marks_and_learns_of_exports(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    old = sqlite3.connect(path)
    for migrate in schema.MIGRATIONS[:2]:
        migrate(old)
    old.execute("PRAGMA user_version = 2")
    row = (key_of(HINTS), HINTS, SOLUTION, "2020-01-01T00:00:00+00:00", "2021-01-01T00:00:00+00:00")
    old.execute("INSERT INTO puzzle VALUES (?, ?, ?, 'p', 'T', NULL, 0.1, 0.2, 30, 'r', ?, ?, 'Summer')", row)
    old.commit()
    old.close()
    with Library(path) as library:
        assert library.stats().published == 1
        assert library.find(Selection(exported=True)) == []
        assert library.add([puzzle()], "/books/b") == Added(0, 1)
        (item,) = library.find(Selection(exported=True, published_in="Summer"))
        assert [one.book for one in item.exports] == ["/books/b"]


def test_exports_are_known_and_taken_back(tmp_path: Path) -> None:
    """0–2 in a trial, 1–3 in a book; 2 is published. Taking the trial back forgets only what is in nothing else."""
    with Library(tmp_path / "l") as library:
        library.add([puzzle(k) for k in range(3)], "/x/trial")
        library.add([puzzle(k) for k in range(1, 4)], "/x/book")
        library.add([puzzle(4)])
        library.mark_published([puzzle(2).hints], "Summer")
        stats = library.stats()
        assert (stats.puzzles, stats.exported, stats.published) == (5, 4, 1)
        assert {item.id for item in library.find(Selection(book="trial"))} == {"p-0", "p-1", "p-2"}
        assert library.find(Selection(book="rial")) == library.find(Selection(book="%")) == []
        assert [item.id for item in library.find(Selection(exported=False))] == ["p-4"]
        done = library.remove(Selection(book="/x/trial"))
        assert (done.gone, done.published, done.elsewhere) == (1, (puzzle(2).hints,), 1)
        assert library.known([puzzle(0).hints]) == set()
        (item,) = library.find(Selection((moved(puzzle(1).hints),)))
        assert [one.book for one in item.exports] == ["/x/book"]
        assert isinstance(item.exports[0], Export)
        assert library.unmark(Selection(published_in="Autumn")) == 0
        assert library.unmark(Selection((puzzle(2).hints, puzzle(9).hints))) == 1
        assert library.remove(Selection(run="run-a")).gone == 4
        assert library.stats().puzzles == 0
        assert library._connection.execute("SELECT count(*) FROM export").fetchone() == (0,)


def test_many_puzzles_are_selected_at_once(tmp_path: Path) -> None:
    with Library(tmp_path / "l") as library:
        library.add([puzzle(k) for k in range(1100)])
        library.mark_published([puzzle(k).hints for k in range(1100)])
        lines = tuple(puzzle(k).hints for k in range(1100))
        assert library.unmark(Selection(lines)) == 1100
        assert library.remove(Selection(lines)).gone == 1100


def test_asking_makes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "l.sqlite"
    assert Library.existing(path) is None
    assert not path.parent.exists()
    Library(path).close()
    opened = Library.existing(path)
    assert opened is not None
    opened.close()


def test_a_later_library_and_other_files_are_left_alone(tmp_path: Path) -> None:
    later = tmp_path / "later.sqlite"
    Library(later).close()
    connection = sqlite3.connect(later)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    with pytest.raises(InputError, match=f"a library of version {VERSION + 1}, this hintsmith knows up to {VERSION}"):
        Library(later)
    text = tmp_path / "text.sqlite"
    text.write_text("This is no database, it is a text that is long enough. " * 20)
    with pytest.raises(InputError, match="not a library"):
        Library(text)
    assert text.read_text().startswith("This is no database")
    other = tmp_path / "other.sqlite"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE invoices (id INTEGER)")
    connection.close()
    with pytest.raises(InputError, match="the database of another program"):
        Library(other)
    with pytest.raises(InputError, match="cannot be opened"):
        Library(tmp_path)


def test_the_default_place_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HINTSMITH_LIBRARY", str(tmp_path / "mine.sqlite"))
    assert default_path() == tmp_path / "mine.sqlite"
    monkeypatch.delenv("HINTSMITH_LIBRARY")
    assert default_path().name == "library.sqlite"
    assert "hintsmith" in str(default_path())


def start(path: Path, code: str, *arguments: str) -> subprocess.Popen[str]:
    """Another process that has the library open as `library`, and this file's `puzzle`."""
    program = f"""
import sys, importlib.util
spec = importlib.util.spec_from_file_location("helpers", {__file__!r})
helpers = importlib.util.module_from_spec(spec)
spec.loader.exec_module(helpers)
from experiments.library import Library
puzzle = helpers.puzzle
library = Library(helpers.Path({str(path)!r}))
"""
    return subprocess.Popen(
        [sys.executable, "-c", program + textwrap.dedent(code), *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_two_writers_at_once(tmp_path: Path) -> None:
    """Both make the file, both add 60 puzzles of which 30 are the same; every puzzle is there once, no one failed."""
    path = tmp_path / "l.sqlite"
    code = """
    first = int(sys.argv[1])
    new = sum(library.add([puzzle(k)]).new for k in range(first, first + 60))
    print(new)
    """
    writers = [start(path, code, "0"), start(path, code, "30")]
    answers = [writer.communicate(timeout=120) for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0], answers
    assert sum(int(out) for out, _ in answers) == 90
    with Library(path) as library:
        assert library.keys() == {key_of(puzzle(k).hints) for k in range(90)}
        assert library._connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_writer_waits_for_another(tmp_path: Path) -> None:
    """A transaction held open elsewhere delays an addition; it does not fail it."""
    path = tmp_path / "l.sqlite"
    holder = start(
        path,
        """
        library._connection.execute("BEGIN IMMEDIATE")
        print("held", flush=True)
        __import__("time").sleep(1.0)
        library._connection.execute("COMMIT")
        """,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with Library(path) as library:
        assert library.add([puzzle()]).new == 1
    assert holder.wait(60) == 0


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_kill_in_the_middle_loses_no_more_than_the_last_change(tmp_path: Path) -> None:
    """A writer adds pairs and says so after each; wherever it is killed, pairs are whole and what it said is there."""
    path = tmp_path / "l.sqlite"
    rng = random.Random(4)
    first = 0
    for _ in range(4):
        writer = start(
            path,
            """
            first = int(sys.argv[1])
            for k in range(first, first + 400, 2):
                library.add([puzzle(k), puzzle(k + 1)])
                print(k + 2, flush=True)
            """,
            str(first),
        )
        assert writer.stdout is not None
        said = writer.stdout.readline()
        time.sleep(rng.uniform(0.0, 0.15))
        writer.send_signal(signal.SIGKILL)
        rest, _ = writer.communicate(timeout=60)
        done = int((said + rest).split()[-1])
        with Library(path) as library:
            assert library._connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            keys = library.keys()
            assert {key_of(puzzle(k).hints) for k in range(done)} <= keys
            assert len(keys) % 2 == 0
            assert len(keys) in (done, done + 2)
            first = len(keys)


def test_a_kill_inside_a_transaction_undoes_it(tmp_path: Path) -> None:
    path = tmp_path / "l.sqlite"
    writer = start(
        path,
        """
        library.add([puzzle(0)])
        library._connection.execute("BEGIN IMMEDIATE")
        library._connection.execute("DELETE FROM puzzle")
        print("deleted", flush=True)
        __import__("time").sleep(60)
        """,
    )
    assert writer.stdout is not None
    assert writer.stdout.readline() == "deleted\n"
    writer.kill()
    writer.wait(60)
    with Library(path) as library:
        assert library.known([HINTS]) == {HINTS}
        assert library.add([puzzle(1)]).new == 1
