"""The config of number place: the pattern and wishes about it, the evaluation, uniqueness and difficulty."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from evaluation.constraints import Constraint, with_others
from evaluation.difficulty import GRADE_NAMES, GRADES
from evaluation.levels import DEFAULT_LEVELS, LEVEL_SETS, LevelSet
from evaluation.objectives import COMPETITION, Objective, named
from evaluation.settings import EvaluationSettings, UniquenessSettings, with_extra
from evaluation.techniques import EXTRA, FAMILIES, FAMILY_KEYS, INSTANCE_KEYS, RANKS, SINGLE_LEVELS
from experiments.kinds import config as common
from experiments.kinds.config import RunConfig, Section
from experiments.patterns import read_pattern
from experiments.wishes.fixed import fixed_digits
from generator.search.bounds import Bounds
from generator.sudoku.operators import named as named_operators
from generator.sudoku.sampling import check_pattern
from puzzles.alike import DEFAULT_MAX_ALIKE
from puzzles.errors import InputError
from puzzles.grid import Grid
from puzzles.pattern import Pattern
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


def _digit_or_text(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise PydanticCustomError("wish", "a digit, or digits as text, is needed")
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


def _known_levels(value: Any) -> Any:
    numbers: list[Any] = list(value.values()) if isinstance(value, dict) else []
    wrong = next((one for one in numbers if isinstance(one, bool) or not isinstance(one, int | float)), None)
    if (isinstance(value, dict) and wrong is None) or (isinstance(value, str) and value in LEVEL_SETS):
        return value
    shown = json.dumps(value if wrong is None else wrong, ensure_ascii=False)
    sets = " or ".join(json.dumps(name) for name in LEVEL_SETS)
    raise PydanticCustomError(
        "span", "{sets}, or a table of names with numbers, is needed, not {shown}", {"sets": sets, "shown": shown}
    )


Levels = Annotated[str | dict[str, float], BeforeValidator(_known_levels)]
"""The name of a set, or levels of the singles."""


class PuzzleSection(common.PuzzleSection, frozen=True):
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


class SearchSection(common.SearchSection, frozen=True):
    """[search]: the evolutionary search."""

    repair_budget: int = Field(
        4_000,
        ge=0,
        description="Propagations for the repair of one child, or for a new puzzle in the place of a known one; "
        "0 for neither.",
    )


class EvaluationSection(Section, frozen=True):
    """[evaluation]: the simulated human solver."""

    walks: int = Field(16, ge=1, le=100_000, description="Walks per puzzle; the scores are their means.")
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
    constraints: list[str] = Field(
        default_factory=list, description="Constraints from outside that hold besides the four, by name."
    )
    simulations: int = Field(32, ge=1, description="Simulations per turn of an mcts walk.")
    c_puct: float = Field(1.0, gt=0, description="Exploration of an mcts walk.")
    levels: Levels = Field(
        DEFAULT_LEVELS,
        description="`\"people\"` for what ranks people's times better, or a table of the singles' levels.",
    )
    costs: dict[str, float] = Field(default_factory=dict, description="Costs of the eliminating instances, by name.")
    weights: dict[str, float] = Field(default_factory=dict, description="The player's weight for each family.")

    @property
    def level_set(self) -> LevelSet:
        """Those of `levels` and `costs`. Raises InputError that names the key."""
        named, own = (self.levels, {}) if isinstance(self.levels, str) else (DEFAULT_LEVELS, self.levels)
        begin = LEVEL_SETS[named]
        return LevelSet(
            _table("evaluation.levels", own, [name for name, _ in SINGLE_LEVELS], begin.singles),
            _table("evaluation.costs", self.costs, list(INSTANCE_KEYS), begin.costs),
        )


class UniquenessSection(Section, frozen=True):
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


class DifficultySection(Section, frozen=True):
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


class Config(RunConfig, frozen=True):
    """A whole experiment with number place puzzles."""

    puzzle: PuzzleSection
    search: SearchSection = SearchSection.model_validate({})
    evaluation: EvaluationSection = EvaluationSection.model_validate({})
    uniqueness: UniquenessSection = UniquenessSection.model_validate({})
    difficulty: DifficultySection = DifficultySection.model_validate({})

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
            singles=e.level_set.singles,
            costs=e.level_set.costs,
            weights=_table("evaluation.weights", e.weights, list(FAMILY_KEYS), (1.0,) * len(FAMILY_KEYS)),
            simulations=e.simulations,
            c_puct=e.c_puct,
            uniqueness=UniquenessSettings(u.method, self.backend(), u.presolve, u.time_limit, u.searches, self.seed),
            objectives=self.objectives(),
            constraints=self.constraints(),
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

    def constraints(self) -> tuple[Constraint, ...]:
        """What a valid puzzle keeps. Raises InputError that lists the names there are."""
        try:
            return with_others(self.evaluation.constraints)
        except InputError as error:
            raise InputError(f"evaluation.constraints: {error}") from None

    def operators(self) -> tuple[str, ...]:
        """What makes children. Raises InputError that lists the names there are."""
        try:
            return named_operators(self.search.operators)
        except InputError as error:
            raise InputError(f"search.operators: {error}") from None

    def check(self) -> None:
        """Raises InputError of one line that names the key, for what no single value shows."""
        self.evaluation_settings()
        self.operators()
        self.weights_of(len(self.objectives()))
        check_pattern(self.pattern(), self.fixed())
        for column, (low, high) in self.difficulty.bounds().ranges.items():
            if low is not None and high is not None and low > high:
                name = {"T": "turns", "family_rank": "hardest_family"}.get(column, column)
                raise InputError(f"difficulty.{name}: the range is empty, the lower end comes first")
        self._check_reachable()

    def _check_reachable(self) -> None:
        wished, allowed = self.difficulty.hardest_family, self.evaluation_settings().allowed
        if wished is None:
            return
        low, high = (RANKS[FAMILY_KEYS.index(name)] for name in wished)
        if not any(allowed >> family & 1 and low <= rank <= high for family, rank in enumerate(RANKS)):
            raise InputError("difficulty.hardest_family: evaluation.families allows none of these")

    def pattern(self) -> Pattern:
        """The hint pattern. Raises InputError when it cannot be read."""
        try:
            return read_pattern(self.puzzle.pattern)
        except InputError as error:
            raise InputError(f"puzzle.pattern: {str(error).removeprefix('pattern: ')}") from None

    def fixed(self) -> Grid | None:
        """The fixed digits as a grid; None without any. Raises InputError that names the wish."""
        return fixed_digits(self.puzzle.fixed, self.pattern()) if self.puzzle.fixed else None


def _table(where: str, given: dict[str, float], names: list[str], defaults: tuple[float, ...]) -> tuple[float, ...]:
    for name in given:
        if name not in names:
            raise InputError(f"{where}.{name}: unknown; there are {', '.join(names)}")
        if given[name] <= 0:
            raise InputError(f"{where}.{name}: must be above 0, not {given[name]}")
    return tuple(given.get(name, value) for name, value in zip(names, defaults, strict=True))
