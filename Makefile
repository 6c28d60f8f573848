# A bare machine with make and Python 3.11 or newer is enough. Paths stay relative: the checkout may lie in a
# folder with a space in its name.

PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11 python3.14; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
VENV := .venv
RUN := $(VENV)/bin/python
READY := $(VENV)/ready
DEMO := .gradient-demo
GRADIENT := env -u GRADIENT_DATABASE_URL GRADIENT_HOME=$(DEMO) $(VENV)/bin/gradient
ARGS ?= -n auto --maxprocesses 4 --dist loadgroup

.PHONY: help demo test bench lint types clean
.DEFAULT_GOAL := help

help:
	@echo "make demo    run Gradient over the sample course and show what it found"
	@echo "make test    run the tests on a PostgreSQL of their own"
	@echo "make bench   measure time and memory"
	@echo "make lint    look for mistakes and breaches of the house's floors"
	@echo "make types   check the types"
	@echo "make clean   remove the virtual environment and the demo's state"

$(READY): pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; install it, or say make PYTHON=/path/to/python." >&2; exit 1; }
	@test -x $(RUN) || "$(PYTHON)" -m venv $(VENV) || { echo "$(PYTHON) cannot make a virtual environment; install its venv module (Debian, Ubuntu: python3-venv)." >&2; rm -rf $(VENV); exit 1; }
	@echo "Installing Gradient and its tools into $(VENV) …"
	@$(RUN) -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY)

demo: $(READY)
	@$(GRADIENT) run --until-idle --inbox inbox
	@echo && echo "Topics" && echo "------"
	@$(GRADIENT) topics
	@echo && echo "What has to be learnt before minimum spanning trees" && echo "---------------------------------------------------"
	@$(GRADIENT) prereqs minimum-spanning-tree
	@echo && echo "The review queue" && echo "----------------"
	@$(GRADIENT) review list

test: $(READY)
	@$(RUN) -m pytest $(ARGS)

bench: $(READY)
	@$(RUN) -m pytest -m bench --timeout 900 -s

lint: $(READY)
	@$(RUN) -m ruff check .
	@$(RUN) -m ruff format --check .
	@$(VENV)/bin/lint-imports --no-logo

types: $(READY)
	@$(RUN) -m mypy

# The demo's database may lie elsewhere (as root, or under an unusual path). Only the folder that the demo's home
# names is removed, and only if it looks like one that Gradient makes.
clean:
	@place=$$(cat $(DEMO)/database.path 2>/dev/null); \
	case "$$place" in \
		*..*|"") ;; \
		*/gradient/*) \
			if kill -0 "$$(head -n 1 "$$place/postgres/postmaster.pid" 2>/dev/null)" 2>/dev/null; then \
				echo "The demo's database in $$place still runs; end what uses it, then say make clean again." >&2; exit 1; \
			fi; \
			if test -d "$$place/postgres"; then echo "rm -rf $$place"; rm -rf -- "$$place"; fi ;; \
	esac
	rm -rf $(VENV) $(DEMO)
