"""Turns of a walk in words, in English and in Japanese; the terminal and the HTML report share them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from evaluation.constraints import CONSTRAINTS
from evaluation.score import Score
from evaluation.solver.elements import HIDDEN_BOX, HIDDEN_LINE, NAKED
from evaluation.solver.reasons import Instance
from evaluation.solver.trace import Turn
from evaluation.techniques import ELIMINATIONS, FAMILIES
from puzzles.errors import InputError
from puzzles.geometry import UNITS, UNITS_OF, cell_name
from puzzles.grid import conflicts, describe_conflict

Lang = Literal["ja", "en"]
LANGUAGES: Final[tuple[Lang, ...]] = ("ja", "en")
INSTANCE_WORDS: Final = {variant.key: technique.words for technique in ELIMINATIONS for variant in technique.variants}
"""The sentences of each kind of instance, by language."""
SENTENCES: Final[dict[str, dict[Lang, str]]] = {
    "then": {"en": "Then ", "ja": "すると"},
    "only_place": {
        "en": "{cell} is the only place for {digit} in {unit}.",
        "ja": "{unit}で{digit}が入るのは{cell}だけ。",
    },
    "only_digit": {"en": "{cell} has no candidate but {digit}.", "ja": "{cell}に入る数字は{digit}だけ。"},
    "filled": {
        "en": "Filled by themselves as last empty cells: {cells} (chain of {number}).",
        "ja": "残り1マスになって自動的に決まる: {cells}（連鎖数 {number}）。",
    },
    "out": {
        "en": "Why no other cell of {unit}: {reasons}.",
        "ja": "{unit}のほかのマスに{digit}が入らない理由: {reasons}。",
    },
    "blocked": {"en": "the {digit} in {holder} rules out {cells}", "ja": "{holder}の{digit}により{cells}"},
    "eliminated": {"en": "the elimination above rules out {cells}", "ja": "上の手筋により{cells}"},
    "other_digits": {"en": "Other digits are out: {reasons}.", "ja": "ほかの数字が入らない理由: {reasons}。"},
    "seen": {
        "en": "{row}, {column} and {box} hold {digits} already",
        "ja": "{row}・{column}・{box}にすでに{digits}がある",
    },
    "missing": {"en": "the elimination above takes {digits} away", "ja": "上の手筋により{digits}が消える"},
    "and": {"en": "; ", "ja": "、"},
}
"""What is said of every step, by language; the report's page fills the same forms in."""


def checked_language(text: str) -> Lang:
    """A language that there is. Raises InputError that names those."""
    for lang in LANGUAGES:
        if text == lang:
            return lang
    raise InputError(f"--lang {text!r}: en or ja")


def family_name(family: int, lang: Lang) -> str:
    """The name of a family, by its number."""
    return FAMILIES[family].japanese if lang == "ja" else FAMILIES[family].english


def cell_word(cell: int, lang: Lang) -> str:
    """`r3c6`, or `3行6列`."""
    return f"{cell // 9 + 1}行{cell % 9 + 1}列" if lang == "ja" else cell_name(cell)


