#!/usr/bin/env bash
# bad_input.sh -- every kind of bad input: exit code 2, nothing on stdout, one line on stderr that
# names the card or character and says what to do.
#
# usage: bad_input.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

# ---- commands and options ----

bad "felt" "felt: name a command; felt --help lists them, felt tour shows what works"
bad "felt evl" "felt: there is no command evl; did you mean eval?"
bad "felt xyzzy" "felt: there is no command xyzzy; felt --help lists the commands"
bad "felt --hlp" "felt: there is no option --hlp; did you mean --help?"
bad "felt help evla" "felt: there is no command evla; did you mean eval?"
bad "felt help eval equity" "felt help: name one command, as in felt help eval"
bad "felt eval As --bord 2c" "felt eval: there is no option --bord; did you mean --board?"
bad "felt eval As --nonsense" "felt eval: there is no option --nonsense; felt eval --help lists them"
bad "felt eval As -x" "felt eval: there is no option -x; felt eval --help lists them"
bad "felt eval As --board" "felt eval: --board needs a value; see felt eval --help"
bad "felt eval As --json=1" "felt eval: --json takes no value; leave out the ="
bad "felt eval As --json --json" "felt eval: --json is given twice; give it once"
bad "felt games now" 'felt games: "now": felt games takes no arguments'
bad "felt variants a b" "felt variants: name one variant, or none for the list; these are 2"
bad "felt variants badgui" 'felt variants: there is no variant "badgui"; did you mean badugi?'
bad "felt variants bridge" 'felt variants: there is no variant "bridge"; felt variants lists them'
bad "felt tour now" 'felt tour: "now": felt tour takes no arguments'
bad "felt \$'ev\\x1b[2Jal'" 'felt: there is no command ev\x1B[2Jal; felt --help lists the commands'

# ---- felt eval ----

bad "felt eval" "felt eval: name some cards, as in felt eval As Ks Qs Js Ts"
bad "felt eval Ax" 'felt eval: "Ax" is not a card: "x" is not a suit, suits are c d h s'
bad "felt eval As Ks 1h" 'felt eval: "1h" is not a card: ten is T or 10, an ace is A'
bad "felt eval As As" "felt eval: As is there twice; each card exists once"
bad "felt eval As Ks / Qs As" "felt eval: As is in hand 1 and in hand 2; change one"
bad "felt eval AsKs --board As2c3d" "felt eval: As is in hand 1 and on the board; change one"
bad "felt eval AsKs --board 2c2c" "felt eval: --board: 2c is there twice; each card exists once"
bad "felt eval AsKs --board 2c3c4c5c6c7c" \
    "felt eval: --board: 7c is one card too many; at most 5 fit here"
bad "felt eval As Ks Qs Js Ts 2d 3c 4c" "felt eval: hand 1 has 8 cards; in Hold'em it has 1 to 7"
bad "felt eval AsKsQs --board 2c3c4c" \
    "felt eval: hand 1 has 3 cards; in Hold'em with a board it has 1 to 2"
bad "felt eval AsKs --game omaha" \
    "felt eval: Omaha uses three cards of the board; give 3 to 5 with --board"
bad "felt eval As --game omaha --board 2c3c4c" \
    "felt eval: hand 1 has 1 card; in Omaha with a board it has 2 to 4"
bad "felt eval AsKs --game razz --board 2c" "felt eval: Razz has no board; leave out --board"
bad "felt eval 2c3c4c / 5c6c --game razz" \
    "felt eval: hand 1 has 3 cards, hand 2 has 2; give lows as many cards each"
bad "felt eval AsKs --game omhaa" 'felt eval: there is no game "omhaa"; did you mean omaha?'
bad "felt eval AsKs --game bridge" 'felt eval: there is no game "bridge"; felt games lists them'
bad "felt eval 2c3c --game short-deck" \
    "felt eval: 2c is not in the deck of Short-deck hold'em (36 cards); take another card"
bad "felt eval Jr As --game holdem" \
    "felt eval: Jr is not in the deck of Hold'em (52 cards); take another card"
bad "felt eval / AsKs" "felt eval: hand 1 has no cards; write some, as in AsKs / QhQd"
bad "felt eval AsKs /" "felt eval: hand 2 has no cards; write some, as in AsKs / QhQd"
bad "felt eval As --wild X" 'felt eval: --wild "X": name ranks, as in --wild 2 or --wild KJ'
bad "felt eval 2s --wild 2 --game razz" \
    "felt eval: --wild is for high hands; Razz has no wild cards"
bad "felt eval \$(printf 'As %.0s' {1..200})" "felt eval: more than 128 arguments"
bad "felt eval \$(printf '%09000d' 0)" "felt eval: more than 8192 characters of cards"

# ---- felt equity: ranges ----

bad "felt equity AKx KK" \
    'felt equity: "AKx": after two ranks comes s (suited), o (offsuit) or nothing'
