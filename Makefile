# Everything starts here: `make help` tells what there is.
#
# Needs make and a Python of 3.11 or later with venv and pip; all the rest is installed into .venv from the
# hash-locked files in requirements/. Nothing here depends on an activated environment. All paths are
# relative, so the checkout may lie in a folder whose name has spaces.

PYTHON ?= python3
JOBS ?= 2
GAME ?= blef
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PEERS := .venv-peers
UV := $(BIN)/uv
UV_INSTALL := $(UV) pip install --python $(BIN)/python
UV_SYNC := $(UV) pip sync --require-hashes

# Each stamp says that one step of the set-up was done with the files that it depends on.
HAVE_UV := $(VENV)/.have-uv
HAVE_RUN := $(VENV)/.have-run
HAVE_DEV := $(VENV)/.have-dev
HAVE_TEXTS := $(VENV)/.have-texts
HAVE_WARM := $(VENV)/.have-warm
HAVE_PEERS := $(PEERS)/.have-peers

PROJECT := pyproject.toml hatch_build.py
CATALOGUES := $(wildcard src/sprawdzam/locale/*/LC_MESSAGES/sprawdzam.po)
SOURCES := $(shell find src -name '*.py' 2>/dev/null)

# Settings of the caller's shell that would lead Python, pip or uv out of .venv.
unexport PYTHONHOME PYTHONPATH VIRTUAL_ENV PIP_TARGET PIP_USER UV_SYSTEM_PYTHON UV_PYTHON
export UV_PYTHON_DOWNLOADS := never
# Trust whom the system trusts, as pip does: companies add their own certificates there.
export UV_SYSTEM_CERTS ?= true

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play serve test bench soak strength lint format texts docs picture lock clean

help: ## Show this list
	@echo "make TARGET [PYTHON=python3.12] [ARGS='options of the command']"
	@echo
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

play: $(HAVE_TEXTS) $(HAVE_WARM)-$(GAME) ## Play in the terminal (GAME=fiasko and so on; ARGS are passed on)
	@$(BIN)/sprawdzam play $(GAME) $(ARGS)

serve: $(HAVE_TEXTS) $(HAVE_WARM) ## Serve tables to people and programs (ARGS are passed on)
	@$(BIN)/sprawdzam serve $(ARGS)

test: lint $(HAVE_TEXTS) $(HAVE_WARM) ## Check style and types, run all tests (ARGS go to pytest)
	$(BIN)/pytest -n $(JOBS) $(ARGS)

bench: $(HAVE_DEV) $(HAVE_TEXTS) $(HAVE_WARM) $(HAVE_PEERS) ## Measure speed, side by side with peers, and a busy server
	@missed=0; $(BIN)/sprawdzam bench --peers $(PEERS)/bin/python $(ARGS) || missed=1; \
		$(BIN)/sprawdzam soak steady || missed=1; exit $$missed

soak: $(HAVE_DEV) $(HAVE_TEXTS) $(HAVE_WARM) ## Load, disasters and attacks on real servers, full size (some hours)
	$(BIN)/sprawdzam soak $(ARGS)

strength: $(HAVE_DEV) $(HAVE_TEXTS) $(HAVE_WARM) ## Measure how strong the bots are (resumable, some hours), write docs/strength.md
	@$(BIN)/python tools/strength.py play $(ARGS)
	@$(BIN)/python tools/strength.py write

lint: $(HAVE_DEV) ## Check style and types, and ask whether a dependency has a known vulnerability
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@$(BIN)/python tools/audit.py

format: $(HAVE_DEV) ## Put style right where that can be done by machine
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

texts: $(HAVE_DEV) ## Bring the catalogues of texts up to date with the code
	@$(BIN)/python tools/texts.py
	@$(BIN)/python hatch_build.py

docs: $(HAVE_DEV) ## Bring what the docs tell of the protocol up to date with the code
	@$(BIN)/python tools/protocol.py

picture: $(HAVE_DEV) $(HAVE_WARM) ## Draw the picture in the README anew
	@$(BIN)/python tools/picture.py

# --- set-up ---

define CHECK_PYTHON
import sys
if sys.version_info < (3, 11):
    sys.exit("error: Python 3.11 or later is needed, but $(PYTHON) is %d.%d; try: make PYTHON=python3.12" % sys.version_info[:2])
try:
    import ensurepip, venv
except ImportError:
    sys.exit("error: $(PYTHON) cannot make environments; install its venv module (Debian: apt install python3-venv)")
endef
export CHECK_PYTHON

$(HAVE_UV): requirements/uv.txt
	@command -v "$(PYTHON)" >/dev/null || \
		{ echo "error: there is no $(PYTHON); install Python 3.11 or later, or try: make PYTHON=python3.12" >&2; exit 1; }
	@"$(PYTHON)" -c "$$CHECK_PYTHON"
	"$(PYTHON)" -m venv --clear $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@touch $@

# What playing needs. The project itself is a link to src/, made with the locked build requirements.
$(HAVE_RUN): $(HAVE_UV) $(PROJECT) requirements/run.txt requirements/build.txt
	$(UV_INSTALL) --require-hashes -r requirements/run.txt -r requirements/build.txt
	@$(UV_INSTALL) --quiet --no-deps --no-build-isolation --editable .
	@touch $@

# What developing needs: exactly the lock, so that nothing left over from earlier hides a missing dependency.
$(HAVE_DEV): $(HAVE_RUN) requirements/dev.txt
	$(UV_SYNC) --python $(BIN)/python requirements/dev.txt
	@$(UV_INSTALL) --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(HAVE_TEXTS): $(HAVE_RUN) $(CATALOGUES)
	@$(BIN)/python hatch_build.py
	@touch $@

# Compiles the games once, with a progress bar, instead of in the middle of the first match or test.
$(HAVE_WARM): $(HAVE_RUN) $(SOURCES)
	@$(BIN)/sprawdzam warm
	@touch $@

# Of one game only, so that nobody waits for the others before the first match.
$(HAVE_WARM)-%: $(HAVE_RUN) $(SOURCES)
	@$(BIN)/sprawdzam warm $*
	@touch $@

$(HAVE_PEERS): $(HAVE_UV) requirements/peers.txt
	$(UV) venv --quiet --clear --python $(BIN)/python $(PEERS)
	$(UV_SYNC) --python $(PEERS)/bin/python requirements/peers.txt
	@touch $@

# --- upkeep ---

# The files name no index, and cover every platform and every Python from 3.11 on. dev.txt comes first; the
# smaller ones follow it, so that one version of a package serves playing, building and testing.
COMPILE = $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade)

lock: $(HAVE_UV) ## Write requirements/*.txt anew (UPGRADE=1: take newer releases)
	$(COMPILE) pyproject.toml --extra dev --extra plots --extra ray --extra openspiel --extra server --extra testing --group build -o requirements/dev.txt
	$(COMPILE) pyproject.toml --extra server -c requirements/dev.txt -o requirements/run.txt
	$(COMPILE) --group build -c requirements/dev.txt -o requirements/build.txt
	$(COMPILE) --group uv -o requirements/uv.txt
	$(COMPILE) --group peers -o requirements/peers.txt

clean: ## Remove environments, caches and everything made from sources
	rm -rf $(VENV) $(PEERS) build dist __pycache__ .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests bench -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true
	find src -name '*.mo' -delete 2>/dev/null || true
