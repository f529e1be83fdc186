#!/usr/bin/env bash
# doctor.sh -- felt admin doctor, in good installations and in broken ones.
#
# usage: doctor.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C.UTF-8
unset FELT_DATA FELT_STORE
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

home=$scratch.home
data=$home/data
mkdir -p "$home/pages" "$home/tmp"
export TMPDIR=$home/tmp # others may have doctors
echo "<!doctype html>" >"$home/pages/index.html"
port=$(quiet_port)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$scratch" "$home"' EXIT

start() {
    felt serve --data "$data" --port "$port" --house-players 0 --web "$home/pages" >"$home/log" 2>&1 &
    server=$!
    for _ in {1..3000}; do
        ! grep -q '^  a bot' "$home/log" || return 0
        sleep 0.1
    done
    sed 's/^/# /' "$home/log"
}
stop() {
    kill "$server"
    wait "$server"
    server=
}

# says STATE NAME TEXT: a line of the last look.  Others are as the machine is: its clock, its disk.
says() { grep -qE "^$1 +$2 +.*$3" "$home/seen" || { sed 's/^/# /' "$home/seen" && false; }; }
# look CODE NAME STATE CHECK TEXT [OPTION...]: the doctor ends with this code, and finds this.
look() {
    felt admin --data "$data" doctor "${@:6}" >"$home/seen" 2>&1
    local code=$?
    if [ "$code" = "$1" ] && says "$3" "$4" "$5"; then report yes "$2"; else
        echo "# exit code $code"
        report no "$2"
    fi
}
# Everything in the directory: names, modes, times, sizes, and what is in files.
state() { (cd "$data" && find . -printf '%p %M %T@ %s\n' | sort && find . -type f -exec cksum {} + | sort); }

# ---- a server ----

look 1 "nothing there" FAILED directory "No such file"
start
look 0 "a server that runs: its books are right" ok books "every balance"
holds "and its process is found" "grep -qE '^ok +server +process $server\$' '$home/seen'"
holds "and it answers" "grep -qE '^ok +port +http://127.0.0.1:$port/healthz answers' '$home/seen'"
holds "and it is this program" "grep -qE '^ok +program +the server is this felt' '$home/seen'"
holds "and its pages are found by what it was told" "grep -qE '^ok +web +$home/pages' '$home/seen'"
holds "and backups are missing" "grep -qE '^warning +backups' '$home/seen'"
holds "and no operator has a password alone" "grep -qE '^ok +operators' '$home/seen'"
printf 'velvet curtain 77\nvelvet curtain 77\n' | felt admin --data "$data" users create boss --admin >/dev/null
look 0 "an operator with a password and no second factor" warning operators "1 with a password"
felt admin --data "$data" users disable boss >/dev/null
look 0 "one that is disabled does not count" ok operators "each one"
mkdir "$data/backups"
felt admin --data "$data" backup "$data/backups/first.backup" >/dev/null
look 0 "a backup" ok backups "first.backup, 0 days old"
touch -d '20 days ago' "$data/backups/first.backup"
look 0 "an old backup" warning backups "20 days old"
kill -STOP "$server"
look 1 "a server that hangs" FAILED port "healthz"
kill -CONT "$server"
stop

# ---- without a server ----

