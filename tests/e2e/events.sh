#!/usr/bin/env bash
# events.sh -- tournaments of a real server: an operator creates one, a person registers by the
# terminal client and plays to the end, the server is killed in the middle and goes on, and the
# ledger has every prize.
#
# usage: events.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

home=$(mktemp -d)
server=
client=
trap 'kill "$client" 2>/dev/null; kill -9 "$server" 2>/dev/null; wait 2>/dev/null; rm -rf "$scratch" "$home"' EXIT
export HOME=$home FELT_DATA=$home/data
cd "$home" || exit 1
unset XDG_DATA_HOME
mkdir -p "$home/data"
cat >"$home/data/felt.conf" <<'.'
tournament-chair = 50ms
tournament-house = 8
lobby-news = 100ms
think = 0ms
[table nl-2]
seats = 3
house = 2
[tournament sng-3]
title = Sit-and-go of three
entrants = 3
seats = 3
house = 67
stack = 1000
buy-in = 50
fee = 5
levels = 2s 50/100 100/200 200/400 400/800 800/1600
pause = 0s
every = 1m
.

serve() {
    felt serve --port "$1" --log "$home/log" >"$home/out" 2>&1 &
    server=$!
    port=
    for _ in $(seq 3000); do
        port=$(sed -n 's|.*ws://127.0.0.1:\([0-9]*\)/room.*|\1|p;T;q' "$home/out")
        [ -n "$port" ] && grep -q . <(exec 3<>"/dev/tcp/127.0.0.1/$port" && echo up) && break
        sleep 0.1
    done
    [ -n "$port" ] || { cat "$home/out"; echo "Bail out! felt serve does not start"; exit 1; }
    export ROOM="ws://127.0.0.1:$port/room"
    for _ in $(seq 3000); do # the room opens when the ledger has answered
        felt admin event list >"$home/list" 2>&1 && grep -q sng-3 "$home/list" && break
        sleep 0.1
    done
}
serve "$(quiet_port)"

# What a person does who checks and calls: first the words of the room, then c as often as asked.
# shellcheck disable=SC2317 # it is called in commands that are texts
calls() {
    printf '%s\n' "$@"
    for _ in $(seq 400); do printf 'c\n'; done
}
# The same, but he does not act before there is a file; then at the pace of a person.
# shellcheck disable=SC2317
calls_after() { # calls_after FILE WORDS...
    printf '%s\n' "${@:2}"
    for _ in $(seq 3000); do
        [ -e "$1" ] && break
        sleep 0.1
    done
    for _ in $(seq 400); do
        printf 'c\n'
        sleep 0.05
    done
}
export -f calls calls_after

# Until a file says so; five minutes at most.
until_says() { # until_says FILE PATTERN
    for _ in $(seq 3000); do
        grep -q -- "$2" "$1" 2>/dev/null && return 0
        sleep 0.1
    done
    return 1
}
state_of() { felt admin event list | awk -v id="$1" '$1 == id { print $3; exit }'; }

# ---- the operator ----

holds "a tournament of felt.conf is open" "felt admin event list | grep -q '^sng-3 .* open .* 0/3 .*Sit-and-go of three'"
holds "as JSON, too" "felt admin event list --json | grep -q '{\"events\":\\[{\"event\":\"sng-3\",\"number\":1,'"
bad_one() { # bad_one NAME MESSAGE WORDS...: exit code 1
    local name=$1 message=$2
    shift 2
    gives 1 "$name" "felt admin event $*" <<.
--
felt admin: $message
.
}
bad_one "no such game" 'game: there is no game "holdme"; is it "holdem"?' create x game=holdme
bad_one "a setting that is not there" 'a tournament has no setting "seets"; is it "seats"?' create x seets=3
bad_one "nobody comes late to a sit-and-go" \
    "nobody comes late to a tournament that starts when it is full" create x late=2
bad_one "no such tournament" "there is no tournament nothing; felt admin event list shows them" show nothing
gives 2 "a word that is no setting" "felt admin event create x 6" <<'.'
--
felt admin: 6: a setting is NAME=VALUE, as in seats=6
.
works "one is created" "felt admin event create secret entrants=2-20 start=+1d key=sesame title='For friends' --reason 'a birthday'" <<'.'
secret is announced: felt admin event show secret tells more
.
holds "its key is shown to nobody" "! felt admin event show secret --json | grep -q sesame"
holds "and who did it is in the audit" "felt admin audit --json | grep -q '\"action\":\"event_create\".*a birthday'"
works "a break of the operator" "felt admin event retire sng-3" <<'.'
the last of its series: none follows
.

