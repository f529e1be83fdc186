#!/usr/bin/env bash
# arena_tournament.sh -- the example bots in Python, JavaScript and C, unchanged, and felt bot in a
# freezeout at two tables; a bracket of duplicate deals; kill -9 in the middle; the operator.
#
# usage: arena_tournament.sh FELT SOURCE_ROOT EXAMPLE_PROGRAM...
export LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"
# shellcheck source=tests/e2e/bots_here.sh
source "$2/tests/e2e/bots_here.sh" "$@"
check=$(realpath "$2")/tests/e2e/arena_tournament.py

files=$(mktemp -d)
trap 'rm -rf "$scratch" "$files"; [ -z "${server:-}" ] || kill "$server" 2>/dev/null' EXIT

serve() { # serve NAME OPTION...: starts a tournament; sets $server and $url
    local name=$1
    shift
    : >"$files/$name"
    felt arena tournament --move-ms 600000 "$@" >"$files/$name" 2>"$files/$name.err" </dev/null &
    server=$!
    url=
    for _ in $(seq 15000); do
        url=$(sed -n 's/^  play *//p' "$files/$name")
        [ -n "$url" ] && grep -q '^  a bot' "$files/$name" && return
        sleep 0.02
    done
    echo "Bail out! the server does not start"
    exit 1
}

declare -A pids
seat() { # seat NAME COMMAND...: a bot that plays beside us
    local name=$1
    shift
    timeout 600 "$@" >"$files/$name.out" 2>"$files/$name.err" &
    pids[$name]=$!
}

# ---- six teams, two tables ----

serve freezeout --port 0 --seats 3 --teams-wanted 6 --level-hands 4 --once --phh "$files/f.phh" \
    --report "$files/f.json"
seat python "$python" "$examples/python/arena_bot.py" "$url" Python p-code
seat javascript "$node" "$examples/js/arena_bot.js" "$url" Script s-code
seat c "$c_bot" "$url" Cee c-code
seat tag felt bot "$url" --team Tag --code t --player zoo:tag
seat lag felt bot "$url" --team Lag --code l --player zoo:lag
seat call felt bot "$url" --team Call --code k --player zoo:call
wait "$server"
holds "the freezeout ends" "[ $? = 0 ]"
server=
for name in python javascript c tag lag call; do
    wait "${pids[$name]}"
    holds "freezeout: $name plays to the end" "[ $? = 0 ]"
    [ -s "$files/$name.err" ] && sed "s/^/# $name: /" "$files/$name.err"
    holds "freezeout: $name complains about nothing" "! [ -s '$files/$name.err' ]"
done
holds "its report adds up, places are whole" "'$python' '$check' report '$files/f.json' 6"
holds "tables are balanced, nobody sits twice" "'$python' '$check' freezeout '$files/f.phh' 3"
holds "its hands replay" "felt replay '$files/f.phh' >/dev/null"

# ---- a bracket of four, every deal twice ----

serve bracket --port 0 --format bracket --deals 25 --teams-wanted 4 --phh "$files/b.phh" \
    --data "$files/evening" --report "$files/b.json"
seat python "$python" "$examples/python/arena_bot.py" "$url" Python p-code
seat c "$c_bot" "$url" Cee c-code
seat tag felt bot "$url" --team Tag --code t --player zoo:tag
seat lag felt bot "$url" --team Lag --code l --player zoo:lag
for name in python c tag lag; do
    wait "${pids[$name]}"
    holds "bracket: $name plays to the end" "[ $? = 0 ]"
done
for _ in $(seq 3000); do # bots may hear of the end before it is written
    "$python" -m json.tool "$files/b.json" >/dev/null 2>&1 && break
    sleep 0.1
done
holds "its report adds up" "'$python' '$check' report '$files/b.json' 4"
holds "both plays of a deal have the same cards" "'$python' '$check' deals '$files/b.phh' 25"
http=${url/ws:/http:}
match=$("$python" -c "import json; print(json.load(open('$files/b.json'))['match_id'])")
"$python" -c "import urllib.request as u; print(u.urlopen('${http%/ws}/api/arena/matches/$match').read().decode())" \
    >"$files/match.json"
holds "its shuffles can be verified" "felt replay --verify-shuffle '$files/match.json' '$files/b.phh' >'$files/verified'"
kill "$server"
wait "$server"
server=

# ---- kill -9, an operator ----

echo 'operator sesame' >"$files/secret"
# Blinds stay small: nobody is broke before he is removed, however late we are.
options=(--seats 3 --teams-wanted 4 --levels "50/100,60/120" --level-hands 20 --stack 200000 --once
    --data "$files/data" --watch-secret "$files/secret" --report "$files/k.html")
port=$(quiet_port)
serve first --port "$port" "${options[@]}"
for team in A B C D; do
    seat "$team" felt bot "$url" --team "$team" --code "$team" --player zoo:call
done
api=http://127.0.0.1:$port/api/arena/tournament
holds "it is under way" "'$python' '$check' level '$api' 2"
holds "a stranger may not pause it" "'$python' '$check' order '$api/pause' wrong 403"
holds "the operator may" "'$python' '$check' order '$api/pause' sesame 200"
holds "hands under way are played to their end" "'$python' '$check' calm '${api%/tournament}'"
"$python" "$check" look "$api" >"$files/before"
kill -9 "$server"
wait "$server" 2>/dev/null
serve second --port "$port" "${options[@]}"
"$python" "$check" look "$api" >"$files/after"
holds "after kill -9 seats, stacks and level are the same" "cmp '$files/before' '$files/after' >&2 && [ -s '$files/after' ]"
holds "it goes on" "'$python' '$check' order '$api/resume' sesame 200"
holds "whoever guesses keeps only its own address out" "'$python' '$check' guess '$api/pause' sesame"
holds "it goes on again" "'$python' '$check' order '$api/resume' sesame 200"
for team in B C D; do
    holds "team $team is removed" "'$python' '$check' order '$api/remove' sesame 200 $team"
done
wait "$server"
holds "the last one has won" "grep -q 'A has won' '$files/second' && grep -q '<td>1<td class=t>A' '$files/k.html'"
server=
wait "${pids[A]}"
holds "its bot hears so" "[ $? = 0 ]"
for team in B C D; do kill "${pids[$team]}" 2>/dev/null; done

usage() { # usage NAME OPTION...: refused before anything is served
    holds "$1" "felt arena tournament ${*:2} </dev/null; [ \$? = 2 ]"
}
usage "matches of a bracket have two seats" --format bracket --seats 6
usage "deals belong to brackets" --deals 5
usage "decks that come again are not shown" --format bracket --reveal hand
usage "levels are blinds" --levels 5-10
usage "a time is a time" --start-at soon
usage "what is for felt arena is for felt arena" --practice
# ---- what docs/ARENA.md shows ----

mkdir "$files/docs"
echo 'Alpha KF7Q9C' >"$files/docs/teams.txt"
echo sesame >"$files/docs/secret.txt"
while read -r line; do
    holds "ARENA.md: $line" "cd '$files/docs' && : >shown
        $line --port 0 </dev/null >shown & server=\$!
        for _ in {1..3000}; do grep -q '^  a bot' shown && break; sleep 0.1; done
        kill \$server; wait \$server && grep -q '^  play   ws://' shown"
done < <(sed -n 's/^\$ build\/\(felt arena tournament .*\)/\1/p' "$2/docs/ARENA.md")
finish
