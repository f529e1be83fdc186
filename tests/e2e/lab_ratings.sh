#!/usr/bin/env bash
# lab_ratings.sh -- how was it?  Asked after a game of an archive, kept beside it, and shown: felt
# play --rate, felt lab rate, felt lab taste; and the report of an archive.
#
# usage: lab_ratings.sh FELT SOURCE_ROOT LAB_ARCHIVE
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"
archive=$(realpath "$3")
dir=$(mktemp -d)
trap 'rm -rf "$scratch" "$dir"' EXIT
cd "$dir" || exit

"$archive" lab 3
mkdir lab/games
# The fittest game that is for two: it is played below.
game=$(felt lab show lab --seats 2 --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["game"])')
felt lab show lab "$game" --genome >"lab/games/$game.json"
file=lab/games/$game.json

# ---- the question ----

holds "a script is not asked" "printf 'q\n5\n' | felt play $file >out && ! grep -q 'How was it' out && [ ! -e lab/ratings.jsonl ]"
holds "--rate asks at the end, and again if the answer is none" "
printf 'q\nnice\n6\n4\n' | felt play $file --rate >out
[ \$(grep -c '^How was it?  1-5 stars, b: something did not work, Enter: no answer\$' out) = 1 ] &&
    [ \$(grep -c '^  type a number from 1 (bad) to 5 (good), b, or Enter for no answer\$' out) = 2 ] &&
    grep -qx 'Thank you: it is kept in lab/ratings.jsonl.' out &&
    grep -qx '1 rating so far.  What a search here goes for changes by it:' out"
