"""An explanation drawn in the terminal. Without colours it still says everything: marks stand beside the digits."""

from __future__ import annotations

from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from evaluation.solver.trace import Turn
from experiments.explain.data import Explanation, possible
from experiments.explain.words import (
    Lang,
    chosen_words,
    family_name,
    fill_words,
    preparation_words,
    verdict_words,
)
from experiments.unknown import with_error
from puzzles.grid import Grid, automatic_fill, to_text

BARS: Final = " ▁▂▃▄▅▆▇█"
CURVE_ROWS: Final = 5
_PREPARATIONS_SHOWN: Final = 6
_WORDS: Final = {
    "en": {
        "invalid": "Not a valid puzzle.",
        "effort": "effort",
        "hardest": "hardest turn",
        "needed": "hardest technique needed",
        "turns": "turns",
        "turn": "Turn",
        "score": "{}: this walk {:.3f}, mean {}",
        "possible": "possible",
        "done": "done",
        "prepare": "prepare",
        "more": "… and {} more",
        "chain": "chain",
        "curve": "Difficulty d(t) turn by turn, ^ marks the two peaks",
        "chains": "Chain c(t), longest {}",
        "legend": "[5] filled by the technique, (5) filled by itself, * cell that gives the reason",
    },
    "ja": {
        "invalid": "正しい問題ではない。",
        "effort": "労力",
        "hardest": "最も難しい手番",
        "needed": "必要な最も難しい手筋",
        "turns": "手番数",
        "turn": "手番",
        "score": "{}: この解き方 {:.3f}、平均 {}",
        "possible": "可能な手",
        "done": "選んだ手",
        "prepare": "準備",
        "more": "…ほかに{}件",
        "chain": "連鎖",
        "curve": "手番ごとの難易度 d(t)、^ は二つのヤマ",
        "chains": "連鎖数 c(t)、最大 {}",
        "legend": "[5] 手筋で決まる、(5) 自動的に決まる、* 理由となるマス",
    },
}


def draw(explanation: Explanation, console: Console, lang: Lang, first: int = 1, last: int | None = None) -> None:
    """Draw verdict, curves, and the turns `first` to `last`."""
    words = _WORDS[lang]
    score = explanation.score
    if not score.valid or score.grade is None:
        console.print(Text(to_text(score.hints)))
        console.print(Text(words["invalid"], style="bold"))
        for line in verdict_words(score, lang):
            console.print(Text(line))
        if words := score.minutes_in_words(lang):
            console.print(Text(words))
        return
    grade = score.grade.japanese if lang == "ja" else score.grade.english
    head = Text(grade, style="bold")
    head.append(
        f"  {words['effort']} {score.effort:.2f}  {words['hardest']} {score.value('hardest'):.2f}  "
        f"{words['needed']}: {family_name(score.value('hardest_family'), lang)}",
        style="not bold",
    )
    console.print(head)
    console.print(Text(score.minutes_in_words(lang)))
    for line in _scores(explanation, lang):
        console.print(Text(line))
    d = [turn.analysis.d for turn in explanation.turns]
    chain = [turn.chain for turn in explanation.turns]
    console.print()
    console.print(Text(words["curve"], style="bold"))
    for line in curve(d, explanation.peaks):
        console.print(Text(line), soft_wrap=True)
    console.print(Text(words["chains"].format(max(chain, default=0)), style="bold"))
    console.print(Text(" " * 8 + sparkline([float(c) for c in chain])), soft_wrap=True)
    console.print(Text(words["legend"], style="dim"))
    for turn in explanation.turns[first - 1 : last]:
        console.print()
        _draw_turn(turn, console, lang)


def _scores(explanation: Explanation, lang: Lang) -> list[str]:
    """The scores of the walk that is shown beside the means of many."""
    words, score = _WORDS[lang], explanation.score
    lines = [
        words["score"].format(name, walk, with_error(mean, error))
        for name, walk, mean, error in (
            ("f1", explanation.f1, score.f1, score.f1_se),
            ("f2", explanation.f2, score.f2, score.f2_se),
        )
    ]
    lines[-1] += f"  {words['turns']} {len(explanation.turns)}"
    return lines


