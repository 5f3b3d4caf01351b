# The whole vocabulary of a developer. Needs python3 (3.11 or newer, with venv) and make, nothing else.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: build test lint verify deep bundle newest lowest svg-table survey bench art gallery screens rules schemas licences fuzz \
  hardened same supply clean

# What is installed is in the versions that the tests ran with, so that a release of today fails no test of yesterday.
PINNED := tests/constraints.txt
export PIP_CONSTRAINT := $(PINNED)
export PIP_BUILD_CONSTRAINT := $(PINNED)

build: .venv/installed ## install into .venv and build Pollen Wars into output/
	$(BIN)/beeprint build pollen-wars

.venv/installed: pyproject.toml $(PINNED)
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	$(BIN)/python -m compileall -q generator/beeprint
	touch $@

# pytest keeps the tests that it has compiled, which would take each of its processes three seconds every time.
unexport PYTHONDONTWRITEBYTECODE

test: .venv/installed ## lint, types, dead code, complexity, tests, all side by side; ends with pytest's summary
	$(MAKE) --no-print-directory --jobs 5 pytest lint

LINTS := lint-style lint-types lint-unused lint-complexity lint-words
.PHONY: pytest $(LINTS)

lint: $(LINTS) ## what `make test` does beside the tests
pytest $(LINTS): .venv/installed

# Tests write more files than they look at: where the system keeps a folder in memory, and it has room, into that.
MEMORY := $(shell [ -w /dev/shm ] && [ "$$(df -Pk /dev/shm | awk 'END { print $$4 }')" -gt 4000000 ] && echo /dev/shm)
FAST := -q --numprocesses auto --dist worksteal -m "not slow" --hypothesis-profile brief

pytest: export PYTEST_DEBUG_TEMPROOT = $(MEMORY)
pytest:
	$(BIN)/pytest $(FAST)

lint-style:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check generator tests art data bundle

