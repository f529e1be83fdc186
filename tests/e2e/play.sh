#!/usr/bin/env bash
# play.sh -- felt play: scripted sessions byte for byte, wrong options, colours.
#
# usage: play.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

bad() { # bad COMMAND MESSAGE
    refused "$1" "$1" <<<"$2"
}

# ---- sessions ----

works "a hand to the end: amounts, wrong words, a check that is not free" \
    "printf 'c\nk\nb 150\nfoo\nf 3\nr min\nk\nr\nr x\nc\n' | felt play holdem --players 2 --seed 11 --hands 1" <<'.'
Hold'em, no limit: you and 1 player who chooses at random (seed 11)

hand 1
  Ada posts 100
  you post 50
  you get 5h Ac

  pot 150
  D you        9,950  bet        50          5h Ac
    Ada        9,900  bet       100
  fold (f), call 50 (c), raise to 200 .. 10,000 (r AMOUNT); help (?)
> c
  you call 50
  Ada checks
  -- flop: Ts Qd Jd
  Ada checks

  pot 200    board Ts Qd Jd
  D you        9,900                         5h Ac
    Ada        9,900
  fold (f), check (k), bet 100 .. 9,900 (r AMOUNT); help (?)
> k
  you check
  -- turn: Qc
  Ada bets 200

  pot 400    board Ts Qd Jd Qc
  D you        9,900                         5h Ac
    Ada        9,700  bet       200
  fold (f), call 200 (c), raise to 400 .. 9,900 (r AMOUNT); help (?)
> b 150
  raise to 400 at least, 9900 at most
> foo
  "foo" is no word of this table; ? lists them
> f 3
  f takes no amount
> r min
  you raise to 400
  Ada calls 200
  -- river: 4s
  Ada bets 100

  pot 1,100    board Ts Qd Jd Qc 4s
  D you        9,500                         5h Ac
    Ada        9,400  bet       100
  fold (f), call 100 (c), raise to 200 .. 9,500 (r AMOUNT); help (?)
> k
  there is a bet: call 100, raise or fold
> r
  say how much: r 300, r min, r pot or r all
> r x
  "x" is no amount: take a number, min, pot or all
> c
  you call 100
  Ada shows Kc Js: two pair, queens and jacks, king kicker
  you show 5h Ac: pair of queens, ace, jack and ten kickers
  Ada wins 1,200
  this hand -600, in all -600
You leave the table with -600 after 1 hand.
.

works "pot limit: the largest raise, all-in as a call, amounts with commas" \
    "printf 'r pot\nr 99\nr 1k2\nr\nr 20,000\nr all\na\n' | felt play holdem --limit pl --players 3 --seed 5 --hands 1" <<'.'
Hold'em, pot limit: you and 2 players who choose at random (seed 5)

hand 1
  Ada posts 50
  Bob posts 100
  you get 6d 2c

  pot 150
  D you       10,000                         6d 2c
    Ada        9,950  bet        50
    Bob        9,900  bet       100
  fold (f), call 100 (c), raise to 200 .. 350 (r AMOUNT); help (?)
> r pot
  you raise to 350
  Ada raises to 1,150
  Bob calls 1,050

  pot 2,650
  D you        9,650  bet       350          6d 2c
    Ada        8,850  bet     1,150
    Bob        8,850  bet     1,150
  fold (f), call 800 (c), raise to 1,950 .. 4,600 (r AMOUNT); help (?)
> r 99
  raise to 1950 at least, 4600 at most
> r 1k2
  "1k2" is no amount: take a number, min, pot or all
> r
  say how much: r 300, r min, r pot or r all
> r 20,000
  raise to 1950 at least, 4600 at most
> r all
  you raise to 4,600
  Ada raises to 10,000 and is all-in
  Bob calls 8,850 and is all-in

  pot 24,600
  D you        5,400  bet     4,600          6d 2c
    Ada            0  bet    10,000  all-in
    Bob            0  bet    10,000  all-in
  fold (f), call 5,400 (c); help (?)
> a
  you call 5,400 and are all-in
  -- flop: 2d Qd 3h
  -- turn: 9h
  -- river: 8d
  Ada shows 6s 4c: high card, queen: Q-9-8-6-4
  Bob shows 7s 5h: high card, queen: Q-9-8-7-5
  you show 6d 2c: pair of deuces, queen, nine and eight kickers
  you win 30,000
  this hand +20,000, in all +20,000
  Ada takes a new stack of 10,000
  Bob takes a new stack of 10,000
