"""What can be asked of an open library, and what can be changed in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from evaluation.objectives import COMPETITION
from experiments.library.schema import connect, default_path, pragma, writing
from experiments.publish.puzzle import ExportPuzzle
from puzzles.canonical import minimal_form
from puzzles.grid import from_characters


def key_of(hints: str) -> str:
    """The key of a puzzle given as 81 characters."""
    return minimal_form(from_characters(hints))


@dataclass(frozen=True, slots=True)
class Export:
    """One export that a puzzle went out in."""

    book: str
    """Where its files were written: folder and name, without number and ending."""
    exported: str
    """When, UTC, ISO 8601."""


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
    exports: tuple[Export, ...] = ()
    """The exports it went out in, the first first."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which puzzles of a library: those that fit everything given; None stands for any."""

    lines: tuple[str, ...] | None = None
    """Puzzles of 81 characters, in any position and with any names of their digits."""
    grade: str | None = None
    run: str | None = None
    """The run's or file's name."""
    book: str | None = None
    """An export: its whole name, or the last part of it."""
    published_in: str | None = None
    text: str | None = None
    """A part of the id or title."""
    exported: bool | None = None
    published: bool | None = None

    def conditions(self) -> tuple[str, list[object]]:
        """A WHERE clause, empty for everything, and its values."""
        found: list[tuple[str, list[object]]] = []
        if self.lines is not None:
            keys: list[object] = [key_of(line) for line in self.lines]
            found.append((f"key IN ({', '.join('?' * len(keys))})", keys))
        if self.grade is not None:
            found.append(("grade = ? COLLATE NOCASE", [self.grade]))
        if self.run is not None:
            found.append(("run = ?", [self.run]))
        if self.book is not None:
            found.append((f"key IN (SELECT key FROM export WHERE {_BOOK})", [self.book] * 3))
        if self.published_in is not None:
            found.append(("published_in = ? AND published IS NOT NULL", [self.published_in]))
        if self.text is not None:
            found.append(("(instr(lower(id), lower(?)) OR instr(lower(title), lower(?)))", [self.text] * 2))
        if self.exported is not None:
            found.append((f"key {'' if self.exported else 'NOT '}IN (SELECT key FROM export)", []))
        if self.published is not None:
            found.append((f"published IS {'NOT ' if self.published else ''}NULL", []))
        where = " AND ".join(condition for condition, _ in found)
        return (f" WHERE {where}" if where else ""), [value for _, values in found for value in values]


_BOOK: Final = "(book = ? OR substr(book, -length(?) - 1) = '/' || ?)"
"""Whether an export is called so: takes the name three times."""


@dataclass(frozen=True, slots=True)
class Added:
    """What `Library.add` did."""

    new: int
    known: int


@dataclass(frozen=True, slots=True)
class Removed:
    """What `Library.remove` did."""

    gone: int
    published: tuple[str, ...]
    """Hints of those that stayed because they are published."""
    elsewhere: int
    """Those that stayed because another export has them; they are no longer of this one."""


@dataclass(frozen=True, slots=True)
class Stats:
    """What is in a library."""

    puzzles: int
    published: int
    exported: int
    runs: int
    grades: dict[str, int]
    """Grade to number of puzzles; `ungraded` for those without."""
    version: int


_COLUMNS: Final = tuple(field.name for field in fields(Item) if field.name != "exports")
_LINES: Final = 500
"""Puzzles named in one question; SQLite bounds the values of a statement."""


