# geungeo: `make run` serves the example rules (or DOCS=<folder>), `make test` is what CI runs.
# Everything lives in .venv; once it is set up, `make run` needs no network.

.DEFAULT_GOAL := test
.PHONY: run test test-long bench clean help
.DELETE_ON_ERROR:

# The first Python that is new enough and starts (a pyenv shim may not). Or say it: make run PYTHON=python3.12
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python3.14; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
DOCS ?= examples/docs
# What `make bench` measures; word_weights.py is apart, since it rewrites a file of the source.
MEASURES = parse_acts ingest_statutes ask_latency access retrieval_court retrieval_jetrag routes answers gaps

# Recipes read these as shell variables, so that spaces and Korean letters in a path stay whole.
export DOCS
export PIP_DISABLE_PIP_VERSION_CHECK = 1
export PYTHONUTF8 = 1

help:
	@echo "make run               예시 규정으로 워크스페이스를 만들고 채팅 화면을 엽니다"
	@echo "make run DOCS=<폴더>   내 규정 폴더로 같은 일을 합니다 (폴더마다 워크스페이스가 따로 생깁니다)"
	@echo "make test              검사와 테스트 전부 (CI가 부르는 것)"
	@echo "make test-long         오래 걸리는 테스트"
	@echo "make bench             측정 (결과는 JSON)"
	@echo "make clean             .venv와 캐시를 지웁니다 (워크스페이스는 그대로 둡니다)"

run: .venv/installed
	@docs=$$DOCS; case $$docs in "~/"*) docs=$$HOME/$${docs#"~/"};; esac; \
	if [ ! -d "$$docs" ]; then echo "폴더가 없습니다: $$docs" >&2; exit 2; fi; \
	folder=$$(cd "$$docs" && pwd -P); workspace=workspace; \
	if [ "$$folder" != "$$(pwd -P)/examples/docs" ]; then \
		workspace=workspace-$$(basename "$$folder")-$$(printf %s "$$folder" | cksum | cut -d ' ' -f 1); fi; \
	exec .venv/bin/geungeo --workspace "$$workspace" run --docs "$$folder"

test: .venv/installed-dev
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy --strict
	.venv/bin/pytest -q -n 2 --dist loadfile

test-long: .venv/installed-dev
	.venv/bin/pytest -q -m long

bench: .venv/installed-dev
	@for name in $(MEASURES) tables; do echo "== $$name"; .venv/bin/python "bench/$$name.py" || exit 1; done

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist

# Markers: newer than pyproject.toml means nothing to install.
.venv/installed: .venv/bin/pip pyproject.toml
	.venv/bin/pip install --quiet --editable '.[fast]' || .venv/bin/pip install --quiet --editable .
	@touch $@

.venv/installed-dev: .venv/bin/pip pyproject.toml
	.venv/bin/pip install --quiet --editable '.[dev]'
	@touch .venv/installed $@

.venv/bin/pip:
	@if [ -z "$(PYTHON)" ] || ! "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then \
		echo "Python 3.11 이상이 필요합니다. 설치한 뒤 다시 부르거나 위치를 알려 주세요: make run PYTHON=/path/to/python3.12" >&2; exit 2; fi
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON)에 venv가 없습니다. Debian·Ubuntu에서는: apt-get install python3-venv" >&2; exit 2; }
	"$(PYTHON)" -m venv .venv || { rm -rf .venv; exit 2; }