def unit_word(unit: int, lang: Lang) -> str:
    """`row 3`, `column 6` or `box 1` for a unit 0–26; boxes are counted in reading order."""
    number = unit % 9 + 1
    if lang == "ja":
        return (f"{number}行目", f"{number}列目", f"ブロック{number}")[unit // 9]
    return f"{('row', 'column', 'box')[unit // 9]} {number}"


def cell_list(cells: Sequence[int], lang: Lang) -> str:
    """Cells one after the other."""
    return _list([cell_word(c, lang) for c in cells], lang)


def digit_list(digits: Sequence[int], lang: Lang, either: bool = False) -> str:
    """`3`, `3 and 7` or `3, 7 and 9`; with `or` where the last word is to be that."""
    return _list([str(d) for d in digits], lang, "or" if either else "and")


def _list(parts: Sequence[str], lang: Lang, last: str = "and") -> str:
    if lang == "ja":
        return "・".join(parts)
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def instance_words(instance: Instance, lang: Lang) -> str:
    """One elimination as a sentence: which unit, which cells, which digits, what goes."""
    return INSTANCE_WORDS[instance.kind][lang].format(
        units=[unit_word(u, lang) for u in instance.units],
        digits=digit_list(instance.digits, lang),
        each=instance.digits,
        cells=cell_list(instance.cells, lang),
        spots=[cell_word(c, lang) for c in instance.cells],
        gone=cell_list(instance.removed_from, lang),
        either=digit_list(instance.removed_digits, lang, either=True),
        number=len(instance.cells),
    )


def filling_single(turn: Turn) -> tuple[int, int | None]:
    """The kind of single (0–2) that fills the chosen cell once all eliminations of the turn are made, and its unit.

    A naked single has no unit. A flat level, as an X-wing's, does not tell the kind, so the easiest that holds is
    taken; so is the row before the column.
    """
    element, bit = turn.chosen, 1 << (turn.digit - 1)
    candidates = list(turn.analysis.candidates)
    for instance in (*turn.analysis.preparation, *([element.instance] if element.instance else [])):
        _remove(candidates, instance)
    row, column, box = (int(u) for u in UNITS_OF[element.cell])
    for kind, units in ((HIDDEN_BOX, (box,)), (HIDDEN_LINE, (row, column))):
        if element.single in (None, kind):
            for unit in units:
                if sum(candidates[int(c)] & bit > 0 for c in UNITS[unit]) == 1:
                    return kind, unit
    return NAKED, None


def _remove(candidates: list[int], instance: Instance) -> None:
    for cell, digit in instance.removed:
        candidates[cell] &= ~(1 << (digit - 1))


def single_words(turn: Turn, lang: Lang) -> str:
    """Why the single of a turn fills its cell."""
    element = turn.chosen
    now = SENTENCES["then"][lang] if element.instance is not None or turn.analysis.preparation else ""
    unit = filling_single(turn)[1]
    form = SENTENCES["only_digit" if unit is None else "only_place"][lang]
    house = "" if unit is None else unit_word(unit, lang)
    return now + form.format(cell=cell_word(element.cell, lang), digit=turn.digit, unit=house)


def chosen_words(turn: Turn, lang: Lang) -> str:
    """What was done in a turn, and why."""
    element = turn.chosen
    if element.instance is None:
        return single_words(turn, lang)
    joined = "" if lang == "ja" else " "
    return instance_words(element.instance, lang) + joined + single_words(turn, lang)


def preparation_words(turn: Turn, lang: Lang) -> list[str]:
    """The eliminations that had to be prepared before anything could be filled, a sentence each."""
    return [instance_words(instance, lang) for instance in turn.analysis.preparation]


def fill_words(turn: Turn, lang: Lang) -> str:
    """What the automatic fill added; empty when it added nothing."""
    if not turn.filled:
        return ""
    return SENTENCES["filled"][lang].format(cells=cell_list(turn.filled, lang), number=turn.chain)


def turn_words(turn: Turn, lang: Lang) -> list[str]:
    """A whole turn in sentences: preparation, the step, the chain."""
    words = [*preparation_words(turn, lang), chosen_words(turn, lang), fill_words(turn, lang)]
    return [line for line in words if line]


def verdict_words(score: Score, lang: Lang) -> list[str]:
    """Why a puzzle is not valid, a line for each violated constraint; empty for a valid one."""
    measures = score.violations
    lines: list[str] = []
    if measures["rules"]:
        conflict = describe_conflict(score.hints)
        if lang == "ja":
            lines.append(_conflict_in_japanese(score) if conflict else "解がない。")
        else:
            lines.append(f"The hints hold {conflict}." if conflict else "There is no solution.")
    if measures["uniqueness"]:
        first, second = score.witness
        cell = next(c for c in range(81) if first[c] != second[c])
        here, a, b = cell_word(cell, lang), int(first[cell]), int(second[cell])
        if lang == "ja":
            lines.append(f"解が一つに決まらない: たとえば{here}は{a}でも{b}でもよい。")
        else:
            lines.append(f"There is more than one solution: {here} can be {a} or {b}, for example.")
    if measures["techniques"] and not measures["rules"] and not measures["uniqueness"]:
        if lang == "ja":
            lines.append(f"使える手筋では解けない: {measures['techniques']}マス残る。")
        else:
            lines.append(f"The techniques allowed cannot finish it: {measures['techniques']} cells stay empty.")
    for key in measures.keys() - {"rules", "uniqueness", "techniques"}:
        if measures[key]:
            said = (CONSTRAINTS[key].japanese if lang == "ja" else CONSTRAINTS[key].english).format(measures[key])
            lines.append(f"{said}。" if lang == "ja" else f"{said[:1].upper()}{said[1:]}.")
    return lines


def _conflict_in_japanese(score: Score) -> str:
    a, b = conflicts(score.hints)[0]
    return f"{cell_list((a, b), 'ja')}に同じ数字{int(score.hints[a])}がある。"
