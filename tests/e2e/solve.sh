#!/usr/bin/env bash
# solve.sh -- felt solve: tables, strategies, JSON, what is refused.
#
# usage: solve.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

# ---- answers ----

works "Kuhn poker, with its strategy" "felt solve kuhn --strategy" <<'.'
Kuhn poker, fixed limit: 9 positions, 12 information sets, 6 deals
iterations        value   exploitability
         1     0.125000       0.45833333  ###################
         2    -0.087963       0.26388889  ##################
         4    -0.062440       0.11681097  #################
         8    -0.053554       0.03464966  ###############
        16    -0.054522       0.01045738  #############
        32    -0.055308       0.00476666  ############
        64    -0.055456       0.00265739  ###########
       128    -0.055542       0.00090396  ##########
       256    -0.055554       0.00063456  #########
       512    -0.055555       0.00023130  ########
     1,000    -0.055555       0.00014688  #######
value           -0.055555 antes per hand for the first to act
exploitability   0.00014688 antes per hand, the mean of both seats

the first to act
  J         first to act: check 83 %, bet 17 %
  Q         first to act: check 100 %
  K         first to act: check 50 %, bet 50 %
  J         after check, bet: fold 100 %
  Q         after check, bet: fold 50 %, call 50 %
  K         after check, bet: call 100 %

the other
  J         after check: check 67 %, bet 33 %
  Q         after check: check 100 %
  K         after check: bet 100 %
  J         after bet: fold 100 %
  Q         after bet: fold 67 %, call 33 %
  K         after bet: call 100 %
.
works "Leduc hold'em until it is good enough" "felt solve leduc --until 0.01" <<'.'
Leduc hold'em, fixed limit: 240 positions, 288 information sets, 120 deals
iterations        value   exploitability
         1    -0.078125       2.37361111  #####################
         2    -0.192064       2.05791667  #####################
         4    -0.407684       1.60965508  #####################
         8    -0.491368       0.85984512  ####################
        16    -0.177611       0.27619399  ##################
        32    -0.093859       0.07159431  ################
        64    -0.085593       0.02277901  ##############
       128    -0.084876       0.01003473  #############
       192    -0.085356       0.00515848  ############
value           -0.085356 antes per hand for the first to act
exploitability   0.00515848 antes per hand, the mean of both seats
.
works "strategies name board, streets and what is rare" \
    "felt solve leduc --strategy | sed -n '/on J .*after bet, call \/ check, bet, raise/p'" <<'.'
  J on J    after bet, call / check, bet, raise: call 100 %
  Q on J    after bet, call / check, bet, raise: fold 98 %, call 2 %  (rarely gets here)
  K on J    after bet, call / check, bet, raise: fold 29 %, call 71 %
.
works "amounts are named where there are several" \
    "felt solve kuhn --limit nl --stacks 3 --unit 1 --iterations 50 --strategy | sed -n '/^  K /p'" <<'.'
  K         first to act: check 85 %, bet 1 (11 %), bet 2 (3 %)
  K         after check, bet 1: raise to 2 (100 %)
  K         after check, bet 2: call 100 %
  K         after bet 1, raise to 2: fold 0.1 %, call 99.9 %
  K         after check: check 0.1 %, bet 1 (93 %), bet 2 (7 %)
  K         after check, bet 1, raise to 2: call 100 %
  K         after bet 1: call 0.1 %, raise to 2 (99.9 %)
  K         after bet 2: call 100 %
.
works "long lines are continued, and rare bets are there" \
    "felt solve leduc --limit nl --stacks 14 --iterations 30 --strategy | sed -n '/^  Q  *first/,/^  K/p'" <<'.'
  Q         first to act: check 55 %, bet 2 (27 %), bet 3 (6 %), bet 4 (0.7 %), bet 5 (0.1 %),
              bet 6 (2 %), bet 7 (1 %), bet 8 (1 %), bet 9 (1 %), bet 10 (1 %), bet 11 (2 %),
              bet 12 (2 %), bet 13 (0.1 %)
  K         first to act: check 34 %, bet 2 (26 %), bet 3 (13 %), bet 4 (8 %), bet 5 (2 %),
.
holds "no line is longer than 100 columns" \
    "felt solve leduc --limit nl --stacks 14 --iterations 10 --strategy | awk 'length > 100 { long = 1 } END { exit long }'"
works "forced bets that put both all-in leave an even game" "felt solve kuhn --stacks 1 --strategy" <<'.'
Kuhn poker, fixed limit: 1 position, 0 information sets, 6 deals
iterations        value   exploitability
         1     0.000000       0.00000000
value           +0.000000 antes per hand for the first to act
exploitability   0.00000000 antes per hand, the mean of both seats
nobody has a choice: the forced bets put a player all-in
.
for game in "kuhn --stacks 100,2" "kuhn --stacks 1,100" "leduc --stacks 1" "rhode-island --stacks 1"; do
    holds "the same for $game" "felt solve $game | grep -q '^value  *[+]0.000000 '"
done
holds "a line for every information set" \
    "felt solve leduc --strategy | grep -c '^  [JQK].*%' | grep -qx 288"
