#!/usr/bin/env bash
# sim.sh -- felt sim and felt perft: fixed results, tables, wrong options.
#
# usage: sim.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

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

# Final stacks of 300 hands with random stacks of each game, without a limit, pot limit and fixed
# limit: whoever changes a rule, a shuffle or a row sees it here.  (tests/golden/signature.txt has
# every game.)
while read -r variant nl pl fl; do
    for want in "nl $nl" "pl $pl" "fl $fl"; do
        limit=${want% *}
        works "sim of $variant $limit" \
            "$(result --variant "$variant" --limit "$limit" --hands 300 --players 2-10 --stacks random)" \
            <<<"${want#* }"
    done
done <<'.'
holdem 06f139be039c05f9 d251e2eaaf90aea1 9df19a58632bd501
holdem-jokers 9d863e1548d6bbaf cd71f2b46f63b160 b745798cdb37d0ea
short-deck f76e07aeb74f9375 1edaaab88f5802a6 b97161e8546e052f
royal f817389e55848c1a f72a90c5f87b7c21 5fa2dae15bc7321e
pineapple 628ee0660d1a944e cfad552d5918c0dc 4fb6655c7949d30f
crazy-pineapple 512661da30806232 c827ba1375dc9317 b328890a6061ff1d
omaha da238d2ea384970a 3cbf20cf11ea98aa fb0d0f482d7c2ae0
omaha-hilo 5e5d251c615217bd d4954438ba274bb8 303f02fb5fcf52a2
omaha5 aa460a1cd0b97032 72ac0e797892cb4e e8c70bf76bdcfe1f
omaha5-hilo 43ad743bb0d4b1a4 95faead9c9566243 aa65ca745d78f4c5
omaha6 e49aec77c8b154a7 3c50430779a67ee0 5c4836cd4636936b
courchevel aa460a1cd0b97032 72ac0e797892cb4e e8c70bf76bdcfe1f
courchevel-hilo 43ad743bb0d4b1a4 95faead9c9566243 aa65ca745d78f4c5
draw e8e1d7caf18baaa1 6cebe4404a481a03 6d824e01d067a929
draw-deuces 3bd7c280d411cbb5 96dadb794d9b23ac c50884f6679e3583
draw-jokers fb79feb741423ba0 319b727694e73371 d316d18a4a6039ee
27-single 865afd3dc2b28754 beadf48a6dcda5fb 2a9d71ef131d46bf
27-triple 2e1b7882473c9348 228bdfde9364f046 1aaac9aa0f1413a1
a5-single f14563f53cf6fce0 661f09087f1f2111 1a10bff4e1457bdb
a5-triple ca8bc2ab450b9ae9 b15db6af4ca4847e 8336450f1bc2953f
stud fb6318f649432f90 007d31b7322d9ca3 dd6af02d98d1cb86
stud-jokers f44f67df12a85d6e 1b265c1278c2e1c8 79a3c64b35137c3a
stud-hilo 28fdc9a406319dbb be7eb405778e3de9 4f147a44ee404185
razz 664c29da8a016dc0 d66607be085c1d01 14a08b5371afa29d
chicago adb9830562e18d5d 35fcdf81409c7abd fc84a002e6196095
follow-queen 08c5b3312cc9a217 9fdb798761978658 99c636aa28071880
the-bitch 970a2364d62bdf6b a54887a2d7701665 1a52011a4a428645
badugi 25c460238797231e b3fd09bcc3d7b70c 1aae9f3e543b9149
badacey 61fa03f5c5171877 5d3202d250cb9180 43a1dab35e3cbe62
badeucy 3292a9306f32e850 9764bf372f01dd6d 6d1b86680673e463
kuhn 3b09777cc47474e0 05242bee33603b3a 3ca8066d461ea0bd
leduc 5a7012993357f21a cd6ad438e0877b74 1cf5ebe523e18c3f
rhode-island 416e06124e221c71 a80527a9e296b928 fd6886f272bd875e
.
holds "sim of everything mixed" \
    "felt sim --variant all --limit all --players 2-10 --stacks random --forced random --policy mixed --hands 2k >/dev/null"
works "nobody folds with --policy call" "felt sim --policy call --hands 100 | sed '/speed/d'" <<'.'
100 hands of holdem, nl, 6 players: no violation
  actions    2,400, 24.0 per hand
  showdowns  100.0 %
  result     56127a731f28d0aa
.
works "paths that few hands take are counted" \
    "felt sim --variant badugi --limit fl --players 10 --hands 200 | sed '/speed/d'" <<'.'
200 hands of badugi, fl, 10 players: no violation
  actions    6,067, 30.3 per hand
  showdowns  15.5 %
  with       386 draws, 96 shuffles
  result     2f061716913c69c2
.
works "discards that nobody must make are not made with --policy call" \
    "felt sim --variant 27-triple --limit fl --policy call --hands 50 | sed '/speed/d'" <<'.'
50 hands of 27-triple, fl, 6 players: no violation
  actions    2,100, 42.0 per hand
  showdowns  100.0 %
  with       150 draws
  result     a87847def7f8d905
