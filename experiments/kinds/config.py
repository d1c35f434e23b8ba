"""What the configs of all kinds of puzzles have in common. A kind adds its own sections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, Self, cast

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from generator.search.state import PARTS
from puzzles.errors import InputError

DEFAULT_KIND: Final = "number_place"
"""The kind of puzzle of a config that names none."""
Weight = Annotated[float, Field(ge=0)]


class Section(BaseModel, frozen=True):
    """A table of a config: unknown keys are refused, and nothing is turned into another type."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


def _no_moead(value: Any) -> Any:
    if value == "moead":
        raise PydanticCustomError(
            "moead", "pymoo's MOEA/D takes no constraints, which this search needs; there are nsga2, nsga3, smsemoa"
        )
    return value


def _a_list(weights: object) -> object:
    if not isinstance(weights, list | tuple):
        raise PydanticCustomError("weights", "a list with one number for each objective is needed")
    return tuple(cast(Sequence[object], weights))


def _not_all_zero(value: tuple[float, ...]) -> tuple[float, ...]:
    if not any(value):
        raise PydanticCustomError("weights", "one of the weights must be above 0")
    return value


class PuzzleSection(Section, frozen=True):
    """[puzzle]: what is evolved. Each kind of puzzle has its own keys here besides its name."""

    kind: str = Field(DEFAULT_KIND, description="The kind of puzzle.")


class SearchSection(Section, frozen=True):
    """[search]: the evolutionary search."""

    algorithm: Annotated[
        Literal["nsga2", "nsga3", "smsemoa", "random", "climb", "climb-repair", "stock-nsga2"],
        BeforeValidator(_no_moead),
    ] = Field(
        "nsga2",
        description="The pymoo algorithm whose survival our search uses; or a simple method to compare with: "
        "random, climb, climb-repair, stock-nsga2.",
    )
    population: int = Field(100, ge=4, le=10_000, description="Size of the population and of each generation.")
    evaluations: int = Field(5_000, ge=1, description="Puzzles judged in all, unless there is nothing left to judge.")
    generations: int | None = Field(None, ge=1, description="An earlier end: the evaluations of so many generations.")
    objectives: Literal["multi", "weighted"] | list[str] = Field(
        "multi",
        description='What is to be driven up, by name, as ["tension", "chain", "height"]; "multi" is tension and '
        'chain, "weighted" their weighted sum.',
    )
    weighted: bool = Field(False, description="With a list of objectives: one weighted sum instead of a front.")
    weights: Annotated[tuple[Weight, ...], BeforeValidator(_a_list), AfterValidator(_not_all_zero)] | None = Field(
        None, description="Weights of the objectives in the weighted sum, not below 0; 1 for each where left out."
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
    operators: list[str] = Field(
        default_factory=list,
        description='What makes children, by name; "all" stands for the kind\'s own, which none at all means too.',
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

    def chosen(self, names: Sequence[str]) -> tuple[str, ...]:
        """The objectives that are wanted, out of all that a kind of puzzle has; all of them when none are named.

        Raises InputError that lists the names there are.
        """
        wanted = self.objectives
        if isinstance(wanted, str):
            return tuple(names)
        if not wanted or len(set(wanted)) < len(wanted):
            raise InputError("search.objectives: at least one name is needed, and none of them twice")
        for name in wanted:
            if name not in names:
                raise InputError(f"search.objectives: {name!r} is none of {', '.join(names)}")
        return tuple(wanted)


class ValidationSection(Section, frozen=True):
    """[validation]: the front is scored again with fresh random solvers."""

    walks: int = Field(200, ge=2, le=100_000, description="Walks per puzzle of the front.")
    history: bool = Field(
        False,
        description="Whether the fronts at each tenth of the evaluations are scored again too, after the search; see "
        "validated.csv.",
    )


class ParallelSection(Section, frozen=True):
    """[parallel]: where puzzles are judged."""

    workers: int = Field(0, ge=0, le=512, description="Number of workers; 0 for one per core.")
    backend: Literal["loky", "threading", "dask"] = Field("loky", description="joblib's processes, threads, or dask.")
    scheduler: str | None = Field(None, description="Address of a dask scheduler, as tcp://127.0.0.1:8786.")


class RunConfig(Section, frozen=True):
    """A whole experiment."""

    name: str = Field("run", min_length=1, max_length=10_000, description="Names the run folder.")
    seed: int = Field(0, ge=0, lt=2**63, description="Everything random follows from it.")
    puzzle: PuzzleSection
    search: SearchSection = SearchSection.model_validate({})
    validation: ValidationSection = ValidationSection.model_validate({})
    parallel: ParallelSection = ParallelSection.model_validate({})

    def weights_of(self, objectives: int) -> tuple[float, ...] | None:
        """The weights of so many objectives in one sum; None for a front.

        Raises InputError for a wrong number of weights.
        """
        s = self.search
        weighted = s.objectives == "weighted" or s.weighted
        weights = (1.0,) * objectives if s.weights is None else s.weights
        if len(weights) != objectives:
            given = "1 weight" if len(weights) == 1 else f"{len(weights)} weights"
            there = "is 1 objective" if objectives == 1 else f"are {objectives} objectives"
            raise InputError(f"search.weights: {given}, there {there}")
        return weights if weighted else None

    def with_changes(self, section: str, changes: dict[str, Any]) -> Self:
        """The same config with other values in a section."""
        return self.model_copy(update={section: getattr(self, section).model_copy(update=changes)})
