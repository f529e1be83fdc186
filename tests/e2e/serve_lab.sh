#!/usr/bin/env bash
# serve_lab.sh -- archives of the lab over HTTP: lists, games, pages, ratings, an evolution that runs.
#
# usage: serve_lab.sh FELT SOURCE_ROOT LAB_ARCHIVE
#
# The cases are in serve_lab_life.py.  One of them alone:
#     FELT=build/felt LAB_ARCHIVE=build/tests/e2e/lab_archive /usr/bin/python3 tests/e2e/serve_lab_life.py "hostile"
export LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
PATH=$(dirname "$(realpath "$1")"):$PATH
FELT=$(realpath "$1")
LAB_ARCHIVE=$(realpath "$3")
export FELT LAB_ARCHIVE
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

/usr/bin/python3 "$2/tests/e2e/serve_lab_life.py" >"$scratch.cases" 2>&1
take "$scratch.cases" "serve_lab_life.py"
rm -f "$scratch.cases"
finish
