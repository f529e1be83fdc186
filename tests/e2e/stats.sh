#!/usr/bin/env bash
# stats.sh -- figures of players, leaderboards and the operator's report of pairs, of a real server.
#
# usage: stats.sh FELT SOURCE_ROOT
#
# The cases are in stats_life.py.
export LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
PATH=$(dirname "$(realpath "$1")"):$PATH
FELT=$(realpath "$1")
export FELT
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

/usr/bin/python3 "$2/tests/e2e/stats_life.py" >"$scratch.cases" 2>&1
take "$scratch.cases" "stats_life.py"
rm -f "$scratch.cases"
finish
