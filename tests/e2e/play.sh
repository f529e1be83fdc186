#!/usr/bin/env bash
# play.sh -- felt play: scripted sessions byte for byte, wrong options, colours.
#
# usage: play.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

player=$(mktemp)
trap 'rm -rf "$scratch" "$player"' EXIT

# ---- sessions ----

works "a hand to the end: amounts, wrong words, a check that is not free" \
    "printf 'c\nk\nb 150\nfoo\nf 3\nr min\nk\nr\nr x\nc\n' | felt play holdem --with zoo:random --players 2 --seed 96 --hands 1" <<'.'
Hold'em, no limit: you and Ada (zoo:random) (seed 96)

hand 1
  Ada posts 100
  you post 50
  you get 5c 6h

  pot 150
  D you        9,950  bet        50          5c 6h
    Ada        9,900  bet       100
  you have high card, six: 6-5
  fold (f), call 50 (c), raise to 200 .. 10,000 (r AMOUNT); help (?)
> c
  you call 50
  Ada checks
  -- flop: 3c 2c Kd
  Ada bets 2,074

  pot 2,274    board 3c 2c Kd
  D you        9,900                         5c 6h
    Ada        7,826  bet     2,074
  you have high card, king: K-6-5-3-2
  fold (f), call 2,074 (c), raise to 4,148 .. 9,900 (r AMOUNT); help (?)
> k
  there is a bet: call 2,074, raise or fold
> b 150
  raise to 4,148 at least, 9,900 at most
> foo
  "foo" is no word of this table; ? lists them
> f 3
  f takes no amount
> r min
  you raise to 4,148
  Ada calls 2,074
  -- turn: 4s
  Ada checks

  pot 8,496    board 3c 2c Kd 4s
  D you        5,752                         5c 6h
    Ada        5,752
  you have straight, six high
  check (k), bet 100 .. 5,752 (r AMOUNT), fold (f); help (?)
> k
  you check
  -- river: 7c
  Ada bets 956

  pot 9,452    board 3c 2c Kd 4s 7c
  D you        5,752                         5c 6h
    Ada        4,796  bet       956
  you have straight, seven high
  fold (f), call 956 (c), raise to 1,912 .. 5,752 (r AMOUNT); help (?)
> r
  say how much: r 300, r min, r pot or r all
> r x
  "x" is no amount: take a number, min, pot or all
> c
  you call 956
  Ada shows 6d 4c: pair of fours, king, seven and six kickers
  you show 5c 6h: straight, seven high
  you win 10,408
  this hand +5,204, in all +5,204
  that was the last hand: why (w), leave (q)
> 
You leave the table with +5,204 after 1 hand.
Stacks: you 15,204, Ada 4,796.
.

works "pot limit: the largest raise, all-in as a call, amounts with commas" \
    "printf 'r pot\nr 99\nr 1k2\nr\nr 20,000\nr all\na\n' | felt play holdem --with zoo:shove,zoo:call --limit pl --players 3 --seed 5 --hands 1" <<'.'
Hold'em, pot limit: you, Ada (zoo:shove), Bob (zoo:call) (seed 5)

hand 1
  Ada posts 50
  Bob posts 100
  you get 6d 2c

  pot 150
  D you       10,000                         6d 2c
    Ada        9,950  bet        50
    Bob        9,900  bet       100
  you have high card, six: 6-2
  fold (f), call 100 (c), raise to 200 .. 350 (r AMOUNT); help (?)
> r pot
  you raise to 350
  Ada raises to 1,150
  Bob calls 1,050

  pot 2,650
  D you        9,650  bet       350          6d 2c
    Ada        8,850  bet     1,150
    Bob        8,850  bet     1,150
  you have high card, six: 6-2
  fold (f), call 800 (c), raise to 1,950 .. 4,600 (r AMOUNT); help (?)
> r 99
  raise to 1,950 at least, 4,600 at most
> r 1k2
  "1k2" is no amount: take a number, min, pot or all
> r
  say how much: r 300, r min, r pot or r all
> r 20,000
  raise to 1,950 at least, 4,600 at most
> r all
  you raise to 4,600
  Ada raises to 10,000 and is all-in
  Bob calls 8,850 and is all-in

  pot 24,600
  D you        5,400  bet     4,600          6d 2c
    Ada            0  bet    10,000  all-in
    Bob            0  bet    10,000  all-in
  you have high card, six: 6-2
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
  that was the last hand: why (w), leave (q)
> 
You leave the table with +20,000 after 1 hand.
Stacks: you 30,000, Ada 10,000, Bob 10,000.
.

works "out of chips: a new stack, then the end of the input" \
    "printf 'a\nw\nmaybe\ny\na\nw\n' | felt play holdem --with zoo:call --players 2 --stacks 100 --seed 1" <<'.'
Hold'em, no limit: you and Ada (zoo:call) (seed 1)

hand 1
  Ada posts 100 and is all-in
  you post 50
  you get Js 5h

  pot 150
  D you           50  bet        50          Js 5h
    Ada            0  bet       100  all-in
  you have high card, jack: J-5
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
> w
  the others had nothing to decide in hand 1
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
  you have high card, eight: 8-3
  fold (f), call 50 (c); help (?)
> a
  not all of it: no raise is possible now
> w
  how the others decided in hand 2, by round:
                                               hand  price  confidence
  1  Ada  call 50              always call            25 %       100 %
> 
You leave the table with -50 after 3 hands.
.

works "stud: cards that lie open, a bring-in, a fixed bet" \
    "printf 'k\ni\nr\nk\nk\nc\n' | felt play razz --with zoo:random --players 2 --seed 1845 --hands 1" <<'.'
Razz, fixed limit: you and Ada (zoo:random) (seed 1845)

hand 1
  Ada antes 20
  you ante 20
  you get 3s Ts
  -- up: Ada As, you 2h

  pot 40
  D you        9,980                         3s Ts 2h
    Ada        9,980                         ?? ?? As
  you have T-3-2 low
  bring in 25 (i), complete to 100 (r); help (?)
> k
  checking is not possible now: bring in 25 or complete the bet
> i
  you bring in 25
  Ada calls 25
  -- up: Ada 9h, you Qs
  Ada checks

  pot 90
  D you        9,955                         3s Ts 2h Qs
    Ada        9,955                         ?? ?? As 9h
  you have Q-T-3-2 low
  check (k), bet 100 (r), fold (f); help (?)
> r
  you bet 100
  Ada calls 100
  -- up: Ada Qd, you 4h

  pot 290
  D you        9,855                         3s Ts 2h Qs 4h
    Ada        9,855                         ?? ?? As 9h Qd
  you have Q-T-4-3-2 low
  check (k), bet 200 (r), fold (f); help (?)
> k
  you check
  Ada checks
  -- up: Ada 8s, you Jc
  Ada checks

  pot 290
  D you        9,855                         3s Ts 2h Qs 4h Jc
    Ada        9,855                         ?? ?? As 9h Qd 8s
  you have J-T-4-3-2 low
  check (k), bet 200 (r), fold (f); help (?)
> k
  you check
  you get Ad
  Ada bets 200

  pot 490
  D you        9,855                         3s Ts 2h Qs 4h Jc Ad
    Ada        9,655  bet       200          ?? ?? As 9h Qd 8s ??
  you have T-4-3-2-A low
  fold (f), call 200 (c), raise to 400 (r); help (?)
> c
  you call 200
  Ada shows Qc Jd As 9h Qd 8s 7h: J-9-8-7-A low
  you show 3s Ts 2h Qs 4h Jc Ad: T-4-3-2-A low
  you win 690
  this hand +345, in all +345
  that was the last hand: why (w), leave (q)
> 
You leave the table with +345 after 1 hand.
Stacks: you 10,345, Ada 9,655.
.

works "Omaha hi-lo: all-in, stacks of each seat" \
    "printf 'a\n' | felt play omaha-hilo --with zoo:fold,zoo:call --limit nl --players 3 --stacks 300,1k,2k --seed 8 --hands 1" <<'.'
