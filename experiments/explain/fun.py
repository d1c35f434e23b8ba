"""Why a puzzle is fun, in two sentences that a layman reads, and stars for its tension and its cascade."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from evaluation.solver.trace import Turn
from experiments.explain.steps import step_name
from experiments.explain.words import Lang

TENSION_STARS: Final = (0.2, 0.3, 0.4, 0.55)
"""Mean f1 at which the second to the fifth star begin: of the shipped, ordinary puzzles two in five have one star, one
in five has three or more, and none in a hundred has five."""
CHAIN_STARS: Final = (4.0, 5.0, 7.0, 10.0)
"""As TENSION_STARS, mean cells of the longest cascade: ordinary puzzles have one or two."""
_FAR, _NEAR = 0.5, 0.2
"""Parts of the solve between the peaks, that are most of it and next to nothing."""


def stars(value: float, bounds: Sequence[float]) -> int:
    """One to five stars; 0 where the value is not known."""
    return 0 if math.isnan(value) else 1 + sum(bool(value >= bound) for bound in bounds)


def fun_words(
    turns: Sequence[Turn], peaks: Sequence[int], minutes: tuple[float, float, float] | None, lang: Lang
) -> list[str]:
    """Where the two peaks are and how high; what the cascade is, and how long people take.

    Args:
        turns: of a walk.
        peaks: the turns (from 1) of its two peaks, or none.
        minutes: predicted median with the ends of its interval; None where it is not known.
        lang: the language.
    """
    return [line for line in (_peaks(turns, peaks, lang), _cascade(turns, minutes, lang)) if line]


def _peaks(turns: Sequence[Turn], peaks: Sequence[int], lang: Lang) -> str:
    if not peaks:
        return ""
    first, second = sorted(peaks)
    number = len(turns)
    mean = float(np.mean([turn.analysis.d for turn in turns]))
    names = [step_name(turns[t - 1], lang) for t in (first, second)]
    high = [_times(turns[t - 1].analysis.d / mean, lang) for t in (first, second)]
    gap = (second - first) / number
    if lang == "ja":
        height = f"どちらも{high[0]}" if high[0] == high[1] else f"それぞれ{high[0]}と{high[1]}"
        between = "その間が長い" if gap >= _FAR else "二つは続けて来る" if gap <= _NEAR else "その間はしばらく楽に進む"
        return (
            f"ヤマは二つ。全{number}手のうち{first}手目（{names[0]}）と{second}手目（{names[1]}）で、"
            f"難しさは平均の一手の約{height}。{between}。"
        )
    height = f"{high[0]}" if high[0] == high[1] else f"{high[0]} and {high[1]}"
    between = (
        "with most of the solve between them"
        if gap >= _FAR
        else "one soon after the other"
        if gap <= _NEAR
        else "with an easier stretch between them"
    )
    return (
        f"Of {number} steps two stand out, step {first} ({names[0]}) and step {second} ({names[1]}), {between}: "
        f"about {height} as hard as an average step."
    )


def _times(ratio: float, lang: Lang) -> str:
    """How many times the average, in steps of a half."""
    half = round(2 * ratio) / 2
    if half <= 1:
        return "1倍" if lang == "ja" else "once"
    return f"{half:g}倍" if lang == "ja" else f"{half:g} times"


def _cascade(turns: Sequence[Turn], minutes: tuple[float, float, float] | None, lang: Lang) -> str:
    longest = max(turns, key=lambda turn: turn.chain, default=None)
    parts: list[str] = []
    if longest is not None and longest.chain:
        parts.append(
            f"{longest.t}手目に1つ決めると、続けて{longest.chain}マスが自然に埋まる"
            if lang == "ja"
            else f"At step {longest.t} one digit makes {longest.chain} more cells fill themselves, one after the other"
        )
    if minutes is not None:
        middle, low, high = (max(1, round(part)) for part in minutes)
        parts.append(
            f"目安は{middle}分（{low}〜{high}分）"
            if lang == "ja"
            else f"people are likely to need about {middle} min ({low}–{high}) in all"
        )
    if not parts:
        return ""
    words = "。".join(parts) + "。" if lang == "ja" else "; ".join(parts) + "."
    return words[:1].upper() + words[1:]
