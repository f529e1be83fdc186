#!/usr/bin/env bash
# play_connect.sh -- felt play --connect against a real server: lobby, a seat, hands, coming back.
#
# usage: play_connect.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

home=$(mktemp -d)
server=
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; rm -rf "$scratch" "$home"' EXIT
export HOME=$home
cd "$home" || exit 1
unset XDG_DATA_HOME

# ---- arguments ----

bad "felt play --connect gopher://localhost" \
    'felt play: "gopher://localhost" is no address of a room: ws://HOST:PORT/room'
bad "felt play --user ada" "felt play: --user is for a room: name its server with --connect URL"
bad "felt play --connect localhost:1 --seed 3" \
    "felt play: --seed is for a table of your own; leave it out with --connect"
bad "felt play --connect localhost:1 --user ada --token x" \
    "felt play: --user and --token are two ways to sign in: take one"
bad "felt play --connect localhost:1 --token $home/none" \
    "felt play: cannot read a token from $home/none: No such file or directory"
gives 1 "nobody there" "felt play --connect http://localhost:1" <<'.'
--
felt play: cannot reach http://localhost:1: is felt serve running there?
.

# ---- a server ----

serve() { # serve PORT: starts one and sets port
    felt serve --port "$1" --data "$home/data" --think 0 --log "$home/log" >"$home/out" 2>&1 &
    server=$!
    for _ in $(seq 3000); do
        port=$(sed -n 's|.*ws://127.0.0.1:\([0-9]*\)/room.*|\1|p;T;q' "$home/out")
        [ -n "$port" ] && grep -q . <(exec 3<>"/dev/tcp/127.0.0.1/$port" && echo up) && break
        sleep 0.1
    done
    [ -n "$port" ] || { echo "Bail out! felt serve does not start"; exit 1; }
    export ROOM="ws://127.0.0.1:$port/room"
    for _ in $(seq 1500); do # house players come a little later
        printf 'q\n' | felt play --connect "$ROOM" 2>/dev/null | grep -q 'nl-2-1 .* [56]/6' && break
        sleep 0.2
    done
}
serve "$(quiet_port)"

# Until a file has so many lines that say so; five minutes at most.
until_says() { # until_says FILE PATTERN LINES
    for _ in $(seq 3000); do
        [ "$(grep -c -- "$2" "$1" 2>/dev/null)" -ge "$3" ] && return 0
        sleep 0.1
    done
    return 1
}
export -f until_says
# Words that fit any question, again and again; those that do not fit are refused.
# shellcheck disable=SC2317 # it is called in commands that are texts
answers() {
    for _ in $(seq 200); do printf 'c\np\nm\nn\ni\n1\n'; done
}
export -f answers

# ---- guests ----

holds "a guest sees the lobby, and leaves" \
    "printf 'q\n' | felt play --connect \$ROOM >out && grep -q '^You are ' out &&
     grep -q ' nl-2-1 .* 1/2 .* 40 to 200' out && grep -q 'You leave the room with 400 chips' out"
holds "the guest's session is for the user alone" \
    "test \"\$(stat -c %a $home/.local/share/felt/guests/127.0.0.1_$port)\" = 600"
holds "the same guest comes back" \
    "printf 'q\n' | felt play --connect http://127.0.0.1:$port >again &&
     test \"\$(head -1 again)\" = \"\$(printf 'q\n' | felt play --connect \$ROOM | head -1)\""
holds "a guest that the server does not know becomes a new one" \
    "HOME=$home/other; export HOME; mkdir -p \$HOME/.local/share/felt/guests &&
     echo AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA >\$HOME/.local/share/felt/guests/127.0.0.1_$port &&
     printf 'q\n' | felt play --connect \$ROOM >out 2>err &&
     grep -q 'does not know your guest any more' err && grep -q 'You leave the room with 400' out"

# ---- tables ----

for table in nl-2-1 plo-2-1 draw-2-1 stud-hilo-2-1 27-triple-2-1 badugi-2-1 choice-2-1; do
    holds "a hand of $table from the seat to the result" \
        "HOME=$home/$table; export HOME; mkdir -p \$HOME
         answers | timeout 600 felt play $table --connect \$ROOM --hands 1 --buy-in 60 >out 2>err &&
         grep -q 'you sit down with 60' out && grep -q '^  this hand ' out && ! [ -s err ] &&
         grep -q '^You leave the room with' out"
