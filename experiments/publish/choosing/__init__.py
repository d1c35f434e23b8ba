"""Which puzzles go out, in which order, and by which digits."""
