# The two commands of the README, and what the developers need.
VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
# tests are shared out over the cores, of which four are enough
SHARED := -n auto --maxprocesses 4 --dist worksteal
READY := $(VENV)/.installed

.PHONY: run test test-all lint docs reference install clean

run: install
	$(BIN)/hintsmith run configs/quickstart.toml

test: install
	$(BIN)/python -m pytest -m "not slow" $(SHARED)

test-all: install
	$(BIN)/python -m pytest $(SHARED)

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/lint-imports

# into site/; a link or anchor that leads nowhere is an error (with --quiet it would pass unseen)
docs: install
	$(BIN)/mkdocs build --strict

# writes the tables of the reference pages anew, from the program
reference: install
	$(BIN)/python docs/tools/reference.py

install: $(READY)

$(READY): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev,docs]"
	touch $(READY)

clean:
	rm -rf $(VENV) dist build site
