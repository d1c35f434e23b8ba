"""The config of an experiment: a strict TOML file, and one clear line for whatever is wrong with it."""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import tomli_w
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, WithJsonSchema
from pydantic_core import PydanticCustomError

from evaluation.difficulty import GRADE_NAMES, GRADES
from evaluation.objectives import COMPETITION, Objective, named
from evaluation.settings import EvaluationSettings, UniquenessSettings, with_extra
from evaluation.techniques import EXTRA, FAMILIES, FAMILY_KEYS, INSTANCES, RANKS, SINGLE_LEVELS
from experiments.wishes.fixed import fixed_digits
from generator.search.bounds import Bounds
from generator.search.state import PARTS
from generator.sudoku.sampling import check_pattern
from puzzles.alike import DEFAULT_MAX_ALIKE
from puzzles.errors import InputError
from puzzles.files import read_argument
from puzzles.files.encoding import read_file_text
from puzzles.files.reader import is_path
from puzzles.grid import Grid
from puzzles.pattern import Pattern, library, named_pattern
from qubo.backends import resolve_backend
from qubo.catalogue import AUTO, backend_names, one_of_the_backends

GradeName = Literal["easy", "gentle", "moderate", "hard", "fiendish"]


def _one_of(names: tuple[str, ...]) -> Any:
    """Text that is one of the names, which the catalogue of techniques gives when the program starts."""

    def check(value: str) -> str:
        if value not in names:
            raise PydanticCustomError("name", "input should be {names}", {"names": _either(names)})
        return value

    return Annotated[str, AfterValidator(check), WithJsonSchema({"enum": list(names)})]


