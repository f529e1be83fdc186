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

# shellcheck disable=SC2016  # the inner shell expands it
holds "the portable kernels give the same answers" \
    '[ "$(FELT_KERNELS=portable felt equity AKs QQ 76s)" = "$(felt equity AKs QQ 76s)" ]'
# shellcheck disable=SC2016
holds "the portable kernels draw the same samples" \
    '[ "$(FELT_KERNELS=portable felt equity AA random --samples 50k)" = \
       "$(felt equity AA random --samples 50k)" ]'
holds "kernels this machine does not have are refused" \
    "FELT_KERNELS=abacus felt tour; [ \$? = 2 ]"

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

# ---- felt equity ----

works "equity of aces against kings is exact" "felt equity AA KK" <<'.'
         equity      win      tie
AA       81.95%   81.71%    0.46%  ####################
KK       18.05%   17.82%    0.46%  ####
exact, 61,642,944 match-ups
.
works "equity of three hands" "felt equity AA KK QQ" <<'.'
         equity      win      tie
AA       66.98%   66.83%    0.45%  ################
KK       17.75%   17.60%    0.45%  ####
QQ       15.27%   15.13%    0.45%  ####
exact, 296,082,864 match-ups
.
works "equity of ranges on a flop" "felt equity QQ+,AKs 15% --board Kh7d2c" <<'.'
          equity      win      tie
QQ+,AKs   79.70%   79.11%    1.19%  ###################
15%       20.30%   19.70%    1.19%  #####
exact, 2,495,790 match-ups
.
works "equity with dead cards" "felt equity AhKh QsQd --board 2h7h9c --dead QcAsAd" <<'.'
         equity      win      tie
AhKh     51.57%   51.57%    0.00%  ############
QsQd     48.43%   48.43%    0.00%  ############
exact, 861 match-ups
.
works "equity on the river is a comparison" "felt equity AsKd AcKh --board QdJhTc3s4s" <<'.'
         equity      win      tie
AsKd     50.00%    0.00%  100.00%  ############
AcKh     50.00%    0.00%  100.00%  ############
exact, 1 match-up
.
works "equity of Omaha hands" "felt equity AsAhKsKh 5d6d7c8c --game omaha" <<'.'
           equity      win      tie
AsAhKsKh   58.52%   58.52%    0.00%  ##############
5d6d7c8c   41.48%   41.48%    0.00%  ##########
exact, 1,086,008 match-ups
.
works "equity of Omaha hi-lo shows both halves" \
    "felt equity As2s3dKd AhAdKcQc --game omaha-hilo --board 4c5h9d" <<'.'
           equity      win      tie     high      low
As2s3dKd   59.09%   45.00%   28.17%   23.17%   35.91%  ##############
AhAdKcQc   40.91%   26.83%   28.17%   40.91%    0.00%  ##########
exact, 820 match-ups
.
works "equity of one card in three-card hold'em" "felt equity As Kd --game three-card" <<'.'
         equity      win      tie
As       83.35%   83.35%    0.00%  ####################
Kd       16.65%   16.65%    0.00%  ####
exact, 1,225 match-ups
.
holds "equity says that it sampled and what --exact would count" \
    "felt equity random random | grep -q '^(--exact would count 2,781,381,002,400 match-ups)'"
holds "equity says the standard error" \
    "felt equity AA KK --samples 100k | grep -Eq '^sampled, 100,000 match-ups, standard error at most 0\.1[0-9]*%'"
holds "equity stops at the standard error that is asked for" \
    "felt equity AA KK --error 0.1 --json | python3 -c '
