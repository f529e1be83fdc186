# shellcheck shell=bash
# tap.sh -- small helpers for tests that run the real program.  Source it; call `finish` at the end.
#
#   works NAME COMMAND    the command succeeds, says nothing on stderr, and prints exactly what
#                         stands on our stdin
#   refused NAME COMMAND  exit code 2, nothing on stdout, exactly our stdin on stderr
#   holds NAME COMMAND    the command (a test of any kind) succeeds
#   gives CODE NAME COMMAND   that exit code; our stdin is what it prints, a line with --, and what
#                         it complains
#   bad COMMAND MESSAGE   refused with that one message
#   worked PID            waits until a process has had a second of a processor, however long that takes
#   gone PID...           waits until they are no more
#   quiet_port            a port that is free, and that the kernel gives to nobody who wants any
#   take FILE [PREFIX]    what a program of many cases wrote; "# slowest" is its last line
#
# Commands are lines for bash, run with the program under test as the first `felt` of PATH.

command -v felt >/dev/null || {
    echo "Bail out! there is no felt to test"
    exit 1
}

cases=0
failures=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

report() { # report GOOD NAME; shows the files want, out and err of a case that failed
    cases=$((cases + 1))
    if [ "$1" = yes ]; then
        echo "ok $cases - $2"
        return
    fi
    failures=$((failures + 1))
    echo "not ok $cases - $2"
    local file
    for file in command code want out err; do
        [ -f "$scratch/$file" ] && sed "s/^/# $file: /" "$scratch/$file"
    done
}

take() { # take FILE [PREFIX]: a case for each line "ok - ..." or "not ok - ..." that a program wrote
    local ended=no line
    while IFS= read -r line; do
        case $line in
        "ok - "*) report yes "${2:+$2: }${line#ok - }" ;;
        "not ok - "*) report no "${2:+$2: }${line#not ok - }" ;;
        "# slowest"*) ended=yes && echo "$line" ;;
        *) printf '# %s\n' "${line#\# }" ;;
        esac
    done <"$1"
    report "$ended" "${2:-${1##*/}}: the cases ran to the end"
}

# Cases call these two.
# shellcheck disable=SC2317
worked() {
    local part
    for _ in {1..6000}; do
        read -r -a part < <(sed 's/.*) //' "/proc/$1/stat")
        ((part[11] + part[12] >= 100)) && return
        sleep 0.05
    done
    return 1
}
# shellcheck disable=SC2317
gone() {
    local pid
    for _ in {1..3000}; do
        for pid; do grep -qs ') [^ZX]' "/proc/$pid/stat" && sleep 0.1 && continue 2; done
        return 0
    done
    return 1
}
export -f worked gone

quiet_port() {
    python3 -c '
import random, socket
least = int(open("/proc/sys/net/ipv4/ip_local_port_range").read().split()[0])
for port in random.sample(range(10000, least), 1000) if least > 12000 else [0]:
    try:
        line = socket.socket()
        line.bind(("127.0.0.1", port))
        print(line.getsockname()[1])
        break
    except OSError:
        pass'
}

attempt() {
    rm -f "$scratch"/*
    printf '%s\n' "$1" >"$scratch/command"
    bash -c "$1" >"$scratch/out" 2>"$scratch/err" </dev/null
    code=$?
    echo "$code" >"$scratch/code"
}

works() {
    attempt "$2"
    cat >"$scratch/want"
    if [ "$code" = 0 ] && [ ! -s "$scratch/err" ] && cmp -s "$scratch/want" "$scratch/out"; then
        report yes "$1"
    else
        report no "$1"
    fi
}

refused() {
    attempt "$2"
    cat >"$scratch/want"
    if [ "$code" = 2 ] && [ ! -s "$scratch/out" ] && cmp -s "$scratch/want" "$scratch/err"; then
        report yes "$1"
    else
        report no "$1"
    fi
}

holds() {
    attempt "$2"
    if [ "$code" = 0 ]; then report yes "$1"; else report no "$1"; fi
}

gives() {
    attempt "$3"
    cat >"$scratch/want"
    { cat "$scratch/out"; echo --; cat "$scratch/err"; } >"$scratch/both"
    if [ "$code" = "$1" ] && cmp -s "$scratch/want" "$scratch/both"; then
        report yes "$2"
    else
        report no "$2"
    fi
}

bad() {
    refused "$1" "$1" <<<"$2"
}

finish() {
    echo "1..$cases"
    [ "$failures" = 0 ]
    exit
}
