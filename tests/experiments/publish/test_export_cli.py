"""`hintsmith export` and `hintsmith library` as they are run: files, messages, exit codes."""

from __future__ import annotations

import io
import json
import subprocess
from pathlib import Path

import command
import pypdf
import pytest

import experiments

HINTS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROOT = Path(experiments.__file__).resolve().parent.parent


def variant(k: int) -> str:
    """Puzzles with more of the solution given, each another one."""
    cells = [c for c in range(81) if HINTS[c] == "."]
    taken = {cell for bit, cell in enumerate(cells[:20]) if k >> bit & 1}
    return "".join(SOLUTION[c] if c in taken else HINTS[c] for c in range(81))


@pytest.fixture
def run_folder(tmp_path: Path) -> Path:
    """A run with a front of nine."""
    folder = tmp_path / "nine-20260101-000000"
    folder.mkdir()
    # effort and minutes are there, so nothing has to be judged
    lines = ["hints,solution,f1,f2,T,effort,minutes,grade"]
    lines += [
        f"{variant(257 * k)},{SOLUTION},{1 - k / 8},{k / 8},{30 + k},{5 + k},{4 + k},{'easy' if k < 4 else 'hard'}"
        for k in range(9)
    ]
    (folder / "pareto.csv").write_text("\n".join(lines) + "\n")
    return folder