# ---- people ----

printf 'events\nregister secret\nregister secret wrong\nregister secret sesame\nunregister secret\nbank\nq\n' |
    timeout 600 felt play --connect "$ROOM" >"$home/friend" 2>&1
holds "a person sees them" "grep -q 'secret .* open .* 0/20 .*For friends (private); starts in 23 h' '$home/friend'"
holds "a private one needs its key" "[ \"\$(grep -c 'this tournament is private' '$home/friend')\" = 2 ]"
holds "and opens with it" "grep -q 'For friends: you are registered' '$home/friend'"
holds "before the start one may leave, and has everything back" \
    "[ \"\$(grep -c 'For friends: you are not registered any more, your buy-in is back' '$home/friend')\" = 1 ] && grep -q '400 chips in the bank' '$home/friend'"

works "what nobody wants is called off" "felt admin event cancel secret" <<'.'
called off: everybody gets his buy-in back
.
holds "and shown so" "felt admin event list | grep -q '^secret .* off '"

calls events "register sng-3" | timeout 600 felt play --connect "$ROOM" >"$home/first" 2>&1 &
client=$!
holds "house players come, and it begins" "$(declare -f until_says); until_says '$home/first' 'you sit at sng-3-1'"
until_says "$home/first" "Sit-and-go of three: you \(are out, in place\|have won\)"
holds "a person plays to the end" \
    "grep -q 'Sit-and-go of three: you \(are out, in place [23] of 3\|have won the tournament\)' '$home/first'"
for _ in $(seq 3000); do
    [ "$(state_of sng-3)" = over ] && break
    sleep 0.1
done
holds "it is over, and everybody has a place" \
    "felt admin event show sng-3 | grep -c ' out .* place [123]' | grep -qx 3"
holds "one has the prize: two buy-ins and a half, without the fee" \
    "felt admin event show sng-3 | grep -q 'place 1, prize 135'"
kill "$client" 2>/dev/null
wait "$client" 2>/dev/null

# ---- a private table ----

calls 'create blinds=5/10 seats=2 pause-ms=0 title="Friday night" password=swordfish' sit |
    timeout 600 felt play --connect "$ROOM" --hands 2 >"$home/host" 2>&1 &
client=$!
holds "a person opens a table of his own" "$(declare -f until_says); until_says '$home/host' 'is your table'"
invitation=$(grep -o 'join p-[^ ]* [a-z0-9]*' "$home/host" | head -1)
read -r _ table key <<<"$invitation"
mkdir -p "$home/friend's"
calls "join $table wrong-one" "join $table $key" sit |
    HOME="$home/friend's" timeout 600 felt play --connect "$ROOM" --hands 2 >"$home/guest" 2>&1
wait "$client"
holds "nobody comes without its key" "grep -A1 'join $table wrong-one' '$home/guest' | grep -q 'there is no such table, or this is not its key'"
holds "a friend comes with it" "grep -q '^$table: Friday night, blinds 5/10' '$home/guest'"
holds "and they play" "grep -q '^hand H-' '$home/guest' && grep -q '^hand H-' '$home/host'"

# ---- a crash ----

# The first hand waits for the person until everything was looked at: nothing is over before.
felt admin event create crash entrants=4 seats=4 house=75 stack=100000 buy-in=20 pause=0s clock=3m bank=0s \
    levels='2s 50/100 200/400 800/1600 3200/6400 12800/25600 51200/102400' title=Crash >"$home/created" 2>&1
calls_after "$home/resumed" events "register crash" | timeout 600 felt play --connect "$ROOM" >"$home/second" 2>&1 &
client=$!
until_says "$home/second" 'you sit at crash-'
until_says "$home/second" '^hand H-'
kill -9 "$server"
wait "$server" 2>/dev/null
serve "$port"
works "the director pauses it" "felt admin event pause crash --reason pizza" <<'.'
paused: hands under way are played to their end
.
holds "and everybody can see it" "felt admin event list | grep -q '^crash .* paused .* 4/4 '"
works "and gives more time" "felt admin event add-time crash 1s" <<'.'
this level lasts so much longer
.
works "it goes on" "felt admin event resume crash" <<'.'
it goes on
.
bad_one "too late to call it off" "this is not possible at this stage of the tournament" cancel crash
holds "after kill -9 it goes on with the same four" \
    "felt admin event list | grep -q '^crash .* \(running\|over\) .* 4/4 '"
