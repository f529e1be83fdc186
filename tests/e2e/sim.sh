#!/usr/bin/env bash
# sim.sh -- felt sim and felt perft: fixed results, tables, wrong options.
#
# usage: sim.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

bad() { # bad COMMAND MESSAGE
    refused "$1" "$1" <<<"$2"
}

# ---- felt sim: results ----

# result OPTIONS: a command that prints the result of a simulation
result() { echo "felt sim $* | sed -n 's/^  result  *//p'"; }

works "sim prints what it played" "felt sim --hands 500 | sed 's/^  speed .*/  speed/'" <<'.'
500 hands of holdem, nl, 6 players: no violation
  actions    4,894, 9.8 per hand
  showdowns  61.0 %
  speed
  result     0a35cd34fd9cd8f5
.
works "sim without checks plays the same hands" \
    "felt sim --hands 500 --checks none | sed 's/^  speed .*/  speed/'" <<'.'
500 hands of holdem, nl, 6 players: not checked
  actions    4,894, 9.8 per hand
  showdowns  61.0 %
  speed
  result     0a35cd34fd9cd8f5
.
works "sim says its speed" \
    "felt sim --hands 50 | sed -n 's/[0-9,]* hands/N hands/; s/[0-9,]* actions/N actions/; /speed/p'" <<'.'
  speed      N hands/s, N actions/s
.

# Final stacks of 300 hands with random stacks of each variant and limit: whoever changes a rule, a
# shuffle or a row sees it here.
while read -r variant limit want; do
    works "sim of $variant $limit" \
        "$(result --variant "$variant" --limit "$limit" --hands 300 --players 2-6 --stacks random)" <<<"$want"
done <<'.'
holdem nl 8258e28519fb189b
holdem pl 20cfbceb98a67479
holdem fl 44da6b95f9deb0d8
short-deck nl 6b32f01feb89d010
short-deck pl 5dfc9839b4d8e1ed
short-deck fl 9549104657a5c528
royal nl c315d8baf8a847fd
royal pl a047cbd9e6ad3f39
royal fl d296b99e19d1448e
omaha nl 7975b13f850a9f16
omaha pl 434fde86526f9f42
omaha fl 3bb5d30cbec59100
omaha-hilo nl 63cd89f40ad7b97b
omaha-hilo pl 47e410699cd4740c
omaha-hilo fl 53468fd9c0fdf7f1
stud nl 96a75163aba73e26
stud pl d74a29cff9bf01ae
stud fl 4271af8a58559086
stud-hilo nl c4442672a14f0f53
stud-hilo pl 5b5b0c4b5b420879
stud-hilo fl 40fc1af650a0d541
razz nl 295268f949300c31
razz pl 5332eb0253cb2462
razz fl b55c6de71f23dac5
kuhn nl 3b09777cc47474e0
kuhn pl 05242bee33603b3a
kuhn fl 3ca8066d461ea0bd
leduc nl 5a7012993357f21a
leduc pl cd6ad438e0877b74
leduc fl 1cf5ebe523e18c3f
.
works "sim of everything mixed" \
    "$(result --variant all --limit all --players 2-10 --stacks random --forced random --policy mixed --hands 2k)" <<'.'
17c916deecf98c66
.
works "nobody folds with --policy call" "felt sim --policy call --hands 100 | sed '/speed/d'" <<'.'
100 hands of holdem, nl, 6 players: no violation
  actions    2,400, 24.0 per hand
  showdowns  100.0 %
  result     56127a731f28d0aa