You leave the table with +20,000 after 1 hand.
.

works "out of chips: a new stack, then the end of the input" \
    "printf 'a\nmaybe\ny\na\n' | felt play holdem --players 2 --stacks 100 --seed 1" <<'.'
Hold'em, no limit: you and 1 player who chooses at random (seed 1)

hand 1
  Ada posts 100 and is all-in
  you post 50
  you get Js 5h

  pot 150
  D you           50  bet        50          Js 5h
    Ada            0  bet       100  all-in
  fold (f), call 50 (c); help (?)
> a
  you call 50 and are all-in
  -- flop: 4d 4c Th
  -- turn: Qc
  -- river: Td
  you show Js 5h: two pair, tens and fours, queen kicker
  Ada shows 2d Ks: two pair, tens and fours, king kicker
  Ada wins 200
  this hand -100, in all -100
  you have no chips left; a new stack of 100? (y or n)
> maybe
  y for a new stack, n to leave
> y

hand 2
  you post 100 and are all-in
  Ada posts 50
  you get 6c Js
  Ada calls 50
  -- flop: Th 6h 6s
  -- turn: Kh
  -- river: Qs
  Ada shows Tc 4c: two pair, tens and sixes, king kicker
  you show 6c Js: three of a kind, sixes, king and queen kickers
  you win 200
  this hand +100, in all 0

hand 3
  Ada posts 100 and is all-in
  you post 50
  you get 8h 3s

  pot 150
  D you          150  bet        50          8h 3s
    Ada            0  bet       100  all-in
  fold (f), call 50 (c); help (?)
> a
  not all of it: no raise is possible now
> 
You leave the table with -50 after 3 hands.
.

works "stud: cards that lie open, a bring-in, a fixed bet" \
    "printf 'k\ni\nr\nk\nk\nc\n' | felt play razz --players 2 --seed 4 --hands 1" <<'.'
Razz, fixed limit: you and 1 player who chooses at random (seed 4)

hand 1
  Ada antes 20
  you ante 20
  Ada gets 2d face up
  you get 8d Kd
  you get 6h face up

  pot 40
  D you        9,980                         8d Kd 6h
    Ada        9,980                         ?? ?? 2d
  bring in 25 (i), bet 100 (r); help (?)
> k
  check is not offered: bring in for 25 or complete the bet
> i
  you bring in 25
  Ada calls 25
  Ada gets 8s face up
  you get Jc face up
  Ada checks

  pot 90
  D you        9,955                         8d Kd 6h Jc
    Ada        9,955                         ?? ?? 2d 8s
  fold (f), check (k), bet 100 (r); help (?)
> r
  you bet 100
  Ada calls 100
  Ada gets Ah face up
  you get 7c face up
  Ada checks

  pot 290
  D you        9,855                         8d Kd 6h Jc 7c
    Ada        9,855                         ?? ?? 2d 8s Ah
  fold (f), check (k), bet 200 (r); help (?)
> k
  you check
  Ada gets Qs face up
  you get 6s face up
  Ada checks

  pot 290
  D you        9,855                         8d Kd 6h Jc 7c 6s
    Ada        9,855                         ?? ?? 2d 8s Ah Qs
  fold (f), check (k), bet 200 (r); help (?)
> k
  you check
  you get 3c
  Ada bets 200

  pot 490
  D you        9,855                         8d Kd 6h Jc 7c 6s 3c
    Ada        9,655  bet       200          ?? ?? 2d 8s Ah Qs ??
  fold (f), call 200 (c), raise to 400 (r); help (?)
> c
  you call 200
  Ada shows Jh Td 2d 8s Ah Qs 5c: T-8-5-2-A low
  you show 8d Kd 6h Jc 7c 6s 3c: J-8-7-6-3 low
  Ada wins 690
  this hand -345, in all -345
You leave the table with -345 after 1 hand.
.

works "Omaha hi-lo: all-in, stacks of each seat" \
    "printf 'a\n' | felt play omaha-hilo --limit nl --players 3 --stacks 300,1k,2k --seed 8 --hands 1" <<'.'
