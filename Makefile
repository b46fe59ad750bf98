# Everything a fresh machine needs: Python 3.11+ and apt. `make demo` and `make test` set the rest up themselves.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# Where the dev corpora are unpacked; tests that need them are skipped where there are none.
CORPORA_ARCHIVES ?= ../shared/corpora
export PAGEROWS_CORPORA ?= $(abspath ../.corpora)
EXTRAS ?= dev

.PHONY: help told fuzz docs postgres gate speed setup frontend browser corpora demo test check model format clean

help:  ## show this text
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(VENV)/.installed  ## make the virtual environment, and build the compiled part where its sources changed
	@PYTHON="$(BIN)/python" scripts/build

$(VENV)/.installed: pyproject.toml setup.py scripts/setup
	PYTHON="$(PYTHON)" VENV="$(VENV)" EXTRAS="$(EXTRAS)" scripts/setup
	@touch $@

postgres:  ## install PostgreSQL from Debian's packages where it is missing: tests start a server of their own
	scripts/postgres

browser:  ## install Chromium (and fonts) from Debian's packages where it is missing
	scripts/browser

frontend:  ## install the packages of the web page's build where Node.js is there (the built files are committed)
	@scripts/frontend

corpora:
	@if [ -x "$(CORPORA_ARCHIVES)/unpack" ]; then $(PYTHON) "$(CORPORA_ARCHIVES)/unpack" "$(PAGEROWS_CORPORA)"; \
	else echo "no dev corpora beside this checkout: tests that need them are skipped"; fi

# The core alone, a tenth of what the tests need; `setup` puts the rest on top of it.
$(VENV)/.core: pyproject.toml setup.py scripts/setup
	@[ -e "$(VENV)/.installed" ] || PYTHON="$(PYTHON)" VENV="$(VENV)" EXTRAS="" scripts/setup
	@touch $@

demo: $(VENV)/.core  ## extract the records of a page that ships with the project
	@PYTHON="$(BIN)/python" scripts/build
	@$(BIN)/pagerows extract docs/demo/shop.html

check: setup  ## lint and type check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

told:
	@echo "make test: Python packages (about 1.5 GB in $(VENV)), Chromium and PostgreSQL where they are missing, then lint, types and all tests: 15 minutes at most on two cores"

test: told setup browser postgres frontend corpora check  ## everything: lint, types, all tests
	$(BIN)/pytest -n 2

gate: setup corpora  ## measure on all pages of the dev corpora; fail if a figure is below its floor
	$(BIN)/pagerows bench gate
	$(BIN)/pagerows bench ideal

speed: setup corpora  ## time parsing and every method: ratios, memory, growth with page size
	$(BIN)/python -m pagerows.lab.speed.whole
	$(BIN)/python -m pagerows.lab.speed.parse "$(PAGEROWS_CORPORA)"
	$(BIN)/python -m pagerows.lab.speed.signal --largest 0
	$(BIN)/pagerows bench speed

model: setup browser corpora  ## learn the models of `auto`, content detection and names again from the dev corpora, measured by site
	OMP_NUM_THREADS=1 $(BIN)/python -m pagerows.lab.train.auto.learn --rendered
	OMP_NUM_THREADS=1 $(BIN)/python -m pagerows.lab.train.facts "$(PAGEROWS_CORPORA)"
	OMP_NUM_THREADS=1 $(BIN)/python -m pagerows.lab.train.names "$(PAGEROWS_CORPORA)"
	OMP_NUM_THREADS=1 $(BIN)/pagerows content train "$(PAGEROWS_CORPORA)" --plot docs/figures/content-reliability.png

fuzz: setup  ## 20,000 hostile pages through every static part under two hash seeds, a million damaged ones through the parser, 100 kills
	mkdir -p build && rm -f build/fuzz.jsonl
	$(BIN)/python -m pagerows.lab.fuzz 20000 1 --log build/fuzz.jsonl
	scripts/fuzz 1000000 11
	$(BIN)/python -m pagerows.lab.kills 100

docs: setup  ## build the documentation as a site that works offline: site/index.html
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build -q

format: setup  ## rewrite the code in house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:  ## remove what make made
	rm -rf $(VENV) site .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
	find src -name "*.so" -delete