.
holds "parts of a series add up to the whole" "
whole=\$($(result --hands 900)) a=\$($(result --hands 400)) b=\$($(result --first 401 --hands 500))
[ \"\$whole\" = \$(printf '%016x' \$((16#\$a + 16#\$b))) ]"
holds "another seed plays other hands" \
    "[ \$($(result --hands 100 --seed 1)) != \$($(result --hands 100 --seed 2)) ]"
holds "a stack for each seat says how many there are" \
    "felt sim --stacks 500,1k,80 --hands 50 | grep -q '^50 hands of holdem, nl, 3 players: no violation'"
holds "players are kept within what a variant seats" \
    "felt sim --variant stud --players 5-10 --hands 50 | grep -q ' 5-7 players: '"
works "sim as JSON" "felt sim --hands 500 --json | sed 's/\"seconds.*\"result\"/\"result\"/'" <<'.'
{"variant":"holdem","limit":"nl","players":"6","policy":"random","forced":"usual","checks":"all","seed":1,"first":1,"hands":500,"actions":4894,"showdowns":305,"violations":0,"result":"0a35cd34fd9cd8f5"}
.

# The engine ends the process if it finds a mistake of its own: the hand must be named all the same.
holds "a simulation that is aborted says how to repeat the hand" "
felt sim --variant omaha --limit pl --hands 900M --seed 3 2>'$scratch/last' & pid=\$!
sleep 1; kill -ABRT \$pid; wait \$pid; [ \$? = 134 ] || exit 1
grep -Eq '^to repeat it: felt sim --variant omaha --limit pl --seed 3 --hands 1 --first [1-9][0-9]*\$' '$scratch/last' &&
    \$(sed 's/^to repeat it: //' '$scratch/last') | grep -q '^1 hand of omaha, pl, 6 players: no violation'"

# ---- felt sim: wrong options ----

bad "felt sim x" 'felt sim: "x": felt sim takes no arguments; name options'
bad "felt sim --variant holdme" 'felt sim: there is no variant "holdme"; did you mean holdem?'
bad "felt sim --variant bridge" 'felt sim: there is no variant "bridge"; felt variants lists them'
bad "felt sim --limit xl" 'felt sim: --limit "xl": take nl, pl, fl or all'
for players in 1 11 5-2 2- 2-x -3 99999999999999999999; do
    bad "felt sim --players=$players" \
        "felt sim: --players \"$players\": take a number from 2 to 10, or two as in 2-6"
done
bad "felt sim --variant stud --players 8" \
    "felt sim: Seven-card stud seats 2 to 7 players; take --players within them"
bad "felt sim --hands 0" "felt sim: --hands 0: take a whole number from 1 to 1000000000000"
bad "felt sim --hands 1.5" "felt sim: --hands 1.5: take a whole number from 1 to 1000000000000"
bad "felt sim --first 0" "felt sim: --first 0: take a whole number from 1 to 1000000000000000"
bad "felt sim --policy wild" 'felt sim: --policy "wild": take random, mixed or call'
bad "felt sim --seed -1" "felt sim: --seed -1: take a whole number from 0 to 18446744073709551615"
for stacks in 0 5,x '5,' 1,2,3,4,5,6,7,8,9,1,2 2T 1001G 1000000000001; do
    bad "felt sim --stacks $stacks" \
        "felt sim: --stacks \"$stacks\": take 1 to 10 numbers of chips from 1 to 1000000000000, as in 500 or 500,200"
done
bad "felt sim --stacks 5,5 --players 3" \
    "felt sim: 2 stacks: name one variant and as many players, or one stack"
bad "felt sim --stacks 5,5 --variant all" \
    "felt sim: 2 stacks: name one variant and as many players, or one stack"
bad "felt sim --stacks 1,2,3,4,5,6,7,8 --variant stud" \
    "felt sim: Seven-card stud seats 2 to 7 players; these are 8 stacks"
bad "felt sim --unit 0" "felt sim: --unit 0: take a whole number from 1 to 1000000000"
bad "felt sim --forced no" 'felt sim: --forced "no": take usual or random'
bad "felt sim --checks some" 'felt sim: --checks "some": take all or none'
bad "felt sim --json=1" "felt sim: --json takes no value; leave out the ="
bad "felt sim --seat 3" "felt sim: there is no option --seat; did you mean --seed?"

# ---- felt perft ----

works "perft of Kuhn poker" "felt perft kuhn" <<'.'
Kuhn poker, fixed limit, 2 players, one deal
depth             sequences         of them over
0                         1                    0
1                         2                    0
2                         4                    3
3                         2                    2
all                       9                    5
histories                                      30
states                                         24
information sets                               12
.
works "perft of Leduc hold'em" "felt perft leduc" <<'.'
Leduc hold'em, fixed limit, 2 players, one deal
depth             sequences         of them over
0                         1                    0
1                         2                    0
2                         5                    1
3                         9                    2
4                        16                    7
5                        22                   14
6                        19                   15
7                         9                    8
8                         2                    2
all                      85                   49
histories                                   5,520
states                                      3,780
information sets                              936
.
works "perft of three players, three actions" "felt perft holdem --players 3 --depth 3" <<'.'
Hold'em, fixed limit, 3 players, one deal
depth             sequences         of them over
0                         1                    0
1                         3                    0
2                         9                    1
3                        21                    2
all                      34                    3
(cut: longer sequences are not counted)
.
holds "perft of a few chips" \
    "felt perft holdem --limit nl --stacks 5 --unit 2 | grep -q '^all  *178  *98\$'"
holds "free folds are counted if asked for" \
    "felt perft leduc --free-folds | grep -q '^all  *97  *61\$'"
holds "numbers beyond 64 bits are left out" \
    "felt perft holdem --players 3 | grep -q '^information' && ! felt perft holdem --players 3 | grep -q '^histories'"
holds "stud is not weighed" "! felt perft stud --stacks 60 --unit 20 | grep -Eq '^(histories|states|inf)'"
works "perft as JSON" "felt perft kuhn --json" <<'.'
{"variant":"kuhn","limit":"fl","players":2,"free_folds":false,"complete":true,"rows":[{"depth":0,"nodes":1,"ends":0},{"depth":1,"nodes":2,"ends":0},{"depth":2,"nodes":4,"ends":3},{"depth":3,"nodes":2,"ends":2}],"nodes":9,"ends":5,"histories":30,"states":24,"information_sets":12}
.
works "a cut count as JSON has no sizes" "felt perft kuhn --depth 1 --json" <<'.'
{"variant":"kuhn","limit":"fl","players":2,"free_folds":false,"complete":false,"rows":[{"depth":0,"nodes":1,"ends":0},{"depth":1,"nodes":2,"ends":0}],"nodes":3,"ends":0,"histories":null,"states":null,"information_sets":null}
.

one="name one game, as in felt perft leduc; felt variants lists them"
bad "felt perft" "felt perft: $one"
bad "felt perft kuhn leduc" "felt perft: $one"
bad "felt perft bridge" 'felt perft: there is no variant "bridge"; felt variants lists them'
bad "felt perft holdem --limit all" "felt perft: --limit all: take one of nl, pl and fl here"
bad "felt perft holdem --limit x" 'felt perft: --limit "x": take nl, pl or fl'
bad "felt perft holdem --players 2-3" "felt perft: --players 2-3: take one number here"
bad "felt perft kuhn --players 3" "felt perft: Kuhn poker seats 2 to 2 players; these are 3"
bad "felt perft holdem --stacks 5,5,5 --players 2" \
    "felt perft: 3 stacks for 2 players; name one stack for all, or 2"
bad "felt perft holdem --depth 256" "felt perft: --depth 256: take a whole number from 0 to 255"
bad "felt perft holdem --unit x" "felt perft: --unit x: take a whole number from 1 to 1000000000"
bad "felt perft holdem --free-fold" \
    "felt perft: there is no option --free-fold; did you mean --free-folds?"

# ---- every variant ----

holds "every variant can be played" "
for variant in \$(felt variants | sed 1d | cut -d' ' -f1); do
    felt sim --variant \$variant --limit all --hands 20 >/dev/null || exit 1
done"

# ---- progress ----

if command -v script >/dev/null; then
    holds "a long simulation shows its progress" \
        "TERM=xterm script -qec 'timeout 4 felt sim --hands 900M; true' /dev/null </dev/null | tr '\r' '\n' | grep -Eq '[#.]{30} +[0-9]+ %'"
fi

finish