Omaha hi-lo, no limit: you, Ada (zoo:fold), Bob (zoo:call) (seed 8)

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
  Bob wins 650 with the high, nobody has a low
  this hand -300, in all -300
  that was the last hand: why (w), leave (q)
> 
You leave the table with -300 after 1 hand.
Stacks: you 0, Ada 950, Bob 2,350.
.

works "side pots: four stacks, a winner for each pot" \
    "printf 'a\na\n' | felt play holdem --with zoo:call,zoo:call,zoo:shove --players 4 --stacks 1k,300,2k,5k --seed 10 --hands 1" <<'.'
Hold'em, no limit: you, Ada (zoo:call), Bob (zoo:call), Cy (zoo:shove) (seed 10)

hand 1
  Ada posts 50
  Bob posts 100
  you get 3d 9s
  Cy raises to 5,000 and is all-in

  pot 5,150
  D you        1,000                         3d 9s
    Ada          250  bet        50
    Bob        1,900  bet       100
    Cy             0  bet     5,000  all-in
  you have high card, nine: 9-3
  fold (f), call 1,000 (c); help (?)
> a
  you call 1,000 and are all-in
  Ada calls 250 and is all-in
  Bob calls 1,900 and is all-in
  Cy gets 3,000 back
  -- flop: 3h 2s Kd
  -- turn: 8c
  -- river: Ah
  Cy shows 6h 9c: high card, ace: A-K-9-8-6
  you show 3d 9s: pair of threes, ace, king and nine kickers
  Ada shows 3c 8h: two pair, eights and threes, ace kicker
  Bob shows 7d 9h: high card, ace: A-K-9-8-7
  Ada wins 1,200
  you win 2,100 of side pot 1
  Bob wins 2,000 of side pot 2
  this hand +1,100, in all +1,100
  that was the last hand: why (w), leave (q)
> a
You leave the table with +1,100 after 1 hand.
Stacks: you 2,100, Ada 1,200, Bob 2,000, Cy 3,000.
.

works "five-card draw: discards by their names, and everything that is no discard" \
    "printf 'c\nd 7h\np\nc\nd 7h\nd 7c 7c\nd 7x\nd\nf\na\np 3c\n?\n d 7C 4s3c\n' | felt play draw --with zoo:shove,zoo:call --players 3 --seed 3 --hands 1" <<'.'
Five-card draw, no limit: you, Ada (zoo:shove), Bob (zoo:call) (seed 3)

hand 1
  Ada posts 50
  Bob posts 100
  you get 3c Ac Qh 4s 7c

  pot 150
  D you       10,000                         3c Ac Qh 4s 7c
    Ada        9,950  bet        50
    Bob        9,900  bet       100
  you have high card, ace: A-Q-7-4-3
  fold (f), call 100 (c), raise to 200 .. 10,000 (r AMOUNT); help (?)
> c
  you call 100
  Ada raises to 10,000 and is all-in
  Bob calls 9,900 and is all-in

  pot 20,100
  D you        9,900  bet       100          3c Ac Qh 4s 7c
    Ada            0  bet    10,000  all-in
    Bob            0  bet    10,000  all-in
  you have high card, ace: A-Q-7-4-3
  fold (f), call 9,900 (c); help (?)
> d 7h
  d is not possible now; this is:
  fold (f), call 9,900 (c); help (?)
> p
  p is not possible now; this is:
  fold (f), call 9,900 (c); help (?)
> c
  you call 9,900 and are all-in
  Ada discards 3
  Bob discards 4

  pot 30,000
  D you            0                 all-in  3c Ac Qh 4s 7c
    Ada            0                 all-in  drew 3
    Bob            0                 all-in  drew 4
  you have high card, ace: A-Q-7-4-3
  discard up to 5 cards and draw new ones (d 3c Ac), stand pat (p); help (?)
> d 7h
  you do not hold 7h: name some of 3c Ac Qh 4s 7c
> d 7c 7c
  7c is there twice; each card exists once
> d 7x
  "7x" is not a card: "x" is not a suit, suits are c d h s
> d
  say which cards:
  discard up to 5 cards and draw new ones (d 3c Ac), stand pat (p); help (?)
> f
  f is not possible now; this is:
  discard up to 5 cards and draw new ones (d 3c Ac), stand pat (p); help (?)
> a
  a is not possible now; this is:
  discard up to 5 cards and draw new ones (d 3c Ac), stand pat (p); help (?)
> p 3c
  p takes no cards
> ?
  d, discard  throw away the cards you name, as in d 7h 2c or d 7h2c
              d all throws all of them away
  p, pat      keep all of them
  everybody sees how many cards you throw away, nobody sees which;
  you get as many new ones when all have chosen
  your cards are 3c Ac Qh 4s 7c
  t, table    the table again
  h, history  what happened in this hand
  w, why      how the others decided in the hand before, with these numbers:
                hand        how strong it looked to the player by itself
                price       of a call, as a part of the pot with the call in it
                range       the part of all hands it had narrowed the others to
                share       of the pot that it expected to win from these
                gain        in chips over a fold; behind a fold, that of a call
                confidence  how clear the choice was
              what a player did not look at stays blank
  q, quit     leave the table
> d 7c 4s3c
  you discard 3c 4s 7c
  you draw Ad 8d 5s
  Ada shows As 8c 2c 8s 9d: pair of eights, ace, nine and deuce kickers
  Bob shows Ks Jh 2d Qd 2s: pair of deuces, king, queen and jack kickers
  you show Ad Ac Qh 8d 5s: pair of aces, queen, eight and five kickers
  you win 30,000
  this hand +20,000, in all +20,000
  Ada takes a new stack of 10,000
  Bob takes a new stack of 10,000
  that was the last hand: why (w), leave (q)
> 
You leave the table with +20,000 after 1 hand.
Stacks: you 30,000, Ada 10,000, Bob 10,000.
.

works "all cards may be thrown away by one word, if the game allows so many" \
    "printf 'c\nc\nd all\n' | felt play draw --with zoo:shove,zoo:call --players 3 --seed 3 --hands 1 | grep -A2 '^> d';
     printf 'c\nk\nk\nd all\n' | felt play irish --with zoo:call --players 2 --seed 9 --hands 1 | grep -A1 '^> d'" <<'.'
> d all
  you discard 3c Ac Qh 4s 7c
  you draw Ad 8d 5s 8h 7h
> d all
  discard exactly 2
.

works "Irish poker: the hand that is named is one that can be kept" \
    "printf 'c\nk\nk\nd 6h Th\n' | felt play irish --with zoo:call --players 2 --seed 9 --hands 1 | grep -E '^  (pot|D you|you have)'" <<'.'
  pot 150
  D you        9,950  bet        50          6h 4h Th Qc
  you have high card, queen: Q-T
  pot 200    board 9d Qh 4c
  D you        9,900                         6h 4h Th Qc
  you have two pair, queens and fours, nine kicker
  pot 200    board 9d Qh 4c
  D you        9,900                         6h 4h Th Qc
  you have two pair, queens and fours, nine kicker
  pot 200    board 9d Qh 4c Jd
  D you        9,900                         4h Qc
  you have two pair, queens and fours, jack kicker
.

works "crazy pineapple as a bomb pot: exactly one card goes" \
    "printf 'k\nd\np\nd 8h 3d\nd8h\nr 300\nk\n' | felt play crazy-pineapple --with zoo:call,zoo:fold --players 3 --seed 8 --hands 1 --bomb 1" <<'.'
Crazy pineapple, no limit: you, Ada (zoo:call), Bob (zoo:fold) (seed 8)

hand 1: a bomb pot
  Ada antes 200
  Bob antes 200
  you ante 200
  you get 8h 3d 2h
  -- flop: 9s Kc Ah
  Ada checks
  Bob checks

  pot 600    board 9s Kc Ah
  D you        9,800                         8h 3d 2h
    Ada        9,800
    Bob        9,800
  you have high card, ace: A-K-9-8-3
  check (k), bet 100 .. 9,800 (r AMOUNT), fold (f); help (?)
