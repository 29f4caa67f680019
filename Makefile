# Everything a fresh checkout needs is python3 (3.11 or newer) and make.

PYTHON ?= python3
BIN := .venv/bin
POST := samples/ladle-week-5.txt
PREVIOUS := samples/ladle-week-4.txt

.PHONY: help demo test bench docs clean

help: ## List what can be made.
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/make \1|\2/' | while IFS='|' read -r name text; do printf '  %-14s %s\n' "$$name" "$$text"; done

# A stamp says that the installation is as pyproject.toml wants it.
.venv/.installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "orderbook needs Python 3.11 or newer; name one: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up .venv (once) ..."
	@$(PYTHON) -m venv .venv || { echo "Python cannot make a virtual environment here; on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@$(BIN)/python -m compileall -q orderbook || true # so that the first start is as fast as the others
	@touch $@

.venv/.installed-dev: pyproject.toml .venv/.installed
	@echo "Installing what the tests need (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: .venv/.installed ## Check a messy sample post, then show it corrected.
	@echo '$$ orderbook check $(POST) --previous $(PREVIOUS)'; echo
	@$(BIN)/orderbook check $(POST) --previous $(PREVIOUS) || test $$? -eq 1
	@echo; echo '$$ orderbook fix $(POST) --previous $(PREVIOUS)'; echo
	@$(BIN)/orderbook fix $(POST) --previous $(PREVIOUS) || test $$? -eq 1

test: .venv/.installed-dev ## Lint, check types and import directions, run all tests.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest --numprocesses auto

bench: .venv/.installed-dev ## Measure speed, linearity, hostile inputs and large campaigns.
	@$(BIN)/python -m bench

docs: .venv/.installed ## Write the generated pages and the README's picture anew.
	@$(BIN)/python -m docs.generate

clean: ## Remove the environment and what tools left behind.
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
