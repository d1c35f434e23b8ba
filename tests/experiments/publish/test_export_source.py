"""Tables, run folders and files on the way in; CSV and file names on the way out."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from hostile import TEXTS
from hypothesis import given, settings
from hypothesis import strategies as st
from small_run import three_objective_run

from evaluation.objectives import COMPETITION, OBJECTIVES
from experiments.names import file_stem
from experiments.publish import table
from experiments.publish.puzzle import ExportPuzzle
from experiments.publish.source import load
from puzzles.files import FORMATS, Record, read_text, records_of
from puzzles.files.base import one_line

HINTS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PARETO = (
    "hints,solution,f1,f2,f1_se,f2_se,validated_f1,validated_f2,validated_f1_se,validated_f2_se,T,grade,hardest_family,new\n"
    f"{HINTS},{SOLUTION},0.61,0.12,0.01,0.002,0.5,0.1,0.02,0.001,41,easy,hidden_subset,x\n"
)
numbers = st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(max_size=40) | st.sampled_from(
    ["=1+1", "+1", "-1", "@SUM(A1)", "'=x", '"', "a,b", "a\nb", "\t=x", "'", "＝1", *TEXTS]
)


@given(
    st.lists(
        st.builds(
            ExportPuzzle,
            hints=st.just(HINTS),
            solution=st.just(SOLUTION) | st.just(""),
            id=texts,
            title=texts,
            author=texts,
            grade=st.none() | texts.filter(lambda text: bool(one_line(text))),
            techniques=st.lists(st.sampled_from(["hidden_single_box", "井桁", "=x"]), min_size=1, max_size=3).map(
                tuple
            ),
            row=st.fixed_dictionaries(
                {},
                optional={
                    **dict.fromkeys(("f1", "f2", "validated_f1", "validated_height"), numbers),
                    "effort": st.integers(0, 400_000).map(lambda n: n / 10_000),
                    "T": st.integers(0, 81),
                    "hardest_family": st.integers(0, 5),
                },
            ),
            source=st.just("run"),
        ),
        min_size=1,
        max_size=4,
    )
)
@settings(max_examples=150, deadline=None)
def test_a_table_reads_back_what_it_wrote(puzzles: list[ExportPuzzle]) -> None:
    entries = read_text(table.write(puzzles), "file")
    back = [table.from_record(record, "file") for record in records_of(entries)]
    expected = [
        replace(
            puzzle,
            id=one_line(puzzle.id),
            title=one_line(puzzle.title),
            author=one_line(puzzle.author),
            grade=None if puzzle.grade is None else one_line(puzzle.grade),
        )
        for puzzle in puzzles
    ]
    assert back == expected


@given(texts)
@settings(max_examples=200, deadline=None)
def test_no_cell_begins_as_a_formula(text: str) -> None:
    puzzle = ExportPuzzle(HINTS, SOLUTION, text, text, text, text, (text, text), {"f1": -0.5})
    (row,) = list(csv.DictReader(io.StringIO(table.write([puzzle]))))
    for name, cell in row.items():
        if name != "f1":
            assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")), (name, cell)
    assert row["f1"] == "-0.5"


def test_a_run_folder_is_its_front(tmp_path: Path) -> None:
    run = tmp_path / "myrun-20260101-000000"
    run.mkdir()
    (run / "pareto.csv").write_text(PARETO, encoding="utf-8")
    loaded = load([str(run)])
    assert loaded.problems == []
    (puzzle,) = loaded.puzzles
    assert puzzle.id == "myrun-20260101-000000-001"
    assert puzzle.source == "myrun-20260101-000000"
    assert (puzzle.row["f1"], puzzle.row["f2"], puzzle.turns, puzzle.grade) == (0.61, 0.12, 41, "easy")
    assert puzzle.scores(COMPETITION) == (0.5, 0.1)
    assert puzzle.techniques == ("hidden_subset",)


def test_a_table_of_the_first_version_is_read(tmp_path: Path) -> None:
    """As `export --format csv` wrote it before tables had the columns of pareto.csv."""
    path = tmp_path / "old.csv"
    path.write_text(
        "hints,solution,id,title,author,grade,techniques,f1,f2,f1_se,f2_se,validated_f1,validated_f2,validated_f1_se,"
        "validated_f2_se,T,effort,source\n"
        f"{HINTS},{SOLUTION},run-001,春,森,easy,naked_single; x_wing,0.5,0.1,,,0.4,0.2,0.01,0.001,41,9.123456,run\n",
        encoding="utf-8",
    )
    (puzzle,) = load([str(path)]).puzzles
    assert (puzzle.id, puzzle.title, puzzle.author, puzzle.grade) == ("run-001", "春", "森", "easy")
    assert puzzle.techniques == ("naked_single", "x_wing")
    assert puzzle.scores(COMPETITION) == (0.4, 0.2)
    assert puzzle.row["effort"] == 9.123456
    assert (puzzle.turns, puzzle.source) == (41, "run")


def test_what_is_exported_has_the_cells_of_pareto_csv(tmp_path: Path) -> None:
    run = three_objective_run(tmp_path)
    puzzles = load([str(run)]).puzzles
    own = list(csv.DictReader((run / "pareto.csv").open(encoding="utf-8", newline="")))
    out = list(csv.DictReader(io.StringIO(table.write(puzzles))))
    assert [{name: row[name] for name in own[0]} for row in out] == own
    path = tmp_path / "again.csv"
    path.write_text(table.write(puzzles), encoding="utf-8")
    again = load([str(path)]).puzzles
    assert [puzzle.row for puzzle in again] == [puzzle.row for puzzle in puzzles]
    three = [OBJECTIVES[name] for name in ("tension", "chain", "height")]
    for puzzle, row in zip(again, own, strict=True):
        assert puzzle.scores(three) == tuple(float(row[f"validated_{goal.column}"]) for goal in three)


def test_one_argument_that_cannot_be_read_does_not_keep_the_others_out(tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("# nothing\n")
    missing = tmp_path / "nothing.txt"
    loaded = load([str(tmp_path), str(missing), str(empty), HINTS])
    assert [puzzle.hints for puzzle in loaded.puzzles] == [HINTS]
    assert loaded.problems == [
        f"{tmp_path}: no pareto.csv in it; a file, or the folder of a finished run, is needed",
        f"{missing}: no such file, and not a puzzle of 81 characters",
        f"{empty}: no puzzle in it",
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_tables_with_other_line_ends_and_marks(tmp_path: Path, end: str) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(b"\xef\xbb\xbf" + PARETO.rstrip("\n").replace("\n", end).encode())
    assert load([str(path)]).puzzles[0].row["f1"] == 0.61


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,hints\n1,12\n", "line 2: 2 characters, a puzzle has 81"),
        (f"hints,f1\n{HINTS},much\n", "line 2: f1: 'much' is no number"),
        ("hints,f1\n", "line 1: a table with a header and no row"),
        ("hints\n", "line 1: a table with a header and no row"),
        ("a\n1\n", "line 1: 'a' is neither a puzzle nor the title of one below it"),
    ],
)
def test_bad_tables_are_said(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "t.csv"
    path.write_text(text)
    loaded = load([str(path)])
    assert loaded.puzzles == []
    assert loaded.problems[0] == f"{path}, {said}"


def test_a_bad_puzzle_does_not_keep_the_others_out(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{HINTS}\nnot a puzzle\n11{'.' * 79}\n{'.' * 81}\n{SOLUTION[:-1]}.\n")
    loaded = load([str(path)])
    assert [puzzle.id for puzzle in loaded.puzzles] == ["many-001", "many-004"]
    assert all(puzzle.solution == SOLUTION for puzzle in loaded.puzzles)
    assert loaded.problems == [
        f"{path}, line 2: 'not a puzzle' is neither a puzzle nor the title of one below it",
        "many-002: two 1s in row 1 (r1c1 and r1c2)",
        "many-003: more than one solution",
    ]


def test_a_wrong_solution_is_not_printed(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(f"hints,solution\n{HINTS},{SOLUTION.translate(str.maketrans('12', '21'))}\n")
    loaded = load([str(path)])
    assert loaded.puzzles == []
    assert "is not its solution" in loaded.problems[0]


@pytest.mark.parametrize("name", FORMATS)
def test_any_format_is_a_source(tmp_path: Path, name: str) -> None:
    form = FORMATS[name]
    path = tmp_path / f"some{form.suffix}"
    path.write_text(form.write([Record(HINTS, SOLUTION, "Title", "Author", "井桁", "easy")]), encoding="utf-8")
    (puzzle,) = load([str(path)]).puzzles
    assert (puzzle.hints, puzzle.solution) == (HINTS, SOLUTION)
    assert puzzle.title == ("Title" if "title" in form.keeps else "")
    assert puzzle.grade == ("easy" if "level" in form.keeps else None)


def test_a_puzzle_itself_is_a_source() -> None:
    assert load([HINTS]).puzzles[0].id == "puzzle-001"


@pytest.mark.parametrize(
    ("text", "stem"),
    [
        ("../../etc/passwd", "etc-passwd"),
        ("..", "puzzles"),
        ("", "puzzles"),
        (".hidden", "hidden"),
        ("C:\\Windows\\x", "C-Windows-x"),
        ("a\nb\0c", "a-b-c"),
        ("CON", "puzzles"),
        ("夏の本", "夏の本"),
        ("🧩", "puzzles"),
        ('<script>"x"</script>', "script-x-script"),
        ("-rf", "rf"),
        ("x" * 10_000, "x" * 60),
        ("字" * 100, "字" * 60),
    ],
)
def test_file_names_are_names(text: str, stem: str) -> None:
    assert file_stem(text) == stem


@given(st.text(max_size=300) | st.sampled_from(TEXTS))
def test_file_names_are_never_paths(text: str) -> None:
    stem = file_stem(text)
    assert stem
    assert len(stem.encode()) <= 180
    assert not set(stem) & set('/\\:*?"<>|\0\n. ')
