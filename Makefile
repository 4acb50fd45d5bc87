# Everything runs from .venv, which is made from the lock files; only Python >= 3.11 and make are needed.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install
AS_ROOT := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
# Extra arguments for pytest, for example: make test ARGS="-k gate"
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help demo openclaw chromium test check lint format docs lock bench bench-openclaw bench-openclaw-search bench-search eval eval-need soak clean

help: ## Say what there is to make
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 24

demo: .venv/.runtime ## Recall from sample notes, without key or network (MODEL=provider/model asks a model too)
	@$(BIN)/python -m recall_sidecar demo $(if $(MODEL),--model "$(MODEL)")

openclaw: .venv/.dev ## Install the OpenClaw gateway that the end-to-end tests run against
	@$(BIN)/python -m tests.openclaw.packages

chromium: ## Install the browser that the trace page is tested in (Debian's, as root)
	@command -v chromium >/dev/null || { $(AS_ROOT) apt-get update --quiet && $(AS_ROOT) apt-get install --quiet --yes --no-install-recommends chromium fonts-dejavu-core; }

test: .venv/.dev ## Run every test, with coverage
	@$(BIN)/python tests/run.py $(ARGS)

check: lint test ## Everything that must hold before a commit

lint: .venv/.dev ## Formatting, lint, types and import directions
	@$(BIN)/ruff format --check --quiet . || { echo "Run: make format"; exit 1; }
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

format: .venv/.dev ## Format the code and mend what ruff can
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .

docs: .venv/.dev ## Write again what is generated: config/, docs/settings.md, docs/openapi.json, docs/cli.md, the plugin
	@$(BIN)/python -m recall_sidecar.settings.document
	@$(BIN)/python -m recall_sidecar.server.openapi docs/openapi.json
	@$(BIN)/python -m recall_sidecar.hosts.openclaw.manifest

bench: .venv/.dev ## Measure our own share beside a bare echo
	@$(BIN)/python -m benchmarks.overhead

bench-openclaw: openclaw ## Measure our OpenClaw plugin beside the bundled one, on two real gateways
	@$(BIN)/python -m benchmarks.openclaw

bench-search: .venv/.dev ## Measure search by the size of the memory (ARGS=--million, ARGS=--json)
	@$(BIN)/python -m benchmarks.search $(ARGS)

bench-openclaw-search: openclaw ## Measure our memory search beside OpenClaw's own, on a real gateway
	@$(BIN)/python -m benchmarks.openclaw_search $(ARGS)

eval: .venv/.dev ## Measure search on sets of questions with known answers (ARGS="--data FOLDER", ARGS=--json)
	@$(BIN)/python -m benchmarks.retrieval $(ARGS)

eval-need: .venv/.dev ## Measure whether the need step knows when memory can help (ARGS="--data FOLDER", ARGS="--plot roc.svg")
	@$(BIN)/python -m benchmarks.judgement.need $(ARGS)

soak: .venv/.dev ## Change notes, search them and kill the daemon again and again for three minutes (ARGS="--seconds 30")
	@$(BIN)/python -m benchmarks.soak $(ARGS)

lock: ## Resolve the lock files anew (needs uv)
	@uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header pyproject.toml -o requirements.lock
	@uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header pyproject.toml --group dev -o requirements-dev.lock

clean: ## Remove the environment and every cache
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage* dist build

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11" if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv .venv

.venv/.runtime: .venv/bin/python requirements.lock
	@echo "Installing the locked packages into .venv (about a minute, once) ..."
	@$(PIP) --require-hashes -r requirements.lock
	@touch $@

.venv/.dev: .venv/.runtime requirements-dev.lock pyproject.toml
	@echo "Installing the locked development packages into .venv ..."
	@$(PIP) --require-hashes -r requirements-dev.lock
	@$(PIP) --no-build-isolation --no-deps --editable .
	@touch $@