holds "what was said is a line, with the metrics of the game" "
python3 -c '
import json
lines = open(\"lab/ratings.jsonl\").read().split(\"\n\")
assert len(lines) == 2 and lines[1] == \"\"
r = json.loads(lines[0])
assert r[\"game\"] == \"$game\" and r[\"stars\"] == 4 and r[\"broken\"] is False and r[\"at\"] > 1.6e9
assert len(r[\"hash\"]) == 16 and len(r[\"metrics\"]) == 16'"
holds "Enter, quit and the end of the input are no answers" "
for answer in 'q\n\n' 'q\nq\n' 'q\n'; do printf \"\$answer\" | felt play $file --rate >out || exit; grep -q 'How was it' out || exit; done
[ \$(wc -l <lab/ratings.jsonl) = 1 ]"
holds "b says that something did not work" "
printf 'q\nb\n' | felt play $file --rate >out && tail -n 1 lab/ratings.jsonl | grep -q '\"stars\":1,\"broken\":true,' &&
    printf 'q\n4 b\n' | felt play $file --rate >out && tail -n 1 lab/ratings.jsonl | grep -q '\"stars\":4,\"broken\":true,'"
holds "the place is found from within, too" "
(cd lab && printf 'q\n5\n' | felt play games/$game.json --rate >/dev/null) &&
    (cd lab/games && printf 'q\n5\n' | felt play $game.json --rate | grep -qx 'Thank you: it is kept in ../ratings.jsonl.') &&
    [ \$(wc -l <lab/ratings.jsonl) = 5 ]"
cat >terminal.py <<'.py'
import os, pty, sys
def read(master):
    try: return os.read(master, 65536)
    except OSError: return b""
pid, master = pty.fork()
if pid == 0: os.execvp("felt", ["felt", "play"] + sys.argv[2:])
os.write(master, sys.argv[1].encode())
out = b""
while chunk := read(master): out += chunk
sys.stdout.write(out.decode())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
.py
holds "a person at a terminal is asked" "
timeout 600 python3 terminal.py \$'q\n3\n' $file >out && grep -q 'How was it' out && tail -n 1 lab/ratings.jsonl | grep -q '\"stars\":3,'"
holds "not with --no-rating" "timeout 600 python3 terminal.py \$'q\n' $file --no-rating >out && ! grep -q 'How was it' out"
holds "and not after a game of no archive" "timeout 600 python3 terminal.py \$'q\n' war >out && ! grep -q 'How was it' out"

# ---- felt lab rate ----

holds "felt lab rate says the same without a game" "
felt lab rate lab $game 2 >out && head -n 1 out | grep -qx '$game: 2 stars; 3.4 on average of 7.' &&
    tail -n 1 lab/ratings.jsonl | grep -q '\"game\":\"$game\".*\"stars\":2,\"broken\":false'"
holds "known games have names, and --broken" "
felt lab rate lab war 1 --broken >out && head -n 1 out | grep -qx 'war: 1 star, something did not work; 1.0 on average of 1.'"
holds "felt lab show has the stars" "felt lab show lab $game | grep -Eq 'ratings +3.4 of 5 stars, by 7'"
bad "felt lab rate lab $game" \
    "felt lab rate: name a directory, a game of it, and 1 to 5 stars, as in felt lab rate games copper-heron-17 4"
bad "felt lab rate lab $game 6" "felt lab rate: 6: take 1 (bad) to 5 (good) stars"
bad "felt lab rate lab $game 3.5" "felt lab rate: 3.5: take 1 (bad) to 5 (good) stars"
bad "felt lab rate lab ${game%?}x 3" "felt lab rate: there is no game ${game%?}x; did you mean $game?"
bad "felt lab rate lab qqqqqqqqqqqqqqqqq 3" \
    "felt lab rate: there is no game qqqqqqqqqqqqqqqqq; felt lab show lab lists them"
mkdir empty
gives 1 "a directory that is no archive" "felt lab rate empty war 3" <<'.'
--
felt lab rate: empty: this is no directory of felt lab evolve: it has no archive.json
.
holds "nothing is written there" "[ -z \"\$(ls empty)\" ]"

# ---- felt lab taste ----

holds "felt lab taste shows preset, now and sd of every metric" "
felt lab taste lab >out && head -n 1 out | grep -qx '5 ratings in lab, on top of the preset balanced' &&
    [ \$(grep -Ec '^  [a-z]+ +[0-9.]+ +[0-9.]+ +[0-9.]+   ' out) = 16 ] && ! grep -Eq '.{100}' out"
holds "for a script too, and on top of another preset" "
felt lab taste lab --preset party --json | python3 -c '
import json, sys
a = json.load(sys.stdin)
assert a[\"preset\"] == \"party\" and a[\"ratings\"] == 5 and a[\"damaged\"] == 0 and len(a[\"metrics\"]) == 16
assert all(m[\"sd\"] > 0 and m[\"weight\"] >= 0 for m in a[\"metrics\"])
assert abs(sum(m[\"weight\"] - m[\"preset\"] for m in a[\"metrics\"])) < 1e-4'"
holds "without ratings it is the preset" "
'$archive' fresh 1 && felt lab taste fresh >out && grep -q '^Nobody has rated a game yet' out &&
    felt lab taste fresh --json | python3 -c '
import json, sys
assert all(m[\"weight\"] == m[\"preset\"] == m[\"mean\"] for m in json.load(sys.stdin)[\"metrics\"])'"
python3 - >fresh.jsonl <<'.py'
import json
for i in range(20):
    metrics = {'drama': 0.9, 'skill': 0.1} if i % 2 else {'drama': 0.1, 'skill': 0.9}
    print(json.dumps({'game': 'x-1', 'hash': '%016x' % i, 'stars': 5 if i % 2 else 1, 'broken': False, 'at': 1,
                      'metrics': metrics}))
.py
holds "liking one kind of game and disliking another turns the weights" "
cp fresh.jsonl fresh/ratings.jsonl && felt lab taste fresh --json | python3 -c '
import json, sys
m = {m[\"name\"]: m for m in json.load(sys.stdin)[\"metrics\"]}
assert m[\"drama\"][\"weight\"] > 2 * m[\"drama\"][\"preset\"]
assert m[\"skill\"][\"weight\"] < m[\"skill\"][\"preset\"]'"
holds "and is told in words" "
felt lab taste fresh | tail -n 3 >out && head -n 1 out | grep -qx '20 ratings so far.  What a search here goes for changes by them:' &&
    grep -Eq '^  more  drama [0-9]+ to [0-9]+ %' out && grep -Eq '^  less  skill [0-9]+ to [0-9]+ %' out"
holds "damaged lines are counted" "
echo '{\"game\":' >>lab/ratings.jsonl && felt lab taste lab | tail -n 1 | grep -qx '1 line of ratings.jsonl is damaged, and left out.'"
bad "felt lab taste lab --preset partly" "felt lab taste: there is no preset partly; did you mean party?"
bad "felt lab taste" "felt lab taste: name a directory that felt lab evolve wrote"

# ---- felt lab report ----

# Read by another reader of XML than that of the unit tests.
cat >parse.py <<'.py'
import sys, xml.dom.minidom
page = xml.dom.minidom.parse(sys.stdin)
print(page.documentElement.tagName, len(page.getElementsByTagName("svg")), len(page.getElementsByTagName("table")) >= 8)
.py
works "felt lab report is a page with plots and tables" "felt lab report lab | python3 parse.py" <<'.'
html 4 True
.
holds "its games lead to their files, if they have any" "
touch lab/games/$game.html && felt lab report lab/ --title 'A & B' >page && grep -q \"href='games/$game.html'\" page &&
    [ \$(grep -o \"href='games/[^']*'\" page | sort -u | wc -l) = 2 ] && grep -qx '<h1>A &amp; B</h1>' page && rm lab/games/$game.html"
for plot in coverage history profiles pareto; do
    works "a plot alone: $plot" "felt lab report lab --plot $plot | python3 parse.py" <<'.'
svg 1 False
.
done
bad "felt lab report lab --plot covrage" "felt lab report: there is no plot covrage; did you mean coverage?"
bad "felt lab report lab --plot x" "felt lab report: there is no plot x; take coverage, history, profiles or pareto"
gives 1 "there is nothing to report on" "felt lab report empty" <<'.'
--
felt lab report: empty: this is no directory of felt lab evolve: it has no archive.json
.

# ---- helps and their examples ----

"$archive" some-games 1
for command in rate report taste; do
    holds "felt lab $command --help begins with its usage" \
        "felt lab $command --help | head -n 1 | grep -q '^Usage: felt lab $command'"
    while read -r line; do
        holds "$line" "{ $line; } >printed && grep -q . printed"
    done < <(felt lab $command --help | sed -n '/^Examples:/,$ s/^  \(felt .*\)/\1/p')
done

# ---- what cannot be ----

bad "felt play war --rate" \
    "felt play: --rate is for a game of an archive, DIR/games/NAME.json as felt lab evolve writes it; war is none"
bad "felt play $file --rate --no-rating" "felt play: --rate and --no-rating contradict each other: take one"
bad "felt play holdem --rate" "felt play: --rate is for a game of felt lab evolve"
rm lab/ratings.jsonl
mkdir lab/ratings.jsonl
holds "a rating that cannot be kept is an error after the game" "
printf 'q\n5\n' | felt play $file --rate >out 2>err; [ \$? = 1 ] && grep -q '^felt play: the rating could not be kept: ' err"
rmdir lab/ratings.jsonl
printf 'no archive' >lab/archive.json
holds "with a damaged archive it is kept without metrics" "
printf 'q\n5\n' | felt play $file --rate >out && grep -q '^Thank you' out && grep -q '\"stars\":5' lab/ratings.jsonl &&
    ! grep -q metrics lab/ratings.jsonl"
finish
