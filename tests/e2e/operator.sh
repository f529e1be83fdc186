#!/usr/bin/env bash
# operator.sh -- what an operator sees of a running room and does to it: over HTTP, and by felt admin.
#
# usage: operator.sh FELT SOURCE_ROOT
#
# The cases are in operator_life.py.  One of them alone:
#     FELT=build/felt /usr/bin/python3 tests/e2e/operator_life.py "dials"
export LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
PATH=$(dirname "$(realpath "$1")"):$PATH
FELT=$(realpath "$1")
export FELT
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

/usr/bin/python3 "$2/tests/e2e/operator_life.py" >"$scratch.cases" 2>&1
take "$scratch.cases" "operator_life.py"
rm -f "$scratch.cases"
finish