bad "felt equity AA JJ-" 'felt equity: "JJ-": a pair range needs its other end, as in JJ-77'
bad "felt equity 98s-76o AA" 'felt equity: "98s-76o": both ends must be suited, or both offsuit'
bad "felt equity K2-Q5s AA" 'felt equity: "K2-Q5s": write s or o at both ends, or at neither'
bad "felt equity 120% AA" 'felt equity: "120%": a percentage is more than 0 and at most 100'
bad "felt equity AhAh KK" \
    'felt equity: "AhAh": a hand is two different cards; this one is there twice'
bad "felt equity '' KK" "felt equity: a range names at least one hand, as in QQ+,AKs"
bad "felt equity 'AA,!AA' KK" \
    "felt equity: nothing is left of this range: its ! terms take all of it out"
bad "felt equity \$'A\\xff' KK" \
    'felt equity: "A\xFF": after a rank comes a second rank, as in AK, or a suit, as in Ah'
bad "felt equity \$(printf 'AA,%.0s' {1..2000}) KK" \
    "felt equity: a range has at most 4096 characters"
bad "felt equity As KK" \
    'felt equity: "As": after a card comes a second card, as in AhKd, or * for any card'
bad "felt equity 22 AA --game short-deck" \
    "felt equity: \"22\": the deck of Short-deck hold'em has none of these hands; name others"

# ---- felt equity: cards and counts ----

only_once="each card can be in one hand, on the board or dead, but only once"
bad "felt equity" "felt equity: name 2 to 10 players, as in felt equity AA KK; these are 0"
bad "felt equity AA" "felt equity: name 2 to 10 players, as in felt equity AA KK; these are 1"
bad "felt equity AA KK QQ JJ TT 99 88 77 66 55 44" \
    "felt equity: name 2 to 10 players, as in felt equity AA KK; these are 11"
bad "felt equity AhKh AhQd" "felt equity: Ah is there twice; $only_once"
bad "felt equity AhKh QdQc --board Ah2c3c" "felt equity: Ah is there twice; $only_once"
bad "felt equity AhKh QdQc --dead Ah" "felt equity: Ah is there twice; $only_once"
bad "felt equity AA KK --board 2c3c4c --dead 2c" "felt equity: 2c is there twice; $only_once"
bad "felt equity AsAd2c3c As5d --game omaha" "felt equity: As is there twice; $only_once"
bad "felt equity AA KK --board 2c2c" "felt equity: --board: 2c is there twice; each card exists once"
bad "felt equity AA KK --dead 2x" \
    'felt equity: --dead: "2x" is not a card: "x" is not a suit, suits are c d h s'
bad "felt equity AA KK --board 2c3c4c5c6c7c" \
    "felt equity: --board: 7c is one card too many; at most 5 fit here"
bad "felt equity AsKs QsQs --game omaha" "felt equity: Qs is there twice; each card exists once"
bad "felt equity AsKsQsJsTs 2c3c4c5c --game omaha" \
    "felt equity: Ts is one card too many; at most 4 fit here"
bad "felt equity '' random --game omaha" \
    "felt equity: player 1 has no cards; name some, or write random"
bad "felt equity As Ks --game razz --board 2c" "felt equity: Razz has no board; leave out --board"
bad "felt equity Jr As --game razz" \
    "felt equity: Jr is not in the deck of Razz (52 cards); take another card"
bad "felt equity AA KK --board 2c --game short-deck" \
    "felt equity: 2c is not in the deck of Short-deck hold'em (36 cards); take another card"
bad "felt equity AA KK --game holdme" 'felt equity: there is no game "holdme"; did you mean holdem?'

# ---- felt equity: impossible deals ----

bad "felt equity AA KK --dead AsAhAd" \
    "felt equity: hand 1 is impossible: each of its combinations holds a card that is on the board, dead or in another hand"
bad "felt equity AA AA AA" \
    "felt equity: these hands cannot be dealt together: there are not enough different cards in the ranges"
bad "felt equity random{,,,,,,,} --game stud" \
    "felt equity: 56 more cards are needed and 52 are left in the deck; take fewer hands or dead cards"

# ---- felt equity: numbers ----

bad "felt equity AA KK --samples 0" \
    "felt equity: --samples 0: take a whole number from 1 to 1000000000000"
bad "felt equity AA KK --samples=10kk" \
    "felt equity: --samples 10kk: take a whole number from 1 to 1000000000000"
bad "felt equity AA KK --samples 99999999999999999999999" \
    "felt equity: --samples 99999999999999999999999: take a whole number from 1 to 1000000000000"
bad "felt equity AA KK --error x" "felt equity: --error x: take a number from 0.0001 to 50"
bad "felt equity AA KK --error nan" "felt equity: --error nan: take a number from 0.0001 to 50"
bad "felt equity AA KK --seed -1" \
    "felt equity: --seed -1: take a whole number from 0 to 18446744073709551615"
bad "felt equity AA KK --exact --samples 5" \
    "felt equity: --exact does not go with --samples or --error; leave one out"
bad "felt equity random{,,,,,,,,,} --exact" \
    "felt equity: there are too many match-ups to count; leave out --exact"

finish
