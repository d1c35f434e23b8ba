"""Nonograms after a target picture, as a kind of puzzle from outside: this folder is all of it."""

from nonogram_kind.kind import NonogramKind

__all__ = ["NonogramKind"]
