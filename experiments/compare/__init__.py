"""Runs compared: groups of them by keys of their configs, with medians, tests, curves and attainment surfaces."""