.
holds "parts of a series add up to the whole" "
whole=\$($(result --hands 900)) a=\$($(result --hands 400)) b=\$($(result --first 401 --hands 500))
[ \"\$whole\" = \$(printf '%016x' \$((16#\$a + 16#\$b))) ]"
holds "any number of threads gives the same answer" "
options='--variant all --limit all --players 2-10 --stacks random --forced random --policy mixed'
for hands in 1 127 129 3000; do
    one=\$(felt sim \$options --hands \$hands --threads 1 | sed '/speed/d')
    for threads in 2 3 9; do
        [ \"\$one\" = \"\$(felt sim \$options --hands \$hands --threads \$threads | sed '/speed/d')\" ] || exit 1
    done
done"
holds "another seed plays other hands" \
    "[ \$($(result --hands 100 --seed 1)) != \$($(result --hands 100 --seed 2)) ]"
holds "a stack for each seat says how many there are" \
    "felt sim --stacks 500,1k,80 --hands 50 | grep -q '^50 hands of holdem, nl, 3 players: no violation'"
holds "players are kept within what a variant seats" \
    "felt sim --variant stud --players 5-10 --hands 50 | grep -q ' 5-8 players: '"
works "sim as JSON" "felt sim --hands 500 --json | sed 's/\"seconds.*\"result\"/\"result\"/'" <<'.'
{"variant":"holdem","limit":"nl","players":"6","policy":"random","forced":"usual","checks":"all","seed":1,"first":1,"hands":500,"actions":4894,"showdowns":305,"violations":0,"draws":0,"shuffles":0,"redeals":0,"shared_cards":0,"followed_queens":0,"two_boards":0,"mucked_hands":0,"bomb_pots":0,"result":"0a35cd34fd9cd8f5"}
.

# The engine ends the process if it finds a mistake of its own: the hand must be named all the same.
holds "a simulation that is aborted says how to repeat the hand" "
felt sim --variant omaha --limit pl --hands 900M --seed 3 2>'$scratch/last' & pid=\$!
worked \$pid && kill -ABRT \$pid; wait \$pid; [ \$? = 134 ] || exit 1
grep -Eq '^to repeat it: felt sim --variant omaha --limit pl --seed 3 --hands 1 --first [1-9][0-9]*\$' '$scratch/last' &&
    \$(sed 's/^to repeat it: //' '$scratch/last') | grep -q '^1 hand of omaha, pl, 6 players: no violation'"
holds "so does one with threads" "
felt sim --hands 900M --threads 3 2>'$scratch/last' & pid=\$!
worked \$pid && kill -ABRT \$pid; wait \$pid; [ \$? = 134 ] || exit 1
grep -Eq '^to repeat it: felt sim --hands 1 --first [1-9][0-9]+\$' '$scratch/last'"

# ---- felt sim: wrong options ----

bad "felt sim x" 'felt sim: "x": felt sim takes no arguments; name options'
bad "felt sim --variant Holdme" 'felt sim: there is no variant "Holdme"; did you mean holdem?'
bad "felt sim --variant holdme" 'felt sim: there is no variant "holdme"; did you mean holdem?'
bad "felt sim --variant bridge" 'felt sim: there is no variant "bridge"; felt variants lists them'
bad "felt sim --limit xl" 'felt sim: --limit "xl": take nl, pl, fl or all'
for players in 1 11 5-2 2- 2-x -3 99999999999999999999; do
    bad "felt sim --players=$players" \
        "felt sim: --players \"$players\": take a number from 2 to 10, or two as in 2-6"
done
bad "felt sim --variant stud --players 9" \
    "felt sim: Seven-card stud is for 2 to 8 players; take --players within them"
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
bad "felt sim --stacks 1,2,3,4,5,6,7,8,9 --variant stud" \
    "felt sim: Seven-card stud is for 2 to 8 players; these are 9 stacks"
bad "felt sim --unit 0" "felt sim: --unit 0: take a whole number from 1 to 1000000000"
bad "felt sim --threads 0" "felt sim: --threads 0: take a whole number from 1 to 256"
bad "felt sim --threads 257" "felt sim: --threads 257: take a whole number from 1 to 256"
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
holds "names of variants in any case" \
    "[ \"\$(felt perft Kuhn)\" = \"\$(felt perft kuhn)\" ] &&
     [ \"\$(felt variants RAZZ)\" = \"\$(felt variants razz)\" ]"
bad "felt perft kuhn --players 3" "felt perft: Kuhn poker is for 2 players; these are 3"
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
    holds "a long simulation shows its progress" "cd '$scratch'
        TERM=xterm script -qefc 'echo \$\$ >pid; exec felt sim --hands 900M' /dev/null </dev/null >shown & script=\$!
        for _ in {1..3000}; do
            tr '\r' '\n' <shown | grep -Eq '[#.]{30} +[0-9]+ %' && break
            sleep 0.1
        done
        kill \$(cat pid); wait \$script
        tr '\r' '\n' <shown | grep -Eq '[#.]{30} +[0-9]+ %'"
fi

finish
