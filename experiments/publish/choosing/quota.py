"""How many puzzles of each grade: `--quota easy:5,gentle:5,hard:10`."""

from __future__ import annotations

from typing import Final

from evaluation.difficulty import GRADES
from puzzles.errors import InputError

_LEVELS: Final = {name.casefold(): grade.level for grade in GRADES for name in (grade.english, grade.japanese)}


def level_of(grade: str | None) -> int | None:
    """0 (easiest) to 4 of a grade's name in English or Japanese; None for any other word."""
    return None if grade is None else _LEVELS.get(grade.strip().casefold())


def grade_key(grade: str | None) -> str:
    """What two names of one grade have in common: the English name; of any other word the word, in small letters."""
    level = level_of(grade)
    return (grade or "").strip().casefold() if level is None else GRADES[level].english


def read_quota(text: str) -> tuple[tuple[str, int], ...]:
    """Grades, by `grade_key`, and numbers of such text. Raises InputError that says what would be right."""
    found: dict[str, int] = {}
    for part in text.replace("：", ":").replace("、", ",").split(","):
        if not part.strip():
            continue
        word, mark, number = part.rpartition(":")
        if not mark or level_of(word) is None or not number.strip().isdigit() or int(number) < 1:
            names = ", ".join(grade.english for grade in GRADES)
            raise InputError(f"--quota {part.strip()!r}: GRADE:NUMBER is needed, such as easy:5; grades are {names}")
        if grade_key(word) in found:
            raise InputError(f"--quota {text!r}: {word.strip()} stands there twice")
        found[grade_key(word)] = int(number)
    if not found:
        raise InputError("--quota names no grade, such as easy:5,hard:10")
    return tuple(found.items())
