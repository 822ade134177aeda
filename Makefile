# `make` lists the commands. Each one sets up what it needs in .venv first.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
SAMPLES := examples/submissions
RUNS := 300

.DEFAULT_GOAL := help
.PHONY: help grade test test-all lint types golden assignments bench bench-judgement clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Exit code 1 of `micrograde grade` says that some hand-in is not perfect, as the samples are not.
grade: .venv/grading ## grade the sample hand-ins and show the table
	@$(BIN)/micrograde grade ex04_operators $(SAMPLES)/ex04_operators \
	  --secret-file examples/demo.secret --output grades || test $$? -eq 1

test: .venv/development ## run the tests (under 5 minutes)
	$(BIN)/python -m pytest -n auto -m "not slow"

test-all: test ## run the slow tests too (under 30 minutes)
	$(BIN)/python -m pytest -n auto -m slow

lint: .venv/development ## check style with ruff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/development ## check types with mypy
	$(BIN)/mypy

golden: .venv/development ## renew the golden files; read the difference
	MICROGRADE_GOLDEN=1 $(BIN)/python -m pytest -q tests/golden

assignments: .venv/development ## release every exercise anew from solutions/
	for folder in solutions/ex*/; do $(BIN)/micrograde release $$(basename $$folder) || exit; done

bench: .venv/development ## measure speed, as ratios within one run
	$(BIN)/python benchmarks/grading.py
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/diagnosis.py

# Ends with 1 when a wrong hand-in passes, a right one fails, or a fault costs another task.
bench-judgement: .venv/development ## measure judgement: every mutant in 300 layouts (an hour)
	$(BIN)/python -m benchmarks.judgement $(EXERCISES) --runs $(RUNS)

clean: ## remove the environment and everything that can be made again
	rm -rf .venv grades .mypy_cache .pytest_cache .ruff_cache .hypothesis

# Grading needs the core alone: no torch, no Hypothesis.
.venv/grading: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "micrograde needs Python 3.11 or newer; set PYTHON=..."; exit 2; }
	@echo "Setting up .venv"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(PIP) --editable .
	@touch $@

.venv/development: .venv/grading
	@echo "Setting up .venv for tests (PyTorch takes a while)"
	@$(PIP) --editable '.[dev]'
	@touch $@
