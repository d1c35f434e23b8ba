"""The library of puzzles: an SQLite file that remembers what was exported, so that nothing is published twice.

The key of a puzzle is its minimal form, which does not see renamed digits nor moved cells. The
file is in write-ahead mode: readers and a writer do not wait for each other, two writers take
turns, and a process that is killed leaves either all of its last change or nothing of it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import platformdirs

from experiments.publish.puzzle import ExportPuzzle
from puzzles.canonical import minimal_form
from puzzles.errors import InputError
from puzzles.grid import from_characters

BUSY_SECONDS: Final = 30.0
"""How long a writer waits for another before it gives up."""
_APPLICATION: Final = 0x68734C42
"""The application id in the file's header, so that another program's database is not taken for a library."""


def default_path() -> Path:
    """`HINTSMITH_LIBRARY`, else `library.sqlite` in the user's data folder."""
    named = os.environ.get("HINTSMITH_LIBRARY")
    return Path(named) if named else Path(platformdirs.user_data_dir("hintsmith", appauthor=False)) / "library.sqlite"


def key_of(hints: str) -> str:
    """The key of a puzzle given as 81 characters."""
    return minimal_form(from_characters(hints))


def _first(connection: sqlite3.Connection) -> None:
    connection.execute(
        """
        CREATE TABLE puzzle (
            key TEXT PRIMARY KEY CHECK (length(key) = 81),
            hints TEXT NOT NULL CHECK (length(hints) = 81),
            solution TEXT NOT NULL CHECK (length(solution) = 81),
            id TEXT NOT NULL,
            title TEXT NOT NULL,
            grade TEXT,
            f1 REAL,
            f2 REAL,
            turns INTEGER,
            run TEXT NOT NULL,
            added TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """
    )


def _publications(connection: sqlite3.Connection) -> None:
    """Version 2 knows what was published where and when."""
    connection.execute("ALTER TABLE puzzle ADD COLUMN published TEXT")
    connection.execute("ALTER TABLE puzzle ADD COLUMN published_in TEXT NOT NULL DEFAULT ''")
    connection.execute("CREATE INDEX puzzle_published ON puzzle (published)")


_MIGRATIONS: Final[tuple[Callable[[sqlite3.Connection], None], ...]] = (_first, _publications)
"""Step k takes a file from version k to k + 1. Steps are never changed, only added."""
VERSION: Final = len(_MIGRATIONS)


@dataclass(frozen=True, slots=True)
class Item:
    """A puzzle in the library."""

    key: str
    hints: str
    solution: str
    id: str
    title: str
    grade: str | None
    f1: float | None
    f2: float | None
    turns: int | None
    run: str
    added: str
    """When it was added, UTC, ISO 8601."""
    published: str | None
    """When it was marked published, UTC, ISO 8601."""
    published_in: str


@dataclass(frozen=True, slots=True)
class Added:
    """What `Library.add` did."""

    new: int
    known: int


@dataclass(frozen=True, slots=True)
class Stats:
    """What is in a library."""

    puzzles: int
    published: int
    runs: int
    grades: dict[str, int]
    """Grade to number of puzzles; `ungraded` for those without."""
    version: int


_COLUMNS: Final = tuple(Item.__dataclass_fields__)


