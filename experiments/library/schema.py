"""The library's file: how it is opened, how an older one is brought up to date, and who may write to it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import platformdirs

from puzzles.errors import InputError

BUSY_SECONDS: Final = 30.0
"""How long a writer waits for another before it gives up."""
_APPLICATION: Final = 0x68734C42
"""The application id in the file's header, so that another program's database is not taken for a library."""


def default_path() -> Path:
    """`HINTSMITH_LIBRARY`, else `library.sqlite` in the user's data folder."""
    named = os.environ.get("HINTSMITH_LIBRARY")
    return Path(named) if named else Path(platformdirs.user_data_dir("hintsmith", appauthor=False)) / "library.sqlite"


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


def _exports(connection: sqlite3.Connection) -> None:
    """Version 3 knows which puzzle went out in which export and when; earlier exports are not known."""
    connection.execute(
        """
        CREATE TABLE export (
            key TEXT NOT NULL REFERENCES puzzle (key) ON DELETE CASCADE,
            book TEXT NOT NULL,
            exported TEXT NOT NULL,
            PRIMARY KEY (key, book)
        ) STRICT, WITHOUT ROWID
        """
    )
    connection.execute("CREATE INDEX export_book ON export (book)")


MIGRATIONS: Final[tuple[Callable[[sqlite3.Connection], None], ...]] = (_first, _publications, _exports)
"""Step k takes a file from version k to k + 1. Steps are never changed, only added."""
VERSION: Final = len(MIGRATIONS)


def connect(path: Path) -> sqlite3.Connection:
    """Open a library, make it where there is none, and bring an older one up to date.

    Raises InputError when the file is no library, or one of a later version, or cannot be opened.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise InputError(f"{path}: cannot be opened as a library ({error})") from None
    try:
        _prepare(connection, path)
    except InputError:
        connection.close()
        raise
    except sqlite3.Error as error:
        connection.close()
        raise InputError(f"{path}: not a library ({error})") from None
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    if pragma(connection, "application_id") not in (0, _APPLICATION):
        raise InputError(f"{path}: the database of another program, not a library")
    _check_version(pragma(connection, "user_version"), path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    if pragma(connection, "user_version") < VERSION:
        with writing(connection, path):
            # another process may have been faster
            version = pragma(connection, "user_version")
            _check_version(version, path)
            if version == 0 and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise InputError(f"{path}: the database of another program, not a library")
            for migrate in MIGRATIONS[version:]:
                migrate(connection)
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")


def _check_version(version: int, path: Path) -> None:
    if version > VERSION:
        raise InputError(f"{path}: a library of version {version}, this hintsmith knows up to {VERSION}: update it")


def pragma(connection: sqlite3.Connection, name: str) -> int:
    """The value of a numeric setting of the file."""
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


@contextmanager
def writing(connection: sqlite3.Connection, path: Path) -> Generator[None]:
    """One transaction that holds the write lock from its beginning, so that it cannot lack it half-way."""
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        raise InputError(f"{path}: {error} (another program has been writing for {BUSY_SECONDS:g} s)") from None
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
