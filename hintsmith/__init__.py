"""hintsmith from Python: number place puzzles that people enjoy.

    import hintsmith as hs

    puzzle = hs.Puzzle("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
    run = hs.search("heart", evaluations=2000, walks=16)

Nothing heavy is loaded before it is used: `import hintsmith` is quick, and what is registered before the first use
(`hintsmith.technique.register`) is part of the kernels.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from hintsmith._own import check_own

check_own()

if TYPE_CHECKING:
    from evaluation import technique
    from evaluation.constraints import Constraint, Facts, constraint
    from evaluation.objectives import Objective, Walks, objective, told
    from evaluation.score import Score
    from experiments.publish.book.parts import BookPart
    from experiments.publish.book.parts import register as book_part
    from generator.sudoku.operators import operator
    from hintsmith._evaluating import evaluate
    from hintsmith._puzzle import Puzzle
    from hintsmith._runs import Run, load_run
    from hintsmith._searching import Generation, Search, search
    from hintsmith._tables import Table
    from puzzles.errors import InputError
    from puzzles.files import Format, Record
    from puzzles.files import register as format
    from qubo.backends import Backend
    from qubo.backends import register as backend

_PLACES: Final = {
    "Puzzle": "hintsmith._puzzle:Puzzle",
    "Score": "evaluation.score:Score",
    "Table": "hintsmith._tables:Table",
    "evaluate": "hintsmith._evaluating:evaluate",
    "search": "hintsmith._searching:search",
    "Search": "hintsmith._searching:Search",
    "Generation": "hintsmith._searching:Generation",
    "Run": "hintsmith._runs:Run",
    "load_run": "hintsmith._runs:load_run",
    "objective": "evaluation.objectives:objective",
    "told": "evaluation.objectives:told",
    "Objective": "evaluation.objectives:Objective",
    "Walks": "evaluation.objectives:Walks",
    "constraint": "evaluation.constraints:constraint",
    "Constraint": "evaluation.constraints:Constraint",
    "Facts": "evaluation.constraints:Facts",
    "operator": "generator.sudoku.operators:operator",
    "backend": "qubo.backends:register",
    "Backend": "qubo.backends:Backend",
    "format": "puzzles.files:register",
    "Format": "puzzles.files:Format",
    "Record": "puzzles.files:Record",
    "book_part": "experiments.publish.book.parts:register",
    "BookPart": "experiments.publish.book.parts:BookPart",
    "technique": "evaluation.technique:",
    "InputError": "puzzles.errors:InputError",
}
"""Name to module and what it is called there; without a name the module itself."""

__all__ = [
    "Backend",
    "BookPart",
    "Constraint",
    "Facts",
    "Format",
    "Generation",
    "InputError",
    "Objective",
    "Puzzle",
    "Record",
    "Run",
    "Score",
    "Search",
    "Table",
    "Walks",
    "backend",
    "book_part",
    "constraint",
    "evaluate",
    "format",
    "load_run",
    "objective",
    "operator",
    "search",
    "technique",
    "told",
]


def __getattr__(name: str) -> Any:
    place = _PLACES.get(name)
    if place is None:
        raise AttributeError(f"module 'hintsmith' has no attribute {name!r}")
    module, _, there = place.partition(":")
    found = import_module(module)
    globals()[name] = value = getattr(found, there) if there else found
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
