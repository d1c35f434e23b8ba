"""Many runs of one config: a grid of keys and seeds, a run folder for each combination."""
