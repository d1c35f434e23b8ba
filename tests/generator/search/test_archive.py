from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.search.archive import Archive
from generator.search.fronts import hypervolume

# few different values, so that ties are common
LEVEL = st.integers(0, 4).map(lambda k: k / 4)
POINTS = st.lists(st.tuples(LEVEL, LEVEL), min_size=1, max_size=25)


def columns(points):
    array = np.array(points, dtype=float).reshape(-1, 2)
    return array[:, 0], array[:, 1]


def dominates(a, b) -> bool:
    return a[0] >= b[0] and a[1] >= b[1] and tuple(a) != tuple(b)


def peel(points, number, depth=None) -> list[int]:
    """The layers one after the other, by comparing all with all."""
    layer: dict[int, int] = {}
    level = 0
    while len(layer) < len(points):
        left = [k for k in range(len(points)) if k not in layer]
        if len({points[k] for k in layer}) >= number or level == depth:
            return [layer.get(k, level) for k in range(len(points))]
        layer |= {k: level for k in left if not any(dominates(points[j], points[k]) for j in left)}
        level += 1
    return [layer[k] for k in range(len(points))]


@given(st.lists(POINTS, min_size=1, max_size=4))
def test_the_archive_is_the_front_of_all_that_was_offered(problem, make_rows, batches) -> None:
    archive = Archive(problem)
    everything = []
    number = 0
    for points in batches:
        f1, f2 = columns(points)
        rows = make_rows(len(points), f1=f1, f2=f2)
        rows["hints"][:, 79] = np.arange(number, number + len(points)) // 9 + 1
        rows["hints"][:, 80] = np.arange(number, number + len(points)) % 9 + 1
        number += len(points)
        before = set() if archive.rows is None else {r.tobytes() for r in archive.rows["hints"]}
        entered = archive.add(rows)
        everything += [(p, h.tobytes()) for p, h in zip(points, rows["hints"], strict=True)]
        assert archive.rows is not None
        inside = {r.tobytes() for r in archive.rows["hints"]}
        assert entered.tolist() == [h.tobytes() in inside - before for h in rows["hints"]]
    expected = {h for p, h in everything if not any(dominates(q, p) for q, _ in everything)}
    assert {r.tobytes() for r in archive.rows["hints"]} == expected
    assert len(archive) == len(expected)
    keys = [
        (-a, -b, h.tobytes())
        for a, b, h in zip(archive.rows["f1"], archive.rows["f2"], archive.rows["hints"], strict=True)
    ]
    assert keys == sorted(keys)


def test_a_puzzle_enters_once(problem, make_rows) -> None:
    rows = make_rows(3, f1=[0.5, 0.5, 0.5], f2=[0.1, 0.1, 0.1])
    rows["hints"][2] = rows["hints"][0]
    archive = Archive(problem)
    assert archive.add(rows).tolist() == [True, True, False]
    assert archive.add(rows).tolist() == [False, False, False]
    assert len(archive) == 2


def test_what_is_not_valid_never_enters(problem, make_rows) -> None:
    broken = dict(zip(problem.constraints, np.eye(4, dtype=int), strict=True))
    rows = make_rows(4, f1=[0.9, 0.9, 0.9, 0.9], f2=[0.9, 0.9, 0.9, 0.9], **broken)
    archive = Archive(problem)
    assert not archive.add(rows).any()
    assert archive.rows is None
    assert len(archive) == 0
    assert archive.hypervolume() == 0.0


def test_an_archive_goes_on_from_what_it_remembers(problem, make_rows) -> None:
    first = Archive(problem, behind=5)
    first.add(make_rows(3, f1=[0.5, 0.2, 0.1], f2=[0.1, 0.3, 0.1]))
    second = Archive(problem, first.memory, behind=5)
    assert second.rows is not None
    assert second.rows["f1"].tolist() == [0.5, 0.2]
    better = make_rows(4, f1=[0.0, 0.0, 0.0, 0.6], f2=[0.0, 0.0, 0.0, 0.2])
    assert second.add(better).tolist() == [False, False, False, True]
    assert second.rows is not None
    assert second.rows["f1"].tolist() == [0.6, 0.2]
    assert second.memory is not None
    assert second.memory["f1"].tolist() == [0.5, 0.2, 0.1, 0.6]
    assert second.hypervolume() == pytest.approx(0.6 * 0.2 + 0.2 * 0.1)


