"""Many pictures at once: clues, line solving by sweeps, resemblance; worked by hand and against a plain oracle."""

from __future__ import annotations

from itertools import product
from time import process_time

import numpy as np
import pytest

from puzzles.nonogram import ClueBatch, clues_of, from_picture, line_solve, resemblance


def black(*rows: str) -> np.ndarray:
    return np.array([[ch == "#" for ch in row] for row in rows])


@pytest.mark.parametrize(
    ("rows", "finished", "sweeps", "left"),
    [
        (("###", "###", "###"), True, 1, 0),
        # every clue is 1: nothing follows
        (("#..", ".#.", "..#"), False, 0, 9),
        # row 2 fills its columns' clues
        ((".#.", "###", ".#."), True, 1, 0),
        # rows 1 and 3 wait for columns 2 and 3
        (("##.", "###", ".#."), True, 2, 0),
        # the middle of row 1 is black, so the middle of row 2 is white; the corners may be swapped
        (("##.", "..#"), False, 1, 4),
        (("...", "..."), True, 1, 0),
        (("#",), True, 1, 0),
    ],
)
def test_line_solving_worked_by_hand(rows: tuple[str, ...], finished: bool, sweeps: int, left: int) -> None:
    solved = line_solve(clues_of(black(*rows)[None]))
    assert (bool(solved.finished[0]), int(solved.sweeps[0]), int(solved.open[0])) == (finished, sweeps, left)


def plain_clue(cells: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(len(part) for part in "".join(map(str, cells)).split("0") if part)


def plain_sweeps(rows: list[tuple[int, ...]], columns: list[tuple[int, ...]]) -> tuple[int, int]:
    """Sweeps and open cells by writing out all fillings of a line."""
    h, w = len(rows), len(columns)
    cells = [[-1] * w for _ in range(h)]

    def solved(line: list[int], clue: tuple[int, ...]) -> list[int]:
        fits = [
            f for f in product((0, 1), repeat=len(line))
            if plain_clue(f) == clue and all(k in (-1, v) for k, v in zip(line, f, strict=True))
        ]  # fmt: skip
        return [values[0] if len(set(values)) == 1 else -1 for values in zip(*fits, strict=True)]

    sweeps = 0
    while True:
        before = [row[:] for row in cells]
        cells = [solved(row, clue) for row, clue in zip(cells, rows, strict=True)]
        turned = [solved(list(line), clue) for line, clue in zip(zip(*cells, strict=True), columns, strict=True)]
        cells = [list(row) for row in zip(*turned, strict=True)]
        if cells == before:
            return sweeps, sum(row.count(-1) for row in cells)
        sweeps += 1


@pytest.mark.parametrize(("h", "w", "seed"), [(3, 3, 0), (5, 5, 1), (4, 6, 2), (6, 4, 3), (1, 5, 4), (5, 1, 5)])
def test_batches_against_the_plain_oracle(h: int, w: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    pictures = random.random((40, h, w)) < random.uniform(0.2, 0.9, (40, 1, 1))
    clues = clues_of(pictures)
    solved = line_solve(clues)
    for k, picture in enumerate(pictures):
        puzzle = from_picture(picture.astype(np.int8))
        kept = [tuple(clues.blocks[k, at, : clues.counts[k, at]].tolist()) for at in range(h + w)]
        assert kept == [*puzzle.rows, *puzzle.columns]
        assert (clues.blocks[k][np.arange(clues.blocks.shape[2]) >= clues.counts[k][:, None]] == 0).all()
        sweeps, left = plain_sweeps(list(puzzle.rows), list(puzzle.columns))
        assert (int(solved.sweeps[k]), int(solved.open[k])) == (sweeps, left)
        assert bool(solved.finished[k]) == (left == 0)


def test_contradicting_clues_are_told() -> None:
    # rows 2 and 2 beside columns 1 and 1
    clues = ClueBatch(2, 2, np.array([[[2], [2], [1], [1]]]), np.array([[1, 1, 1, 1]]))
    solved = line_solve(clues)
    assert (solved.finished.tolist(), solved.open.tolist()) == ([False], [-1])


def test_resemblance_worked_by_hand() -> None:
    target = black("##.", "...", "..#")
    pictures = np.array([target, ~target, black("##.", "...", "###")])
    assert resemblance(pictures, target).tolist() == pytest.approx([1.0, 0.0, 7 / 9])


def test_wrong_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\(n, height, width\) is needed"):
        clues_of(np.zeros((3, 3), bool))
    with pytest.raises(ValueError, match=r"\(n, height, width\) is needed"):
        clues_of(np.zeros((3, 0, 3), bool))
    with pytest.raises(ValueError, match="beside a target"):
        resemblance(np.zeros((2, 3, 3), bool), np.zeros((3, 4), bool))


def test_no_pictures_are_no_trouble() -> None:
    assert len(line_solve(clues_of(np.zeros((0, 8, 8), bool))).finished) == 0


def test_thousands_of_pictures_a_second() -> None:
    pictures = np.random.default_rng(0).random((5000, 8, 8)) < 0.55
    line_solve(clues_of(pictures[:1]))
    started = process_time()
    line_solve(clues_of(pictures))
    assert process_time() - started < 1.0
