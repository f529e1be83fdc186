#!/usr/bin/env bash
# match_bots.sh -- felt match with programs as players: those that behave, and those that do not.
#
# usage: match_bots.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C PYTHONDONTWRITEBYTECODE=1
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"
# Files that a case leaves for the next one; the name of a player is short, so bots are here too.
dir=$(mktemp -d /tmp/felt_bots_XXXXXX)
trap 'rm -rf "$scratch" "$dir"' EXIT
cp "$2"/tests/e2e/bots/*.py "$dir"
bot="exec:python3 $dir/bot.py"
port=$(quiet_port)

# json EXPRESSION: a Python expression about the answer `a` on stdin must hold; `o` is what went
# wrong with the first player, `p` its line of the first pairing
json() {
    echo "python3 -c 'import json, sys; a = json.load(sys.stdin); o = a[\"players\"][0][\"outside\"]; p = a[\"pairings\"][0][\"players\"][0]; sys.exit(not ($1))'"
}
# Nothing went wrong.
fine='o == {"timeouts": 0, "crashes": 0, "garbage": 0, "refused": 0, "benched": False} and p["warnings"] == 0 and p["illegal"] == 0'
# Long enough for a machine that has other things to do.
patient="--bot-ms 300000 --bot-start 300000 --json"

# sums COMMAND: what everybody won
sums() { echo "$1 | python3 -c 'import json, sys; print([[q[\"won_milli\"] for q in r[\"players\"]] for r in json.load(sys.stdin)[\"pairings\"]])'"; }
same() { # same NAME OPTIONS: our bot and zoo:call win the same
    holds "$1" "cmp <($(sums "felt match '$bot' zoo:tag $2 $patient")) <($(sums "felt match zoo:call zoo:tag $2 --json"))"
}

# ---- those that behave ----

same "hold'em" "--hands 60"
same "hold'em, fixed limit, on threads" "--hands 400 --limit fl --threads 3"
same "seven-card stud" "--hands 40 --variant stud"
same "razz" "--hands 40 --variant razz"
same "Omaha" "--hands 40 --variant omaha"
for variant in 27-triple draw badugi pineapple irish; do
    holds "$variant: cards are thrown away by name" "felt match '$bot draw' zoo:tag --hands 40 --variant $variant $patient | $(json "$fine")"
done
holds "every variant" "for v in \$(felt variants | awk 'NR > 1 && \$1 ~ /^[a-z0-9]/ {print \$1}'); do
    felt match '$bot' zoo:call --hands 4 --variant \$v $patient | $(json "$fine") || { echo \$v; exit 1; }; done"
holds "three at a table" "felt match '$bot' '$bot' zoo:tag --table --hands 30 --stacks 6667,6667,6666 $patient | $(json "$fine")"
holds "a league" "felt match '$bot' zoo:tag zoo:fold --hands 20 $patient | $(json "$fine and len(a[\"pairings\"]) == 3")"
# It has three seconds to go when the input ends; a busy machine may not give them once.
holds "frames of every kind, and the end of the input" "
    for _ in {1..10}; do
        rm -f $dir/note; felt match '$bot call $dir/note' zoo:tag --hands 20 $patient >/dev/null
        ! grep -qx 'end act end_hand event start_hand welcome' $dir/note || exit 0
    done; exit 1"
holds "it says that it cannot be repeated" "felt match '$bot' zoo:fold --hands 4 | grep -q 'need not give' &&
    felt match '$bot' zoo:fold --hands 4 --json | $(json 'a["reproducible"] is False') &&
    felt match zoo:call zoo:fold --hands 4 --json | $(json 'a["reproducible"] is True and o is None')"

# ---- those that do not ----

# Enough for who never answers; those that answer, in whatever way, begin with a word in time.
quick="--hands 40 --bot-ms 100 --bot-start 1500 --threads 1 --json"
started="--hands 40 --bot-ms 300 --bot-start 300000 --threads 1 --json"
holds "one that crashes is started again" "felt match '$bot crash' zoo:tag --hands 40 $patient --threads 1 | $(json 'o["crashes"] >= 10 and not o["benched"] and p["decisions"] > p["warnings"]')"
holds "one that sleeps is benched" "felt match '$bot sleep' zoo:tag $quick | $(json 'o["timeouts"] == 20 and o["benched"] and p["warnings"] == p["decisions"]')"
holds "one that floods is benched" "felt match '$bot flood' zoo:tag $started | $(json 'o["benched"] and o["garbage"] + o["crashes"] + o["timeouts"] == 20')"
holds "a line without an end" "felt match '$bot longline' zoo:tag $started | $(json 'o["benched"] and o["garbage"] > 0')"
holds "one that talks nonsense is told so" "rm -f $dir/note; felt match '$bot garbage $dir/note' zoo:tag $started | $(json 'o["benched"] and o["refused"] > 20') && grep -q 'error BAD_SCHEMA' $dir/note"
holds "nonsense before an answer is forgiven" "felt match '$bot corrected' zoo:tag --hands 20 $patient | $(json 'o["refused"] > 0 and p["warnings"] == 0 and o["timeouts"] == 0')"
holds "an illegal action is counted and told" "rm -f $dir/note; felt match '$bot illegal $dir/note' zoo:tag --hands 20 $patient | $(json 'p["illegal"] == p["decisions"] > 0 and not o["benched"]') && grep -q 'error INVALID_ACTION' $dir/note"
holds "--on-illegal error ends the match" "felt match '$bot illegal' zoo:tag --hands 20 --on-illegal error; [ \$? = 1 ]"
holds "an output that is closed" "felt match '$bot closed' zoo:tag $started | $(json 'o["crashes"] == 20 and o["benched"]')"
holds "no such program" "felt match exec:/no/such/bot zoo:tag $started | $(json 'o["crashes"] == 20 and o["benched"]')"
holds "one that never answers costs exit code 1, and the result is printed" "felt match exec:/no/such/bot zoo:tag --hands 40 --threads 1 >$dir/out 2>$dir/err; [ \$? = 1 ] &&
    [ \"\$(cat $dir/err)\" = 'felt match: exec:/no/such/bot never answered: it ended 20 times; --bot-log - shows what it says' ] &&
    grep -q 'made for it, because it gave no answer' $dir/out && grep -q '^  zoo:tag .* bb/100' $dir/out"
holds "so does one that is never legal" "felt match '$bot illegal' zoo:tag --hands 4 $patient 2>$dir/err >/dev/null; [ \$? = 1 ] && grep -q 'illegal never gave a legal answer: it took an action that was not legal' $dir/err"
holds "two of them are two lines" "felt match exec:false 'exec:exit 3' --hands 4 >/dev/null 2>$dir/err; [ \$? = 1 ] && [ \$(grep -c 'never answered' $dir/err) = 2 ]"
holds "one that fails now and then is no error, but there is a hint" "felt match '$bot crash' zoo:tag --hands 40 --bot-ms 300000 --bot-start 300000 --threads 1 >$dir/out 2>$dir/err && [ ! -s $dir/err ] && grep -q -e '--bot-log - shows' $dir/out"
holds "one that behaves gets no hint" "felt match '$bot' zoo:tag --hands 4 --bot-ms 300000 --bot-start 300000 >$dir/out 2>$dir/err && [ ! -s $dir/err ] && ! grep -q -e --bot-log $dir/out"
holds "people are told too" "felt match 'exec:exit 3' zoo:tag --hands 40 --threads 1 | grep -q 'after 20 failures in a row'"
holds "its children go with it" "rm -f $dir/note; felt match '$bot children $dir/note' zoo:tag --hands 4 $patient >/dev/null
    gone \$(grep -x '[0-9]*' $dir/note) && grep -qx '[0-9]*' $dir/note"
holds "one that does not go is killed" "rm -f $dir/note; felt match '$bot stubborn $dir/note' zoo:tag --hands 4 $patient >/dev/null
    gone \$(grep -x '[0-9]*' $dir/note) && grep -qx '[0-9]*' $dir/note"
holds "Ctrl-C leaves nobody behind" "rm -f $dir/note; set -m
    felt match '$bot stubborn $dir/note' zoo:tag --hands 10M --threads 2 --bot-ms 300000 --bot-start 300000 >/dev/null 2>&1 & pid=\$!
    for _ in {1..3000}; do grep -qsx '[0-9]*' $dir/note && break; sleep 0.1; done
    kill -INT \$pid; wait \$pid; [ \$? = 1 ] || exit 1
    gone \$(grep -x '[0-9]*' $dir/note) && grep -qx '[0-9]*' $dir/note"
holds "complaints go to a file, not into the answer" "rm -f $dir/log; felt match 'exec:echo woe >&2; exit 1' zoo:tag $started --bot-log $dir/log | $(json 'o["benched"]') && grep -qx woe $dir/log"

# ---- the competition's protocol ----

acpc() { # acpc NAME MANNER OPTIONS CHECK
    holds "$1" "python3 $dir/acpc_bot.py $port $2 & felt match acpc:$port zoo:tag --bot-start 300000 $3 --json | $4; code=\$?; wait; exit \$code"
}
for limit in nl fl; do
    acpc "acpc, $limit: the same as zoo:call" call "--hands 60 --limit $limit --bot-ms 300000" "python3 -c '
import json, subprocess, sys
other = json.loads(subprocess.check_output([\"felt\", \"match\", \"zoo:call\", \"zoo:tag\", \"--hands\", \"60\", \"--limit\", \"$limit\", \"--json\"]))
won = lambda a: [p[\"won_milli\"] for p in a[\"pairings\"][0][\"players\"]]
sys.exit(won(json.load(sys.stdin)) != won(other))'"
done
acpc "acpc: one that raises" raise "--hands 20 --bot-ms 300000" "$(json "$fine")"
acpc "acpc: one that leaves may come again" leave "--hands 40 --bot-ms 300000" "$(json 'o["crashes"] == 1 and p["decisions"] > 20 and not o["benched"]')"
acpc "acpc: lines that answer nothing" wrong "--hands 10 --bot-ms 300000" "$(json 'o["refused"] > 0 and p["warnings"] == 0')"
holds "acpc: nobody comes" "felt match acpc:$port zoo:tag --hands 40 --bot-start 20 --json | $(json 'o["crashes"] == 20 and o["benched"]')"
holds "acpc: who waits says so, once" "felt match acpc:$port zoo:tag --hands 40 --bot-start 150 --json >/dev/null 2>$dir/err; [ \$? = 1 ] &&
    printf 'felt match: %s\n' 'waiting for a bot at 127.0.0.1:$port' 'acpc:$port never answered: nobody connected 20 times' | cmp - $dir/err"

# ---- wrong input ----

bad "felt match exec: zoo:tag" 'felt match: "exec:": say what to start, as in exec:./bot'
bad "felt match acpc:x zoo:tag" 'felt match: "acpc:x": take a port of 1 to 65535, as in acpc:18791'
bad "felt match acpc:0 zoo:tag" 'felt match: "acpc:0": take a port of 1 to 65535, as in acpc:18791'
bad "felt match acpc:$port zoo:tag --acpc-bind nowhere" "felt match: acpc:$port: port $port of nowhere: Invalid argument"
bad "felt match acpc:$port zoo:tag --variant omaha" "felt match: acpc:$port does not play Omaha"
bad "felt match acpc:$port acpc:$port" "felt match: acpc:$port: port $port of 127.0.0.1: Address already in use"
bad "felt match exec:true zoo:tag --bot-ms 0" 'felt match: --bot-ms 0: take a whole number from 1 to 3600000'
bad "felt match exec:true zoo:tag --bot-log /no/such/file" 'felt match: --bot-log /no/such/file: No such file or directory'

finish