> k
  you check
  Ada discards 1
  Bob discards 1

  pot 600    board 9s Kc Ah
  D you        9,800                         8h 3d 2h
    Ada        9,800
    Bob        9,800
  you have high card, ace: A-K-9-8-3
  discard 1 card (d 8h); help (?)
> d
  say which cards:
  discard 1 card (d 8h); help (?)
> p
  discard exactly 1
> d 8h 3d
  discard exactly 1
> d8h
  you discard 8h
  -- turn: 5h
  Ada checks
  Bob checks

  pot 600    board 9s Kc Ah 5h
  D you        9,800                         3d 2h
    Ada        9,800
    Bob        9,800
  you have high card, ace: A-K-9-5-3
  check (k), bet 100 .. 9,800 (r AMOUNT), fold (f); help (?)
> r 300
  you bet 300
  Ada calls 300
  Bob folds
  -- river: Tc
  Ada checks

  pot 1,200    board 9s Kc Ah 5h Tc
  D you        9,500                         3d 2h
    Ada        9,500
    Bob        9,800                 folded
  you have high card, ace: A-K-T-9-5
  check (k), bet 100 .. 9,500 (r AMOUNT), fold (f); help (?)
> k
  you check
  Ada shows Td 7d: pair of tens, ace, king and nine kickers
  you show 3d 2h: high card, ace: A-K-T-9-5
  Ada wins 1,200
  this hand -500, in all -500
  that was the last hand: why (w), leave (q)
> 
You leave the table with -500 after 1 hand.
Stacks: you 9,500, Ada 10,700, Bob 9,800.
.

works "badeucy: three draws, two halves" \
    "printf 'c\ntc ac\nr\np\nk\nd td\nr\n' | felt play badeucy --with zoo:call --limit fl --players 3 --seed 7 --hands 1" <<'.'
Badeucy, fixed limit: you and 2 zoo:call players (seed 7)

hand 1
  Ada posts 50
  Bob posts 100
  you get Tc Ac 8s 7c 3d

  pot 150
  D you       10,000                         Tc Ac 8s 7c 3d
    Ada        9,950  bet        50
    Bob        9,900  bet       100
  you have A-T-8-7-3 low; badugi: three-card badugi, 8-7-3
  fold (f), call 100 (c), raise to 200 (r); help (?)
> c
  you call 100
  Ada calls 50
  Bob checks
  Ada discards 2
  Bob discards 3

  pot 300
  D you        9,900                         Tc Ac 8s 7c 3d
    Ada        9,900                         drew 2
    Bob        9,900                         drew 3
  you have A-T-8-7-3 low; badugi: three-card badugi, 8-7-3
  discard up to 5 cards and draw new ones (d Tc Ac), stand pat (p); help (?)
> tc ac
  you discard Tc Ac
  you draw Td 5s
  Ada checks
  Bob checks

  pot 300
  D you        9,900                         Td 5s 8s 7c 3d  drew 2
    Ada        9,900                         drew 2
    Bob        9,900                         drew 3
  you have T-8-7-5-3 low; badugi: three-card badugi, 7-5-3
  check (k), bet 100 (r), fold (f); help (?)
> r
  you bet 100
  Ada calls 100
  Bob calls 100
  Ada discards 1
  Bob discards 3

  pot 600
  D you        9,800                         Td 5s 8s 7c 3d  drew 2
    Ada        9,800                         drew 2, 1
    Bob        9,800                         drew 3, 3
  you have T-8-7-5-3 low; badugi: three-card badugi, 7-5-3
  discard up to 5 cards and draw new ones (d Td 5s), stand pat (p); help (?)
> p
  you stand pat
  Ada checks
  Bob checks

  pot 600
  D you        9,800                         Td 5s 8s 7c 3d  drew 2, 0
    Ada        9,800                         drew 2, 1
    Bob        9,800                         drew 3, 3
  you have T-8-7-5-3 low; badugi: three-card badugi, 7-5-3
  check (k), bet 200 (r), fold (f); help (?)
> k
  you check
  Ada discards 1
  Bob discards 3

  pot 600
  D you        9,800                         Td 5s 8s 7c 3d  drew 2, 0
    Ada        9,800                         drew 2, 1, 1
    Bob        9,800                         drew 3, 3, 3
  you have T-8-7-5-3 low; badugi: three-card badugi, 7-5-3
  discard up to 5 cards and draw new ones (d Td 5s), stand pat (p); help (?)
> d td
  you discard Td
  you draw 5d
  Ada checks
  Bob checks

  pot 600
  D you        9,800                         5d 5s 8s 7c 3d  drew 2, 0, 1
    Ada        9,800                         drew 2, 1, 1
    Bob        9,800                         drew 3, 3, 3
  you have pair of fives: 5-5-8-7-3; badugi: three-card badugi, 7-5-3
  check (k), bet 200 (r), fold (f); help (?)
> r
  you bet 200
  Ada calls 200
  Bob calls 200
  you show 5d 5s 8s 7c 3d: pair of fives: 5-5-8-7-3
      badugi: three-card badugi, 7-5-3
  Ada shows 6c 8h 3s 3h 2h: pair of threes: 3-3-8-6-2
      badugi: three-card badugi, 6-3-2
  Bob shows 9c Jh 3c 5h 4h: J-9-5-4-3 low; badugi: two-card badugi, 4-3
  Ada wins 600 with the badugi
  Bob wins 600 with the low
  this hand -400, in all -400
  that was the last hand: why (w), leave (q)
> 
You leave the table with -400 after 1 hand.
Stacks: you 9,600, Ada 10,200, Bob 10,200.
.

works "a hand that has lost is shown or mucked" \
    "printf 'c\nk\nk\nk\nk\n?\nm\n' | felt play holdem --with zoo:call --limit fl --players 2 --seed 4 --muck --hands 1 | sed -n '/shows/,\$p'" <<'.'
  Ada shows Jh Td: pair of jacks, king, ten and eight kickers

  pot 200    board 8d Kd 6h Jc 7c
  D you        9,900                         6s 3c
    Ada        9,900                         Jh Td
  you have pair of sixes, king, jack and eight kickers
  your hand has lost: show it (s), muck it (m); help (?)
> k
  k is not possible now; this is:
  your hand has lost: show it (s), muck it (m); help (?)
> ?
  s, show     turn your cards up all the same
  m, muck     throw them away unseen; they have won nothing
  t, table    the table again
  h, history  what happened in this hand
  w, why      how the others decided in the hand before, with these numbers:
                hand        how strong it looked to the player by itself
                price       of a call, as a part of the pot with the call in it
                range       the part of all hands it had narrowed the others to
                share       of the pot that it expected to win from these
                gain        in chips over a fold; behind a fold, that of a call
                confidence  how clear the choice was
              what a player did not look at stays blank
  q, quit     leave the table
> m
  you muck
  Ada wins 200
  this hand -100, in all -100
  that was the last hand: why (w), leave (q)
> 
You leave the table with -100 after 1 hand.
Stacks: you 9,900, Ada 10,100.
.

works "the bitch: all-in by the ante, a redeal, and a shared card where eight are too many" \
    "felt play the-bitch --with zoo:call --players 8 --stacks 20 --seed 9 --hands 1" <<'.'
The bitch, fixed limit: you and 7 zoo:call players (seed 9)