lint-types:
	$(BIN)/mypy
	for scripts in data/*/art/src; do $(BIN)/mypy $$scripts || exit 1; done

lint-unused:
	$(BIN)/vulture

lint-complexity:
	@complex=$$($(BIN)/radon cc -n D -s generator) || exit 1; [ -z "$$complex" ] || { echo "$$complex"; exit 1; }

lint-words:
	$(BIN)/python tests/wording.py

# The folder of the W3C's SVG 1.1 suite (svg/ and fail/ inside), for those who have it: make deep SVG11=folder
SVG11 ?=

WITH_PROGRAMS := --override-ini addopts="--strict-markers -ra" --numprocesses auto --dist loadscope \
  --no-loadscope-reorder --timeout 5000 tests/verify

verify: .venv/verify ## one test with each other program, such as poppler and Inkscape; fails naming what is missing
	$(BIN)/python tests/verify/tools.py
	$(BIN)/pytest -q -m tool $(WITH_PROGRAMS)

deep: .venv/verify ## all tests: with other programs, the slow ones, the properties in full, the oldest libraries; an hour
	$(BIN)/python tests/verify/tools.py
	SVG11="$(SVG11)" $(BIN)/pytest -q $(WITH_PROGRAMS)
	$(BIN)/pytest -q --numprocesses auto -m "slow or hypothesis"
	$(MAKE) lowest

.venv/verify: .venv/installed tests/verify/npm/package-lock.json
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test,art,verify]"
	cp tests/verify/npm/package*.json .venv
	npm ci --silent --no-audit --no-fund --prefix .venv
	touch $@

newest: export PIP_CONSTRAINT :=
newest: export PIP_BUILD_CONSTRAINT :=
newest: ## take the newest versions of all libraries: writes tests/constraints.txt, to be tested and committed
	rm -rf .venv-newest
	$(PYTHON) -m venv .venv-newest
	.venv-newest/bin/python -m pip install --quiet --disable-pip-version-check --upgrade setuptools
	.venv-newest/bin/python -m pip install --quiet --disable-pip-version-check --editable ".[test,art,verify,dask,titles]"
	head -1 $(PINNED) > .venv-newest/pins
	.venv-newest/bin/python -m pip freeze --all --exclude-editable --exclude pip >> .venv-newest/pins
	mv .venv-newest/pins $(PINNED)
	rm -rf .venv-newest

bundle: ## make a program that needs no Python, for this system, into output/bundle, and try it in a place without any
	$(PYTHON) -m venv .venv-bundle
	.venv-bundle/bin/python -m pip install --quiet --disable-pip-version-check ".[titles]" pyinstaller
	.venv-bundle/bin/python bundle/build.py
	.venv-bundle/bin/python bundle/check.py output/bundle/beeprint

supply: .venv/verify ## ask the registries: has a version that is allowed an advisory, and are there wheels for each system?
	$(BIN)/python tests/verify/supply.py

# The oldest Python, and the oldest versions of all else, that pyproject.toml allows.
OLDEST := $(shell sed -n 's/^requires-python = ">=\(.*\)"/python\1/p' pyproject.toml)
LOWEST := .venv-lowest/constraints.txt

lowest: export PYTEST_DEBUG_TEMPROOT = $(MEMORY)
lowest: export PIP_CONSTRAINT := $(LOWEST)
lowest: export PIP_BUILD_CONSTRAINT := $(LOWEST)
lowest: .venv-lowest/installed ## the tests of `make test` with the oldest Python and libraries that are allowed
	.venv-lowest/bin/pytest $(FAST)

.venv-lowest/installed: pyproject.toml tests/verify/lowest.py
	$(OLDEST) -m venv --clear .venv-lowest
	.venv-lowest/bin/python tests/verify/lowest.py test > $(LOWEST)
	.venv-lowest/bin/python -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	touch $@

svg-table: .venv/verify ## count what is drawn of the W3C's suite: make svg-table SVG11=folder; writes docs/svg.md
	$(BIN)/python tests/verify/w3c.py "$(SVG11)" --table

survey: .venv/verify ## read real drawings, each folder in FOLDER a source: make survey ART=FOLDER
	$(BIN)/python tests/verify/survey.py "$(ART)"
	$(BIN)/python tests/verify/survey.py "$(ART)" --fonts

bench: .venv/installed .venv-bench/installed ## time whole builds beside other ways; some minutes; writes docs/benchmarks.md
	rm -rf build
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps .
	$(BIN)/python tests/bench/bench.py

.venv-bench/installed: tests/bench/requirements.txt pyproject.toml
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --requirement tests/bench/requirements.txt .
	touch $@

art: .venv/art ## redraw the art that is computed, from the scripts beside it
	$(BIN)/python -m art
	$(BIN)/python -m art.looks
	$(BIN)/python -m art.icons

.venv/art: .venv/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test,art]"
	touch $@

gallery: .venv/installed ## small pictures of every game into docs/gallery/
	$(BIN)/python docs/gallery.py

screens: .venv/verify ## pictures of the studio into docs/studio/, and of every web page at three widths into build/screens/
	$(BIN)/python docs/screens.py

rules: .venv/installed ## write docs/rules.md from what the rules say of themselves
	$(BIN)/python docs/rules.py

schemas: .venv/installed ## write the JSON Schemas of YAML files from the models and the tables of docs/
	$(BIN)/python docs/schemas.py

licences: .venv/installed ## write docs/licences.md from the metadata of what is installed
	$(BIN)/python docs/licences.py

# How many mutations of each kind, for how long at most, and from where: make fuzz COUNT=10000 SECONDS=3600 SEED=1
COUNT ?= 10000
SECONDS ?= 300
SEED ?= 0

fuzz: .venv/verify ## mutate games, art, workbooks, fonts, PDFs, the studio's pages and what is fetched, for some minutes
	PYTHONPATH=tests $(BIN)/python tests/fuzz.py --count $(COUNT) --seconds $(SECONDS) --seed $(SEED)

# What `make deep` tries some of, in full; each line of its end has a count. Some hours.
hardened: .venv/verify
	MEASURED=1 FUZZ_COUNT=10000 FUZZ_SECONDS=100000 FILES=600 FAULTS=1 KILLS=500 INTERRUPTS=200 $(BIN)/pytest -q -s --override-ini \
	  addopts="--strict-markers -ra" --timeout 100000 tests/verify/test_hardened.py tests/verify/test_hostile_files.py \
	  tests/verify/test_hostile_limits.py tests/verify/test_hostile_pdfs.py

# A checkout of the state before, such as one of `git worktree add`; without QUICK= all cases, which take hours.
BEFORE ?=
QUICK ?= --quick

same: .venv/installed ## does a change alter any file or message? make same BEFORE=FOLDER, the folder of another checkout
	mkdir -p build
	rm -f build/before.json build/after.json
	$(BIN)/python tests/same_bytes.py record build/before.json --checkout "$(BEFORE)" $(QUICK) || true
	$(BIN)/python tests/same_bytes.py record build/after.json $(QUICK) || true
	$(BIN)/python tests/same_bytes.py compare build/before.json build/after.json

clean:
	rm -rf .venv .venv-bench .venv-lowest .venv-newest output build *.egg-info generator/*.egg-info
