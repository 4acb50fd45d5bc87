# Everything runs from .venv, which is made from the lock file; only Python >= 3.11 and make are needed.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help demo test check format lock bench clean

help: ## Say what there is to make
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

.venv/.runtime: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; set PYTHON=/path/to/python3.11")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing the locked packages into .venv (about a minute) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -c 'import pathlib, site; pathlib.Path(site.getsitepackages()[0], "recall_sidecar_checkout.pth").write_text(f"{pathlib.Path.cwd()}\n")'
	@touch $@

.venv/.dev: .venv/.runtime requirements-dev.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@rm -f .venv/lib/python*/site-packages/recall_sidecar_checkout.pth
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@