hand 1
  Ada antes 20 and is all-in
  Bob antes 20 and is all-in
  Cy antes 20 and is all-in
  Dot antes 20 and is all-in
  Eve antes 20 and is all-in
  Fox antes 20 and is all-in
  Gus antes 20 and is all-in
  you ante 20 and are all-in
  you get Qh 4c
  -- up: Ada Kd, Bob 9c, Cy 4d, Dot Jc, Eve 7h, Fox 6d, Gus 9h, you Jd
  -- up: Ada 7s, Bob 3h, Cy 3s, Dot Ah, Eve 8s, Fox Qs, Gus 8d, you Ts
  -- Qs lies face up: all cards are shuffled and dealt anew
  you get Tc 6c
  -- up: Ada 4d, Bob 9s, Cy 7c, Dot As, Eve Jh, Fox Jc, Gus Jd, you 4s
  -- up: Ada 9c, Bob 9d, Cy 3s, Dot 4h, Eve 6h, Fox 5d, Gus Ts, you 7d
  -- up: Ada Th, Bob 9h, Cy Qc, Dot Kd, Eve 3c, Fox 3d, Gus Kc, you 2s
  -- up: Ada 8s, Bob 8h, Cy Ks, Dot 5c, Eve Ac, Fox 5h, Gus 7h, you 4c
  -- a shared card: Ah
  Ada shows Js Ad 4d 9c Th 8s: pair of aces, jack, ten and nine kickers
  Bob shows 2d 6s 9s 9d 9h 8h: three of a kind, nines, ace and eight kickers
  Cy shows Kh Qd 7c 3s Qc Ks: two pair, kings and queens, ace kicker
  Dot shows Qh Qs As 4h Kd 5c: two pair, aces and queens, king kicker
      Qs: queen of spades
  Eve shows 5s 2h Jh 6h 3c Ac: pair of aces, jack, six and five kickers
  Fox shows 2c 6d Jc 5d 3d 5h: pair of fives, ace, jack and six kickers
  Gus shows 8d 3h Jd Ts Kc 7h: high card, ace: A-K-J-T-8
  you show Tc 6c 4s 7d 2s 4c: pair of fours, ace, ten and seven kickers
  Bob wins 80 with the high
  Dot wins 80 with the Qs
  this hand -20, in all -20
  Ada takes a new stack of 20
  Cy takes a new stack of 20
  Eve takes a new stack of 20
  Fox takes a new stack of 20
  Gus takes a new stack of 20
  that was the last hand: why (w), leave (q)
> 
You leave the table with -20 after 1 hand.
Stacks: you 0, Ada 20, Bob 80, Cy 20, Dot 80, Eve 20, Fox 20, Gus 20.
.

works "follow the queen: what is wild changes" \
    "for i in \$(seq 30); do printf 'c\nk\ni\n'; done | felt play follow-queen --with zoo:call --players 6 --seed 1 --hands 1 | grep -e '^  -- ' -e ' wins\\? ' -e ' shows\\? ' -e ' wild: ' -e ' have ' | uniq" <<'.'
  -- up: Ada 2s, Bob Ts, Cy 4s, Dot 5s, Eve 8c, you Th
  pot 245    wild: queens
  you have pair of fours, ten kicker
  -- up: Ada 8s, Bob 8h, Cy Ad, Dot 6s, Eve Ah, you Qc
  -- wild now: queens, and the rank of the next card up
  pot 270    wild: queens
  you have three of a kind, fours, ten kicker
  -- up: Ada 2h, Bob 9h, Cy 3h, Dot 6d, Eve Jh, you Td
  -- wild now: deuces, queens
  pot 270    wild: deuces, queens
  you have full house, tens full of fours
  -- up: Ada 6c, Bob Qd, Cy 3d, Dot Qh, Eve Jd, you Js
  -- wild now: jacks, queens
  pot 270    wild: jacks, queens
  you have four of a kind, tens, four kicker
  pot 270    wild: jacks, queens
  you have four of a kind, tens, five kicker
  you show 4d 4c Th Qc Td Js 5h: four of a kind, tens, five kicker
  Ada shows 2d Ks 2s 8s 2h 6c Kh: full house, deuces full of kings
  Bob shows 3c Kc Ts 8h 9h Qd 7d: straight, jack high
  Cy shows 7s 5d 4s Ad 3h 3d Jc: straight, seven high
  Dot shows 4h Kd 5s 6s 6d Qh 9s: three of a kind, sixes, king and nine kickers
  Eve shows Tc 5c 8c Ah Jh Jd 8d: four of a kind, eights, ace kicker
  you win 270
.

works "two boards, if all want them" \
    "printf 'r all\nk\n?\ny\n' | felt play holdem --with zoo:random --players 3 --seed 76 --run-twice --hands 1" <<'.'
Hold'em, no limit: you and 2 zoo:random players (seed 76)

hand 1
  Ada posts 50
  Bob posts 100
  you get 4c Jh

  pot 150
  D you       10,000                         4c Jh
    Ada        9,950  bet        50
    Bob        9,900  bet       100
  you have high card, jack: J-4
  fold (f), call 100 (c), raise to 200 .. 10,000 (r AMOUNT); help (?)
> r all
  you raise to 10,000 and are all-in
  Ada calls 9,950 and is all-in
  Bob calls 9,900 and is all-in
  Ada wants two boards
  Bob wants two boards

  pot 30,000
  D you            0                 all-in  4c Jh
    Ada            0                 all-in
    Bob            0                 all-in
  you have high card, jack: J-4
  all-in: run it twice, two boards (y), or once (n); help (?)
> k
  k is not possible now; this is:
  all-in: run it twice, two boards (y), or once (n); help (?)
> ?
  y, yes      deal the rest of the board twice, if all agree: each board decides
              half of the pot
  n, no       one board, as usual
  t, table    the table again
  h, history  what happened in this hand
  w, why      how the others decided in the hand before, with these numbers:
                hand        how strong it looked to the player by itself
                price       of a call, as a part of the pot with the call in it
                range       the part of all hands it had narrowed the others to
                share       of the pot that it expected to win from these
                gain        in chips over a fold; behind a fold, that of a call
                confidence  how clear the choice was
              what a player did not look at stays blank
  q, quit     leave the table
> y
  you want two boards
  -- flop: 7d Th 6h
  -- turn: Qs
  -- river: Js
  -- second flop: 4s Qh Ah
  -- second turn: 5s
  -- second river: 5d
  you show 4c Jh: pair of jacks, queen, ten and seven kickers
  Ada shows 9d 9s: pair of nines, queen, jack and ten kickers
  Bob shows 4h Kd: high card, king: K-Q-J-T-7
  second board, you: two pair, fives and fours, ace kicker
  second board, Ada: two pair, nines and fives, ace kicker
  second board, Bob: two pair, fives and fours, ace kicker
  you win 15,000 on the first board
  Ada wins 15,000 on the second board
  this hand +5,000, in all +5,000
  Bob takes a new stack of 10,000
  that was the last hand: why (w), leave (q)
> 
You leave the table with +5,000 after 1 hand.
Stacks: you 15,000, Ada 15,000, Bob 10,000.
.

choices=holdem,short-deck,pineapple,omaha-hilo,courchevel,27-triple,stud,razz,badugi,kuhn
works "dealer's choice: a list, numbers and names, the others choose too" \
    "printf 'foo\nw\n99\nhldem\n?\nbadugi\nf\nf\n12\nq\n' | felt play dealers-choice:$choices --with zoo:call --players 2 --seed 2" <<'.'
Dealer's choice: you and Ada (zoo:call) (seed 2)

  you have the button: which game? (a number or a name; ? the list, q quit)
   1 holdem          nl      5 courchevel      pl      9 badugi          nl
   2 short-deck      nl      6 27-triple       nl     10 kuhn            fl
   3 pineapple       nl      7 stud            fl
   4 omaha-hilo      pl      8 razz            fl
> foo
  "foo" is none of them: take a number from 1 to 10, or a name
> w
  no hand is over yet: ask again after this one
> 99
  "99" is none of them: take a number from 1 to 10, or a name
> hldem
  "hldem" is none of them: take a number from 1 to 10, or a name; did you mean holdem?
> ?
   1 holdem          nl      5 courchevel      pl      9 badugi          nl
   2 short-deck      nl      6 27-triple       nl     10 kuhn            fl
   3 pineapple       nl      7 stud            fl
   4 omaha-hilo      pl      8 razz            fl
