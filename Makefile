# One list of commands for people and machines. A machine needs Python >= 3.11 and make; the rest is installed here.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt
DEMO_DATA := build/demo

.PHONY: demo test check format eval bench clean

demo: $(VENV)/.core
	@mkdir -p $(DEMO_DATA)
	@HALLWAY_DATA_DIR=$(DEMO_DATA) HALLWAY_CONFIG=/dev/null DATABASE_URL= sh tests/demo.sh $(BIN)/hallway

test: $(VENV)/.dev check
	$(BIN)/pytest -n 2 --dist loadgroup --cov --cov-report=term:skip-covered --cov-fail-under=90 -q

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

eval: $(VENV)/.core
	@sh tests/eval.sh $(BIN)/hallway

bench: $(VENV)/.dev
	$(BIN)/python -m tests.bench.speed

$(VENV)/.core: pyproject.toml constraints.txt
	@echo "Setting up $(VENV) (once; about two minutes with a warm package cache) …"
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Hallway needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 …")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.core
	$(PIP) --editable '.[all,dev]'
	@touch $@

clean:
	rm -rf $(VENV) build data