state >"$home/before"
look 0 "a server that was stopped: its books are right" ok books "every balance"
holds "and its journal can be read" "grep -qE '^ok +journal' '$home/seen'"
state >"$home/after"
holds "nothing was changed" "cmp '$home/before' '$home/after'"
holds "no copy is left" "! ls '$home/tmp' | grep ."
holds "JSON says the same" "felt admin --data '$data' doctor --json | /usr/bin/python3 -c '
import json, sys
seen = json.load(sys.stdin)
states = {check[\"name\"]: check[\"state\"] for check in seen[\"checks\"]}
assert seen[\"good\"] and states[\"books\"] == \"ok\" and states[\"server\"] == \"skipped\", seen'"
start
kill -9 "$server"
wait "$server" 2>/dev/null
server=
state >"$home/before"
look 0 "a server that was killed: what its log holds is right" ok books "every balance"
state >"$home/after"
holds "its log is left as it was" "cmp '$home/before' '$home/after'"

# ---- what may be broken ----

chmod 755 "$data"
look 0 "a directory that everybody may look into" warning directory "everybody may look"
chmod 777 "$data"
look 1 "a directory that everybody may write to" FAILED directory "others may write"
chmod 700 "$data"
chmod 644 "$data/secret"
look 1 "a secret that everybody may read" FAILED files "others may read secret"
chmod 600 "$data/secret"
if [ "$(id -u)" = 0 ]; then
    chown nobody "$data/felt.lock"
    look 1 "a file that root made" FAILED files "felt.lock does not belong"
    chown root "$data/felt.lock"
fi
echo "prot = 80" >"$data/felt.conf"
look 1 "settings with a slip" FAILED settings "line 1.*port"
printf 'port = %s\nweb = %s\n' "$port" "$home/nowhere" >"$data/felt.conf"
look 1 "pages that are not there" FAILED web "no index.html"
printf 'port = %s\nbind = 0.0.0.0\n' "$port" >"$data/felt.conf"
look 0 "passwords for everybody to read" warning certificate "passwords go over the network"
/usr/bin/python3 -m http.server --bind 127.0.0.1 "$port" --directory "$home/pages" >/dev/null 2>&1 &
server=$!
for _ in {1..3000}; do ! (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break; sleep 0.1; done
look 1 "a port that somebody else has" FAILED port "already in use"
stop
printf 'cert = %s/cert\nkey = %s/key\n' "$home" "$home" >"$home/tls.conf"
look 1 "a certificate that is not there" FAILED certificate "No such file" --config "$home/tls.conf"
tls() { openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=cards.example -days "$1" -keyout "$home/key" -out "$home/cert" 2>/dev/null; }
tls 3
look 0 "a certificate that ends soon" warning certificate "cards.example: valid for 2 days" --config "$home/tls.conf"
cp "$home/cert" "$home/other"
tls 300
look 0 "a certificate" ok certificate "valid for 299 days" --config "$home/tls.conf"
mv "$home/other" "$home/cert"
look 1 "a key of another certificate" FAILED certificate "not the key" --config "$home/tls.conf"
rm "$data/felt.conf"

# ---- books ----

# books SQL: changes them behind everybody's back.
books() { /usr/bin/python3 -c 'import sqlite3, sys
line = sqlite3.connect(sys.argv[1] + "/felt.db"); line.executescript(sys.argv[2]); line.commit(); line.close()' "$data" "$1"; }
cp -r "$data" "$home/good"
books "UPDATE meta SET value = '999' WHERE name = 'version'"
look 1 "books of a newer program" FAILED schema "version 999"
rm -rf "$data" && cp -r "$home/good" "$data"
books "DROP TRIGGER IF EXISTS nobody; PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE type = 'trigger'; PRAGMA writable_schema = OFF;"
books "UPDATE account SET balance = balance + 7 WHERE kind = 'house'"
look 1 "chips from nowhere" FAILED books "not true"
rm -rf "$data" && cp -r "$home/good" "$data"
rm -f "$data"/felt.db-*
/usr/bin/python3 -c 'import sys
with open(sys.argv[1], "r+b") as file:
    file.seek(4096)
    file.write(b"\xaa" * 65536)' "$data/felt.db"
look 1 "a damaged database" FAILED "(store|schema|books)" ""
echo "not SQLite at all, but long enough to look like something" >"$data/felt.db"
look 1 "a file that is no database" FAILED "(store|schema)" ""
rm -rf "$data" && cp -r "$home/good" "$data"
rm -f "$data"/felt.db*
look 1 "books that are gone" FAILED store "No such file"
rm -rf "$data" && cp -r "$home/good" "$data"
for segment in "$data"/room/journal.*; do echo nonsense >"$segment"; done
look 1 "a journal of nonsense" FAILED journal ""
echo "sqlite-or-so:/nowhere" >"$data/store"
look 1 "a store that makes no sense" FAILED store "FELT_STORE|sqlite|postgres"

bad "felt admin doctor now" "felt admin: now is one word too many: doctor is written: felt admin doctor"
finish