> badugi

hand 1: Badugi, no limit
  Ada posts 100
  you post 50
  you get Jd Ah 4s 2c

  pot 150
  D you        9,950  bet        50          Jd Ah 4s 2c
    Ada        9,900  bet       100
  you have four-card badugi, J-4-2-A
  fold (f), call 50 (c), raise to 200 .. 10,000 (r AMOUNT); help (?)
> f
  you fold
  Ada gets 50 back
  Ada wins 100
  this hand -50, in all -50

hand 2: Seven-card stud, fixed limit, chosen by Ada
  you ante 20
  Ada antes 20
  you get 9h 8s
  -- up: you 4c, Ada Th

  pot 40
    you        9,930                         9h 8s 4c
  D Ada       10,030                         ?? ?? Th
  you have high card, nine: 9-8-4
  bring in 25 (i), complete to 100 (r); help (?)
> f
  folding is not possible now: bring in 25 or complete the bet
> 12
  "12" is no word of this table; ? lists them
> q
You leave the table with -70 after 2 hands.
.

works "games in turn, a round of the button each" \
    "for i in 1 2 3 4 5 6; do echo f; done | felt play kuhn,holdem:fl,leduc --with zoo:call --players 2 --seed 2 --hands 5 | grep '^[A-Zh0-9]'" <<'.'
3 games in turn: you and Ada (zoo:call) (seed 2)
hand 1: Kuhn poker, fixed limit
hand 2: Kuhn poker, fixed limit
hand 3: Hold'em, fixed limit
hand 4: Hold'em, fixed limit
hand 5: Leduc hold'em, fixed limit
You leave the table with -400 after 5 hands.
Stacks: you 9,600, Ada 10,400.
.

works "games that so many players cannot play are left out, and said so" \
    "for i in 1 2 3 4 5 6; do echo f; done | felt play stud,kuhn,holdem,kuhn:nl --with zoo:random --players 9 --seed 2 --hands 2 | grep -E '^([0-9]|hand|left)'" <<'.'
4 games in turn: you and 8 zoo:random players (seed 2)
left out with 9 players: stud (2 to 8), kuhn (2)
hand 1: Hold'em, no limit
hand 2: Hold'em, no limit
.
holds "of any game nothing is left out" \
    "! felt play dealers-choice --players 6 --seed 2 | grep -q '^left out' &&
     felt play dealers-choice:kuhn,razz --players 6 --seed 2 | grep -qx 'left out with 6 players: kuhn (2)'"

works "help, history and the table again; quitting keeps the count" \
    "printf '?\nh\nt\nq\n' | felt play holdem --with zoo:call --players 4 --seed 1" <<'.'
Hold'em, no limit: you and 3 zoo:call players (seed 1)

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
  you have high card, jack: J-5
  fold (f), call 100 (c), raise to 200 .. 10,000 (r AMOUNT); help (?)
> ?
  f, fold     give up the hand
  c, call     pay 100 and stay in
  r, raise    bet 200 to 10,000 in all on this street:
              r AMOUNT, r min, r pot (which is 450), r all
  a, all-in   everything you have, if the limit allows it
  t, table    the table again
  h, history  what happened in this hand
  w, why      how the others decided in the hand before, with these numbers:
                hand        how strong it looked to the player by itself
                price       of a call, as a part of the pot with the call in it
                range       the part of all hands it had narrowed the others to
                share       of the pot that it expected to win from these
                gain        in chips over a fold; behind a fold, that of a call
                confidence  how clear the choice was
              what a player did not look at stays blank
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
  you have high card, jack: J-5
  fold (f), call 100 (c), raise to 200 .. 10,000 (r AMOUNT); help (?)
> q
You leave the table with 0 after 1 hand.
.

works "help where no raise is possible" \
    "printf 'c\n?\nr 5\nf\n' | felt play holdem --with zoo:shove,zoo:call,zoo:stealer --players 4 --seed 1 --hands 1" <<'.'
Hold'em, no limit: you, Ada (zoo:shove), Bob (zoo:call), Cy (zoo:stealer)
  (seed 1)

hand 1
  Ada posts 50
  Bob posts 100
  you get Js 5h
  Cy raises to 275

  pot 425
  D you       10,000                         Js 5h
    Ada        9,950  bet        50
    Bob        9,900  bet       100
    Cy         9,725  bet       275
  you have high card, jack: J-5
  fold (f), call 275 (c), raise to 450 .. 10,000 (r AMOUNT); help (?)
> c
  you call 275
  Ada raises to 10,000 and is all-in
  Bob calls 9,900 and is all-in
  Cy folds

  pot 20,550
  D you        9,725  bet       275          Js 5h
    Ada            0  bet    10,000  all-in
    Bob            0  bet    10,000  all-in
    Cy         9,725  bet       275  folded
  you have high card, jack: J-5
  fold (f), call 9,725 (c); help (?)
> ?
  f, fold     give up the hand
  c, call     pay 9,725 and stay in
  no raise is possible now
  t, table    the table again
  h, history  what happened in this hand
  w, why      how the others decided in the hand before, with these numbers:
                hand        how strong it looked to the player by itself
                price       of a call, as a part of the pot with the call in it
                range       the part of all hands it had narrowed the others to
                share       of the pot that it expected to win from these
                gain        in chips over a fold; behind a fold, that of a call
                confidence  how clear the choice was
              what a player did not look at stays blank
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
  Ada wins 20,550
  this hand -275, in all -275
  Bob takes a new stack of 10,000
  that was the last hand: why (w), leave (q)
> 
You leave the table with -275 after 1 hand.
Stacks: you 9,725, Ada 20,550, Bob 10,000, Cy 9,725.
.

