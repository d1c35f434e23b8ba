"""The config as a value: what is read, what is refused and in which words, and that it can be written back."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

import experiments
from evaluation.levels import LEVEL_SETS
from experiments.kinds.number_place.config import Config
from experiments.patterns import read_pattern
from experiments.run.config import dump_config, load_config, make_config
from puzzles.errors import InputError
from puzzles.geometry import cell_name
from puzzles.grid import conflicts
from puzzles.pattern import library, named_pattern, to_marks, to_text
from qubo.backends import resolve_backend

ROOT = Path(experiments.__file__).resolve().parent.parent
PLAIN = '[puzzle]\npattern = "eccomp2024-24"\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "c.toml"
    path.write_text(PLAIN)
    return path


def refused(path: Path, *overrides: str) -> str:
    """The message, which must be one line that names the file or the option."""
    with pytest.raises(InputError) as caught:
        load_config(path, list(overrides))
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith((f"{path}: ", "--set "))
    return message.removeprefix(f"{path}: ")


def test_a_pattern_is_enough(file: Path) -> None:
    config = load_config(file)
    assert (config.pattern() == named_pattern("eccomp2024-24")).all()
    assert config.fixed() is None
    assert config.search.algorithm == "nsga2"
    assert config.uniqueness.method == "qubo"
    assert config.validation.walks == 200


@pytest.mark.parametrize("path", sorted((ROOT / "configs").glob("*.toml")), ids=lambda p: p.stem)
def test_the_shipped_configs_are_good_and_say_what_they_are_for(path: Path) -> None:
    load_config(path)
    assert path.read_text(encoding="utf-8").startswith("# ")


def test_what_is_written_back_reads_the_same(file: Path, tmp_path: Path) -> None:
    config = load_config(
        file,
        [
            "puzzle.fixed.r1c1=4",
            "puzzle.fixed.c9=........5",
            "puzzle.solution_grids=5",
            "evaluation.costs.x_wing=40",
            'evaluation.families=["swordfish"]',
            "difficulty.turns=[38, 44]",
            'name="数独 \\"x\\""',
            "seed=9",
        ],
    )
    written = tmp_path / "again.toml"
    written.write_text(dump_config(config), encoding="utf-8")
    assert load_config(written) == config
    assert "repair_budget = 4000" in written.read_text(encoding="utf-8")


def test_overrides(file: Path) -> None:
    config = load_config(
        file,
        [
            "search.generations=5",
            "search.algorithm=nsga3",
            "evaluation.x_wing = false",
            'evaluation.families = ["swordfish", "naked_subset"]',
            "evaluation.weights.x_wing=0.5",
        ],
    )
    assert config.search.generations == 5
    assert config.search.algorithm == "nsga3"
    settings = config.evaluation_settings()
    assert not settings.x_wing
    assert settings.weights == (1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 1.0, 1.0, 1.0)
    assert settings.families[6:] == ("naked_subset", "swordfish")
    assert settings.allowed == 0b101011111
    # the last one counts
    assert load_config(file, ["seed=1", "seed=2"]).seed == 2


def test_fixed_cells_stand_where_they_are_named(file: Path) -> None:
    fixed = load_config(file, ["puzzle.fixed.r1c1=4", "puzzle.fixed.r9c9=7"]).fixed()
    assert fixed is not None
    assert np.flatnonzero(fixed).tolist() == [0, 80]
    assert fixed[[0, 80]].tolist() == [4, 7]


@pytest.mark.parametrize(
    ("wishes", "cells"),
    [
        # the pattern's hints: row 1 in columns 1 and 9, row 2 in 3, 4, 6, 7, box 2 in r2c4, r2c6, r3c5
        ({"r1": "1.......9"}, {"r1c1": 1, "r1c9": 9}),
        ({"r1": "19"}, {"r1c1": 1, "r1c9": 9}),
        ({"r1": 19}, {"r1c1": 1, "r1c9": 9}),
        ({"r1": ".9"}, {"r1c9": 9}),
        ({"r2": "1 2 | 3 4"}, {"r2c3": 1, "r2c4": 2, "r2c6": 3, "r2c7": 4}),
        ({"r2": "..1 2.3 4.."}, {"r2c3": 1, "r2c4": 2, "r2c6": 3, "r2c7": 4}),
        ({"c9": "5-------6"}, {"r1c9": 5, "r9c9": 6}),
        ({"b2": "123"}, {"r2c4": 1, "r2c6": 2, "r3c5": 3}),
        ({"b2": ".......7.", "r3c5": 7, "c5": "..7......", "r3": ".7."}, {"r3c5": 7}),
        ({"r1c1": "4"}, {"r1c1": 4}),
        ({"r1": "........."}, {}),
    ],
    ids=str,
)
def test_rows_columns_and_boxes_that_read_as_wished(wishes: dict[str, int | str], cells: dict[str, int]) -> None:
    fixed = make_config({"puzzle": {"pattern": "eccomp2024-24", "fixed": wishes}}, "here").fixed()
    assert fixed is not None
    assert {cell_name(int(cell)): int(fixed[cell]) for cell in np.flatnonzero(fixed)} == cells


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("serach.population=30", "serach: unknown key; did you mean search?"),
        ("search.popluation=30", "search.popluation: unknown key; did you mean population?"),
        ("parallel.xyz=30", "parallel.xyz: unknown key; there are workers, backend, scheduler"),
        ("search.population=2", "search.population: input should be greater than or equal to 4, not 2"),
        ("search.population=many", 'search.population: a whole number is needed, not "many"'),
        ("search.population=20.0", "search.population: a whole number is needed, not 20.0"),
        ("search.population=true", "search.population: a whole number is needed, not true"),
        ("evaluation.x_wing=1", "evaluation.x_wing: true or false is needed, not 1"),
        ("name=3", "name: text in quotes is needed, not 3"),
        ('evaluation.families=["x_wing"]',
         "evaluation.families.0: input should be 'naked_subset', 'xy_wing' or 'swordfish', not \"x_wing\""),
        ('difficulty.hardest_family=["swordfish", "swordfish"]',
         "difficulty.hardest_family: evaluation.families allows none of these"),
        ('difficulty.hardest_family=["x_wing", "naked_subset"]',
         "difficulty.hardest_family: the range is empty, the lower end comes first"),
        ('difficulty.hardest_family=["x_wing", "fish"]', "difficulty.hardest_family: one of "
         "hidden_single_box, hidden_single_line, naked_single, locked_candidates, hidden_subset, x_wing, naked_subset, "
         "xy_wing, swordfish, ブロッケン, レッツミー, マスミ, いずれにしても, 予約, 井桁, N国同盟, XYウイング, "
         "ソードフィッシュ is needed, or a list of two of them, the lowest first, not \"fish\""),
        ("search.algorithm=nsga4", "search.algorithm: input should be 'nsga2', 'nsga3', 'smsemoa', 'random', 'climb', "
         "'climb-repair' or 'stock-nsga2', not \"nsga4\""),
        ('search={objectives = "weighted", weights = [1]}', "search.weights: 1 weight, there are 2 objectives"),
        ("search={weights = [1]}", "search.weights: 1 weight, there are 2 objectives"),
        ('search={objectives = "weighted", weights = [1, 2, 3]}', "search.weights: 3 weights, there are 2 objectives"),
        ("search.algorithm=moead", "search.algorithm: pymoo's MOEA/D takes no constraints, which this search needs; "
         'there are nsga2, nsga3, smsemoa, not "moead"'),
        ("search.weights=[0, 0]", "search.weights: one of the weights must be above 0, not [0, 0]"),
        ("search.weights=[0.0, -0.0]", "search.weights: one of the weights must be above 0, not [0.0, -0.0]"),
        ("search.weights=[1, -0.5]", "search.weights.1: input should be greater than or equal to 0, not -0.5"),
        ("search.weights=[1, inf]", "search.weights.1: input should be a finite number, not Infinity"),
        ("search.weights=[nan, 1]", "search.weights.0: input should be a finite number, not NaN"),
        ("difficulty.effort=[1, inf]", "difficulty.effort.1: input should be a finite number, not Infinity"),
        ("difficulty.turns=[44, 38]", "difficulty.turns: the range is empty, the lower end comes first"),
        ("evaluation.levels.nakid=2",
         "evaluation.levels.nakid: unknown; there are hidden_single_box, hidden_single_line, naked_single"),
        ("evaluation.levels.naked_single=-1", "evaluation.levels.naked_single: must be above 0, not -1.0"),
        ("evaluation.costs.x_wing=0", "evaluation.costs.x_wing: must be above 0, not 0.0"),
        ("puzzle.fixed.r0c1=3", "puzzle.fixed: 'r0c1' is no cell and no line; cells are called r1c1 to r9c9, "
         "rows r1, columns c1 and boxes b1 to b9"),
        ("puzzle.fixed.r1c1=12", "puzzle.fixed.r1c1: must be a digit from 1 to 9, not 12"),
        ("puzzle.fixed.r1c1=0", "puzzle.fixed.r1c1: must be a digit from 1 to 9, not 0"),
        ("puzzle.fixed.r1c1=.", 'puzzle.fixed.r1c1: must be a digit from 1 to 9, not "."'),
        ("puzzle.fixed.r1c1=true", "puzzle.fixed.r1c1: a digit, or digits as text, is needed, not true"),
        ("puzzle.fixed.r1=[1, 2]", "puzzle.fixed.r1: a digit, or digits as text, is needed, not [1, 2]"),
        ("puzzle.fixed.r1=123", "puzzle.fixed.r1: 123 has 3 characters; row 1 needs 9, one a cell, "
         "or 2, one a hint cell"),
        ("puzzle.fixed.b2=12345678", "puzzle.fixed.b2: 12345678 has 8 characters; box 2 needs 9, one a cell, "
         "or 3, one a hint cell"),
        ("puzzle.fixed.b5=.1.", "puzzle.fixed.b5: the pattern has no hint cell in box 5"),
        ("puzzle.fixed.c1=1.......x", "puzzle.fixed.c1: 'x' is neither a digit nor . for any"),
        ("puzzle.fixed={r1c1 = 3, r1 = \"4........\"}", "puzzle.fixed: r1c1 wants 3 in r1c1, r1 wants 4"),
        ("puzzle.fixed={r1 = \"4........\", c1 = \"5........\"}", "puzzle.fixed: r1 wants 4 in r1c1, c1 wants 5"),
        ("puzzle.fixed.r1=1.3......", "pattern: r1c3 = 3 is fixed, but the pattern has no hint there"),
        ("puzzle.fixed.r1=11", "pattern: the fixed digits hold two 1s in row 1 (r1c1 and r1c9)"),
        ("puzzle.solution_grids=0", "puzzle.solution_grids: input should be greater than or equal to 1, not 0"),
        ("parallel.scheduler=tcp://127.0.0.1:9", 'parallel.scheduler: needs backend = "dask"'),
        ("foo", "--set foo: key=value is needed, as search.generations=50"),
        ("=3", "--set =3: key=value is needed, as search.generations=50"),
        ("search.=3", "--set search.=3: key=value is needed, as search.generations=50"),
        ("puzzle.pattern.x=3", "--set puzzle.pattern.x=3: pattern is not a section"),
    ],
)  # fmt: skip
def test_one_line_for_what_is_wrong(file: Path, override: str, message: str) -> None:
    assert refused(file, override) == message


def test_a_long_value_is_cut_short(file: Path) -> None:
    assert len(refused(file, f'search.algorithm="{"x" * 5000}"')) < 200


ROWS = "000000000" * 2 + "1" * 63


@pytest.mark.parametrize(
    ("overrides", "words"),
    [
        (["puzzle.pattern=nowhere"], "no pattern is called 'nowhere'; there are eccomp2024-24"),
        ([f'puzzle.pattern="{"1" * 80}"'], "pattern: 80 characters, a pattern has 81"),
        ([f'puzzle.pattern="{"1" * 16 + "0" * 65}"'], "pattern: 16 hint cells, a puzzle with one solution needs"),
        ([f'puzzle.pattern="{ROWS}"'], "pattern: rows 1 and 2 have no hint cell and lie in one band"),
        ([f'puzzle.pattern="{"001111111" * 9}"'], "pattern: columns 1 and 2 have no hint cell and lie in one stack"),
        (["puzzle.fixed.r1c2=3"], "pattern: r1c2 = 3 is fixed, but the pattern has no hint there"),
        (["puzzle.fixed.r1c1=3", "puzzle.fixed.r1c9=3"], "the fixed digits hold two 3s in row 1 (r1c1 and r1c9)"),
    ],
)  # fmt: skip
def test_patterns_that_cannot_work(file: Path, overrides: list[str], words: str) -> None:
    assert words in refused(file, *overrides)


def test_fixed_digits_without_a_solution(file: Path) -> None:
    """Row 1 needs a 9 in r1c9 alone, and column 9 has it already."""
    wide = "1" * 81
    fixed = [f"puzzle.fixed.r1c{c}={c}" for c in range(1, 9)] + ["puzzle.fixed.r5c9=9"]
    assert refused(file, f'puzzle.pattern="{wide}"', *fixed) == "pattern: the fixed digits have no solution"


def test_too_few_kinds_of_digits(file: Path) -> None:
    """Two cells in each row and column, three kinds of digits: five free cells make 8 possible, four not."""
    cells = [9 * r + (r + shift) % 9 for r in range(9) for shift in (0, 4)]
    marks = "".join("1" if cell in cells else "0" for cell in range(81))
    grid = np.zeros(81, np.uint8)
    for cell in cells:
        for digit in range(1, 10):
            grid[cell] = digit
            if not conflicts(grid):
                break
    fixed = [f"puzzle.fixed.r{cell // 9 + 1}c{cell % 9 + 1}={grid[cell]}" for cell in cells]
    pattern = f'puzzle.pattern="{marks}"'
    assert len(set(grid[cells[:13]].tolist())) == len(set(grid[cells[:14]].tolist())) == 3
    load_config(file, [pattern, *fixed[:13]])
    assert refused(file, pattern, *fixed[:14]) == (
        "pattern: the fixed digits leave 7 different digits at most, a puzzle with one solution needs 8"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "puzzle: is missing"),
        ("# nothing\n", "puzzle: is missing"),
        ("[puzzle]\n", "puzzle.pattern: is missing"),
        ("a = [\n", "not TOML: "),
        ("[puzzle]\npattern = 3\n", "puzzle.pattern: text in quotes is needed, not 3"),
        ("[puzzel]\npattern = 'x'\n", "puzzle"),
        (PLAIN + "[puzzle]\n", "not TOML: "),
        (PLAIN + "[search]\npopulation = 2026-01-01\n", "search.population: a whole number is needed"),
    ],
)
def test_bad_files(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    assert words in refused(path)


def test_files_that_are_none(tmp_path: Path) -> None:
    assert refused(tmp_path) == "is a folder, a config file is needed"
    assert refused(tmp_path / "nix.toml") == "no such file or directory"
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    assert "not a text file" in refused(tmp_path / "binary.toml")


def test_every_way_to_give_a_pattern(tmp_path: Path) -> None:
    pattern = named_pattern("eccomp2024-24")
    path = tmp_path / "p.txt"
    path.write_text("# a title\n" + to_text(pattern) + "\n")
    for given in ("eccomp2024-24", to_marks(pattern), to_text(pattern), str(path)):
        assert (read_pattern(given) == pattern).all()
    path.write_text(f"{to_marks(pattern)}\n{to_marks(pattern)}\n")
    with pytest.raises(InputError, match=r"^pattern: 2 patterns in .*p\.txt, one is needed$"):
        read_pattern(str(path))
    assert all(read_pattern(name).sum() >= 17 for name in library())


def test_the_evaluation_settings_follow_the_config(file: Path) -> None:
    config = load_config(file, ["seed=5", "evaluation.walks=7", "evaluation.walk=mcts", "evaluation.simulations=9",
                                "evaluation.levels.naked_single=6", "evaluation.costs.pointing=3.5",
                                "uniqueness.method=exact", "uniqueness.presolve=singles"])  # fmt: skip
    settings = config.evaluation_settings()
    assert (settings.seed, settings.walks, settings.walk, settings.simulations) == (5, 7, "mcts", 9)
    assert settings.singles == (1.0, 2.0, 6.0)
    assert settings.costs[0] == 3.5
    assert dataclasses.astuple(settings.uniqueness)[:3] == ("exact", resolve_backend("auto"), "singles")


def test_levels_by_the_name_of_a_set(file: Path) -> None:
    people = LEVEL_SETS["people"]
    settings = load_config(file, ["evaluation.levels=people"]).evaluation_settings()
    assert (settings.singles, settings.costs) == (people.singles, people.costs)
    assert settings.singles != load_config(file).evaluation_settings().singles
    own = load_config(file, ["evaluation.levels=people", "evaluation.costs.claiming=80"]).evaluation_settings()
    assert (own.singles, own.costs[0], own.costs[1]) == (people.singles, people.costs[0], 80.0)
    settings = load_config(file, ["evaluation.levels=competition"]).evaluation_settings()
    assert settings == load_config(file).evaluation_settings()
    for wrong in ("player", 3, {"naked_single": "x"}, {"naked_single": True}):
        with pytest.raises(InputError, match=r'^here: evaluation\.levels: "competition" or "people", or a table'):
            make_config({"puzzle": {"pattern": "eccomp2024-24"}, "evaluation": {"levels": wrong}}, "here")


def test_bounds_by_name_become_ranks() -> None:
    config = make_config(
        {"puzzle": {"pattern": "eccomp2024-24"},
         "difficulty": {"grade": ["gentle", "hard"], "hardest_family": ["naked_single", "hidden_subset"],
                        "turns": [38, 44]}},
        "here",
    )  # fmt: skip
    assert isinstance(config, Config)
    ranges = config.difficulty.bounds().ranges
    assert ranges == {"grade": (1.0, 3.0), "family_rank": (2.0, 4.0), "T": (38, 44)}


@pytest.mark.parametrize(
    ("given", "grades"),
    [
        ("easy", ("easy", "easy")),
        ('"最上級"', ("fiendish", "fiendish")),
        ("入門", ("easy", "easy")),
        ('["初級", "中級"]', ("gentle", "moderate")),
        ('["初級", "hard"]', ("gentle", "hard")),
        ('["moderate", "上級"]', ("moderate", "hard")),
    ],
)
def test_a_grade_is_one_name_or_two_in_either_language(
    file: Path, tmp_path: Path, given: str, grades: tuple[str, str]
) -> None:
    config = load_config(file, [f"difficulty.grade={given}"])
    assert config.difficulty.grade == grades
    low, high = (("easy", "gentle", "moderate", "hard", "fiendish").index(grade) for grade in grades)
    assert config.difficulty.bounds().ranges == {"grade": (low, high)}
    written = tmp_path / "again.toml"
    written.write_text(dump_config(config), encoding="utf-8")
    assert load_config(written) == config


def test_a_hardest_family_is_one_name_or_two_in_either_language(file: Path) -> None:
    for given in ("x_wing", "井桁", '["井桁", "x_wing"]'):
        config = load_config(file, [f"difficulty.hardest_family={given}"])
        assert config.difficulty.bounds().ranges == {"family_rank": (6, 6)}, "naked subsets are easier"


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ("eazy", '"eazy"'),
        ('["easy"]', '["easy"]'),
        ('["easy", "hard", "hard"]', '["easy", "hard", "hard"]'),
        ("3", "3"),
        ('["easy", 3]', "3"),
        ('["easy", ["hard"]]', '["hard"]'),
        ('""', '""'),
    ],
)
def test_what_is_no_grade_is_told_which_there_are(file: Path, given: str, wrong: str) -> None:
    there = "easy, gentle, moderate, hard, fiendish, 入門, 初級, 中級, 上級, 最上級"
    expected = f"difficulty.grade: one of {there} is needed, or a list of two of them, the lowest first, not {wrong}"
    assert refused(file, f"difficulty.grade={given}") == expected


def test_what_is_missing_is_described(tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_text("[puzzle]\n")
    words = "A shipped pattern's name, 81 marks, nine lines of nine, or a file."
    assert refused(path) == f"puzzle.pattern: is missing; needed is: {words}"
    path.write_text("seed = 1\n")
    assert refused(path) == "puzzle: is missing; a section [puzzle] is needed"


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("difficulty.effort=3", "difficulty.effort: a list of two values is needed, not 3"),
        ("search.weights=3", "search.weights: a list with one number for each objective is needed, not 3"),
        ("puzzle.avoid=x", 'puzzle.avoid: a list is needed, not "x"'),
        ("puzzle=3", "puzzle: a table of keys with values is needed, not 3"),
        (
            "evaluation.levels=3",
            'evaluation.levels: "competition" or "people", or a table of names with numbers, is needed, not 3',
        ),
        ("evaluation.c_puct=much", 'evaluation.c_puct: a number is needed, not "much"'),
    ],
)
def test_a_wrong_type_is_told_in_words_of_the_config(file: Path, override: str, message: str) -> None:
    assert refused(file, override) == message


def test_a_pattern_file_is_looked_for_beside_the_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "configs"
    folder.mkdir()
    marks = "".join("#" if on else "." for on in named_pattern("heart"))
    (folder / "mine.txt").write_text("\n".join(marks[k : k + 9] for k in range(0, 81, 9)))
    (folder / "x.toml").write_text('[puzzle]\npattern = "mine.txt"\n')
    monkeypatch.chdir(tmp_path)
    assert (load_config(folder / "x.toml").pattern() == named_pattern("heart")).all()


@pytest.mark.parametrize("pattern", ["XX\nXX", "no-such-pattern", "nowhere/p.txt"])
def test_a_pattern_that_cannot_be_read_names_its_key(pattern: str) -> None:
    with pytest.raises(InputError, match=r"puzzle\.pattern: (?!pattern)"):
        make_config({"puzzle": {"pattern": pattern}}, "here").pattern()