def test_without_memory_behind_the_front_only_the_front_is_remembered(problem, make_rows) -> None:
    archive = Archive(problem)
    assert archive.memory is None
    rows = make_rows(4, f1=[0.1, 0.5, 0.2, 0.4], f2=[0.1, 0.3, 0.6, 0.3])
    archive.add(rows)
    assert archive.memory is not None
    assert archive.memory["f1"].tolist() == [0.5, 0.2]
    assert [archive.find(hints) for hints in rows["hints"]] == [None, 0, 1, None]
    assert archive.find(np.zeros(81, np.uint8)) is None


def test_the_last_layers_are_dropped_once_a_quarter_too_many_stand_behind_the_front(problem, make_rows) -> None:
    """One point on the front, then one layer for each; with 4 behind, 5 are left alone and of 6 the last 2 go."""
    f = [0.1, 0.9, 0.3, 0.2, 0.5, 0.4, 0.6]
    rows = make_rows(7, f1=f, f2=f)
    archive = Archive(problem, behind=4)
    archive.add(rows.take(np.arange(6)))
    assert archive.memory is not None
    assert archive.memory["f1"].tolist() == f[:6]
    archive.add(rows.take([6]))
    assert archive.memory is not None
    assert archive.memory["f1"].tolist() == [0.9, 0.3, 0.5, 0.4, 0.6]
    assert [archive.find(hints) for hints in rows["hints"]] == [None, 0, 1, None, 2, 3, 4]
    assert archive.rows is not None
    assert archive.rows["f1"].tolist() == [0.9]


def test_of_one_layer_the_newcomers_are_remembered(problem, make_rows) -> None:
    # all but the first stand on layer 1
    rows = make_rows(5, f1=[1.0, 0.2, 0.4, 0.6, 0.8], f2=[1.0, 0.8, 0.6, 0.4, 0.2])
    archive = Archive(problem, behind=2)
    archive.add(rows)
    assert archive.memory is not None
    assert archive.memory["f1"].tolist() == [1.0, 0.6, 0.8]


def test_the_front_is_never_cut(problem, make_rows) -> None:
    x = np.arange(60) / 60
    archive = Archive(problem, behind=2)
    assert archive.add(make_rows(60, f1=x, f2=1 - x)).all()
    assert len(archive) == 60
    # none of the old ones stays on the front, and two of them are remembered
    ahead = make_rows(61, f1=np.full(61, 2.0), f2=np.full(61, 2.0)).take([60])
    assert archive.add(ahead).tolist() == [True]
    assert len(archive) == 1
    assert archive.memory is not None
    assert archive.memory["f1"].tolist() == pytest.approx([58 / 60, 59 / 60, 2.0])


def test_keep_drops_what_may_not_stay_whenever_it_came(problem, make_rows) -> None:
    archive = Archive(problem, behind=10)
    rows = make_rows(4, f1=[0.9, 0.5, 0.1, 0.3], f2=[0.1, 0.5, 0.9, 0.3], walks=[1, 1, 1, 1])
    asked: list[int] = []

    def keep(remembered):
        asked.append(len(remembered))
        return remembered["f1"] <= 0.8

    assert archive.add(rows, keep).tolist() == [False, True, True, False]
    assert archive.memory is not None
    assert archive.memory["f1"].tolist() == [0.5, 0.1, 0.3]
    # more walks show that the first of them is beyond the bound; what it covered comes to the front
    longer = make_rows(4, f1=[0.0, 0.81, 0.0, 0.0], f2=[0.0, 0.6, 0.0, 0.0], walks=[9, 9, 9, 9]).take([1])
    assert archive.add(longer, keep).tolist() == [False]
    assert asked == [4, 3], "keep is asked of all that is remembered"
    assert archive.memory is not None
    assert archive.memory["f1"].tolist() == [0.1, 0.3]
    assert archive.rows is not None
    assert archive.rows["f1"].tolist() == [0.3, 0.1]
    assert [archive.find(hints) for hints in rows["hints"]] == [None, None, 0, 1]
    # nothing may stay
    assert archive.add(longer, lambda remembered: np.zeros(len(remembered), np.bool_)).tolist() == [False]
    assert len(archive) == 0
    assert archive.rows is None
    assert archive.front() is None
    assert archive.find(rows["hints"][2]) is None
    # and all begins anew
    assert archive.add(rows, keep).tolist() == [False, True, True, False]


