# Everything starts here: `make help` tells what there is.
#
# Needs make and a Python of 3.11 or later with venv and pip; all the rest is installed into .venv from the
# hash-locked files in requirements/. The page for browsers is built with Node.js 20 or later, npm included, from the
# lock in web/; without Node everything else works. Nothing here depends on an activated environment. All paths are
# relative, so the checkout may lie in a folder whose name has spaces.

PYTHON ?= python3
# Tests at once: they wait about as long as they compute.
JOBS ?= 4
GAME ?= blef
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
# What pytest says if there was nothing to run, which is right for a part of the tests.
NONE_FOUND := 5
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
HAVE_ENVS := $(VENV)/.have-envs
HAVE_TORCH := $(VENV)/.have-torch
HAVE_PEERS := $(PEERS)/.have-peers
HAVE_NPM := web/node_modules/.have-npm
HAVE_CHROME := $(VENV)/.have-chrome

# Empty without Node, and in a source archive, which carries the page and not what it is built from.
NPM := $(if $(wildcard web/package.json),$(shell command -v npm 2>/dev/null))
PAGE := src/sprawdzam/server/static/index.html

PROJECT := pyproject.toml hatch_build.py
CATALOGUES := $(wildcard src/sprawdzam/locale/*/LC_MESSAGES/sprawdzam.po)
SOURCES := $(shell find src -name '*.py' 2>/dev/null)
PAGE_SOURCES := web/index.html web/package.json web/vite.config.ts web/svelte.config.js web/tsconfig.json \
	$(shell find web/src web/public -type f ! -path 'web/src/gallery/*' 2>/dev/null)

# Settings of the caller's shell that would lead Python, pip or uv out of .venv, or have it read every module anew at
# every start, which takes longer than all else that a start does.
unexport PYTHONHOME PYTHONPATH VIRTUAL_ENV PIP_TARGET PIP_USER UV_SYSTEM_PYTHON UV_PYTHON PYTHONDONTWRITEBYTECODE
export UV_PYTHON_DOWNLOADS := never
# Trust whom the system trusts, as pip does: companies add their own certificates there.
export UV_SYSTEM_CERTS ?= true

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play terminal serve page test client bench soak strength lint format texts docs picture pictures lock clean

help: ## Show this list
	@echo "make TARGET [PYTHON=python3.12] [ARGS='options of the command']"
	@echo
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

# A page that was built before is good enough on a machine without Node.
ifneq ($(NPM)$(wildcard $(PAGE)),)
play: $(HAVE_TEXTS) $(if $(NPM),$(PAGE)) $(HAVE_WARM) ## Play in the browser: serve tables here and open the page (ARGS are passed on)
	@$(BIN)/sprawdzam serve --open $(ARGS)
else
play:
	@echo "The page is built with Node.js 20 or later, npm included, and there is none here (Debian: apt install nodejs npm)."
	@echo "In the terminal you can play without it: make terminal GAME=blef"
	@exit 1
endif

terminal: $(HAVE_TEXTS) $(HAVE_WARM)-$(GAME) ## Play in the terminal (GAME=fiasko and so on; ARGS are passed on)
	@$(BIN)/sprawdzam play $(GAME) $(ARGS)

serve: $(HAVE_TEXTS) $(if $(NPM),$(PAGE)) $(HAVE_WARM) ## Serve tables to people and programs (ARGS are passed on)
	@$(BIN)/sprawdzam serve $(ARGS)

page: $(PAGE) ## Build the page for browsers

test: $(HAVE_TORCH) $(HAVE_TEXTS) $(if $(NPM),$(PAGE)) $(HAVE_ENVS) $(HAVE_CHROME) ## Check style and types, run all tests (ARGS go to pytest)
	@$(MAKE) --no-print-directory -j 2 lint $(if $(NPM),client)
	CHROME="$$(cat $(HAVE_CHROME))" $(BIN)/pytest -n $(JOBS) --dist worksteal --timed without $(ARGS) || [ $$? = $(NONE_FOUND) ]
	CHROME="$$(cat $(HAVE_CHROME))" $(BIN)/pytest -n 2 --dist worksteal --timed only $(ARGS) || [ $$? = $(NONE_FOUND) ]

bench: $(HAVE_DEV) $(HAVE_TEXTS) $(if $(NPM),$(PAGE)) $(HAVE_ENVS) $(HAVE_PEERS) $(HAVE_CHROME) ## Measure speed, side by side with peers, a busy server and the page
	@missed=0; $(BIN)/sprawdzam bench --peers $(PEERS)/bin/python $(ARGS) || missed=1; \
		$(BIN)/sprawdzam soak steady || missed=1; \
		CHROME="$$(cat $(HAVE_CHROME))" $(BIN)/python -m bench.page --lighthouse || missed=1; exit $$missed

soak: $(HAVE_DEV) $(HAVE_TEXTS) $(HAVE_WARM) ## Load, disasters and attacks on real servers, full size (some hours)
	@missed=0; $(BIN)/sprawdzam soak $(ARGS) || missed=1; \
		$(if $(ARGS),,$(BIN)/pytest --full --timeout 3600 tests/server/test_rest.py || missed=1;) exit $$missed

strength: $(HAVE_DEV) $(HAVE_TEXTS) $(HAVE_WARM) ## Measure how strong the bots are (resumable, some hours), write docs/strength.md
	@$(BIN)/python tools/strength.py play $(ARGS)
	@$(BIN)/python tools/strength.py write

lint: $(HAVE_DEV) ## Check style and types, and ask whether a dependency has a known vulnerability
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@$(BIN)/python tools/audit.py

client: $(PAGE) ## Check types of the page, run its own tests
	cd web && npm run --silent check && npm run --silent test

format: $(HAVE_DEV) ## Put style right where that can be done by machine
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

texts: $(HAVE_DEV) ## Bring the catalogues of texts up to date with the code
	@$(BIN)/python tools/texts.py
	@$(BIN)/python hatch_build.py

docs: $(HAVE_DEV) ## Bring what the docs tell of the protocol and of each game up to date with the code
	@$(BIN)/python tools/docs.py

picture: $(HAVE_DEV) $(HAVE_WARM) ## Draw the picture in the README anew
	@$(BIN)/python tools/picture.py

pictures: $(HAVE_DEV) $(HAVE_TEXTS) $(PAGE) $(HAVE_WARM) $(HAVE_CHROME) ## Photograph real tables for the README
	@CHROME="$$(cat $(HAVE_CHROME))" $(BIN)/python -m tests.web.pictures docs/pictures $(ARGS)

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

# PyTorch is in no lock: its builds for accelerators are gigabytes, and every machine wants another one. Where a build
# lies at hand (pip's find-links) it is taken; elsewhere `pip install torch` is the user's choice.
$(HAVE_TORCH): $(HAVE_DEV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-index --no-deps torch==2.13.0 2>/dev/null || \
		echo "NOTE: no PyTorch lies at hand, so what trains with it is not tested (pip install torch)"
	@touch $@

$(HAVE_TEXTS): $(HAVE_RUN) $(CATALOGUES)
	@$(BIN)/python hatch_build.py
	@touch $@

# Compiles the games once, with a progress bar, instead of in the middle of the first match or test.
$(HAVE_WARM): $(HAVE_RUN) $(SOURCES)
	@$(BIN)/sprawdzam warm
	@touch $@

# What only research, tests and measurements need: nobody who plays waits for it.
$(HAVE_ENVS): $(HAVE_WARM)
	@$(BIN)/sprawdzam warm --environments
	@touch $@

$(HAVE_NPM): web/package.json web/package-lock.json web/.npmrc
	@command -v npm >/dev/null || \
		{ echo "error: the page is built with Node.js 20 or later, npm included (Debian: apt install nodejs npm)" >&2; exit 1; }
	cd web && npm ci --no-progress
	@touch $@

$(PAGE): $(HAVE_NPM) $(PAGE_SOURCES)
	cd web && npm run --silent build
	@touch $@

# The path of a browser, which is installed where that can be done. Empty if there is none: asked again the next time.
$(HAVE_CHROME): $(HAVE_DEV) tools/chromium.py
	@$(BIN)/python tools/chromium.py > $@ || touch -d @0 $@

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
	$(COMPILE) pyproject.toml --extra dev --extra plots --extra ray --extra openspiel --extra gymnasium --extra pettingzoo --extra mcp --extra server --extra testing --group build -o requirements/dev.txt
	$(COMPILE) pyproject.toml --extra server -c requirements/dev.txt -o requirements/run.txt
	$(COMPILE) --group build -c requirements/dev.txt -o requirements/build.txt
	$(COMPILE) --group uv -o requirements/uv.txt
	$(COMPILE) --group peers -o requirements/peers.txt

clean: ## Remove environments, caches and everything made from sources
	rm -rf $(VENV) $(PEERS) web/node_modules web/dist-gallery src/sprawdzam/server/static build dist __pycache__ .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests bench -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true
	find src -name '*.mo' -delete 2>/dev/null || true