works "an answer for a script" "felt solve kuhn --iterations 2 --json" <<'.'
{"variant":"kuhn","limit":"fl","counted_in":"antes","nodes":9,"information_sets":12,"deals":6,"iterations":2,"value":-0.087962963,"best_first":0.166666667,"best_second":0.361111111,"exploitability":0.263888889,"looks":[{"iterations":1,"value":0.125000000,"best_first":0.500000000,"best_second":0.416666667,"exploitability":0.458333333},{"iterations":2,"value":-0.087962963,"best_first":0.166666667,"best_second":0.361111111,"exploitability":0.263888889}]}
.
works "a strategy for a script" \
    "felt solve leduc --iterations 30 --strategy --json | python3 -c 'import json, sys; a = json.load(sys.stdin); print(len(a[\"strategy\"]), a[\"strategy\"][20])'" <<'.'
288 {'player': 'second', 'hand': 'K on J', 'history': 'after check, check / bet', 'reach': 0.043985984, 'actions': {'fold': 0.801615105, 'call': 0.182438381, 'raise': 0.015946514}}
.
holds "the value does not depend on the unit" \
    "[ \"\$(felt solve kuhn --unit 1)\" = \"\$(felt solve kuhn --unit 4)\" ]"
holds "the same again" \
    "[ \"\$(felt solve leduc --strategy --json)\" = \"\$(felt solve leduc --strategy --json)\" ]"
holds "names in any case" "[ \"\$(felt solve Kuhn)\" = \"\$(felt solve kuhn)\" ]"
holds "all of the strategy arrives, also in a pipe that is closed early" \
    "felt solve leduc --strategy | head -1 | grep -q Leduc"

# ---- too large ----

fits="what fits in 1 GiB is solved: kuhn, leduc, rhode-island, with small stacks"
gives 1 "hold'em is too large, and says how large" "felt solve holdem" <<.
--
felt solve: Hold'em, fixed limit, has 410,613,328,957,260 information sets; $fits
.
gives 1 "the tree of royal hold'em is counted" "felt solve royal" <<.
--
felt solve: Royal hold'em, fixed limit, has 1,688,974,408 positions and 60,659,627,650 information sets; $fits
.
gives 1 "deep stacks without a limit" "felt solve leduc --limit nl" <<'.'
--
felt solve: the tree is too large: more than 64 actions to choose from; take smaller stacks, or fixed limit
.
gives 1 "stacks that are not deep, but deep enough" "felt solve leduc --limit nl --stacks 40" <<'.'
--
felt solve: the tree is too large: more than a million sequences of actions; take smaller stacks, or fixed limit
.

# ---- genomes ----

works "Kuhn poker as a genome" \
    "felt lab validate kuhn --canonical | felt solve - --iterations 400 --strategy | sed '2,11d'" <<'.'
Kuhn Poker: 54 positions, 12 information sets, 6 deals
       400    -0.055558       0.00025422  ########
value           -0.055558 chips per hand for the first to act
exploitability   0.00025422 chips per hand, the mean of both seats

the first to act
  Js        first to act: 79.2 % check, 20.8 % bet 1
  Js        after check, bet 1: 100 % fold
  Qs        first to act: 100 % check
  Qs        after check, bet 1: 46 % fold, 54 % call 1
  Ks        first to act: 37.9 % check, 62.1 % bet 1
  Ks        after check, bet 1: 100 % call 1

the other
  Qs        after check: 100 % check
  Qs        after bet 1: 66.5 % fold, 33.5 % call 1
  Js        after check: 66.6 % check, 33.4 % bet 1
  Js        after bet 1: 100 % fold
  Ks        after check: 100 % bet 1
  Ks        after bet 1: 100 % call 1
.
holds "Leduc as a genome" \
    "felt solve '$2/data/genomes/leduc.json' --until 0.01 --json | python3 -c '
import json, sys
found = json.load(sys.stdin)
assert found[\"deals\"] == 120 and abs(found[\"value\"] + 0.0856) < 0.01 and found[\"exploitability\"] <= 0.01'"
gives 1 "a genome with too many deals" "felt solve simple-poker" <<'.'
--
felt solve: simple-poker: 10 cards of a deck of 52 can be dealt in more than 50000 ways: what is solved is smaller
.
bad "felt solve hearts" "felt solve: hearts: games of two seats are solved; this one has 4 or more"
bad "felt solve '$2/data/genomes/kuhn.json' --limit nl" \
    "felt solve: --limit is not for a genome, which has its own rules"

# ---- refused ----

one="name one game, as in felt solve leduc; felt variants lists them"
bad "felt solve" "felt solve: $one"
bad "felt solve kuhn leduc" "felt solve: $one"
bad "felt solve kun" 'felt solve: there is no variant "kun"; did you mean kuhn?'
bad "felt solve kuhn --players 3" "felt solve: Kuhn poker is for 2 players; these are 3"
bad "felt solve holdem --players 3" "felt solve: games of two players are solved; these are 3"
bad "felt solve stud" \
    "felt solve: Seven-card stud: only games without draws and without cards face up are solved"
bad "felt solve badugi" \
    "felt solve: Badugi: only games without draws and without cards face up are solved"
bad "felt solve omaha-hilo" \
    "felt solve: Omaha hi-lo: games in which the pot is divided are not solved"
bad "felt solve kuhn --iterations 0" \
    'felt solve: --iterations 0: take a whole number from 1 to 1000000000'
bad "felt solve kuhn --until x" \
    'felt solve: --until x: take a number from 0 to 1000'
bad "felt solve kuhn --until -1" \
    'felt solve: --until -1: take a number from 0 to 1000'
bad "felt solve leduc --seed 1" \
    'felt solve: there is no option --seed; felt solve --help lists them'

finish