done
# shellcheck disable=SC2317
narc_answers() {
    for _ in $(seq 150); do printf 'raise 1\nc\ngo on\n'; done
}
export -f narc_answers
holds "a session of Narc: cards by number, check and go on by name, cards with what they do" \
    "HOME=$home/narc; export HOME; mkdir -p \$HOME
     narc_answers | timeout 600 felt play narc-1 --connect \$ROOM --hands 1 >out 2>err &&
     grep -q 'you (player): [0-9] cards' out &&
     grep -q 'your cards: .* (.*)' out &&
     grep -q 'you raise with .* face down' out &&
     grep -q 'you continue' out &&
     grep -q 'holds the initiative' out &&
     grep -q 'the session is over' out || { tail -40 out err; false; }"
holds "a game of a genome: moves by number and by their first letters" \
    "HOME=$home/eights; export HOME; mkdir -p \$HOME
     answers | timeout 600 felt play eights-5-1 --connect \$ROOM --hands 1 --buy-in 100 >out 2>err &&
     grep -q 'played for 5' out && grep -q '^   1 play ' out && grep -q '^  you play ' out &&
     grep -q '^  this hand ' out && ! [ -s err ] && grep -q '^You leave the room with' out"
holds "words of the room: help, settings, sitting out, chat, own hands, standing up" \
    "HOME=$home/nl-2-1; export HOME
     printf '%s\n' '?' hands 'sit plo-2-1 50' settings out 'chat hello all' 'auto call_10' 'auto x' stand q |
     timeout 600 felt play --connect \$ROOM >out 2>err
     grep -q 'sit TABLE \[N\]' out && grep -q '^  H-.* nl-2-1 ' out && grep -q 'auto check_fold' out &&
     grep -q 'you sit out from the next hand on' out && grep -q ': hello all' out &&
     grep -q 'that is done for you while you are away' out && grep -q 'auto_action must be' out &&
     grep -q 'you stand up after the hand' out"
holds "a table that is not there, and too few chips" \
    "printf 'sit nowhere\nsit nl-50-1 1000\nnonsense\nq\n' | felt play --connect \$ROOM >out &&
     grep -q 'which table?' out && grep -q -i 'chips' out && grep -q 'is no table and no word' out"

# ---- accounts ----

holds "an account signs in with a password, and is told if it is wrong" \
    "curl -s -o /dev/null http://127.0.0.1:$port/api/register -H 'Content-Type: application/json' \
         -d '{\"username\":\"ada\",\"password\":\"eight or more\"}' &&
     printf 'eight or more\nq\n' | felt play --connect \$ROOM --user ada >out && grep -q '^You are ' out &&
     ! printf 'wrong password\nq\n' | felt play --connect \$ROOM --user ada 2>err >out &&
     grep -q 'the server says: ' err"

# ---- frames ----

holds "--json prints frames and sends those that are typed" \
    "(echo '{\"req\":77,\"type\":\"ping\"}'; until_says frames pong 1; echo quit) |
     felt play --connect \$ROOM --json >frames && grep -q '\"type\":\"welcome\"' frames &&
     grep -q '\"req\":77,.*\"type\":\"pong\"' frames && /usr/bin/python3 -c '
import json
for line in open(\"frames\"): json.loads(line)'"

# ---- the line ----

# The server is killed in the middle of a hand and starts again on its port: the client comes back by
# itself, to the same seat.
mkdir -p "$home/back"
mkfifo "$home/back/typed"
HOME=$home/back timeout 600 felt play nl-2-1 --connect "$ROOM" <"$home/back/typed" >"$home/back/out" 2>"$home/back/err" &
client=$!
exec 3>"$home/back/typed"
until_says "$home/back/out" '^nl-2-1: ' 1
until_says "$home/back/out" '^hand H-' 1
kill -9 "$server"
wait "$server" 2>/dev/null
until_says "$home/back/err" 'the line dropped' 1
serve "$port"
until_says "$home/back/out" 'the line is there again' 1
until_says "$home/back/out" '^nl-2-1: ' 2
echo q >&3
exec 3>&-
wait "$client"
holds "the line drops: the client comes back to its seat" \
    "cat $home/back/out $home/back/err; grep -q 'the line dropped' $home/back/err &&
     grep -q 'the line is there again' $home/back/out && grep -q '^You leave the room' $home/back/out &&
     [ \$(grep -c '^nl-2-1: ' $home/back/out) -ge 2 ]"

finish
