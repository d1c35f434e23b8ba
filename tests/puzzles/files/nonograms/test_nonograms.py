"""All forms: what is written is read again, forms are told, and no text does worse than an InputError."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.errors import InputError
from puzzles.files.encoding import text_of
from puzzles.files.nonograms import NONOGRAM_FORMATS, NonogramEntry, detect, is_nonogram_text, nin, read_text
from puzzles.nonogram import Nonogram, from_picture

FORMS = list(NONOGRAM_FORMATS.values())
SEVERAL = [form for form in FORMS if form.several]
pictures = st.integers(1, 6).flatmap(
    lambda h: st.integers(1, 6).flatmap(
        lambda w: st.lists(st.lists(st.integers(0, 1), min_size=w, max_size=w), min_size=h, max_size=h)
    )
)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
@settings(max_examples=60, deadline=None)
@given(cells=pictures)
def test_what_is_written_is_read_again(form, cells: list[list[int]]) -> None:  # type: ignore[no-untyped-def]
    puzzle = from_picture(np.array(cells, np.int8))
    text = form.write([puzzle])
    for end in ("\n", "\r\n", "\r"):
        (entry,) = read_text(text.replace("\n", end), f"a{form.suffixes[0]}")
        assert entry.puzzle == puzzle
        if "goal" in form.keeps:
            assert entry.puzzle.goal.tolist() == cells
    if form is not nin.FORMAT:
        assert form.recognises(text)
        assert detect(text, "standard input") is form
        assert is_nonogram_text(text, "a.dat")
        assert [other.name for other in FORMS if other.recognises(text)] == [form.name]


@pytest.mark.parametrize("form", SEVERAL, ids=lambda form: form.name)
@settings(max_examples=30, deadline=None)
@given(several=st.lists(pictures, min_size=2, max_size=4))
def test_several_are_read_again(form, several: list[list[list[int]]]) -> None:  # type: ignore[no-untyped-def]
    puzzles = [from_picture(np.array(cells, np.int8)) for cells in several]
    entries = read_text(form.write(puzzles), f"a{form.suffixes[0]}")
    assert [entry.puzzle for entry in entries] == puzzles
    assert [entry.line for entry in entries] == sorted(entry.line for entry in entries)


@pytest.mark.parametrize("form", [form for form in FORMS if not form.several], ids=lambda form: form.name)
def test_one_puzzle_only(form) -> None:  # type: ignore[no-untyped-def]
    puzzle = Nonogram(((1,),), ((1,),))
    with pytest.raises(InputError, match="holds one puzzle, not 2"):
        form.write([puzzle, puzzle])


@pytest.mark.parametrize("form", [form for form in FORMS if "title" in form.keeps], ids=lambda form: form.name)
@pytest.mark.parametrize("text", ["猫 and dog", "a \"quoted\" & <marked> 'title'", "&amp; &copy;", "]]> | # ===="])
def test_texts_survive(form, text: str) -> None:  # type: ignore[no-untyped-def]
    puzzle = Nonogram(((1,),), ((1,),), text, text, text, text)
    (entry,) = form.read(form.write([puzzle]), "a")
    assert entry.puzzle == puzzle


def test_encodings() -> None:
    text = 'title "Caf\u00e9"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n'
    for data in (text.encode("utf-8-sig"), text.encode("utf-16"), text.encode("latin-1"), text.encode()):
        (entry,) = read_text(text_of(data, "a.non"), "a.non")
        assert entry.puzzle is not None
        assert entry.puzzle.title == "Caf\u00e9"


def test_an_unknown_ending_is_not_guessed() -> None:
    numbers = "3 2\n1 1\n0\n1\n0\n1\n"
    for name in ("a.nin", "a", "a.txt", "standard input"):
        assert read_text(numbers, name)[0].puzzle is not None
    for name in ("a.nono", "a.cwd", "a.dat"):
        with pytest.raises(InputError, match=r"a\.\w+: the ending \.\w+ names no form of nonograms .*marks of none"):
            read_text(numbers, name)
    with pytest.raises(InputError, match="standard input: no form of nonograms"):
        read_text(numbers + "5\n", "standard input")
    with pytest.raises(InputError, match=r"a\.non: no nonogram in it"):
        read_text("# nothing\n\n", "a.non")


def test_other_puzzles_are_not_claimed() -> None:
    for text in ("." * 81, "1 2 3\n", "<opensudoku></opensudoku>", "", "https://puzz.link/p?sudoku/9/9/g", "[0, 0]"):
        assert not is_nonogram_text(text, "a.txt")


def mutated(text: str, dice: random.Random) -> str:
    for _ in range(dice.randint(1, 6)):
        k = dice.randrange(len(text) + 1)
        size = dice.choice((1, 1, 2, 5, 20))
        kind = dice.randrange(5)
        if kind == 0:
            text = text[:k] + text[k + size :]
        elif kind == 1:
            text = text[:k] + dice.choice(ALPHABET) * dice.choice((1, 1, 3)) + text[k:]
        elif kind == 2:
            text = text[:k] + dice.choice(ALPHABET) + text[k + 1 :]
        elif kind == 3:
            text = text[:k] + text[k : k + size] * 2 + text[k + size :]
        else:
            lines = text.split("\n")
            dice.shuffle(lines)
            text = "\n".join(lines)
    return text


ALPHABET = [*"0123456789 \n\r\t,:#=\"'{}[]<>/&;?!|.-+gz", "\0", "\ufeff", "\ud800", "\u2028", "猫", "９", "²",
            "9" * 5000, "rows\n", "columns\n", "====\n", ": x\n", "#t\n",
            "<count>", "</puzzle>", "null", "1e999"]  # fmt: skip


def seeds(dice: random.Random) -> list[str]:
    picture = (np.random.default_rng(dice.randrange(1000)).random((3, 4)) < 0.6).astype(np.int8)
    puzzle = replace(from_picture(picture), title="A & B", author="猫")
    return [form.write([puzzle] * (dice.randint(1, 2) if form.several else 1)) for form in FORMS]


def fuzz(rounds: int, seed: int) -> int:
    """Mutate every form, read it under every name; nothing but InputError may come."""
    dice = random.Random(seed)
    names = [f"a{form.suffixes[0]}" for form in FORMS] + ["standard input", "a.txt", "a.unknown"]
    read = 0
    for _ in range(rounds):
        for text in seeds(dice):
            changed = mutated(text, dice)
            is_nonogram_text(changed, "a.dat")
            try:
                entries = read_text(changed, dice.choice(names))
            except InputError as error:
                entries = [NonogramEntry("a", 1, None, str(error))]
            for entry in entries:
                assert (entry.puzzle is None) == (entry.error is not None)
                assert "\n" not in entry.message
                assert "\r" not in entry.message
                read += entry.puzzle is not None
    return read


def test_no_text_does_worse_than_a_line_of_error() -> None:
    assert fuzz(600, 1) > 300


@pytest.mark.slow
def test_many_texts_do_no_worse() -> None:
    assert fuzz(15_000, 2) > 5000
