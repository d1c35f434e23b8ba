"""Number place: how puzzles are sampled, bred, repaired and judged."""
