# Two commands do everything on a bare machine: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
GAMES := skirmish gdw1940

.PHONY: setup play test check format lock clean

setup: $(READY)

$(READY): requirements.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(READY)

play: setup
	$(BIN)/meuse play

test: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/meuse maps check
	$(BIN)/pytest -n 2
	for game in $(GAMES); do $(BIN)/meuse rules $$game --coverage && $(BIN)/meuse rules $$game --mutate 50 || exit 1; done

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Pins every dependency with its hashes; names no host.
lock: setup
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --generate-hashes --universal --no-emit-index-url --no-emit-find-links --no-annotate --no-header --extra dev -o requirements.txt pyproject.toml

clean:
	rm -rf $(VENV) build dist
