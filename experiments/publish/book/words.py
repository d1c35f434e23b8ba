"""The words that books print, in English and in the words of Japanese puzzle magazines."""

from __future__ import annotations

from typing import Any, Final

WORDS: Final[dict[str, dict[str, Any]]] = {
    "en": {
        "solutions": "Solutions",
        "number": "No. {n}",
        "minutes": "about {n} min",
        "date_lines": [["Date ", 4.5, "  Time ", 4], ["Time ", 4]],
        "divider": "{first} to {last}",
        "divider_one": "{first}",
        "grades": "{stars}",
        "ungraded": "Without a grade",
        "rules": "Rules",
        "example": "Puzzle",
        "answer": "Solution",
        "key": "Techniques",
        "index": "Index by grade",
        "imprint_author": "Puzzles",
        "imprint_title": "Title",
        "imprint_made": "Set with hintsmith",
    },
    "ja": {
        "solutions": "解答",
        "number": "第{n}問",
        "minutes": "目安 {n}分",
        "date_lines": [[2, "月", 2, "日　", 2.5, "分", 2, "秒"], [2.5, "分", 2, "秒"]],
        "divider": "{first}～{last}",
        "divider_one": "{first}",
        "grades": "難易度 {stars}",
        "ungraded": "難易度なし",
        "rules": "ルール",
        "example": "問題",
        "answer": "解答",
        "key": "手筋の名前",
        "index": "難易度別さくいん",
        "imprint_author": "作者",
        "imprint_title": "書名",
        "imprint_made": "組版　hintsmith",
    },
}
"""Language to the words. Of `date_lines` numbers are rules to write on, in em; the longest line that fits is taken."""


def minutes_words(minutes: float | None, lang: str) -> str:
    """Such as `about 12 min`, `目安 12分`; empty for None."""
    return "" if minutes is None else WORDS[lang]["minutes"].format(n=max(1, round(minutes)))
