#!/usr/bin/env bash
# play_genome.sh -- felt play GENOME: scripted games, words, wrong options.
#
# usage: play_genome.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"
root=$2
dir=$(mktemp -d)
trap 'rm -rf "$scratch" "$dir"' EXIT
cd "$dir" || exit
kuhn=$root/data/genomes/kuhn.json

# ---- sessions ----

works "a game to the end: letters, a word that is not possible, the table again" \
    "printf 'x\nbet\nt\ncall\n' | felt play '$kuhn' --against random --seed 1 | sed 's/ [JQK]s/ XX/'" <<'.'
Kuhn Poker: you, Ada (random) (seed 1)

  hand 1, you start
  you are dealt XX
  Ada is dealt a card
  you ante 1
  Ada antes 1

  pot 2
  * you          1
    Ada          1   1 card
  your hand XX
  1 check   2 bet 1   ? help
> x
  you check
  Ada bets 1

  pot 3
  * you          1
    Ada          0   bet 1   1 card
  your hand XX
  1 fold     2 call 1   ? help
> bet
  "bet" is not possible now; this is:
  1 fold     2 call 1   ? help
> t

  pot 3
  * you          1
    Ada          0   bet 1   1 card
  your hand XX
  1 fold     2 call 1   ? help
> call
  you call 1
  you show XX
  Ada shows XX
  Ada wins 4
  you are out
  Ada wins the game
Chips: you 0, Ada 4.
.
works "the end of the input is a wish to leave" \
    "felt play '$kuhn' --seed 1 </dev/null | tail -n 3" <<'.'
> 
You leave the game.
Chips: you 1, Ada 1.
.
holds "q leaves" "printf 'q\n1\n' | felt play '$kuhn' --seed 1 | tail -n 2 | head -n 1 | grep -qx 'You leave the game.'"
holds "? explains" "printf '?\n' | felt play war | grep -q '^  go  *from now on'"
holds "rules tells them" "printf 'rules\n' | felt play war | grep -q '^## The deal'"
holds "history tells the hand again" \
    "[ \$(printf 'h\nh\n' | felt play '$kuhn' --seed 1 | grep -c 'you are dealt') = 3 ]"
holds "an empty line is the only move" "[ \$(printf '\n\n' | felt play war --seed 1 | grep -c '^  1 flip') = 3 ]"
holds "an empty line is no move where there are several" \
    "! printf '\n\n' | felt play '$kuhn' --seed 1 | grep -q '^  you check'"
holds "go plays War by itself" "printf 'go\n' | felt play war --seed 1 | grep -Eq ' wins? the game\$'"
holds "bids are typed as numbers" "printf '3\n' | felt play spades --seed 3 | grep -qx '  you bid 3'"
holds "a part of the words will do" \
    "printf 'b\ncall\nraise\nfold\n1\n' | felt play betting-war --against random --seed 1 | grep -q '^  you bet 5'"
holds "what may mean several things is asked again" \
    "printf 'ask\n' | felt play go-fish --seed 1 | grep -q '\"ask\" may mean several of these:'"
holds "no letter of what is typed drives the terminal" \
    "! printf '\033[2Jx\nq\n' | felt play war --seed 1 | grep -q \$'\033'"

# hand GAME SEED: the person's first hand
hand() { felt play "$1" --seed "$2" </dev/null | sed -n 's/^  you are dealt //p' | head -n 1; }
read -r first second third _ <<<"$(hand hearts 5)"
holds "cards of one choice in one line, in any order" \
    "printf '$third $first $second\n' | felt play hearts --seed 5 | grep -qx '  you give $first $second $third to Ada'"
holds "cards one by one" \
    "printf '$first\n$second\n$third\n' | felt play hearts --seed 5 | grep -qx '  you give $first $second $third to Ada'"
holds "with their verb" \
    "printf 'pass on $first\npass on $second\n$third\n' | felt play hearts --seed 5 | grep -q '^  you give'"
read -r first second _ <<<"$(hand cheat 5)"
holds "cards of one line need no done" \
    "printf '$second $first\n' | felt play cheat --seed 5 | grep -qx '  you play $first $second face down'"
holds "cards that are not held are refused" \
    "printf '2c 2d 2h 2s 3c 3d\n' | felt play five-card-draw --seed 5 | grep -q 'is not possible now'"

# ---- every known game, to its end ----

# Numbers of moves that are often possible; an empty line where there is one.
awk 'BEGIN { srand(7); for (i = 0; i < 20000; i++) print int(rand() * 5) < 4 ? int(1 + rand() * 4) : "" }' >moves
for file in "$root"/data/genomes/*.json; do
    game=${file##*/}
    holds "a whole game of ${game%.json}, in 80 columns" "
timeout 600 felt play '$file' --against greedy --seed 2 <moves >told
grep -Eq '^  (.* wins? the game|nobody wins: a draw)\$' told && ! grep -v '^>' told | grep -Eq '.{81}' && ! grep -q '[^>] \$' told"
done
holds "several others, of several kinds" \
    "felt play crazy-eights --against random,mcts:20 --players 4 --seed 1 <moves | head -n 1 |
        grep -qx 'Crazy Eights: you, Ada (random), Bob (mcts:20), Cy (random) (seed 1)'"
holds "--with is --against" "cmp <(felt play war --with greedy --seed 1 <moves) <(felt play war --against greedy --seed 1 <moves)"
holds "the same seed plays the same game" "cmp <(felt play scopa --seed 9 <moves) <(felt play scopa --seed 9 <moves)"
holds "another seed another one" "! cmp -s <(felt play scopa --seed 9 <moves) <(felt play scopa --seed 8 <moves)"

# ---- what is a genome ----

cp "$kuhn" holdem
cp "$kuhn" mygame
cp "$kuhn" mine.json
holds "a variant stays a variant" "felt play holdem --seed 1 </dev/null | head -n 1 | grep -q \"^Hold'em, no limit\""
holds "also where a genome has its name" "felt play kuhn --seed 1 --players 2 </dev/null | head -n 1 | grep -q '^Kuhn poker, '"
holds "a file is a genome" "felt play mygame --seed 1 </dev/null | head -n 1 | grep -q '^Kuhn Poker: you, Ada'"
holds "a path too" "felt play ./holdem --seed 1 </dev/null | head -n 1 | grep -q '^Kuhn Poker: you, Ada'"
holds "and what ends in .json" "felt play mine.json --seed 1 </dev/null | head -n 1 | grep -q '^Kuhn Poker: you, Ada'"

# ---- wrong options ----

bad "felt play none.json" "felt play: none.json: No such file or directory"
bad "felt play -" "felt play: the moves come from standard input: name the genome's file"
bad "felt play war --players 3" "felt play: War is for 2 players; these are 3"
bad "felt play hearts --players 7" "felt play: --players 7: take a whole number from 2 to 6"
bad "felt play crazy-eights --against random,random --players 2" "felt play: --players 2: there are 3 players"
bad "felt play war --with greedy --against greedy" "felt play: --with and --against are the same; give one of them"
bad "felt play war --limit nl" "felt play: --limit is not for a genome, which has its own rules"
bad "felt play war --hands 3" "felt play: --hands is not for a genome, which has its own rules"
bad "felt play war --seed x" "felt play: --seed x: take a whole number from 0 to 18446744073709551615"
holds "an unknown player is named" "felt play war --against gredy 2>err; [ \$? = 2 ] && grep -q '^felt play: --against: .*gredy' err"
echo '{"name": "x", ' >broken.json
holds "a broken file is not played" "felt play broken.json 2>err; [ \$? = 2 ] && grep -q '^felt play: broken.json: ' err"
finish
