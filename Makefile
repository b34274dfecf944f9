# Each target does all its own set-up; it needs Python 3.11+, pip and make.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
# A file of tests stays in one worker, since its tests share what they set up.
WORKERS ?= -n auto --dist loadfile

.PHONY: demo test lint types unit bounds nojit docs wheel wheels lowest bench clean
.DEFAULT_GOAL := demo

demo: $(VENV)/.installed
	$(BIN)/kempe color delaunay:200,seed=1 --time-limit 30 --output demo/delaunay.sol --picture demo/delaunay.png
	$(BIN)/kempe color queen:12 --time-limit 30 --output demo/queen12.sol --picture demo/queen12.png
	@echo "The colorings and their pictures are in demo/."

test: lint types unit bounds nojit docs wheel

lint: $(VENV)/.developing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.developing
	$(BIN)/mypy

unit: $(VENV)/.developing
	$(BIN)/python -m pytest -q $(WORKERS)

# Every array access of the kernels is checked.
bounds: $(VENV)/.developing
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -q -m tiny $(WORKERS)

# The kernels run as plain Python.
nojit: $(VENV)/.developing
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q -m tiny $(WORKERS)

# The pages and the reference; a docstring that Sphinx cannot read is an error.
docs: $(VENV)/.developing
	$(BIN)/sphinx-build -q -W --keep-going -b html docs build/docs
	@echo "The pages are in build/docs/index.html."

# The wheel is installed and tested in a new environment, outside the checkout.
wheel: $(VENV)/.developing
	rm -rf dist $(VENV)/smoke
	$(BIN)/pip wheel -q --no-deps --no-build-isolation --wheel-dir dist .
	$(PYTHON) -m venv $(VENV)/smoke
	$(VENV)/smoke/bin/pip install -q dist/kempe-*.whl
	cp tests/smoke.py $(VENV)/smoke/
	cd $(VENV)/smoke && bin/python smoke.py
	$(VENV)/smoke/bin/pip install -q "$$(echo dist/kempe-*.whl)[agents]"
	cd $(VENV)/smoke && bin/python smoke.py

# Two wheels in dist: the pure one, and one for this Python and platform that holds compiled kernels.
wheels: $(VENV)/.developing
	rm -rf dist
	$(BIN)/python tools/wheels.py dist
	$(BIN)/python tools/check_wheel.py dist/kempe-*-linux_*.whl

# The lowest versions that pyproject.toml allows. Not part of test: it compiles every kernel for another numba.
lowest:
	$(PYTHON) -m venv $(VENV)/lowest
	$(VENV)/lowest/bin/pip install -q -e ".[agents,networkx]" -c tests/lowest.txt pytest "hypothesis>=6.112"
	NUMBA_CACHE_DIR=$(VENV)/lowest/cache $(VENV)/lowest/bin/python -m pytest -q -p no:cacheprovider \
	    -o addopts= -o filterwarnings=default -m "not dask and not subprocess" --ignore=tests/test_perf.py \
	    tests/solver/graphs tests/solver/sequential tests/solver/portfolio tests/solver/problems \
	    tests/solver/interop tests/agents/guard tests/agents/statechart tests/agents/flow tests/agents/world

bench: $(VENV)/.developing
	$(BIN)/asv machine --yes
	$(BIN)/asv run --quick --show-stderr HEAD^!

clean:
	rm -rf $(VENV) build dist demo docs/reference .asv

# Both environments install the checkout in place: .installed for demo, .developing for everything else.
$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade pip

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install -q -e ".[plot]"
	touch $@

$(VENV)/.developing: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install -q -e ".[dev]" editables
	touch $@ $(VENV)/.installed
