# Everything that a newcomer or a developer runs; `make` alone lists it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO_MODEL := qwen2.5-coder-1.5b
DEMO_TASK := Find the cheapest laptop with an nvidia GPU in data/laptops.csv
# native: llama.cpp for this very processor; portable: for every processor of its kind (AVX2 and nothing above).
BUILD ?= native
ifeq ($(BUILD),portable)
export CMAKE_ARGS ?= -DLLAVA_BUILD=OFF -DGGML_NATIVE=OFF
else
NATIVE := $(shell $(PYTHON) -m pandora.models.fit.processor arguments 2>/dev/null || echo -DGGML_NATIVE=ON)
export CMAKE_ARGS ?= -DLLAVA_BUILD=OFF $(NATIVE)
endif
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# A build's name has what its processor can do in it, so a wheel that is kept serves no other processor, and a
# .venv that moved to one is made anew. pip's own cache does not know with which arguments a wheel was built.
BUILD_NAME := $(shell $(PYTHON) -m pandora.models.fit.processor $(BUILD) $(CMAKE_ARGS) 2>/dev/null || echo $(BUILD))
WHEELS ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/pandora/wheels/$(BUILD_NAME)
READY := $(VENV)/.ready-$(BUILD_NAME)
LLAMA := $(shell grep '^llama_cpp_python==' .requirements.lock)
# In quotes, since a home may have a space in its name; of the version that is locked.
WHEEL := "$(WHEELS)"/$(subst ==,-,$(LLAMA))-*.whl

.DEFAULT_GOAL := help
.PHONY: help setup demo test coverage torture conformance check bench dogfood docs docs-check docs-update pictures clean

help: ## List what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## Make .venv with everything in it (builds llama.cpp once: 5 to 15 minutes; BUILD=portable)

$(READY): pyproject.toml .requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Pandora needs Python 3.11 or newer; run make PYTHON=/path/to/python3.11")'
	$(PYTHON) -m venv $(VENV)
	@if ls $(VENV)/.ready* > /dev/null 2>&1; then rm $(VENV)/.ready*; $(BIN)/python -m pip uninstall --quiet --yes llama-cpp-python; fi
ifneq ($(BUILD),portable)
	@ls $(WHEEL) > /dev/null 2>&1 || { \
	  echo "building llama.cpp for this processor: 5 to 15 minutes; its wheel is kept in" "$(WHEELS)"; \
	  $(BIN)/python -m pip wheel --quiet --no-deps --no-cache-dir --no-binary llama-cpp-python --wheel-dir "$(WHEELS).new" "$(LLAMA)" \
	    && rm -rf "$(WHEELS)" && mv "$(WHEELS).new" "$(WHEELS)"; }
	$(BIN)/python -m pip install --quiet --no-deps --no-index --force-reinstall $(WHEEL)
endif
	$(BIN)/python -m pip install --quiet --requirement .requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --editable .
	@# A wheel in pip's cache may have been built for another processor: one that does not load is built anew.
	@$(BIN)/python -c 'from pandora.models.llama_library import library; library()' > /dev/null 2>&1 \
	  || $(BIN)/python -m pip install --quiet --no-deps --no-cache-dir --force-reinstall "$(LLAMA)"
	@touch $@

demo: setup ## Pull the default model and watch it solve a real task
	$(BIN)/pandora models pull $(DEMO_MODEL)
	$(BIN)/pandora run --model $(DEMO_MODEL) "$(DEMO_TASK)"
	$(BIN)/pandora check --model $(DEMO_MODEL)

test: setup ## Run the tests
	$(BIN)/pandora models pull smollm2-135m
	$(BIN)/python -m pytest -n 2 --dist worksteal $(COVERED)

coverage: ## Run the tests with coverage, which takes twice as long; less than 95 % fails
	@$(MAKE) --no-print-directory test COVERED="--cov --cov-report=term:skip-covered --cov-fail-under=95"

torture: setup ## Kill it, cut its power, fill its disk, race it and fuzz it (1 to 2 hours; TORTURE_CUTS=50 makes it shorter)
	@$(BIN)/python -m pip install --quiet --only-binary :all: --requirement .fuzz.lock || echo "no atheris here: its part is skipped"
	@counts=$$(mktemp); TORTURE_LOG=$$counts $(BIN)/python -m pytest -n 2 --dist worksteal -m torture -vv -rs; \
	code=$$?; grep -v '^[0-9][0-9]:[0-9][0-9]:' $$counts; rm -f $$counts; exit $$code

conformance: setup ## Hold the MCP server against the protocol's official suite (npx fetches it) and print the score
	CONFORMANCE=fetch $(BIN)/python -m pytest -m conformance -rs -s tests/commands/test_conformance.py

check: setup ## Lint and type-check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: setup ## Measure speed, as ratios in one run, and growth with the default model (half an hour)
	$(BIN)/python -m pip install --quiet --requirement .bench.lock
	$(BIN)/pandora models pull qwen2.5-coder-0.5b
	$(BIN)/python -m benchmarks engine --json
	$(BIN)/python -m benchmarks scale --json
	$(BIN)/python -m benchmarks claims --json
	$(BIN)/python -m benchmarks sandbox --json
	$(BIN)/pandora models pull $(DEMO_MODEL)
	$(BIN)/python -m benchmarks growth --model $(DEMO_MODEL) --json

dogfood: setup ## Run a session with the default model, and check by code what it left (some minutes)
	$(BIN)/pandora models pull $(DEMO_MODEL)
	$(BIN)/python -m benchmarks dogfood --model $(DEMO_MODEL)

docs: setup ## Write docs/commands.md anew from the commands
	$(BIN)/python docs/command_reference.py

docs-check: setup ## Run every command of the pages with the default model, and compare what it prints (an hour; goes on where it was stopped)
	$(BIN)/pandora models pull $(DEMO_MODEL)
	$(BIN)/python -m tests.docs_check

docs-update: setup ## The same, and put what was printed into the pages that differ; then look at git diff
	$(BIN)/pandora models pull $(DEMO_MODEL)
	$(BIN)/python -m tests.docs_check --update

pictures: setup ## Record docs/pictures/run.svg from a real run of the default model, and draw ui.svg and page.png anew
	$(BIN)/pandora models pull $(DEMO_MODEL)
	$(BIN)/python docs/pictures/record.py --model $(DEMO_MODEL)
	$(BIN)/python -m docs.pictures.screenshot
	$(BIN)/python -m docs.pictures.page

clean: ## Remove what was built; state/ stays
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .coverage .hypothesis
