"""The forms of number place puzzles: a file for each."""
