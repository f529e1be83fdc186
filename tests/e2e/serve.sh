#!/usr/bin/env bash
# serve.sh -- the server with accounts, over real sockets: life, restarts, crashes, files, options.
#
# usage: serve.sh FELT SOURCE_ROOT
#
# The cases are in serve_life.py.  One of them alone:
#     FELT=build/felt /usr/bin/python3 tests/e2e/serve_life.py "kill -9"
export LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
PATH=$(dirname "$(realpath "$1")"):$PATH
FELT=$(realpath "$1")
export FELT
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

/usr/bin/python3 "$2/tests/e2e/serve_life.py" >"$scratch.cases" 2>&1
take "$scratch.cases" "serve_life.py"
rm -f "$scratch.cases"
finish