class Library:
    """An open library. A context manager; every change is one transaction."""

    def __init__(self, path: Path | None = None) -> None:
        """Open a library, make it where there is none, and bring an older one up to date.

        Raises InputError when the file is no library, or one of a later version, or cannot be opened.
        """
        self.path = path or default_path()
        self._connection = connect(self.path)

    @classmethod
    def existing(cls, path: Path | None = None) -> Self | None:
        """The library, if there is one; nothing is made by asking. Raises InputError as `Library` does."""
        return cls(path) if (path or default_path()).exists() else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def add(self, puzzles: Iterable[ExportPuzzle], book: str | None = None, *, anew: bool = False) -> Added:
        """Remember puzzles, all or none. A puzzle that is known already stays as it was first added.

        Args:
            puzzles: to remember.
            book: the export that they went out in, marked for those that are known too; None for no export.
            anew: the export was written over: what was in it before is no longer.
        """
        now = _now()
        rows: list[tuple[object, ...]] = []
        for one in puzzles:
            f1, f2 = one.scores(COMPETITION) or (None, None)
            key = key_of(one.hints)
            rows.append(
                (key, one.hints, one.solution, one.id, one.title, one.grade, f1, f2, one.turns, one.source, now)
            )  # fmt: skip
        new = 0
        with writing(self._connection, self.path):
            if anew:
                self._connection.execute("DELETE FROM export WHERE book = ?", (book,))
            for row in rows:
                new += self._connection.execute(
                    "INSERT INTO puzzle (key, hints, solution, id, title, grade, f1, f2, turns, run, added)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING",
                    row,
                ).rowcount
                if book is not None:
                    self._connection.execute(
                        "INSERT INTO export VALUES (?, ?, ?) ON CONFLICT (key, book) DO UPDATE SET exported = ?",
                        (row[0], book, now, now),
                    )
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
        lines = list(lines)
        with writing(self._connection, self.path):
            for line in lines:
                marked += self._connection.execute(
                    "UPDATE puzzle SET published = ?, published_in = ? WHERE key = ? AND published IS NULL",
                    (now, where, key_of(line)),
                ).rowcount
        known = self.known(lines)
        return marked, [line for line in lines if line not in known]

    def unmark(self, selection: Selection) -> int:
        """Take the published mark from puzzles, all or none; how many had it."""
        changed = 0
        with writing(self._connection, self.path):
            for part in _parts(selection):
                where, values = part.conditions()
                also = " AND" if where else " WHERE"
                changed += self._connection.execute(
                    f"UPDATE puzzle SET published = NULL, published_in = ''{where}{also} published IS NOT NULL",
                    values,
                ).rowcount
        return changed

    def remove(self, selection: Selection) -> Removed:
        """Forget puzzles, all or none. What is published stays: take the mark away first.

        Where an export is selected, its puzzles are no longer of it, and those that are of no other go.
        """
        gone = elsewhere = 0
        published: list[str] = []
        with writing(self._connection, self.path):
            for item in [item for part in _parts(selection) for item in self.find(part)]:
                if selection.book is not None:
                    self._connection.execute(
                        f"DELETE FROM export WHERE key = ? AND {_BOOK}", (item.key, *[selection.book] * 3)
                    )
                others = self._connection.execute("SELECT 1 FROM export WHERE key = ?", (item.key,)).fetchone()
                if item.published is not None:
                    published.append(item.hints)
                elif selection.book is not None and others:
                    elsewhere += 1
                else:
                    gone += self._connection.execute("DELETE FROM puzzle WHERE key = ?", (item.key,)).rowcount
        return Removed(gone, tuple(published), elsewhere)

    def find(self, selection: Selection | None = None, limit: int | None = None) -> list[Item]:
        """Puzzles that a selection names, all without one, the newest first.

        Args:
            selection: which puzzles.
            limit: the most to return.
        """
        where, values = (selection or Selection()).conditions()
        rows = self._connection.execute(
            f"SELECT {', '.join(_COLUMNS)} FROM puzzle{where} ORDER BY added DESC, id, key LIMIT ?",
            [*values, -1 if limit is None else limit],
        ).fetchall()
        exports: dict[str, list[Export]] = {}
        for key, book, exported in self._connection.execute(
            f"SELECT key, book, exported FROM export WHERE key IN (SELECT key FROM puzzle{where})"
            " ORDER BY exported, book",
            values,
        ):
            exports.setdefault(key, []).append(Export(book, exported))
        return [Item(*row, exports=tuple(exports.get(row[0], ()))) for row in rows]

    def stats(self) -> Stats:
        """Counts of what is in the library."""
        puzzles, published, runs = self._connection.execute(
            "SELECT count(*), count(published), count(DISTINCT run) FROM puzzle"
        ).fetchone()
        (exported,) = self._connection.execute("SELECT count(DISTINCT key) FROM export").fetchone()
        grades = self._connection.execute(
            "SELECT coalesce(grade, 'ungraded'), count(*) FROM puzzle GROUP BY 1 ORDER BY 2 DESC, 1"
        )
        version = pragma(self._connection, "user_version")
        return Stats(puzzles, published, exported, runs, dict(grades.fetchall()), version)


def _parts(selection: Selection) -> Iterable[Selection]:
    """The selection in pieces that SQLite takes."""
    if selection.lines is None or len(selection.lines) <= _LINES:
        return [selection]
    lines = selection.lines
    return [replace(selection, lines=lines[k : k + _LINES]) for k in range(0, len(lines), _LINES)]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
