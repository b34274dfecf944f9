# Each target does all its own set-up: on a machine with Python 3.11+, pip and make, nothing else is needed.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

.PHONY: demo test lint types unit bounds nojit wheel bench clean
.DEFAULT_GOAL := demo

demo: $(VENV)/.installed
	$(BIN)/kempe color queen:12 --time-limit 5 --output demo/queen12.sol --picture demo/queen12.png
	$(BIN)/kempe color gnp:n=500,p=0.5,seed=1 --time-limit 10 --output demo/gnp500.sol --picture demo/gnp500.png
	@echo "The colorings and their pictures are in demo/."

test: lint types unit bounds nojit wheel

lint: $(VENV)/.developing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.developing
	$(BIN)/mypy

unit: $(VENV)/.developing
	$(BIN)/python -m pytest -q

# Kernels read past no array: every access checked.
bounds: $(VENV)/.developing
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -q -m tiny

# The kernels as plain Python: what they say is what they mean.
nojit: $(VENV)/.developing
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q -m tiny

# The wheel in an environment of its own, away from the tree: nothing may lean on the checkout.
wheel: $(VENV)/.developing
	rm -rf dist $(VENV)/smoke
	$(BIN)/pip wheel -q --no-deps --no-build-isolation --wheel-dir dist .
	$(PYTHON) -m venv $(VENV)/smoke
	$(VENV)/smoke/bin/pip install -q dist/kempe-*.whl
	cp tests/smoke.py $(VENV)/smoke/
	cd $(VENV)/smoke && bin/python smoke.py

bench: $(VENV)/.developing
	$(BIN)/asv machine --yes
	$(BIN)/asv run --quick --show-stderr HEAD^!

clean:
	rm -rf $(VENV) dist demo .asv

# demo needs little, developing needs all; both install the checkout in place.
$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade pip

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install -q -e ".[plot]"
	touch $@

$(VENV)/.developing: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install -q -e ".[dev]" editables
	touch $@ $(VENV)/.installed
