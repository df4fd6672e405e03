# Everything happens in .venv; python3 (3.10 or newer), make and a package registry are all that is needed.
PYTHON ?= python3
BIN = .venv/bin

.PHONY: run test lint bench clean

run: .venv/.ready
	@$(BIN)/meldpad demo

test: .venv/.ready-dev
	@$(BIN)/pytest -n auto --dist worksteal $(PYTEST_ARGS)

lint: .venv/.ready-dev firmware/typings/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/pyright --project firmware

bench: .venv/.ready-dev
	@$(BIN)/python tests/bench

clean:
	rm -rf .venv build dist var firmware/typings .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("Meldpad needs Python 3.10 or newer, and %s is %d.%d" % ((sys.executable,) + sys.version_info[:2]) if sys.version_info < (3, 10) else 0)'
	$(PYTHON) -m venv .venv

.venv/.ready: .venv/bin/python pyproject.toml
	@echo "Installing Meldpad into .venv ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/.ready-dev: .venv/.ready
	@echo "Installing what the tests need into .venv ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

# MicroPython's stubs shadow CPython's own modules, so they have a place of their own.
firmware/typings/.ready: .venv/.ready-dev
	@$(BIN)/pip install --quiet --disable-pip-version-check --upgrade --target firmware/typings micropython-rp2-stubs
	@touch $@
