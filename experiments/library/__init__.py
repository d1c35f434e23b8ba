"""The library of puzzles: an SQLite file that remembers what was exported and published, so that nothing comes twice.

The key of a puzzle is its minimal form, which does not see renamed digits nor moved cells. The
file is in write-ahead mode: readers and a writer do not wait for each other, two writers take
turns, and a process that is killed leaves either all of its last change or nothing of it.
"""

from experiments.library.schema import VERSION, default_path
from experiments.library.store import Added, Export, Item, Library, Removed, Selection, Stats, key_of

__all__ = [
    "VERSION",
    "Added",
    "Export",
    "Item",
    "Library",
    "Removed",
    "Selection",
    "Stats",
    "default_path",
    "key_of",
]
