#!/usr/bin/env bash
# arena_bots.sh -- the example bots in Python, JavaScript and C, and felt bot, at one table of a
# real server until the match is over.
#
# usage: arena_bots.sh FELT SOURCE_ROOT EXAMPLE_PROGRAM...
export LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"
# shellcheck source=tests/e2e/bots_here.sh
source "$2/tests/e2e/bots_here.sh" "$@"

files=$(mktemp -d)
trap 'rm -rf "$scratch" "$files"; [ -z "${server:-}" ] || kill "$server" 2>/dev/null' EXIT

serve() { # serve OPTION...: starts a server; sets $server and $url
    : >"$files/banner"
    felt arena --port 0 --move-ms 600000 "$@" >"$files/banner" 2>"$files/server" &
    server=$!
    url=
    for _ in $(seq 15000); do
        url=$(sed -n 's/^  play *//p' "$files/banner")
        [ -n "$url" ] && grep -q '^  a bot' "$files/banner" && return
        sleep 0.02
    done
    echo "Bail out! the server does not start"
    exit 1
}

seat() { # seat NAME COMMAND...: a bot that plays beside us
    local name=$1
    shift
    timeout 600 "$@" >"$files/$name.out" 2>"$files/$name.err" &
    pids[$name]=$!
}

leave() { # leave: every bot must end with 0 and say nothing on stderr; then the server
    local name code
    for name in "${!pids[@]}"; do
        wait "${pids[$name]}"
        code=$?
        holds "$1: $name ends with 0" "[ $code = 0 ]"
        holds "$1: $name complains about nothing" "! [ -s '$files/$name.err' ] || ! cat '$files/$name.err'"
        [ "$code" = 0 ] || sed "s/^/# $name: /" "$files/$name.err"
    done
    kill "$server"
    wait "$server"
    holds "$1: the server ends with 0" "[ $? = 0 ]"
    holds "$1: the server complains about nothing" "! [ -s '$files/server' ]"
    server=
}

winners() { # the winner as each bot says it, once for each
    sed -n 's/^winner: *//p; s/^the match is over, \(.*\) has won;.*/\1/p' "$files"/*.out | sort -u
}

declare -A pids

# Four languages, one table, a limit of hands.
serve --seats 4 --min-players 4 --max-hands 60
seat python "$python" "$examples/python/arena_bot.py" "$url" Python p
seat js "$node" "$examples/js/arena_bot.js" "$url" JavaScript j
seat c "$c_bot" "$url" C c
seat felt felt bot "$url" --team Felt --code f --player zoo:tag
leave "sixty hands"
holds "sixty hands: all name the same winner" "[ '$(winners | wc -l)' = 1 ]"
holds "sixty hands: no bot was told of a mistake" "! grep -h '\"error\"' '$files'/*.out"
holds "sixty hands: felt bot saw them all" "[ \$(grep -c '^H-' '$files/felt.out') -le 60 ]"

# To the last chip: blinds that force it.
rm -f "$files"/*.out "$files"/*.err
pids=()
serve --seats 3 --min-players 3 --stack 400 --max-hands 2000
seat python "$python" "$examples/python/arena_bot.py" "$url" Python p
seat js "$node" "$examples/js/arena_bot.js" "$url" JavaScript j
seat c "$c_bot" "$url" C c
leave "to the last chip"
holds "to the last chip: all name the same winner" "[ '$(winners | wc -l)' = 1 ]"

# Each of them in practice, against the house.
rm -f "$files"/*.out "$files"/*.err
pids=()
serve --practice --house zoo:tag --max-hands 10
seat python "$python" "$examples/python/arena_bot.py" "$url" Python p
seat js "$node" "$examples/js/arena_bot.js" "$url" JavaScript j
seat c "$c_bot" "$url" C c
seat felt felt bot "$url" --team Felt --player zoo:tag --quiet
leave practice
finish
