#!/usr/bin/env bash
# arena.sh -- the arena's server over real sockets: play, lines, life.
#
# usage: arena.sh FELT SOURCE_ROOT EXAMPLE_PROGRAM...
#
# The cases are in arena_play.py, arena_lines.py and arena_life.py; each starts servers of its own
# on free ports.  One of them alone: FELT=build/felt python3 tests/e2e/arena_play.py "two CHECKs"
export LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
PATH=$(dirname "$(realpath "$1")"):$PATH
FELT=$(realpath "$1")
export FELT
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"
root=$(realpath "$2")

for part in play lines life; do
    python3 "$root/tests/e2e/arena_$part.py" >"$scratch/arena_$part" 2>&1 &
done
wait
for part in play lines life; do
    cp "$scratch/arena_$part" "$scratch.$part" && take "$scratch.$part"
    rm -f "$scratch.$part"
done
finish
