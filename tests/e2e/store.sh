#!/usr/bin/env bash
# store.sh -- the store of a server with real processes: leases, missing books, damage.
#
# usage: store.sh FELT SOURCE_ROOT
#
# The cases are in serve_store.py.  One of them alone:
#     FELT=build/felt /usr/bin/python3 tests/e2e/serve_store.py "killed"
#     FELT=build/felt tools/cluster run /usr/bin/python3 tests/e2e/serve_store.py "killed"
export LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
PATH=$(dirname "$(realpath "$1")"):$PATH
FELT=$(realpath "$1")
export FELT
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

# Both at once: most of the time goes by with waiting.
/usr/bin/python3 "$2/tests/e2e/serve_store.py" >"$scratch.sqlite" 2>&1 &
"$2/tools/cluster" run /usr/bin/python3 "$2/tests/e2e/serve_store.py" >"$scratch.postgres" 2>&1
postgres=$?
wait
take "$scratch.sqlite" "SQLite"
if [ "$postgres" = 3 ]; then
    echo "# PostgreSQL is not installed: only SQLite was tested"
else
    take "$scratch.postgres" "PostgreSQL"
fi
rm -f "$scratch.sqlite" "$scratch.postgres"
finish
