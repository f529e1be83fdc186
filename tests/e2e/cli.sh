#!/usr/bin/env bash
# cli.sh -- golden output of felt's commands: what a user sees, byte for byte.
#
# usage: cli.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

# ---- felt ----

works "felt --version names the program" "felt --version | sed 's/[0-9.]*$/N/'" <<'.'
felt N
.
# shellcheck disable=SC2016  # the inner shell expands it
holds "felt --help, felt -h and felt help are the same" \
    'a=$(felt --help); [ "$a" = "$(felt -h)" ] && [ "$a" = "$(felt help)" ] && [ -n "$a" ]'
for command in $(felt --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    holds "felt help $command is felt $command --help" \
        "[ \"\$(felt help $command)\" = \"\$(felt $command --help)\" ]"
    holds "felt $command -h is felt $command --help" \
        "[ \"\$(felt $command -h)\" = \"\$(felt $command --help)\" ]"
    holds "felt $command --help begins with its usage" \
        "felt $command --help | head -n 1 | grep -q '^Usage: felt $command'"
done

# ---- felt eval ----

works "eval names a royal flush" "felt eval As Ks Qs Js Ts 2d 3c" <<'.'
royal flush
  plays     As Ks Qs Js Ts
  category  straight flush
  value     32780
.
works "eval takes cards in one word, in any case, tens as 10" "felt eval asKS10sqsJS" <<'.'
royal flush
  plays     As Ks Ts Qs Js
  category  straight flush
  value     32780
.
works "eval names a hand of one card" "felt eval 7d" <<'.'
high card, seven
  plays     7d
  category  high card
  value     32
.
works "eval ranks two hands on a board" "felt eval AsKs / QhQd --board 2c7dKhQs3s" <<'.'
 1  Qh Qd  three of a kind, queens, king and seven kickers  wins
 2  As Ks  pair of kings, ace, queen and seven kickers
.
works "eval separates hands at commas" "felt eval AsKs,QhQd, JcTc --board 2c7dKhQs3s" <<'.'
 1  Qh Qd  three of a kind, queens, king and seven kickers  wins
 2  As Ks  pair of kings, ace, queen and seven kickers
 3  Jc Tc  high card, king: K-Q-J-T-7
.
works "eval takes single cards with commas as one hand" "felt eval As,Ad,Kc" <<'.'
pair of aces, king kicker
  plays     As Ad Kc
  category  pair
  value     7916
.
works "eval shows ties" "felt eval AsKd / AcKh / 2c2d --board QdJhTc3s4s" <<'.'
 1  As Kd  straight, ace high  ties
 1  Ac Kh  straight, ace high  ties
 3  2c 2d  pair of deuces, queen, jack and ten kickers
.
works "eval plays two and three in Omaha" \
    "felt eval AsAdKhQc --game omaha --board=AcKd7s7h2c" <<'.'
full house, aces full of sevens
  plays     As Ad Ac 7s 7h
  category  full house
  value     24737
.
works "eval shows both halves of a hi-lo hand" \
    "felt eval --game omaha-hilo As2d3c4h --board 5c6d8hKhQs" <<'.'
high        high card, ace: A-K-Q-8-4
  plays     As 4h 8h Kh Qs
  category  high card
  value     2349
low         8-6-5-2-A low
  plays     As 2d 5c 6d 8h
  category  no pair
  value     40790
.
works "eval quarters a pot" \
    "felt eval AsKs2hKc / Ad2dQhQc / 9hTh9cTc --game omaha-hilo --board 3c4d7hKd9s" <<'.'
 1  As Ks 2h Kc  three of a kind, kings, nine and seven kickers; low: 7-4-3-2-A low  wins 75 %
 2  Ad 2d Qh Qc  pair of queens, king, nine and seven kickers; low: 7-4-3-2-A low  wins 25 %
 3  9h Th 9c Tc  three of a kind, nines, king and seven kickers; low: no low
.
works "eval says that there is no low" "felt eval AsKs2hKc --game omaha-hilo --board 9c9dTh" <<'.'
high        two pair, kings and nines, ten kicker
  plays     Ks Kc 9c 9d Th
  category  two pair
  value     9069
low         no low
.
works "eval knows wild ranks" "felt eval 2h 2d Ks Kd 7c --wild 2" <<'.'
four of a kind, kings, seven kicker
  plays     2h 2d Ks Kd 7c
  category  four of a kind
  value     28832
.
works "eval knows jokers" "felt eval Jr As Ad Ac Ah" <<'.'
five of a kind, aces
  plays     Jr As Ad Ac Ah
  category  five of a kind
  value     36876
.
works "eval ranks lows" "felt eval 7c5d4h3s2c / 8c6d4c3d2d --game low-27" <<'.'
 1  7c 5d 4h 3s 2c  7-5-4-3-2 low  wins
 2  8c 6d 4c 3d 2d  8-6-4-3-2 low
.
works "eval takes arguments behind --" "felt eval --json -- As Ad" <<'.'
{"game":"holdem","board":[],"hands":[{"cards":["As","Ad"],"share":1.000000,"first":{"family":"high","name":"pair of aces","category":"pair","value":7684,"plays":["As","Ad"]},"second":null}]}
.

# ---- felt games ----

holds "games lists each game with the same columns" \
    "felt games | awk 'NR > 1 && NF < 8 { bad = 1 } END { exit bad || NR < 20 }'"
holds "games --json has as many rows" \
    "[ \$(felt games --json | grep -o '\"name\"' | wc -l) = \$((\$(felt games | wc -l) - 1)) ]"
for game in $(felt games | sed 1d | cut -d' ' -f1); do
    holds "eval knows the game $game" "felt eval --game $game As Kd --board QsJhTs || felt eval --game $game As Kd || felt eval --game $game As --board KdQc"
done

finish