def hintsmith(folder: Path, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return command.hintsmith(
        *arguments, text=text, cwd=folder, environment={"HINTSMITH_LIBRARY": str(folder / "library.sqlite")}
    )


def test_a_book_of_a_spread(tmp_path: Path, run_folder: Path) -> None:
    done = hintsmith(
        tmp_path, "export", str(run_folder), "--format", "pdf", "--select", "spread:8", "--per-page", "2",
        "--max-alike", "1", "--title", "数独の本", "--out", "books",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    path = tmp_path / done.stdout.strip()
    assert path.name == "数独の本.pdf"
    pages = pypdf.PdfReader(io.BytesIO(path.read_bytes())).pages
    assert len(pages) == 1 + 4 + 1
    assert "数独の本" in pages[0].extract_text()
    assert "8 new in the library" in done.stderr


def test_many_formats_of_several_sources(tmp_path: Path, run_folder: Path) -> None:
    more = tmp_path / "more.txt"
    more.write_text(f"{HINTS}\n{variant(5)}\n")
    done = hintsmith(
        tmp_path, "export", str(run_folder), str(more), "-f", "txt,csv,svg,sdk,sadman,fpuzzles,json",
        "-s", "ids:1,10,11", "--max-alike", "1", "--digits", "as-found", "--name", "../x", "--no-library",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    made = sorted(path.name for path in (tmp_path / "exports").iterdir())
    # the first of the run and the first of the file are one puzzle
    assert made == sorted(
        ["x.txt", "x.csv", "x.fpuzzles.txt"]
        + [f"x-00{k}{end}" for k in (1, 2) for end in (".svg", ".sdk", ".sadman.sdk", ".json")]
    )
    # the better one stays: f1 · f2 of the run's is 0, the file's is judged
    assert "nine-20260101-000000-001 left out: more-001 is too much like it (the same puzzle)" in done.stderr
    assert (tmp_path / "exports" / "x.txt").read_text().splitlines() == [variant(0), variant(5)]
    assert not (tmp_path / "library.sqlite").exists()


def test_near_copies_are_left_out(tmp_path: Path, run_folder: Path) -> None:
    done = hintsmith(tmp_path, "export", str(run_folder), "-f", "txt", "--max-alike", "0.5", "--no-library")
    assert done.returncode == 0
    assert len((tmp_path / "exports" / "nine-20260101-000000.txt").read_text().splitlines()) == 1
    assert "of hints alike)" in done.stderr


def test_what_was_published_is_not_exported_again(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{variant(0)}\n{variant(7)}\n")
    assert hintsmith(tmp_path, "export", "a.txt", "-f", "csv", "--max-alike", "1").returncode == 0
    again = hintsmith(tmp_path, "export", "a.txt", "-f", "csv", "--max-alike", "1")
    assert again.returncode == 0
    assert "0 new in the library" in again.stderr
    marked = hintsmith(tmp_path, "library", "mark-published", variant(0), "--in", "Summer")
    assert (marked.returncode, marked.stdout) == (0, "1 marked\n")
    rest = hintsmith(tmp_path, "export", "a.txt", "-f", "txt", "--max-alike", "1")
    assert "a-001 left out: it is published already" in rest.stderr
    assert (tmp_path / "exports" / "a.txt").read_text() == variant(7) + "\n"
    none = hintsmith(tmp_path, "export", "a.txt", "-f", "txt", "--avoid", "known")
    assert none.returncode == 1
    assert "no puzzle is left to export" in none.stderr
    everything = hintsmith(tmp_path, "export", "a.txt", "-f", "txt", "--avoid", "none", "--max-alike", "1")
    assert everything.returncode == 0


def test_bad_puzzles_are_said_and_the_rest_goes_out(tmp_path: Path) -> None:
    text = f"{HINTS}\nrubbish\n{'.' * 81}\n"
    done = hintsmith(tmp_path, "export", "-", "-f", "txt", "--no-library", text=text)
    assert done.returncode == 2
    assert "standard input, line 2:" in done.stderr
    assert "input-002: more than one solution" in done.stderr
    assert (tmp_path / "exports" / "input.txt").read_text() == HINTS + "\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "nothing to export"),
        (["missing.txt"], "no such file"),
        ([HINTS, "-f", "docx"], "format 'docx': number place puzzles go out as pdf"),
        ([HINTS, "-f", ","], "--format names no output"),
        ([HINTS, "-s", "worst"], "--select 'worst'"),
        ([HINTS, "--from", "back"], "--from 'back': front or all"),
        ([HINTS, "--quota", "easy"], "--quota 'easy': GRADE:NUMBER is needed"),
        ([HINTS, "--sort", "size"], "--sort 'size': effort, minutes or none"),
        (["missing.txt", "--paper", "b9"], "paper 'b9'"),
        (["missing.txt", "--paper", "80x80", "--per-page", "6"], "too small to solve"),
        (["missing.txt", "--pages", "preface"], "part of a book 'preface': unknown; there are rules, key, index,"),
        ([HINTS, "--solutions", "left"], "--solutions 'left'"),
        ([HINTS, "--lang", "xx"], "--lang 'xx'"),
        ([HINTS, "--avoid", "x"], "--avoid 'x'"),
        ([HINTS, "-f", "png", "--dpi", "1"], "20 to 2400"),
        ([HINTS, "--template", "none.typ"], "no such template"),
        ([HINTS, "--out", "library.sqlite/x"], "cannot be written"),
    ],
)
def test_bad_arguments_are_one_line_and_exit_code_2(tmp_path: Path, arguments: list[str], said: str) -> None:
    (tmp_path / "library.sqlite").touch()
    done = hintsmith(tmp_path, "export", *arguments, "--no-library")
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""


def test_formats_are_listed_and_the_template_is_given(tmp_path: Path) -> None:
    listed = hintsmith(tmp_path, "export", "--list-formats")
    assert {"pdf", "svg", "png", "csv", "txt", "penpa", "latex"} <= {
        line.split()[0] for line in listed.stdout.splitlines()
    }
    assert hintsmith(tmp_path, "export", "--save-template", "mine.typ").returncode == 0
    assert hintsmith(tmp_path, "export", HINTS, "--template", "mine.typ", "--no-library").returncode == 0


@pytest.mark.slow
def test_the_library_is_asked_and_told(tmp_path: Path, run_folder: Path) -> None:
    added = hintsmith(tmp_path, "library", "add", str(run_folder))
    assert (added.returncode, added.stdout) == (0, "9 new, 0 known\n")
    stats = json.loads(hintsmith(tmp_path, "library", "stats", "--json").stdout)
    assert (stats["puzzles"], stats["runs"], stats["grades"]) == (9, 1, {"hard": 5, "easy": 4})
    assert "9 puzzles of 1 runs, 0 exported, 0 published" in hintsmith(tmp_path, "library", "stats").stdout
    found = hintsmith(tmp_path, "library", "find", "--grade", "easy", "--json").stdout.splitlines()
    assert len(found) == 4
    item = json.loads(found[0])
    assert item["run"] == "nine-20260101-000000"
    assert item["solution"] == SOLUTION
    one = hintsmith(tmp_path, "library", "find", HINTS.replace(".", "0"))
    assert one.returncode == 0
    assert one.stdout.startswith(HINTS)
    nothing = hintsmith(tmp_path, "library", "find", "--text", "nothing")
    assert nothing.returncode == 1
    missing = hintsmith(tmp_path, "library", "mark-published", variant(3))
    assert missing.returncode == 2
    assert "not in the library, add it first" in missing.stderr
    other = hintsmith(tmp_path, "library", "stats", "--library", str(run_folder / "pareto.csv"))
    assert other.returncode == 2
    assert "not a library" in other.stderr


def test_nothing_is_written_over(tmp_path: Path) -> None:
    """An earlier export, an input, even by force an input: each keeps what it holds."""
    (tmp_path / "a.txt").write_text(f"# mine\n{variant(0)}\n")
    plain = ("export", "a.txt", "-f", "txt", "--no-library")
    over = hintsmith(tmp_path, *plain, "--out", ".")
    assert (over.returncode, over.stdout) == (0, "a-2.txt\n"), over.stderr
    assert "a.txt is there already, so the files are called a-2" in over.stderr
    assert hintsmith(tmp_path, *plain, "--out", ".", "--force").stdout == "a-2.txt\n"
    assert (tmp_path / "a.txt").read_text().startswith("# mine")
    (tmp_path / "b.txt").write_text(f"{variant(7)}\n")
    assert hintsmith(tmp_path, *plain, "--name", "book").stdout.strip().endswith("book.txt")
    both = hintsmith(tmp_path, "export", "b.txt", "-f", "csv,txt", "--no-library", "--name", "book")
    # all files of one export are called alike
    assert [Path(line).name for line in both.stdout.split()] == ["book-2.csv", "book-2.txt"]
    assert (tmp_path / "exports" / "book.txt").read_text() == variant(0) + "\n"
    forced = hintsmith(tmp_path, "export", "b.txt", "-f", "txt", "--no-library", "--name", "book", "--force")
    assert Path(forced.stdout.strip()).name == "book.txt"
    assert (tmp_path / "exports" / "book.txt").read_text() == variant(7) + "\n"
    assert not [path for path in (tmp_path / "exports").iterdir() if path.name.startswith(".")]


def test_ids_tell_runs_of_one_name_apart(tmp_path: Path, run_folder: Path) -> None:
    for k, parent in enumerate(("x", "y")):
        twin = tmp_path / parent / run_folder.name
        twin.mkdir(parents=True)
        (twin / "pareto.csv").write_text(f"hints,solution,f1,f2\n{variant(7 + k)},{SOLUTION},0.1,0.2\n")
    done = hintsmith(
        tmp_path, "export", f"x/{run_folder.name}", f"y/{run_folder.name}", "-f", "csv", "--max-alike", "1",
        "--no-library", "--name", "ids",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    rows = (tmp_path / "exports" / "ids.csv").read_text().splitlines()
    names = [row.split(",")[rows[0].split(",").index("id")] for row in rows[1:]]
    assert names == [f"x/{run_folder.name}-001", f"y/{run_folder.name}-001"]


def test_a_source_that_cannot_be_read_costs_itself_only(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{variant(0)}\n")
    done = hintsmith(tmp_path, "export", "missing.txt", "a.txt", "-f", "txt", "--no-library")
    assert done.returncode == 2
    assert "missing.txt: no such" in done.stderr
    assert (tmp_path / "exports" / "a.txt").read_text() == variant(0) + "\n"


@pytest.mark.slow
def test_what_is_avoided_does_not_hang_on_what_is_remembered(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{variant(0)}\n{variant(0b1111)}\n")
    assert hintsmith(tmp_path, "library", "add", variant(0)).returncode == 0
    assert hintsmith(tmp_path, "library", "mark-published", variant(0)).returncode == 0
    done = hintsmith(tmp_path, "export", "a.txt", "-f", "txt", "--max-alike", "1", "--no-library")
    assert "a-001 left out: it is published already" in done.stderr
    # 30 of 34 hints alike is more than 0.85
    near = hintsmith(tmp_path, "export", "a.txt", "-f", "txt", "--max-alike", "0.85", "--no-library")
    assert "a-002 left out: 88% of its hints are like one that is published already" in near.stderr
    assert near.returncode == 1
    filed = hintsmith(
        tmp_path, "export", "a.txt", "-f", "txt", "--max-alike", "0.85", "--avoid", "none", "--avoid-file", "a.txt"
    )
    assert filed.returncode == 1
    assert "a-001 left out: it is in a.txt already" in filed.stderr
    assert json.loads(hintsmith(tmp_path, "library", "stats", "--json").stdout)["puzzles"] == 1


@pytest.mark.slow
def test_trial_exports_are_taken_back(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{variant(0)}\n{variant(0b11111)}\n")
    assert hintsmith(tmp_path, "export", "a.txt", "-f", "txt", "--max-alike", "1", "--name", "trial").returncode == 0
    found = hintsmith(tmp_path, "library", "find", "--exported", "--json").stdout.splitlines()
    assert [Path(json.loads(line)["exports"][0]["book"]).name for line in found] == ["trial", "trial"]
    assert hintsmith(tmp_path, "library", "mark-published", variant(0), "--in", "Summer").returncode == 0
    kept = hintsmith(tmp_path, "library", "remove", "--export", "trial")
    assert (kept.returncode, kept.stdout) == (2, "1 removed\n")
    assert f"{variant(0)}: is published, unmark it first" in kept.stderr
    assert hintsmith(tmp_path, "library", "unmark", "--in", "Summer").stdout == "1 unmarked\n"
    assert hintsmith(tmp_path, "library", "remove", variant(0)).stdout == "1 removed\n"
    assert hintsmith(tmp_path, "library", "remove", variant(0)).returncode == 2
    nothing = hintsmith(tmp_path, "library", "remove")
    assert (nothing.returncode, "name puzzles" in nothing.stderr) == (2, True)


@pytest.mark.slow
def test_a_library_is_not_made_by_asking(tmp_path: Path) -> None:
    for words, code in (
        (("find",), 1), (("stats",), 0), (("mark-published", HINTS), 2), (("unmark", "--run", "x"), 0),
        (("remove", "--run", "x"), 0),
    ):  # fmt: skip
        done = hintsmith(tmp_path, "library", *words)
        assert done.returncode == code, done.stderr
        assert "no library yet" in done.stderr
    assert hintsmith(tmp_path, "export", HINTS, "-f", "txt", "--no-library", "--avoid", "known").returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["exports"]