def _draw_turn(turn: Turn, console: Console, lang: Lang) -> None:
    words = _WORDS[lang]
    side = Text()
    side.append(f"{words['turn']} {turn.t}", style="bold")
    side.append(f"   d {turn.analysis.d:.2f}   {words['chain']} {turn.chain}\n")
    offered = "  ".join(f"{family_name(one.family, lang)} {one.count}" for one in possible(turn.analysis))
    side.append(f"{words['possible']}: {offered}\n")
    preparation = preparation_words(turn, lang)
    if preparation:
        side.append(f"{words['prepare']} ({turn.analysis.prep:.2f}):\n")
        for line in preparation[:_PREPARATIONS_SHOWN]:
            side.append(f"  {line}\n", style="dim")
        if len(preparation) > _PREPARATIONS_SHOWN:
            side.append("  " + words["more"].format(len(preparation) - _PREPARATIONS_SHOWN) + "\n", style="dim")
    side.append(f"{words['done']}: ")
    side.append(family_name(turn.chosen.family, lang) + "\n", style="bold")
    side.append(chosen_words(turn, lang))
    if turn.filled:
        side.append("\n" + fill_words(turn, lang))
    table = Table.grid(padding=(0, 3))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row(board(turn, _after(turn)), side)
    console.print(table)


def _after(turn: Turn) -> Grid:
    """The digits after the turn."""
    values = turn.board.copy()
    values[turn.chosen.cell] = turn.digit
    return automatic_fill(values)[0]


def board(turn: Turn, after: Grid) -> Text:
    """The grid after a turn, with marks for what the turn did."""
    instance = turn.chosen.instance
    reason = set(instance.cells) if instance else set[int]()
    text = Text()
    for row in range(9):
        if row in (3, 6):
            text.append("---------+---------+---------\n", style="dim")
        for column in range(9):
            cell = 9 * row + column
            if column in (3, 6):
                text.append("|", style="dim")
            digit = str(after[cell]) if after[cell] else "."
            if cell == turn.chosen.cell:
                text.append(f"[{digit}]", style="bold green")
            elif cell in turn.filled:
                text.append(f"({digit})", style="cyan")
            elif cell in reason:
                text.append(f" {'*' if digit == '.' else digit} ", style="yellow")
            else:
                text.append(f" {digit} ", style="dim" if digit == "." else "")
        if row < 8:
            text.append("\n")
    return text


def sparkline(values: list[float]) -> str:
    """One block character a value, 0 as a space and the largest as a full block; a value above 0 is never a space."""
    top = max(values, default=0.0)
    if top <= 0:
        return " " * len(values)
    return "".join(BARS[0 if v <= 0 else max(1, round(8 * v / top))] for v in values)


def curve(values: list[float], peaks: tuple[int, ...] = (), rows: int = CURVE_ROWS) -> list[str]:
    """A column chart of values ≥ 0, `rows` lines high, the largest value at its axis, and a line that marks peaks.

    Args:
        values: one a column.
        peaks: columns, from 1, that get a `^` below.
        rows: lines of the chart, at least 1.
    """
    top = max(values, default=0.0)
    eighths = [0 if top <= 0 or v <= 0 else max(1, round(8 * rows * v / top)) for v in values]
    lines: list[str] = []
    for row in range(rows - 1, -1, -1):
        label = f"{top:7.2f} " if row == rows - 1 else (f"{0:7.2f} " if row == 0 else " " * 8)
        lines.append(label + "".join(BARS[min(8, max(0, e - 8 * row))] for e in eighths))
    if peaks:
        lines.append(" " * 8 + "".join("^" if t in peaks else " " for t in range(1, len(values) + 1)).rstrip())
    return lines