def test_what_stood_behind_enters_when_the_front_falls_back(problem, make_rows) -> None:
    archive = Archive(problem, behind=3)
    rows = make_rows(2, f1=[0.9, 0.5], f2=[0.9, 0.5], walks=[1, 1])
    assert archive.add(rows).tolist() == [True, False]
    longer = make_rows(2, f1=[0.2, 0.5], f2=[0.2, 0.5], walks=[2, 1])
    assert archive.add(longer).tolist() == [False, True]
    assert archive.rows is not None
    assert archive.rows["f1"].tolist() == [0.5]
    assert archive.memory is not None
    assert archive.memory["f1"].tolist() == [0.2, 0.5]
    assert archive.memory["walks"].tolist() == [2, 1]


ROW = st.tuples(st.integers(0, 8), LEVEL, LEVEL, st.integers(1, 4), st.booleans())


@given(st.lists(st.lists(ROW, max_size=12), max_size=5), st.integers(0, 5), LEVEL)
def test_the_archive_against_a_plain_list(problem, make_rows, batches, behind, most) -> None:
    """Rows of nine puzzles, some invalid, some of them with f1 beyond a bound."""
    archive = Archive(problem, behind=behind)
    plain: list[tuple[int, float, float, int]] = []
    for batch in batches:
        rows = make_rows(
            len(batch),
            f1=[row[1] for row in batch],
            f2=[row[2] for row in batch],
            walks=[row[3] for row in batch],
            violation_uniqueness=[not row[4] for row in batch],
        )
        rows["hints"][:, 79] = 1
        rows["hints"][:, 80] = [row[0] + 1 for row in batch]
        before = set() if archive.rows is None else set(archive.rows["hints"][:, 80].tolist())
        entered = archive.add(rows, lambda remembered: remembered["f1"] <= most)
        for name, f1, f2, walks, valid in batch:
            old = next((k for k, row in enumerate(plain) if row[0] == name), None)
            if valid and old is None:
                plain.append((name, f1, f2, walks))
            elif valid and walks > plain[old][3]:
                plain[old] = (name, f1, f2, walks)
        plain = [row for row in plain if row[1] <= most]
        layer = peel([row[1:3] for row in plain], len(plain))
        if len(plain) - layer.count(0) > behind * 1.25:
            kept = sorted(range(len(plain)), key=lambda k: (layer[k], -k))[: layer.count(0) + behind]
            plain = [plain[k] for k in sorted(kept)]
            layer = [layer[k] for k in sorted(kept)]
        memory, found = archive.memory, archive.rows
        got = []
        if memory is not None:
            got = list(zip(memory["hints"][:, 80] - 1, memory["f1"], memory["f2"], memory["walks"], strict=True))
            assert [archive.find(hints) for hints in memory["hints"]] == list(range(len(memory)))
        assert got == plain
        front = {row[0] + 1 for row, on in zip(plain, layer, strict=True) if on == 0}
        assert len(archive) == len(front)
        assert front == (set() if found is None else set(found["hints"][:, 80].tolist()))
        new = front - before
        for name, valid, came in zip(rows["hints"][:, 80].tolist(), rows["valid"], entered, strict=True):
            assert came == (valid and name in new)
            if valid:
                # of a puzzle that is offered twice the first row enters
                new.discard(name)


