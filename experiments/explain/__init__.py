"""A puzzle explained to a person: the walk as data first, then words, then a drawing in the terminal."""

from experiments.explain.data import Explanation, PossibleFamily, explain, to_json
from experiments.explain.words import LANGUAGES, Lang, checked_language

__all__ = ["LANGUAGES", "Explanation", "Lang", "PossibleFamily", "checked_language", "explain", "to_json"]
