#!/usr/bin/env bash
# examples.sh -- every example we show to users runs: in help texts, in the manual page, in the
# README, in examples/c.
#
# usage: examples.sh FELT SOURCE_ROOT EXAMPLE_PROGRAM...
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"
root=$2
eval_hand=$(realpath "$3")
equity=$(realpath "$4")
play_hand=$(realpath "$5")
draw_hand=$(realpath "$6")
own_player=$(realpath "$7")

# What serves and its operator work in a directory that is new; the books are made by a server.
export FELT_DATA="$scratch/.data"
# served FILE: waits until a server has said where it plays
# shellcheck disable=SC2317 # cases call it
served() {
    for _ in {1..3000}; do
        grep -q '^  play   ws://' "$1" && return
        sleep 0.1
    done
}
export -f served
felt serve --port 0 >"$scratch/printed" &
server=$!
served "$scratch/printed"
kill "$server"
wait "$server"

# Lines below "Examples:" that begin with two spaces and `felt`.
examples() { sed -n '/^Examples:/,$ s/^  \(felt .*\)/\1/p'; }

# Runs an example.  A benchmark takes its time and a bot needs a server, so only their help is looked
# at; see HACKING.md.  A server is told to end once it serves, which it must do politely.
run_example() {
    case $1 in
    "felt serve"* | "felt arena"*) holds "$1" "cd '$scratch' && echo Alpha KF7Q9C >teams.txt && : >printed
        $1 --port 0 >printed & server=\$!
        served printed; kill \$server; wait \$server && grep -q '^  play   ws://' printed" ;;
    "felt bench"* | "felt bot"*) ;;
    *--json*) holds "JSON: $1" "$1 | python3 -m json.tool" ;;
    *) holds "$1" "{ $1; } >'$scratch/printed' && grep -q . '$scratch/printed'" ;;
    esac
}

while read -r line; do run_example "$line"; done < <(felt --help | examples)
for command in $(felt --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    holds "felt help $command shows an example" \
        "felt help $command | sed -n '/^Examples:/,\$p' | grep -q '^  felt $command'"
    while read -r line; do run_example "$line"; done < <(felt help "$command" | examples)
done

# The manual page: what stands between .EX and .EE.
holds "the manual page has examples" "grep -q '^\.EX' '$root/docs/man/felt.1'"
while read -r line; do
    run_example "$line"
done < <(sed -n '/^\.EX/,/^\.EE/ { /^\./d; s/\\-/-/g; p }' "$root/docs/man/felt.1")
for command in $(felt --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    holds "the manual page explains felt $command" \
        "grep -Eq '^\.(B|BR) $command( |\$)' '$root/docs/man/felt.1'"
done

# The README: lines that begin with "$ build/felt" run; output shown below one must be what it prints.
readme_session() { # readme_session COMMAND SHOWN
    if [ -n "$2" ]; then works "README: $1" "$1" <<<"$2"; else run_example "$1"; fi
}
cd "$root" || exit # the README names files of the repository
holds "the README shows commands" "grep -q '^\$ build/felt' '$root/README.md'"
command='' shown=''
while IFS= read -r line; do
    case $line in
    '$ build/'* | '```'* | '')
        [ -n "$command" ] && readme_session "$command" "$shown"
        command='' shown=''
        [ "${line#\$ build/}" != "$line" ] && command=${line#\$ build/}
        command=${command//games-lab/"$scratch"\/games-lab} # what it makes does not stay in the repository
        ;;
    *) [ -n "$command" ] && shown=$shown${shown:+$'\n'}$line ;;
    esac
done <"$root/README.md"

# examples/c
works "examples/c/eval_hand.c names a hand" "'$eval_hand' 'As Ks Qs Js Ts 2d 3c'" <<'.'
royal flush (value 32780)
.
refused "examples/c/eval_hand.c refuses a wrong card" "'$eval_hand' 'As Kx'" <<'.'
"Kx" is not a card: "x" is not a suit, suits are c d h s
.
works "examples/c/equity.c counts match-ups" "'$equity' AA KK" <<'.'
AA                81.95 %
KK                18.05 %
exact, 61642944 match-ups
.
refused "examples/c/equity.c points at a wrong character" "'$equity' AA QQ+,AKx" <<'.'
QQ+,AKx
      ^ "AKx": after two ranks comes s (suited), o (offsuit) or nothing
.

works "examples/c/play_hand.c tells a hand" "'$play_hand'" <<'.'
  blind seat 1 100
  blind seat 0 50
  deal seat 1 ?? ??
  deal seat 0 As Ah
seat 0: fold call 50 raise_to 200..10000
  act seat 0 raise_to 300
seat 1: fold call 200 raise_to 500..6000
  refused: raise to 500 at least, 6000 at most
seat 1: fold call 200 raise_to 500..6000
  act seat 1 raise_to 900
seat 0: fold call 600 raise_to 1500..10000
  act seat 0 call 600
  board 2c 7d 9h
seat 1: fold check raise_to 100..5100
  act seat 1 check
seat 0: fold check raise_to 100..9100
  act seat 0 raise_to 1200
seat 1: fold call 1200 raise_to 2400..5100
  act seat 1 raise_to 5100
seat 0: fold call 3900
  act seat 0 call 3900
  board Js
  board 3s
  show seat 1 Qc Qd
  show seat 0 As Ah
  win seat 0 12000
  over
seat 0 has 16000 (+6000)
seat 1 has 0 (-6000)
.

works "examples/c/draw_hand.c draws and names the hands" "'$draw_hand' 3" <<'.'
seat 0: 3s Jc Js Qh Th  pair of jacks: J-J-Q-T-3
seat 1: 9h 2c 8d 6c 9d  pair of nines: 9-9-8-6-2
seat 2: 9s Jh 6d 6h 4c  pair of sixes: 6-6-J-9-4
draw 1, seat 1: 2
draw 1, seat 2: 3
draw 1, seat 0: 4
draw 2, seat 1: 1
draw 2, seat 2: 1
draw 2, seat 0: 3
draw 3, seat 1: 0
draw 3, seat 2: 1
draw 3, seat 0: 3
seat 0: 3s 8s Qc Kc 5d  K-Q-8-5-3 low
        +20
seat 1: 8c 2c 7c 6c 5c  flush: 8-7-6-5-2
        -10
seat 2: 7d 3c 6d 7h 4c  pair of sevens: 7-7-6-4-3
        -10
.
works "examples/c/own_player.c lets a player of one's own play" "'$own_player'" <<'.'
pairs against zoo:call, 1000 hands: -5 bb/100, with 95 % confidence -27 to +16
.
works "examples/c/draw_hand.c deals another hand" "'$draw_hand' 4 | head -n 1" <<'.'
seat 0: Js 7s 9s 8s Ks  flush: K-J-9-8-7
.

finish