holds "no help is wider than 80 columns, with the largest numbers" \
    "printf '?\\nhelp me\\n' | felt play holdem --with zoo:call --players 2 --seed 1 --stacks 1000000000000 --unit 1000000000 |
     sed -n '/^> /,/^  q, quit/p' >'$scratch.help'
     [ \"\$(wc -L <'$scratch.help')\" -le 80 ] && [ \"\$(grep -c 'q, quit' '$scratch.help')\" = 2 ]; good=\$?
     rm '$scratch.help'; exit \$good"
works "what is not possible, in words and with the numbers of the table" \
    "asked() { sed -n '/^>/,/^\$/p'; }
     printf 'i\\nk\\nr 5000\\n' | felt play holdem --limit fl --unit 1000 --with zoo:call --players 2 --seed 1 | asked
     printf 'f\\nc\\nr 2000\\n' | felt play razz --unit 5000 --with zoo:call --players 2 --seed 1845 | asked
     printf 'c\\nc\\n?\\n' | felt play holdem --with zoo:call --players 2 --seed 1 | asked" <<'.'
> i
  bringing in is not possible now
> k
  there is a bet: call 500, raise or fold
> r 5000
  raise to 2,000 and nothing else
> 
You leave the table with -500 after 1 hand.
> f
  folding is not possible now: bring in 1,250 or complete the bet
> c
  calling is not possible now: bring in 1,250 or complete the bet
> r 2000
  complete to 5,000 and nothing else
> 
You leave the table with -1,000 after 1 hand.
> c
  you call 50
  Ada checks
  -- flop: 4d 4c Th
  Ada checks

> c
  you check
  -- turn: Qc
  Ada checks

> ?
  k, check    stay in, there is nothing to pay; c does the same
  r, raise    bet 100 to 9,900 in all on this street:
              r AMOUNT, r min, r pot (which is 200), r all
  a, all-in   everything you have, if the limit allows it
  f, fold     give up the hand
  t, table    the table again
  h, history  what happened in this hand
  w, why      how the others decided in the hand before, with these numbers:
                hand        how strong it looked to the player by itself
                price       of a call, as a part of the pot with the call in it
                range       the part of all hands it had narrowed the others to
                share       of the pot that it expected to win from these
                gain        in chips over a fold; behind a fold, that of a call
                confidence  how clear the choice was
              what a player did not look at stays blank
  q, quit     leave the table
> 
You leave the table with -100 after 1 hand.
.

works "an empty input is a polite end" \
    "felt play kuhn --with zoo:call --unit 1 --stacks 10 --seed 1" <<'.'
Kuhn poker, fixed limit: you and Ada (zoo:call) (seed 1)

hand 1
  Ada antes 1
  you ante 1
  you get Js
  Ada checks

  pot 2
  D you            9                         Js
    Ada            9
  you have high card, jack
  check (k), bet 1 (r), fold (f); help (?)
> 
You leave the table with -1 after 1 hand.
.

# ---- who sits at the table ----

first() { echo "felt play $* --seed 1 | sed '/^\$/,\$d'"; }
works "players by name: repeated in order, with dials, or as many seats as names" \
    "$(first); $(first kuhn); $(first --with zoo:tag --players 2); $(first --with "'house zoo:tag'")
     $(first --with house:tight=7,aggr=3,zoo:tag --players 3); $(first "--with ' zoo:call,  zoo:call '")
     $(first stud --with zoo:call,zoo:fold,zoo:call,zoo:fold,zoo:call,zoo:call)
     $(first --with house,slow=0.5 --stacks 500,200)" <<'.'
Hold'em, no limit: you and 5 house players (seed 1)
Kuhn poker, fixed limit: you and Ada (house) (seed 1)
Hold'em, no limit: you and Ada (zoo:tag) (seed 1)
Hold'em, no limit: you, Ada (house), Bob (zoo:tag), Cy (house), Dot (zoo:tag),
  Eve (house) (seed 1)
Hold'em, no limit: you, Ada (house:tight=7,aggr=3), Bob (zoo:tag) (seed 1)
Hold'em, no limit: you and 5 zoo:call players (seed 1)
Seven-card stud, fixed limit: you, Ada (zoo:call), Bob (zoo:fold),
  Cy (zoo:call), Dot (zoo:fold), Eve (zoo:call), Fox (zoo:call) (seed 1)
Hold'em, no limit: you and Ada (house:slow=0.5) (seed 1)
.
works "a persona in a file, with a dial of one's own" \
    "cd '$2' && $(first --with house:@data/personas/rock.json,aggr=4,zoo:call --players 3)" <<'.'
Hold'em, no limit: you, Ada (house:@data/personas/rock.json,aggr=4),
  Bob (zoo:call) (seed 1)
.
works "a persona by name, with a dial of one's own" \
    "$(first --with house:maniac,aggr=9,house:rock,zoo:call --players 4)
     $(first --with "'house:rock aggr=4 zoo:call'" --players 3)" <<'.'
Hold'em, no limit: you, Ada (house:maniac,aggr=9), Bob (house:rock),
  Cy (zoo:call) (seed 1)
Hold'em, no limit: you, Ada (house:rock,aggr=4), Bob (zoo:call) (seed 1)
.
works "why: not in the first hand, and never about the hand under way" \
    "printf 'w\nc\nWHY\nc\np\nw 3\nwhy\nq\n' | felt play draw --with zoo:shove,zoo:call,zoo:stealer --players 4 --seed 3 | grep -v '^  fold (f)'" <<'.'
Five-card draw, no limit: you, Ada (zoo:shove), Bob (zoo:call), Cy (zoo:stealer)
  (seed 3)

hand 1
  Ada posts 50
  Bob posts 100
  you get 3c Ac Qh 4s 7c
  Cy raises to 275

  pot 425
  D you       10,000                         3c Ac Qh 4s 7c
    Ada        9,950  bet        50
    Bob        9,900  bet       100
    Cy         9,725  bet       275
  you have high card, ace: A-Q-7-4-3
> w
  no hand is over yet: ask again after this one
> c
  you call 275
  Ada raises to 10,000 and is all-in
  Bob calls 9,900 and is all-in
  Cy folds

  pot 20,550
  D you        9,725  bet       275          3c Ac Qh 4s 7c
    Ada            0  bet    10,000  all-in
    Bob            0  bet    10,000  all-in
    Cy         9,725  bet       275  folded
  you have high card, ace: A-Q-7-4-3
> why
  no hand is over yet: ask again after this one
> c
  you call 9,725 and are all-in
  Ada discards 3
  Bob discards 4

  pot 30,275
  D you            0                 all-in  3c Ac Qh 4s 7c
    Ada            0                 all-in  drew 3
    Bob            0                 all-in  drew 4
    Cy         9,725                 folded
  you have high card, ace: A-Q-7-4-3
  discard up to 5 cards and draw new ones (d 3c Ac), stand pat (p); help (?)
> p
  you stand pat
  Ada shows Qd 8c 2s 8s Ad: pair of eights, ace, queen and deuce kickers
  Bob shows Ks 8d 5s 8h 7h: pair of eights, king, seven and five kickers
  you show 3c Ac Qh 4s 7c: high card, ace: A-Q-7-4-3
  Ada wins 30,275
  this hand -10,000, in all -10,000
  Bob takes a new stack of 10,000
  you have no chips left; a new stack of 10,000? (y or n)
> w 3
  y for a new stack, n to leave
> why
  how the others decided in hand 1, by round:
                                               hand  price  confidence
  1  Cy   raise to 275         steal                  40 %       100 %
  1  Ada  raise to 10,000      always raise           24 %       100 %
  1  Bob  call 9,900           always call            48 %       100 %
  1  Cy   fold                 caught                 32 %       100 %
  2  Ada  discard 3            draw                               50 %
  2  Bob  discard 4            draw                               50 %
> q
You leave the table with -10,000 after 1 hand.
Stacks: you 0, Ada 30,275, Bob 10,000, Cy 9,725.
.
works "why: after the last hand, too, until another line comes" \
    "printf 'f\\nw\\nwhy\\nk\\nw\\n' | felt play holdem --with zoo:shove,zoo:fold --players 3 --seed 2 --hands 1" <<'.'
Hold'em, no limit: you, Ada (zoo:shove), Bob (zoo:fold) (seed 2)

hand 1
  Ada posts 50
  Bob posts 100
  you get 6d 2h

  pot 150
  D you       10,000                         6d 2h
    Ada        9,950  bet        50
    Bob        9,900  bet       100
  you have high card, six: 6-2
  fold (f), call 100 (c), raise to 200 .. 10,000 (r AMOUNT); help (?)
> f
  you fold
  Ada raises to 10,000 and is all-in
  Bob folds
  Ada gets 9,900 back
  Ada wins 200
  this hand 0, in all 0
  that was the last hand: why (w), leave (q)
> w
  how the others decided in hand 1, by round:
                                               hand  price  confidence
  1  Ada  raise to 10,000      always raise           25 %       100 %
  1  Bob  fold                 always fold            50 %       100 %
> why
  how the others decided in hand 1, by round:
                                               hand  price  confidence
  1  Ada  raise to 10,000      always raise           25 %       100 %
  1  Bob  fold                 always fold            50 %       100 %
> k
You leave the table with 0 after 1 hand.
Stacks: you 10,000, Ada 10,100, Bob 9,900.
.
# Cy is first and would pay 100 of 250; what it makes of its hand is not ours to say.
holds "why: what the house made of its hand and of the price" \
    "printf 'f\\nw\\n' | felt play holdem --with house:maniac,house:rock --players 4 --seed 2 --hands 1 |
     grep -Eq '^  1  Cy   .{20} [a-z ]{14} +[1-9][0-9]* %   40 % .* +[0-9]+ %\$'"
# What the teacher thinks is not ours to say; that it is told behind the hand, of the teacher only, with
# its cards and in lines that can be read, is.
holds "a teacher explains itself after the hand, unasked" \
    "for i in 1 2 3 4 5 6 7 8; do printf 'c\\n'; done | felt play holdem --with zoo:call,house:teacher --players 3 --seed 1 >'$scratch.lesson'
     python3 - '$scratch.lesson' <<'PYTHON'; good=\$?; rm '$scratch.lesson'; exit \$good
import re, sys
text = open(sys.argv[1]).read()
card = r\"[2-9TJQKA][cdhs]\"
told = re.findall(r\"^  this hand .*\n  what Bob thought with ((?:%s ){1}%s):\n((?:    .*\n)+)\" % (card, card), text, re.M)
assert told, text
for cards, lesson in told:
    assert re.match(r\"    preflop: (called|raised to|checked|folded)\", lesson), lesson
    assert not re.search(r\"\n      .*\n      \", lesson), lesson
    assert not re.search(r\"best \d+ %|checked[^.]*chips\", lesson), lesson
    assert all(re.match(r\"    (preflop|flop|turn|river): |      \", line) for line in lesson.splitlines()), lesson
    shown = re.search(r\"Bob shows (\S+ \S+):\", text)
    assert shown is None or len(told) > 1 or shown[1] == cards, text
assert max(map(len, text.splitlines())) <= 100
PYTHON"
holds "a fold in the first round takes half a line, with cards" \
    "printf 'f\\nq\\n' | felt play holdem --with zoo:shove,house:teacher,house:teacher --players 4 --seed 3 |
     grep -A1 '^  this hand ' | grep -Eqx '  folded at once: Bob with .. .., Cy with .. ..'"
holds "and nobody else does, nor a teacher that has nothing to decide" \
    "lesson='thought with|folded at once'
     ! printf 'f\\nq\\n' | felt play holdem --with zoo:shove,house --players 3 --seed 3 | grep -Eq \"\$lesson\" &&
     ! printf 'f\\nq\\n' | felt play holdem --with house:teacher --players 2 --seed 1 | grep -Eq \"\$lesson\""
holds "a teacher by its file, and with dials" \
    "cd '$2' && lesson() { printf 'f\\nq\\n' | felt play holdem --with \"\$@\" --seed 3 | grep -Eo 'what .* thought|at once: Bob'; }
     lesson zoo:shove,house:@data/personas/teacher.json --players 3 && lesson zoo:shove,house:teacher,aggr=9 --players 3"
works "why: boards, showing and bringing in are decisions too" \
    "printf 'r all\ny\nw\nq\n' | felt play holdem --with zoo:random --players 3 --seed 76 --run-twice | sed -n '/^> w/,\$p';
     { for i in 1 2 3 4 5 6 7 8 9 10 11 12; do printf 'c\nk\n'; done; echo w; } | felt play razz --with zoo:random --players 2 --seed 39 --muck | sed -n '/^> w/,\$p'" <<'.'
> w
  how the others decided in hand 1, by round:
                                               hand  price  confidence
  1  Ada  call 9,950           any action                         50 %
  1  Bob  call 9,900           any action                         50 %
  2  Ada  two boards           any action                        100 %
  2  Bob  two boards           any action                        100 %
> q
You leave the table with +4,900 after 2 hands.
> w
  how the others decided in hand 2, by round:
                                               hand  price  confidence
  1  Ada  bring in 25          any action                         50 %
  2  Ada  bet 100              any action                         33 %
  3  Ada  check                any action                         33 %
  4  Ada  check                any action                         33 %
  5  Ada  check                any action                         33 %
  6  Ada  muck                 any action                         50 %
> 
You leave the table with +445 after 3 hands.
.

# ---- what every session keeps ----

# keys COUNT: a long list of words, most of them legal somewhere
# shellcheck disable=SC2028 # the inner shell's printf expands them
keys() { echo "for i in \$(seq $1); do printf 'c\nk\nr min\nf\ny\nw\n'; done"; }

holds "the others' cards are seen at the showdown or face up, and nowhere else" \
    "$(keys 400) | felt play holdem --with 'zoo:call zoo:random' --seed 3 --hands 100 | python3 -c '
import re, sys
shown = 0
for line in sys.stdin:
    if not re.search(r\"\\b[2-9TJQKA][cdhs]\\b\", line): continue
    if re.match(r\"  (-- |you |pot |D you |  you )\", line): continue
    if not re.match(r\"  [A-Z][a-z]+ shows \", line): sys.exit(line)
    shown += 1
sys.exit(shown < 20)'"
holds "the results of the hands add up" \
    "$(keys 400) | felt play holdem --with 'zoo:random zoo:call' --seed 4 --hands 60 | python3 -c '
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
# Somebody answers every question with a word that it offers: hands come to their end, no chip is
# lost, and no line is ragged.
cat >"$player" <<'.'
import re, subprocess, sys

hands = int(sys.argv[1])
command = ["felt", "play", *sys.argv[2:], "--hands", str(hands)]
felt = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
lines, last = [], ""
while True:  # a prompt has no line end
    char = felt.stdout.read(1)
    if char == "":
        break
    last += char
    if char == "\n":
        lines.append(last.rstrip("\n"))
        last = ""
    if last != "> ":
        continue
    asks = r"\((?:\?|y or n|a number)|why \(w\)"
    offer = next(line for line in reversed(lines) if re.search(asks, line))
    answer = "y" if "(y or n)" in offer else "1" if "a number" in offer else None
    if "why (w)" in offer:
        answer = "q"
    if answer is None:
        words = re.findall(r"\(([a-z](?: [A-Z0-9][a-z])*)(?: |\))", offer)
        words = [word for word in words if word not in "fr"] or words
        answer = words[len(lines) % len(words)]
    felt.stdin.write(answer + "\n")
assert felt.wait() == 0, "exit code"
text = "\n".join(lines)
number = lambda digits: int(digits.replace(",", ""))
assert len(re.findall(r"^  this hand ", text, re.M)) == hands, text
assert not re.search(r"[ \t]$|^  .{79}", text, re.M), re.findall(r".*[ \t]$|^  .{79}.*", text, re.M)
seats = re.findall(r"(\w+) ([\d,]*\d)[,.]", re.search(r"^Stacks: (.*)", text, re.M)[1] + "")
bought = sum(map(number, re.findall(r"new stack of ([\d,]*\d)$", text, re.M)))
bought += sum(map(number, re.findall(r"a new stack of ([\d,]*\d)\? \(y or n\)", text)))
assert sum(number(chips) for _, chips in seats) == 10000 * len(seats) + bought, text
.
for variant in $(felt variants | sed 1d | cut -d' ' -f1); do
    case $variant in
    kuhn | leduc | rhode-island) names=zoo:random ;; # there is one seat
    *) names=zoo:random,zoo:call ;;
    esac
    holds "hands of $variant are played to their end, and the chips add up" \
        "timeout 600 python3 '$player' 6 $variant --with $names --seed 5 --muck"
done
for players in 2 5 8 10; do
    holds "dealer's choice with $players players" \
        "timeout 600 python3 '$player' 40 dealers-choice --with zoo:random --seed 6 --players $players --bomb 3 --muck"
done
works "HORSE goes through its games, two hands each for two players" \
    "for i in \$(seq 30); do printf 'f\ni\n'; done | felt play horse --with zoo:call --players 2 --seed 1 --hands 12 | grep -o '^hand [0-9]*: .*'" <<'.'
hand 1: Hold'em, fixed limit
hand 2: Hold'em, fixed limit
hand 3: Omaha hi-lo, fixed limit
hand 4: Omaha hi-lo, fixed limit
hand 5: Razz, fixed limit
hand 6: Razz, fixed limit
hand 7: Seven-card stud, fixed limit
hand 8: Seven-card stud, fixed limit
hand 9: Seven-card stud hi-lo, fixed limit
hand 10: Seven-card stud hi-lo, fixed limit
hand 11: Hold'em, fixed limit
hand 12: Hold'em, fixed limit
.
for variant in holdem courchevel-hilo crazy-pineapple royal; do
    holds "hands of $variant that are run twice" \
        "timeout 600 python3 '$player' 30 $variant --with zoo:random,zoo:call --seed 5 --muck --run-twice --bomb 4"
done
holds "HORSE is played to its end" "timeout 600 python3 '$player' 12 horse --with zoo:random,zoo:call --players 5 --seed 1"
holds "the eight games" "timeout 600 python3 '$player' 17 eight-game --with zoo:random --players 2 --seed 1"
for variant in holdem omaha draw stud-hilo; do
    holds "the house plays $variant to the end, and the chips add up" \
        "timeout 600 python3 '$player' 5 $variant --seed 5 --muck"
done
holds "the house plays the same again, and differently with other dials" \
    "session() { $(keys 20) | felt play --hands 6 --seed 9 --with \"\$1\" | sed 1d; }
     [ \"\$(session house)\" = \"\$(session house)\" ] &&
     [ \"\$(session house:tight=10)\" != \"\$(session house:tight=1)\" ]"
holds "a persona is the same by name, in a file, and as its dials" \
    "session() { $(keys 20) | felt play --hands 4 --seed 9 --with \"\$1\" | sed 1d; }
     rock=\$(session house:@'$2/data/personas/rock.json')
     [ \"\$rock\" = \"\$(session house:tight=9,aggr=3,bluff=0.05,random=0.05,slow=0.9)\" ] &&
     [ \"\$rock\" = \"\$(session house:rock)\" ] &&
     [ \"\$rock\" != \"\$(session house)\" ]"
holds "a teacher plays like the house" \
    "session() { $(keys 20) | felt play --hands 4 --seed 9 --players 2 --with \"\$1\" | grep -E '^  (you|Ada|this)'; }
     [ \"\$(session house:teacher)\" = \"\$(session house)\" ]"
holds "the same seed plays the same session" \
    "[ \"\$(felt play --seed 9)\" = \"\$(felt play holdem --seed 9 --players 6 --with house)\" ]"
holds "words may be long, in capitals, and surrounded by blanks" \
    "printf '  CALL \nFold\n' | felt play holdem --with zoo:call --players 4 --seed 1 --hands 1 | grep -q '^  you fold'"
holds "names of games may be typed in capitals" \
    "[ \"\$(felt play HORSE --seed 9)\" = \"\$(felt play horse --seed 9)\" ] &&
     [ \"\$(felt play Badugi,Omaha:PL --seed 9)\" = \"\$(felt play badugi,omaha:pl --seed 9)\" ]"
holds "a very long line is one wrong word" \
    "printf '%0500d\nq\n' 7 | felt play --seed 1 | grep -c 'is no word of this table' | grep -qx 1"
holds "bytes that could drive a terminal are not echoed" \
    "! printf '\033[2Jx\nq\n' | felt play --seed 1 | grep -q \$'\033'"

# ---- wrong options ----

bad "felt play holdem omaha" \
    "felt play: name one variant, or several with commas between them, as in holdem,razz; felt variants lists them"
bad "felt play holdem,bridge" \
    'felt play: there is no game "bridge": take names of variants, as in holdem,omaha:pl, or dealers-choice, horse, eight-game'
bad "felt play holdem,badgui" 'felt play: there is no variant "badgui"; did you mean badugi?'
bad "felt play hrose" 'felt play: there is no variant "hrose"; did you mean horse?'
bad "felt play HLODEM" 'felt play: there is no variant "hlodem"; did you mean holdem?'
bad "felt play \$(printf '%05000d' 0)" "felt play: a list of games has less than 4096 letters"
bad "felt play horse,holdem" \
    "felt play: horse is a list of its own and cannot stand in another one"
bad "felt play holdem,dealers-choice:razz" \
    "felt play: dealers-choice is a list of its own and cannot stand in another one"
bad "felt play dealers-choice:holdem,eight-game" \
    "felt play: eight-game is a list of its own and cannot stand in another one"
bad "felt play holdem:xl" "felt play: behind holdem: comes nl, pl or fl"
bad "felt play holdem," \
    "felt play: a game is missing: write names with commas between them, as in holdem,omaha:pl"
bad "felt play ''" \
    "felt play: a game is missing: write names with commas between them, as in holdem,omaha:pl"
bad "felt play kuhn,leduc --players 3" \
    "felt play: this list of games is for 2 players; these are 3"
bad "felt play stud --bomb 1" "felt play: --bomb needs a game with a board; leave it out"
bad "felt play stud,draw --run-twice" \
    "felt play: --run-twice needs a game with a board; leave it out"
bad "felt play holdem --bomb 0" "felt play: --bomb 0: take a whole number from 1 to 1000000"
bad "felt play holdm" 'felt play: there is no variant "holdm"; did you mean holdem?'
bad "felt play holdem --limit xx" 'felt play: --limit "xx": take nl, pl or fl'
bad "felt play holdem --limit all" "felt play: --limit all: take one of nl, pl and fl here"
bad "felt play stud --players 9" "felt play: Seven-card stud is for 2 to 8 players; these are 9"
bad "felt play holdem --players x" \
    'felt play: --players "x": take a number from 2 to 10'
bad "felt play --players 1" 'felt play: --players "1": take a number from 2 to 10'
bad "felt play stud --players 11" 'felt play: --players "11": take a number from 2 to 8'
bad "felt play kuhn --players 1" 'felt play: --players "1": take 2'
bad "felt play --players 2-6" "felt play: --players 2-6: take one number here"
bad "felt play holdem --stacks random" \
    'felt play: --stacks "random": take 1 to 10 numbers of chips from 1 to 1000000000000, as in 500 or 500,200'
bad "felt play holdem --stacks 5,6 --players 4" \
    "felt play: 2 stacks for 4 players; name one stack for all, or 4"
bad "felt play --unit 0" "felt play: --unit 0: take a whole number from 1 to 1000000000"
bad "felt play --seed x" \
    "felt play: --seed x: take a whole number from 0 to 18446744073709551615"
bad "felt play --hands 0" "felt play: --hands 0: take a whole number from 1 to 1000000000"
bad "felt play --hand 3" "felt play: there is no option --hand; did you mean --hands?"

bad "felt play --with ''" 'felt play: --with "": name a player first, as in house or zoo:tag'
bad "felt play --with tight=7,house" \
    'felt play: --with "tight=7,house": name a player first, as in house or zoo:tag'
bad "felt play --with zoo:tga" 'felt play: there is no player "zoo:tga"; did you mean zoo:tag?'
bad "felt play --with house:tight=17" "felt play: tightness: take a number from 1 to 10"
bad "felt play --with zoo:tag,tight=7" "felt play: zoo:tag has no settings"
bad "felt play --with house:rok" 'felt play: there is no persona "rok"; did you mean rock?'
bad "felt play --with house:xyzzy" \
    'felt play: there is no persona "xyzzy"; there are rock, tag, lag, station, maniac and teacher'
bad "felt play --with house:rock,maniac" \
    'felt play: there is no player "maniac"; did you mean house:maniac?'
bad "felt play --with zoo:teacher" \
    'felt play: there is no player "zoo:teacher"; did you mean house:teacher?'
bad "felt play --with house:maniac,aggr=11" "felt play: aggression: take a number from 1 to 10"
bad "felt play --with house:@/nowhere/rock.json" \
    "felt play: /nowhere/rock.json cannot be read: No such file or directory"
bad "felt play --with house:$(printf '%0200d' 0)" \
    "felt play: a player is named in at most 120 bytes"
bad "felt play --with zoo:call,zoo:fold --players 2" \
    "felt play: --with names 2 players, but only 1 can sit with you"
bad "felt play kuhn --with zoo:call,zoo:fold" \
    "felt play: --with names 2 players, but only 1 can sit with you"
bad "felt play --with zoo:call,zoo:fold,zoo:tag --stacks 500,200" \
    "felt play: --with names 3 players, but only 1 can sit with you"
bad "felt play --with \$(printf 'house,%.0s' 1 2 3 4 5 6 7 8 9 10)" \
    "felt play: --with: at most 9 players sit with you"

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