def _either(names: tuple[str, ...]) -> str:
    quoted = [f"'{name}'" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"


if TYPE_CHECKING:
    FamilyName = str
    ExtraName = str
else:
    FamilyName = _one_of(FAMILY_KEYS)
    ExtraName = _one_of(EXTRA)
Weight = Annotated[float, Field(ge=0)]


_TWO_VALUES = "a list of two values is needed"
_A_TABLE = "a table of keys with values is needed"
_NEEDED = {
    "tuple_type": _TWO_VALUES,
    "too_short": _TWO_VALUES,
    "too_long": _TWO_VALUES,
    "list_type": "a list is needed",
    "dict_type": _A_TABLE,
    "model_type": _A_TABLE,
    "model_attributes_type": _A_TABLE,
    "string_type": "text in quotes is needed",
    "bool_type": "true or false is needed",
    "int_type": "a whole number is needed",
    "int_from_float": "a whole number is needed",
    "float_type": "a number is needed",
}
"""What would be right, by pydantic's name of the error, where its own message is in words of JSON and Python."""


def _places(order: Sequence[int], names: tuple[str, ...], ends: tuple[str, str]) -> tuple[float, float]:
    low, high = (float(order[names.index(end)]) for end in ends)
    return low, high


def _known_backend(value: str) -> str:
    if value not in backend_names():
        raise PydanticCustomError("backend", "Input should be {names}", {"names": one_of_the_backends()})
    return value


def _list_backends(schema: dict[str, Any]) -> None:
    schema["enum"] = backend_names()


BackendName = Annotated[str, AfterValidator(_known_backend), Field(json_schema_extra=_list_backends)]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


def _digit_or_text(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise PydanticCustomError("wish", "a digit, or digits as text, is needed")
    return value


def _no_moead(value: Any) -> Any:
    if value == "moead":
        raise PydanticCustomError(
            "moead", "pymoo's MOEA/D takes no constraints, which this search needs; there are nsga2, nsga3, smsemoa"
        )
    return value


def _not_all_zero(value: tuple[float, ...]) -> tuple[float, ...]:
    if not any(value):
        raise PydanticCustomError("weights", "one of the weights must be above 0")
    return value


def _span(value: Any, words: dict[str, str]) -> Any:
    """Lowest and highest name, in English, of one name or a pair of names; `words` has the names in all languages."""
    if value is None:
        return None
    names = (value, value) if isinstance(value, str) else value
    right = f"one of {', '.join(words)} is needed, or a list of two of them, the lowest first"
    if not isinstance(names, list | tuple) or len(names) != 2:
        wrong = json.dumps(value, ensure_ascii=False)
    else:
        wrong = next((json.dumps(name, ensure_ascii=False) for name in names if name not in list(words)), None)
    if wrong is not None:
        raise PydanticCustomError("span", "{right}, not {wrong}", {"right": right, "wrong": wrong})
    return tuple(words[name] for name in names)


def _grades(value: Any) -> Any:
    return _span(
        value, dict(zip(GRADE_NAMES, GRADE_NAMES, strict=True)) | {grade.japanese: grade.english for grade in GRADES}
    )


def _families(value: Any) -> Any:
    keys = dict(zip(FAMILY_KEYS, FAMILY_KEYS, strict=True))
    return _span(value, keys | {family.japanese: family.key for family in FAMILIES})


class PuzzleSection(_Section):
    """[puzzle]: where hints stand, and wishes about them."""

    pattern: str = Field(min_length=1, description="A shipped pattern's name, 81 marks, nine lines of nine, or a file.")
    fixed: dict[str, Annotated[int | str, BeforeValidator(_digit_or_text)]] = Field(
        default_factory=dict,
        description="Digits that must stand in hint cells: a cell as r5c5 = 1; a row, column or box as "
        'r1 = "12...3...", nine characters with . for any, or as r1 = "123", one for each hint cell of it.',
    )
    solution_grids: int | None = Field(
        None, ge=1, le=10_000, description="Puzzles on that many different solution grids are picked into grids.csv."
    )
    avoid: list[str] = Field(
        default_factory=list,
        description="Files of puzzles that must not come out again: renamed, turned, mirrored, on any pattern.",
    )
    avoid_library: str | None = Field(
        default=None, description="A library file; what it holds must not come out again. Empty: the user's own."
    )
    max_alike: float = Field(
        DEFAULT_MAX_ALIKE,
        ge=0,
        le=1,
        description="Puzzles with more than this share of hints like those of an avoided one are refused; "
        "1 refuses only the same.",
    )


class SearchSection(_Section):
    """[search]: the evolutionary search."""

    algorithm: Annotated[Literal["nsga2", "nsga3", "smsemoa"], BeforeValidator(_no_moead)] = Field(
        "nsga2", description="A pymoo algorithm."
    )
    population: int = Field(100, ge=4, le=10_000, description="Size of the population and of each generation.")
    evaluations: int = Field(
        5_000, ge=1, description="Hint arrays judged in all, unless there is nothing left to judge."
    )
    generations: int | None = Field(None, ge=1, description="An earlier end: the evaluations of so many generations.")
    objectives: Literal["multi", "weighted"] | list[str] = Field(
        "multi",
        description='What is to be driven up, by name, as ["tension", "chain", "height"]; "multi" is tension and '
        'chain, "weighted" their weighted sum.',
    )
    weighted: bool = Field(False, description="With a list of objectives: one weighted sum instead of a front.")
    weights: Annotated[tuple[Weight, ...], AfterValidator(_not_all_zero)] = Field(
        (1.0, 1.0), description="Weights of the objectives in the weighted sum, not below 0."
    )
    repair_budget: int = Field(
        4_000,
        ge=0,
        description="Propagations for the repair of one child, or for a new puzzle in the place of a known one; "
        "0 for neither.",
    )
    reevaluate: float = Field(
        0.3,
        ge=0,
        le=0.9,
        description="Least share of the evaluations that gives the best puzzles known more walks; 0 for none at all.",
    )
    confirm: int = Field(
        64,
        ge=1,
        le=100_000,
        description="Walks that the end of a run tries to give each puzzle of the front; some get more.",
    )
    stagnation: int = Field(
        40,
        ge=0,
        description="Generations without a new puzzle on the front before fresh ones take the places of half of the "
        "population; 0 for never.",
    )
    without: list[str] = Field(
        default_factory=list, description=f"Parts of the search that are left out: {', '.join(PARTS)}."
    )

    @property
    def total(self) -> int:
        """Evaluations at which a search of this config ends."""
        if self.generations is None:
            return self.evaluations
        return min(self.evaluations, self.generations * self.population)


class EvaluationSection(_Section):
    """[evaluation]: the simulated human solver."""

    walks: int = Field(1, ge=1, le=100_000, description="Walks per puzzle; the scores are their means.")
    racing: float = Field(
        0.0,
        ge=0,
        lt=0.5,
        description="Chance allowed that a puzzle is stopped after a part of its walks which all of them would have "
        "left non-dominated by the front; 0 for no early stop.",
    )
    walk: Literal["policy", "mcts"] = Field(
        "policy", description="How the next board is drawn: by the levels alone, or by tree search as well."
    )
    x_wing: bool = Field(True, description="Whether the X-wing counts among the techniques.")
    families: list[ExtraName] = Field(
        default_factory=list, description="Techniques that count besides the competition's six."
    )
    simulations: int = Field(32, ge=1, description="Simulations per turn of an mcts walk.")
    c_puct: float = Field(1.0, gt=0, description="Exploration of an mcts walk.")
    levels: dict[str, float] = Field(default_factory=dict, description="Levels of the singles, by name.")
    costs: dict[str, float] = Field(default_factory=dict, description="Costs of the eliminating instances, by name.")
    weights: dict[str, float] = Field(default_factory=dict, description="The player's weight for each family.")


class UniquenessSection(_Section):
    """[uniqueness]: who decides that a puzzle has one solution."""

    method: Literal["qubo", "exact"] = Field("qubo", description="What judges when deduction does not finish.")
    backend: BackendName = Field(
        AUTO, description="The QUBO solver; `auto` takes `easy` where pyqbpp can be used, `annealing` elsewhere."
    )
    presolve: Literal["techniques", "singles", "none"] = Field(
        "techniques", description="The deduction that goes first; with `none` QUBO is asked about every puzzle."
    )
    time_limit: float = Field(0.02, gt=0, le=60, description="Seconds per QUBO search.")
    searches: int = Field(2, ge=1, le=1_000, description="QUBO searches per puzzle before the exact counter decides.")
    second_opinion: int = Field(
        4,
        ge=0,
        le=1_000,
        description="QUBO searches for a second solution of each puzzle of the front; 0 for none.",
    )

    @property
    def asks(self) -> bool:
        """Whether a QUBO solver is needed at all."""
        return self.method == "qubo" or self.second_opinion > 0


class DifficultySection(_Section):
    """[difficulty]: bounds as [low, high]."""

    effort: tuple[float, float] | None = Field(None, description="Sum of d(t) over the walk.")
    hardest: tuple[float, float] | None = Field(None, description="The hardest turn's d(t).")
    turns: tuple[int, int] | None = Field(None, description="T, the number of turns.")
    peaks: tuple[float, float] | None = Field(None, description="Number of peaks.")
    height: tuple[float, float] | None = Field(None, description="d at the lower of the two peaks.")
    opening: tuple[float, float] | None = Field(None, description="Turns before the first peak.")
    minutes: tuple[float, float] | None = Field(None, description="Predicted median solving time of people.")
    grade: Annotated[tuple[GradeName, GradeName] | None, BeforeValidator(_grades)] = Field(
        None,
        description='Lowest and highest grade, or the only one, as `grade = "easy"`. '
        "Japanese names will do: " + ", ".join(grade.japanese for grade in GRADES) + ".",
    )
    hardest_family: Annotated[tuple[FamilyName, FamilyName] | None, BeforeValidator(_families)] = Field(
        None,
        description="The hardest family that the puzzle cannot do without: lowest and highest, or the only one. "
        "Japanese names will do.",
    )

    def bounds(self) -> Bounds:
        """The wishes as ranges of columns."""
        wishes = {
            "effort": self.effort,
            "hardest": self.hardest,
            "T": self.turns,
            "peaks": self.peaks,
            "family_rank": None if self.hardest_family is None else _places(RANKS, FAMILY_KEYS, self.hardest_family),
            "grade": None if self.grade is None else _places(range(len(GRADE_NAMES)), GRADE_NAMES, self.grade),
            "height": self.height,
            "opening": self.opening,
            "minutes": self.minutes,
        }
        return Bounds({name: wish for name, wish in wishes.items() if wish is not None})


class ValidationSection(_Section):
    """[validation]: the front is scored again with fresh random solvers."""

    walks: int = Field(200, ge=2, le=100_000, description="Walks per puzzle of the front.")


class ParallelSection(_Section):
    """[parallel]: where puzzles are judged."""

    workers: int = Field(0, ge=0, le=512, description="Number of workers; 0 for one per core.")
    backend: Literal["loky", "threading", "dask"] = Field("loky", description="joblib's processes, threads, or dask.")
    scheduler: str | None = Field(None, description="Address of a dask scheduler, as tcp://127.0.0.1:8786.")


class Config(_Section):
    """A whole experiment."""

    name: str = Field("run", min_length=1, max_length=10_000, description="Names the run folder.")
    seed: int = Field(0, ge=0, lt=2**63, description="Everything random follows from it.")
    puzzle: PuzzleSection
    search: SearchSection = SearchSection.model_validate({})
    evaluation: EvaluationSection = EvaluationSection.model_validate({})
    uniqueness: UniquenessSection = UniquenessSection.model_validate({})
    difficulty: DifficultySection = DifficultySection.model_validate({})
    validation: ValidationSection = ValidationSection.model_validate({})
    parallel: ParallelSection = ParallelSection.model_validate({})

    def evaluation_settings(self) -> EvaluationSettings:
        """The settings of the search's evaluations. Raises InputError that names the key."""
        e = self.evaluation
        u = self.uniqueness
        return EvaluationSettings(
            walks=e.walks,
            walk=e.walk,
            seed=self.seed,
            families=with_extra(e.families),
            x_wing=e.x_wing,
            singles=_table("evaluation.levels", e.levels, SINGLE_LEVELS),
            costs=_table("evaluation.costs", e.costs, INSTANCES),
            weights=_table("evaluation.weights", e.weights, tuple((key, 1.0) for key in FAMILY_KEYS)),
            simulations=e.simulations,
            c_puct=e.c_puct,
            uniqueness=UniquenessSettings(u.method, self.backend(), u.presolve, u.time_limit, u.searches, self.seed),
            objectives=self.objectives(),
        )

    def backend(self) -> str:
        """The QUBO solver that will be used. Raises InputError in one line when the configured one cannot be."""
        u = self.uniqueness
        if not u.asks:
            return u.backend
        try:
            return resolve_backend(u.backend)
        except InputError as error:
            raise InputError(f"uniqueness.backend: {error}") from None

    def objectives(self) -> tuple[Objective, ...]:
        """What is searched for. Raises InputError that lists the names there are."""
        wanted = self.search.objectives
        if isinstance(wanted, str):
            return COMPETITION
        if not wanted or len(set(wanted)) < len(wanted):
            raise InputError("search.objectives: at least one name is needed, and none of them twice")
        try:
            return named(wanted)
        except InputError as error:
            raise InputError(f"search.objectives: {error}") from None

    def weights(self) -> tuple[float, ...] | None:
        """The weights of the objectives in one sum; None for a front. Raises InputError for a wrong number of them."""
        s = self.search
        if s.objectives != "weighted" and not s.weighted:
            return None
        goals = self.objectives()
        if len(s.weights) != len(goals):
            raise InputError(f"search.weights: {len(s.weights)} weights, there are {len(goals)} objectives")
        return s.weights

    def pattern(self) -> Pattern:
        """The hint pattern. Raises InputError when it cannot be read."""
        return read_pattern(self.puzzle.pattern)

    def fixed(self) -> Grid | None:
        """The fixed digits as a grid; None without any. Raises InputError that names the wish."""
        return fixed_digits(self.puzzle.fixed, self.pattern()) if self.puzzle.fixed else None


def _table(where: str, given: dict[str, float], defaults: tuple[tuple[str, float], ...]) -> tuple[float, ...]:
    names = [name for name, _ in defaults]
    for name in given:
        if name not in names:
            raise InputError(f"{where}.{name}: unknown; there are {', '.join(names)}")
        if given[name] <= 0:
            raise InputError(f"{where}.{name}: must be above 0, not {given[name]}")
    return tuple(given.get(name, value) for name, value in defaults)


def read_pattern(text: str) -> Pattern:
    """A pattern from a shipped name, 81 marks, a block of nine lines, or a file with one pattern.

    Raises InputError.
    """
    if text in library():
        return named_pattern(text)
    if re.fullmatch(r"[a-z][a-z0-9-]*", text) and len(text) < 40 and not Path(text).exists():
        return named_pattern(text)
    entries = read_argument(text, pattern=True)
    for entry in entries:
        if entry.values is None:
            raise InputError(f"pattern: {entry.message}")
    if len(entries) > 1:
        raise InputError(f"pattern: {len(entries)} patterns in {entries[0].source}, one is needed")
    assert entries[0].values is not None
    return entries[0].values.astype(bool)


def load_config(path: Path, overrides: list[str] | None = None) -> Config:
    """The config in a file, with `--set key=value` overrides applied.

    Raises InputError of one line that names the file and the key.
    """
    if path.is_dir():
        raise InputError(f"{path}: is a folder, a config file is needed")
    try:
        data: dict[str, Any] = tomllib.loads(read_file_text(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: not TOML: {str(error).splitlines()[0]}") from None
    for override in overrides or []:
        _apply(data, override)
    _find_pattern(data, path.parent)
    return make_config(data, str(path))


def _find_pattern(data: dict[str, Any], folder: Path) -> None:
    """Put a pattern file that stands beside the config in the place of its relative name."""
    section: Any = data.get("puzzle")
    name: Any = section.get("pattern") if isinstance(section, dict) else None
    if not isinstance(name, str) or name in library() or not is_path(str(folder / name)):
        return
    beside = folder / name
    if name.strip() and not Path(name).is_absolute() and beside.is_file():
        section["pattern"] = str(beside)


def make_config(data: dict[str, Any], source: str) -> Config:
    """A checked config. Raises InputError of one line that begins with `source`."""
    try:
        config = Config.model_validate_json(json.dumps(data, default=str))
    except ValidationError as error:
        raise InputError(f"{source}: {_describe(error)}") from None
    try:
        config.evaluation_settings()
        check_pattern(config.pattern(), config.fixed())
    except InputError as error:
        raise InputError(f"{source}: {error}") from None
    if config.parallel.scheduler and config.parallel.backend != "dask":
        raise InputError(f'{source}: parallel.scheduler: needs backend = "dask"')
    for column, (low, high) in config.difficulty.bounds().ranges.items():
        if low is not None and high is not None and low > high:
            name = {"T": "turns", "family_rank": "hardest_family"}.get(column, column)
            raise InputError(f"{source}: difficulty.{name}: the range is empty, the lower end comes first")
    _check_reachable(config, source)
    return config


def _check_reachable(config: Config, source: str) -> None:
    wished, allowed = config.difficulty.hardest_family, config.evaluation_settings().allowed
    if wished is None:
        return
    low, high = (RANKS[FAMILY_KEYS.index(name)] for name in wished)
    if not any(allowed >> family & 1 and low <= rank <= high for family, rank in enumerate(RANKS)):
        raise InputError(f"{source}: difficulty.hardest_family: evaluation.families allows none of these")


def _apply(data: dict[str, Any], override: str) -> None:
    key, mark, value = override.partition("=")
    path = key.strip().split(".")
    if not mark or not all(path):
        raise InputError(f"--set {override}: key=value is needed, as search.generations=50")
    try:
        parsed: Any = tomllib.loads(f"v = {value.strip()}")["v"]
    except tomllib.TOMLDecodeError:
        parsed = value.strip()
    here = data
    for part in path[:-1]:
        inner = here.setdefault(part, {})
        if not isinstance(inner, dict):
            raise InputError(f"--set {override}: {part} is not a section")
        here = inner
    here[path[-1]] = parsed


def _describe(error: ValidationError) -> str:
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        names = _names(first["loc"][:-1])
        close = difflib.get_close_matches(str(first["loc"][-1]), names, 1)
        hint = f"; did you mean {close[0]}?" if close else f"; there are {', '.join(names)}"
        return f"{key}: unknown key{hint}"
    if first["type"] == "missing":
        return _missing(first["loc"], key, first.get("input"))
    value = first.get("input")
    shown = json.dumps(value, ensure_ascii=False, default=str)
    shown = shown if len(shown) <= 60 else shown[:57] + "..."
    if first["type"] == "span":
        return f"{key}: {first['msg']}"
    message = _NEEDED.get(first["type"]) or first["msg"][:1].lower() + first["msg"][1:]
    return f"{key}: {message}, not {shown}"


def _missing(path: tuple[int | str, ...], key: str, given: Any) -> str:
    """What is missing, and what would be right: a value of a pair, a key, or a whole section."""
    if isinstance(path[-1], int):
        return f"{key.rpartition('.')[0]}: {_TWO_VALUES}, not {json.dumps(given, ensure_ascii=False)}"
    if len(path) == 1:
        return f"{key}: is missing; a section [{key}] is needed"
    model = Config.model_fields[str(path[0])].annotation
    fields_of = model.model_fields if isinstance(model, type) and issubclass(model, BaseModel) else {}
    words = fields_of[str(path[-1])].description if path[-1] in fields_of else "a value"
    return f"{key}: is missing; needed is: {words}"


def _names(path: tuple[int | str, ...]) -> list[str]:
    model: type[BaseModel] = Config
    for part in path:
        annotation = model.model_fields[str(part)].annotation if str(part) in model.model_fields else None
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            model = annotation
        else:
            return []
    return list(model.model_fields)


def dump_config(config: Config) -> str:
    """TOML with every default written out; what is None is left out."""
    return tomli_w.dumps(config.model_dump(mode="json", exclude_none=True), multiline_strings=True)