class Library:
    """An open library. A context manager; every change is one transaction."""

    def __init__(self, path: Path | None = None) -> None:
        """Open a library, make it where there is none, and bring an older one up to date.

        Raises InputError when the file is no library, or one of a later version, or cannot be opened.
        """
        self.path = path or default_path()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise InputError(f"{self.path}: cannot be opened as a library ({error})") from None
        try:
            self._prepare()
        except InputError:
            self._connection.close()
            raise
        except sqlite3.Error as error:
            self._connection.close()
            raise InputError(f"{self.path}: not a library ({error})") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _prepare(self) -> None:
        if self._pragma("application_id") not in (0, _APPLICATION):
            raise InputError(f"{self.path}: the database of another program, not a library")
        self._check_version(self._pragma("user_version"))
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        if self._pragma("user_version") < VERSION:
            with self._writing():
                # another process may have been faster
                version = self._pragma("user_version")
                self._check_version(version)
                if version == 0 and self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    raise InputError(f"{self.path}: the database of another program, not a library")
                for migrate in _MIGRATIONS[version:]:
                    migrate(self._connection)
                self._connection.execute(f"PRAGMA user_version = {VERSION}")
                self._connection.execute(f"PRAGMA application_id = {_APPLICATION}")

    def _check_version(self, version: int) -> None:
        if version > VERSION:
            raise InputError(
                f"{self.path}: a library of version {version}, this hintsmith knows up to {VERSION}: update it"
            )

    def _pragma(self, name: str) -> int:
        return int(self._connection.execute(f"PRAGMA {name}").fetchone()[0])

    @contextmanager
    def _writing(self) -> Generator[None]:
        """One transaction that holds the write lock from its beginning, so that it cannot lack it half-way."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            raise InputError(
                f"{self.path}: {error} (another program has been writing for {BUSY_SECONDS:g} s)"
            ) from None
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def add(self, puzzles: Iterable[ExportPuzzle]) -> Added:
        """Remember puzzles, all or none. A puzzle that is known already stays as it was first added."""
        now = _now()
        rows: list[tuple[object, ...]] = []
        for puzzle in puzzles:
            f1, f2 = puzzle.score or (None, None)
            rows.append(
                (
                    key_of(puzzle.hints),
                    puzzle.hints,
                    puzzle.solution,
                    puzzle.id,
                    puzzle.title,
                    puzzle.grade,
                    f1,
                    f2,
                    puzzle.T,
                    puzzle.source,
                    now,
                )
            )
        new = 0
        with self._writing():
            for row in rows:
                new += self._connection.execute(
                    "INSERT INTO puzzle (key, hints, solution, id, title, grade, f1, f2, turns, run, added)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING",
                    row,
                ).rowcount
        return Added(new, len(rows) - new)

    def known(self, lines: Iterable[str]) -> set[str]:
        """Those of some puzzles that are in the library, as they were given.

        Args:
            lines: puzzles as 81 characters in any spelling, canonical or not; forms are worked out here.
        """
        return self._those(lines, "SELECT 1 FROM puzzle WHERE key = ?")

    def published(self, lines: Iterable[str]) -> set[str]:
        """Those of some puzzles that are marked published, as they were given."""
        return self._those(lines, "SELECT 1 FROM puzzle WHERE key = ? AND published IS NOT NULL")

    def _those(self, lines: Iterable[str], query: str) -> set[str]:
        return {line for line in lines if self._connection.execute(query, (key_of(line),)).fetchone()}

    def keys(self) -> set[str]:
        """The minimal forms of all puzzles."""
        return {str(row[0]) for row in self._connection.execute("SELECT key FROM puzzle")}

    def mark_published(self, lines: Iterable[str], where: str = "") -> tuple[int, list[str]]:
        """Mark puzzles as published now, all or none; the first mark stays.

        Returns:
            How many were marked, and the puzzles that are not in the library.
        """
        now, marked = _now(), 0
        missing: list[str] = []
        with self._writing():
            for line in lines:
                key = key_of(line)
                changed = self._connection.execute(
                    "UPDATE puzzle SET published = ?, published_in = ? WHERE key = ? AND published IS NULL",
                    (now, where, key),
                ).rowcount
                marked += changed
                if (
                    not changed
                    and not self._connection.execute("SELECT 1 FROM puzzle WHERE key = ?", (key,)).fetchone()
                ):
                    missing.append(line)
        return marked, missing

    def find(
        self,
        *,
        hints: str | None = None,
        grade: str | None = None,
        run: str | None = None,
        text: str | None = None,
        published: bool | None = None,
        limit: int | None = None,
    ) -> list[Item]:
        """Puzzles that fit everything asked, the newest first.

        Args:
            hints: a puzzle, in any position and with any names of its digits.
            grade: the grade's word.
            run: the run's or file's name.
            text: a part of the id or title.
            published: whether it is marked published.
            limit: the most to return.
        """
        conditions: list[str] = []
        values: list[object] = []
        for condition, value in (
            ("key = ?", None if hints is None else key_of(hints)),
            ("grade = ? COLLATE NOCASE", grade),
            ("run = ?", run),
        ):
            if value is not None:
                conditions.append(condition)
                values.append(value)
        if text is not None:
            conditions.append("(instr(lower(id), lower(?)) OR instr(lower(title), lower(?)))")
            values += [text, text]
        if published is not None:
            conditions.append("published IS NOT NULL" if published else "published IS NULL")
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        values.append(-1 if limit is None else limit)
        rows = self._connection.execute(
            f"SELECT {', '.join(_COLUMNS)} FROM puzzle{where} ORDER BY added DESC, id, key LIMIT ?", values
        )
        return [Item(*row) for row in rows]

    def stats(self) -> Stats:
        """Counts of what is in the library."""
        one = self._connection.execute("SELECT count(*), count(published), count(DISTINCT run) FROM puzzle").fetchone()
        grades = self._connection.execute(
            "SELECT coalesce(grade, 'ungraded'), count(*) FROM puzzle GROUP BY 1 ORDER BY 2 DESC, 1"
        )
        return Stats(*one, grades=dict(grades.fetchall()), version=self._pragma("user_version"))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