: >"$home/resumed"
until_says "$home/second" "Crash: you \(are out, in place\|have won\)"
holds "the person's line comes back, and he plays to the end" \
    "sed '1,/the line dropped/d' '$home/second' | grep -q 'Crash: you \(are out, in place [234] of 4\|have won\)'"
for _ in $(seq 3000); do
    [ "$(state_of crash)" = over ] && break
    sleep 0.1
done
holds "everybody has a place, and the prizes are those of four entries" \
    "felt admin event show crash | grep -c ' out .* place [1234]' | grep -qx 4 && felt admin event show crash | grep -q '^prizes: 80 in the pool'"
cat >"$home/prizes.py" <<'.'
import json, sys
left, kinds = {}, {}
for line in open(sys.argv[1]):
    row = json.loads(line)
    for part in row['lines']:
        name = part['account']
        if name.startswith('prize:'):
            left[name] = left.get(name, 0) + part['amount']
            kinds.setdefault(name, []).append((row['kind'], part['amount']))
def pool(name):
    return next(kinds[one] for one in kinds if one.startswith('prize:' + name + '-'))
assert len(left) == 3 and not any(left.values()), left
assert pool('sng-3.1') == [('enter', 50)] * 3 + [('fee', -15), ('prize', -135)], kinds
assert sorted(pool('crash.3')) == [('enter', 20)] * 4 + [('prize', -52), ('prize', -28)], kinds
.
# The last prize may be written a little after it is said to be over.
holds "the ledger has buy-ins, fees and prizes of both, and nothing is left in their accounts" "
for _ in {1..1500}; do
    felt admin ledger export >'$home/ledger' && python3 '$home/prizes.py' '$home/ledger' && exit 0
    sleep 0.2
done
exit 1"
holds "and the ledger proves it" "felt admin ledger check"

# ---- the journal is lost ----

kill "$client" 2>/dev/null
wait "$client" 2>/dev/null
# A guest registers and goes; the entry stays.
registers() { # registers NAME
    mkdir -p "$home/$1"
    HOME=$home/$1 timeout 600 felt play --connect "$ROOM" <<<"register trio" >"$home/$1.out" 2>&1 &
    client=$!
    until_says "$home/$1.out" "Trio: you are registered"
    kill "$client" 2>/dev/null
    wait "$client" 2>/dev/null
}
felt admin event create trio entrants=3 house=0 buy-in=50 fee=5 title=Trio >"$home/created" 2>&1
registers eve
registers fay
holds "two register" "felt admin event list | grep -q '^trio .* open .* 2/3 '"
works "a pool of a tournament is not stranded" "felt admin event pools" <<'.'
every prize pool belongs to a tournament
.
# shellcheck disable=SC2317
balance() { felt admin users list --json | python3 -c '
import json, sys
print(sorted(one["chips"] for one in json.load(sys.stdin) if one["kind"] == "guest"))'; }
export -f balance
balance >"$home/paid"
kill "$server"
wait "$server" 2>/dev/null
mv "$FELT_DATA/room" "$home/lost"
serve "$(quiet_port)"
pool=$(felt admin event pools | sed -n 's/^\(trio\.[^ ]*\) *100 chips$/\1/p')
holds "without its journal the pool is stranded" "[ -n '$pool' ]"
holds "the log says so" "grep -q 'felt admin event refund $pool' '$home/log'"
holds "the doctor, too" "felt admin doctor | grep -A1 '100 chips are in 1 prize pools' | grep -q 'felt admin event refund $pool'"
gives 1 "no such pool" "felt admin event refund trio" <<'.'
--
felt admin: there is no pool trio that has chips and no tournament; felt admin event pools shows them
.
works "buy-ins go back" "felt admin event refund '$pool' --reason 'lost journal'" <<'.'
100 chips went back to 2 users
.
holds "each has what was paid" "balance | python3 -c '
import json, sys
paid, now = json.load(open(sys.argv[1])), json.load(sys.stdin)
assert sum(now) == sum(paid) + 100 and now.count(400) == paid.count(400) + 2, (paid, now)' '$home/paid'"
gives 1 "a second time nothing happens" "felt admin event refund '$pool'" <<.
--
felt admin: there is no pool $pool that has chips and no tournament; felt admin event pools shows them
.
holds "the doctor is content" "felt admin doctor | grep -q 'every prize pool has its tournament'"
holds "the ledger proves it, too" "felt admin ledger check"
finish