def test_a_row_with_more_walks_takes_the_place_of_the_old_one(problem, make_rows) -> None:
    archive = Archive(problem)
    rows = make_rows(3, f1=[0.9, 0.5, 0.1], f2=[0.1, 0.5, 0.9], walks=[1, 1, 1])
    archive.add(rows)
    longer = make_rows(3, f1=[0.9, 0.4, 0.1], f2=[0.1, 0.4, 0.9], walks=[1, 8, 1]).take([1])
    assert archive.add(longer).tolist() == [False], "it was there before"
    assert archive.rows is not None
    assert archive.rows["f1"].tolist() == pytest.approx([0.9, 0.4, 0.1])
    assert archive.rows["walks"].tolist() == [1, 8, 1]
    # fewer walks do not count any more, whatever they say
    assert archive.add(rows).tolist() == [False, False, False]
    assert archive.rows["f1"].tolist() == pytest.approx([0.9, 0.4, 0.1])
    # more walks may also show that it does not belong here
    assert archive.add(make_rows(2, f1=[0.9, 0.05], f2=[0.1, 0.4], walks=[1, 9]).take([1])).tolist() == [False]
    assert archive.rows["f1"].tolist() == pytest.approx([0.9, 0.1])
    assert archive.find(longer["hints"][0]) is None


def test_value_decides_who_is_kept_and_the_front_is_by_the_judged_scores(problem, make_rows, estimates_with) -> None:
    """Held against (0.2, 0.2), which counts as two walks, (0.9, 0.9) of one walk is (0.43, 0.43)."""
    archive = Archive(problem, None, estimates_with(0.2, 0.2))
    rows = make_rows(3, f1=[0.9, 0.6, 0.3], f2=[0.9, 0.5, 0.3], walks=[1, 18, 18])
    # (0.43, 0.43), (0.56, 0.47), (0.29, 0.29)
    assert archive.add(rows).tolist() == [False, True, False]
    # (0.8 + 0.4) / 3 = 0.4 and (0.8 + 0.7) / 3, more than 0.47
    lucky = make_rows(5, f1=[0.0, 0.0, 0.0, 0.0, 0.8], f2=[0.0, 0.0, 0.0, 0.0, 1.1], walks=[1, 1, 1, 1, 1]).take([4])
    assert archive.add(lucky).tolist() == [True]
    assert archive.rows is not None
    assert archive.rows["f1"].tolist() == pytest.approx([0.8, 0.6])
    front = archive.front()
    assert front is not None
    assert front["f1"].tolist() == pytest.approx([0.8])
    assert archive.hypervolume() == pytest.approx(0.8 * 1.1)
    # rows to begin with, and the same value
    again = Archive(problem, archive.rows, estimates_with(0.2, 0.2))
    assert again.add(rows).tolist() == [False, False, False]
    assert len(again) == 2


def test_the_front_of_nothing_is_none(problem) -> None:
    assert Archive(problem).front() is None


@given(POINTS)
def test_the_front_covers_what_the_rows_cover(problem, make_rows, points) -> None:
    f1, f2 = columns(points)
    archive = Archive(problem, make_rows(len(points), f1=f1, f2=f2))
    front = archive.front()
    assert front is not None
    kept = [point for point in points if not any(dominates(other, point) for other in points)]
    assert list(zip(front["f1"].tolist(), front["f2"].tolist(), strict=True)) == sorted(kept, reverse=True)
    assert archive.hypervolume() == hypervolume(np.stack([front["f1"], front["f2"]], axis=1))


@given(st.lists(st.tuples(LEVEL, LEVEL, LEVEL), min_size=1, max_size=15))
def test_an_archive_of_three_objectives(three, make_rows, points) -> None:
    f1, f2, height = np.array(points).T
    archive = Archive(three)
    archive.add(make_rows(len(points), f1=f1, f2=f2, height=height))
    assert archive.rows is not None

    def beats(a, b) -> bool:
        return all(x >= y for x, y in zip(a, b, strict=True)) and a != b

    kept = sorted((p for p in points if not any(beats(q, p) for q in points)), reverse=True)
    assert [tuple(row) for row in np.stack([archive.rows[n] for n in ("f1", "f2", "height")], axis=1)] == kept
    assert archive.hypervolume() == hypervolume(np.array(points))
