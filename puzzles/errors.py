"""The error that a user's input causes: one line that says what, where, and what would be right."""

from __future__ import annotations


class InputError(ValueError):
    """Bad input. The message is one line, fit to be shown as it is; commands exit with 2 on it."""