Omaha hi-lo, no limit: you and 2 players who choose at random (seed 8)

hand 1
  Ada posts 50
  Bob posts 100
  you get 8h 3d 2h Td

  pot 150
  D you          300                         8h 3d 2h Td
    Ada          950  bet        50
    Bob        1,900  bet       100
  fold (f), call 100 (c), raise to 200 .. 300 (r AMOUNT); help (?)
> a
  you raise to 300 and are all-in
  Ada folds
  Bob calls 200
  -- flop: 9s Kc Ah
  -- turn: 5h
  -- river: Tc
  you show 8h 3d 2h Td: pair of tens, ace, king and eight kickers
  Bob shows As 6s Qs Ts: two pair, aces and tens, king kicker
  Bob wins 650
  this hand -300, in all -300
You leave the table with -300 after 1 hand.
.

works "help, history and the table again; quitting keeps the count" \
    "printf '?\nh\nt\nq\n' | felt play holdem --players 4 --seed 1" <<'.'
Hold'em, no limit: you and 3 players who choose at random (seed 1)

hand 1
  Ada posts 50
  Bob posts 100
  you get Js 5h
  Cy calls 100

  pot 250
  D you       10,000                         Js 5h
    Ada        9,950  bet        50
    Bob        9,900  bet       100
    Cy         9,900  bet       100
  fold (f), call 100 (c), raise to 200 .. 10,000 (r AMOUNT); help (?)
> ?
  f, fold     give up the hand
  c, call     pay 100 and stay in
  r, raise    put in so much that your bet of this street is 200 to 10,000:
              r 300, r min, r pot (which is 450), r all
  a, all-in   everything you have, if the limit allows it
  t, table    the table again
  h, history  what happened in this hand
  q, quit     leave the table
> h
  hand 1 so far:
  Ada posts 50
  Bob posts 100
  you get Js 5h
  Cy calls 100
> t

  pot 250
  D you       10,000                         Js 5h
    Ada        9,950  bet        50
    Bob        9,900  bet       100
    Cy         9,900  bet       100
  fold (f), call 100 (c), raise to 200 .. 10,000 (r AMOUNT); help (?)
> q
You leave the table with 0 after 1 hand.
.

works "help where no raise is possible" \
    "printf 'c\n?\nr 5\nf\n' | felt play holdem --players 4 --seed 1 --hands 1" <<'.'
Hold'em, no limit: you and 3 players who choose at random (seed 1)

hand 1
  Ada posts 50
  Bob posts 100
  you get Js 5h
  Cy calls 100

  pot 250
  D you       10,000                         Js 5h
    Ada        9,950  bet        50
    Bob        9,900  bet       100
    Cy         9,900  bet       100
  fold (f), call 100 (c), raise to 200 .. 10,000 (r AMOUNT); help (?)
> c
  you call 100
  Ada raises to 10,000 and is all-in
  Bob calls 9,900 and is all-in
  Cy folds

  pot 20,200
  D you        9,900  bet       100          Js 5h
    Ada            0  bet    10,000  all-in
    Bob            0  bet    10,000  all-in
    Cy         9,900  bet       100  folded
  fold (f), call 9,900 (c); help (?)
> ?
  f, fold     give up the hand
  c, call     pay 9,900 and stay in
  no raise is possible now
  t, table    the table again
  h, history  what happened in this hand
  q, quit     leave the table
> r 5
  the stack is too short to raise: call all-in or fold
> f
  you fold
  -- flop: 4d 4c Th
  -- turn: Qc
  -- river: Td
  Ada shows 2d Ks: two pair, tens and fours, king kicker
  Bob shows 2s 8s: two pair, tens and fours, queen kicker
  Ada wins 20,200
  this hand -100, in all -100
  Bob takes a new stack of 10,000
You leave the table with -100 after 1 hand.
.

works "an empty input is a polite end" \
    "felt play kuhn --unit 1 --stacks 10 --seed 1" <<'.'
Kuhn poker, fixed limit: you and 1 player who chooses at random (seed 1)

hand 1
  Ada antes 1
  you ante 1
  you get Js
  Ada checks

  pot 2
  D you            9                         Js
    Ada            9
  fold (f), check (k), bet 1 (r); help (?)