import json, sys
players = json.load(sys.stdin)[\"players\"]
sys.exit(not all(0.0005 < p[\"error\"] <= 0.001 for p in players))'"
holds "equity repeats with the same seed" \
    "[ \"\$(felt equity 22+ AK --samples 50k --seed 7)\" = \"\$(felt equity 22+ AK --samples 50k --seed 7)\" ]"
holds "equity differs with another seed" \
    "[ \"\$(felt equity 22+ AK --samples 50k --seed 7)\" != \"\$(felt equity 22+ AK --samples 50k --seed 8)\" ]"
works "equity as JSON" "felt equity AhAs KhKs --board 2c7h9s3d --json | python3 -m json.tool --compact" <<'.'
{"game":"holdem","board":["2c","7h","9s","3d"],"dead":[],"method":"exact","matchups":44,"exact_matchups":44,"players":[{"hand":"AhAs","equity":0.954545455,"error":0.0,"wins":42,"ties":0},{"hand":"KhKs","equity":0.045454545,"error":0.0,"wins":2,"ties":0}]}
.
holds "equities add up to one in every game" "
[ \$(felt games | wc -l) -gt 20 ] || exit 1
for game in \$(felt games | sed 1d | cut -d' ' -f1); do
    felt equity random random --game \$game --samples 2k --json | python3 -c '
import json, sys
answer = json.load(sys.stdin)
sys.exit(abs(sum(p[\"equity\"] for p in answer[\"players\"]) - 1) > 1e-6)' || { echo \$game; exit 1; }
done"

# ---- felt tour ----

# A processor may be slow, but it is as slow with other work.
holds "tour takes less of a processor than 5,000 hands, and ends well" "
    TIMEFORMAT=%U; tour=\$({ time felt tour >'$scratch/tour'; } 2>&1); hands=\$({ time felt bench signature --hands 5000 >/dev/null; } 2>&1)
    grep -q '^More: ' '$scratch/tour' && awk \"BEGIN { exit !(\$tour < \$hands) }\""

# ---- felt variants ----

works "variants are listed" "felt variants | sed -n '1,2p; /^badacey/p; /^follow/p; /^leduc/p'" <<'.'
name             game                          seats  deck  cards  limit  forced        wins                     steps
holdem           Hold'em                        2-10    52    2+5  nl     blinds        high                     2 down, bet, 3 board, bet, 1 board, bet, 1 board, bet
follow-queen     Follow the queen                2-8    52      7  fl     bring-in      high, queens+next wild   2 down 1 up, bet, 1 up, bet, 1 up, bet, 1 up, bet, 1 down, bet
badacey          Badacey                         2-7    52      5  nl     blinds        low-a5 + badugi          5 down, bet, draw 0-5, bet, draw 0-5, bet, draw 0-5, bet
leduc            Leduc hold'em                     2     6    1+1  fl     half antes    high                     1 down, bet, 1 board, bet
.
works "who opens, with blinds and without" \
    "for game in holdem kuhn leduc; do felt variants \$game | grep opens; done" <<'.'
  opens        left of the blinds, or of the button
  opens        left of the button
  opens        left of the button
.
works "one variant in detail" "felt variants the-bitch" <<'.'
The bitch (the-bitch), RULES 12.27
  seats        2-8
  deck         52 cards
  steps        2 down 1 up, bet
               1 up, bet
               1 up, bet (fixed limit: the big bet)
               1 up, bet (fixed limit: the big bet)
               1 down, bet (fixed limit: the big bet)
  first half   high
  second half  Qs, among the own cards face down
  usual limit  fixed limit; also no limit, pot limit
  cap          4 bets and raises in a round of fixed limit
  forced bets  antes of a fifth, a bring-in of a quarter of a unit
  opens        the lowest card up brings it in; later the best hand showing
  odd chips    to the highest card that plays
  crowded      one card for all if the deck is too short for the last one
  redeal       Qs face up: all cards are shuffled and dealt anew
Play it: felt play the-bitch
.
works "one variant as JSON" "felt variants 27-single --json | python3 -c '
import json, sys
row = json.load(sys.stdin)
for key in \"rule seats_min seats_max deck hole board rounds steps_text limit first second wild\".split(): print(key, row[key])
print(row[\"steps\"][2])'" <<'.'
rule 12.17
seats_min 2
seats_max 9
deck 52
hole 5
board 0
rounds 2
steps_text 5 down, bet, draw 0-5, bet
limit nl
first low-27
second None
wild []
{'kind': 'discard', 'min': 0, 'max': 5, 'replace': True}
.
holds "variants --json has the same rows, with sums that are right" "
felt variants --json | python3 -c '
import json, subprocess, sys
rows = json.load(sys.stdin)[\"variants\"]
names = [line.split()[0] for line in subprocess.check_output([\"felt\", \"variants\"], text=True).splitlines()[1:]]
assert [row[\"name\"] for row in rows] == names and len(names) >= 33
for row in rows:
    deals = [step for step in row[\"steps\"] if step[\"kind\"] == \"deal\"]
    assert sum(step[\"down\"] + step[\"up\"] for step in deals) == row[\"hole\"]
    assert sum(step[\"board\"] for step in deals) == row[\"board\"]
    assert len(row[\"deck_cards\"]) == row[\"deck\"]
    assert row[\"limit\"] in row[\"limits\"] and row[\"seats_min\"] <= row[\"seats_max\"]'"
paragraphs=$(
    cat <<'.'
import json, re, sys
told = re.findall(r"^(12\.\d+) .*?\(`([a-z0-9-]+)`\) \[(..)\]", open(sys.argv[1]).read(), re.M)
rows = json.load(sys.stdin)["variants"]
have = [(row["rule"], row["name"], row["limit"].upper()) for row in rows]
sys.exit(None if told == have else f"{told}\n{have}")
.
)
export paragraphs
holds "every paragraph of RULES 12 is the variant that names it" \
    "felt variants --json | python3 -c \"\$paragraphs\" '$2/docs/RULES.md'"

# ---- felt perft ----

holds "perft of Rhode Island" \
    "felt perft rhode-island | grep -q '^all  *2,367  *1,457\$' && felt perft rhode-island | grep -q '^histories  *8,956,488,216\$'"
holds "perft of a draw counts every discard, and weighs nothing" \
    "felt perft draw | grep -q '^all  *249,148  *156,681\$' && ! felt perft draw | grep -q '^histories'"

# ---- felt games ----

holds "games lists each game with the same columns" \
    "felt games | awk 'NR > 1 && NF < 8 { bad = 1 } END { exit bad || NR < 20 }'"
holds "games --json has as many rows" \
    "[ \$(felt games --json | grep -o '\"name\"' | wc -l) = \$((\$(felt games | wc -l) - 1)) ]"
for game in $(felt games | sed 1d | cut -d' ' -f1); do
    holds "eval knows the game $game" "felt eval --game $game As Kd --board QsJhTs || felt eval --game $game As Kd || felt eval --game $game As --board KdQc"
done

finish
