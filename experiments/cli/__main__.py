"""`python -m experiments.cli`: the same as the `hintsmith` command."""

from experiments.cli import main

if __name__ == "__main__":
    main()