> 
You leave the table with -1 after 1 hand.
.

# ---- what every session keeps ----

# keys COUNT: a long list of words, most of them legal somewhere
# shellcheck disable=SC2028 # the inner shell's printf expands them
keys() { echo "for i in \$(seq $1); do printf 'c\nk\nr min\nf\ny\n'; done"; }

holds "the others' cards are seen at the showdown or face up, and nowhere else" \
    "$(keys 400) | felt play holdem --seed 3 --hands 100 | python3 -c '
import re, sys
shown = 0
for line in sys.stdin:
    if not re.search(r\"\\b[2-9TJQKA][cdhs]\\b\", line): continue
    if re.match(r\"  (-- |you |pot |D you |  you )\", line): continue
    if not re.match(r\"  [A-Z][a-z]+ shows \", line): sys.exit(line)
    shown += 1
sys.exit(shown < 20)'"
holds "the results of the hands add up" \
    "$(keys 400) | felt play holdem --seed 4 --hands 60 | python3 -c '
import re, sys
total = hands = 0
for line in sys.stdin:
    match = re.match(r\"  this hand ([-+0-9,]+), in all ([-+0-9,]+)\", line)
    if not match: continue
    hand, all = (int(text.replace(\",\", \"\")) for text in match.groups())
    total += hand
    hands += 1
    if total != all: sys.exit(line)
sys.exit(hands != 60)'"
for variant in $(felt variants | sed 1d | cut -d' ' -f1); do
    holds "a session of $variant ends by itself" \
        "$(keys 60) | timeout 20 felt play $variant --seed 5 --hands 10 | grep -q '^You leave the table with '"
done
holds "the same seed plays the same session" \
    "[ \"\$(felt play --seed 9)\" = \"\$(felt play holdem --seed 9 --players 6)\" ]"
holds "words may be long, in capitals, and surrounded by blanks" \
    "printf '  CALL \nFold\n' | felt play holdem --players 4 --seed 1 --hands 1 | grep -q '^  you fold'"
holds "a very long line is one wrong word" \
    "printf '%0500d\nq\n' 7 | felt play --seed 1 | grep -c 'is no word of this table' | grep -qx 1"
holds "bytes that could drive a terminal are not echoed" \
    "! printf '\033[2Jx\nq\n' | felt play --seed 1 | grep -q \$'\033'"

# ---- wrong options ----

bad "felt play holdem omaha" "felt play: name one variant; felt variants lists them"
bad "felt play holdm" 'felt play: there is no variant "holdm"; did you mean holdem?'
bad "felt play holdem --limit xx" 'felt play: --limit "xx": take nl, pl or fl'
bad "felt play holdem --limit all" "felt play: --limit all: take one of nl, pl and fl here"
bad "felt play stud --players 9" "felt play: Seven-card stud seats 2 to 7 players; these are 9"
bad "felt play holdem --players x" \
    'felt play: --players "x": take a number from 2 to 10, or two as in 2-6'
bad "felt play holdem --stacks random" \
    'felt play: --stacks "random": take 1 to 10 numbers of chips from 1 to 1000000000000, as in 500 or 500,200'
bad "felt play holdem --stacks 5,6 --players 4" \
    "felt play: 2 stacks for 4 players; name one stack for all, or 4"
bad "felt play --unit 0" "felt play: --unit 0: take a whole number from 1 to 1000000000"
bad "felt play --seed x" \
    "felt play: --seed x: take a whole number from 0 to 18446744073709551615"
bad "felt play --hands 0" "felt play: --hands 0: take a whole number from 1 to 1000000000"
bad "felt play --hand 3" "felt play: there is no option --hand; did you mean --hands?"

# ---- a terminal ----

holds "no colour in a pipe" "! NO_COLOR= TERM=xterm felt play --seed 1 | grep -q \$'\033'"
if command -v script >/dev/null; then
    # shellcheck disable=SC2028
    on_terminal() { echo "printf 'c\nq\n' | script -qec 'felt play --seed 1' /dev/null"; }
    holds "cards have colours on a terminal" \
        "export TERM=xterm NO_COLOR=; $(on_terminal) | grep -q \$'\033\[31m'"
    holds "no colour with NO_COLOR" "export TERM=xterm; ! $(on_terminal) | grep -q \$'\033'"
fi

finish
