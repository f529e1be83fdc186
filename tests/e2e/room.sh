#!/usr/bin/env bash
# room.sh -- the room of felt serve, over real sockets: people, house players, drops and crashes.
#
# usage: room.sh FELT SOURCE_ROOT
#
# The cases are in room_life.py.  One of them alone:
#     FELT=build/felt /usr/bin/python3 tests/e2e/room_life.py "kill -9"
export LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
PATH=$(dirname "$(realpath "$1")"):$PATH
FELT=$(realpath "$1")
export FELT
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

holds "the sample of felt.conf is what felt serve --print-config prints" \
    "felt serve --print-config | cmp - '$2/data/felt.conf'"
/usr/bin/python3 "$2/tests/e2e/room_life.py" >"$scratch.cases" 2>&1
take "$scratch.cases" "room_life.py"
rm -f "$scratch.cases"
finish
