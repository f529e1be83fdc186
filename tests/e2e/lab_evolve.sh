#!/usr/bin/env bash
# lab_evolve.sh -- felt lab evolve and felt lab show: a small search, gone on with after interrupts
# and kills, looked at from all sides, and what is said where it cannot be done.
#
# usage: lab_evolve.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"
dir=$(mktemp -d)
trap 'rm -rf "$scratch" "$dir"' EXIT
cd "$dir" || exit
export tiny="--candidates 4 --effort 0.02"

# json EXPRESSION: a Python expression about the answer `a` of a command on stdin must hold
json() { echo "python3 -c 'import json, sys; a = json.load(sys.stdin); sys.exit(not ($1))'"; }

# ---- a search ----

holds "a small search ends, and says what came of it" "
felt lab evolve --generations 2 $tiny --seed 6 --threads 1 --out one >said 2>err &&
    grep -q '^one: balanced, seed 6, 2 generations in ' said && grep -Eq '^  good games  [0-9]+ distinct' said &&
    grep -Eq '^  bluffing    [0-9]+ in which' said && grep -Eq '^  noise       ' said &&
    grep -Eq '^  offspring   [0-9]+ made, [0-9]+ % viable' said && grep -q '^  felt lab show one\$' said"
holds "everything is there" "cd one && [ -s archive.json ] && [ -s report.html ] && [ -s index.json ] && ! ls | grep -q '\.new\$'"
holds "a line of progress for each generation, and one at the end" "
python3 -c '
import json
p = [json.loads(line) for line in open(\"one/progress.jsonl\")]
assert [q[\"generation\"] for q in p] == [0, 1, 2, 2], p
assert [q.get(\"done\", False) for q in p] == [False] * 3 + [True]
assert all(a[\"seconds\"] <= b[\"seconds\"] for a, b in zip(p, p[1:]))
assert set(p[0]) >= set(\"seconds generation elites good made viable measured best mean quality coverage\".split())'"
holds "the index has the good games, the fittest first, each with its files" "
python3 -c '
import json, os
a = json.load(open(\"one/index.json\"))
fitness = [g[\"fitness\"] for g in a[\"games\"]]
assert fitness and fitness == sorted(fitness, reverse=True) and fitness[-1] >= a[\"floor\"] - 1e-6
for g in a[\"games\"]:
    for end in (\"json\", \"md\", \"html\"):
        assert os.path.getsize(\"one/games/\" + g[\"game\"] + \".\" + end) > 100'"
holds "its games are in order, can be run and told about" "
felt lab validate one/games/*.json && game=\$(ls one/games/*.json | head -n 1) && felt lab run \$game --games 4 &&
    felt lab rules \$game >rules && grep -q '^# ' rules && felt play \$game --seed 1 </dev/null | grep -q ."
holds "the archive is JSON with its checksum at the end" "
python3 -c '
import json
text = open(\"one/archive.json\", \"rb\").read()
h = 0xcbf29ce484222325
for b in text[:text.rindex(b\",\\n\\\"checksum\\\"\")]:
    h = (h ^ b) * 0x100000001b3 % 2**64
a = json.loads(text)
assert a[\"checksum\"] == format(h, \"016x\") and a[\"plan\"][\"seed\"] == \"6\" and len(a[\"elites\"]) > 0'"

holds "folders on the way to it are made" "
felt lab evolve --generations 1 $tiny --seed 6 --quiet --out way/to/it >said && [ -s way/to/it/archive.json ]"

# ---- the same again ----

holds "more threads, the same bytes" "
felt lab evolve --generations 2 $tiny --seed 6 --threads 3 --out two --quiet >/dev/null 2>err && [ ! -s err ] &&
    cmp one/archive.json two/archive.json"
holds "two generations, gone on with for a third, are three" "
felt lab evolve --generations 3 $tiny --seed 6 --out three --quiet >/dev/null &&
    felt lab evolve --resume two --generations 3 --quiet >/dev/null && cmp two/archive.json three/archive.json"
holds "interrupted, and gone on with, it is the same" "
felt lab evolve --generations 3 $tiny --seed 6 --out four --quiet >said 2>err & pid=\$!
until [ -s four/progress.jsonl ] && [ \$(wc -l <four/progress.jsonl) -ge 2 ]; do sleep 0.02; done
kill -INT \$pid; wait \$pid; code=\$?
if [ \$code = 1 ]; then
    grep -q '^felt lab evolve: interrupted; everything is kept, go on with: felt lab evolve --resume four\$' err &&
        [ -s four/report.html ] && grep -q done four/progress.jsonl || exit 1
else
    [ \$code = 0 ] || exit 1
fi
felt lab evolve --resume four --generations 3 --quiet >/dev/null && cmp three/archive.json four/archive.json"
holds "killed, and gone on with, it is the same" "
felt lab evolve --generations 3 $tiny --seed 6 --out five --quiet >/dev/null 2>&1 & pid=\$!
until [ -s five/progress.jsonl ]; do sleep 0.02; done
kill -KILL \$pid; wait \$pid
felt lab show five >/dev/null && felt lab evolve --resume five --generations 3 --quiet >/dev/null &&
    cmp three/archive.json five/archive.json &&
    [ \"\$(grep -o '\"generation\":[0-9]*' five/progress.jsonl | tr '\n' ' ')\" = \
      \"\$(grep -o '\"generation\":[0-9]*' three/progress.jsonl | tr '\n' ' ')\" ]"
holds "nothing is left to do: only what is written is written again" "
felt lab evolve --resume three --generations 3 --json | $(json 'a["generations"] == 3 and a["seed"] == 6 and a["dir"] == "three"') &&
    cmp three/archive.json four/archive.json"
holds "two at a time are refused" "
exec 9>>three/.lock && flock -n 9 && felt lab evolve --resume three --generations 4 2>err >out 9>&-; [ \$? = 1 ] && [ ! -s out ] &&
    grep -q '^felt lab evolve: three: an evolution is running there; wait for its end, or end it (Ctrl-C)\$' err"
# The program is held up for a moment where it has just made its folder, if strace may do that here.
# A leak checker is a tracer too, and there can be one only.
held_up=
! strace -qq -o /dev/null true 2>"$scratch/strace" ||
    held_up="env ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 strace -qq -f -o /dev/null -e trace=flock -e inject=flock:delay_exit=500000"
holds "an interrupt before there is anything leaves nothing" "
$held_up bash -c 'echo \$\$ >pid; exec felt lab evolve --generations 1 --out none --quiet' 2>err & job=\$!
until [ -e none/.lock ]; do sleep 0.01; done
kill -INT \$(cat pid); wait \$job; [ \$? = 1 ] && [ ! -e none ] && grep -q 'nothing was kept' err"

# ---- looking at it ----

holds "the list has every game, marks the good ones, the fittest first" "
felt lab show three --top 1000 >list && felt lab show three --json --top 1000 | $(json '
    len(a) == len(open("list").read().splitlines()) - 3
    and sum(g["good"] for g in a) == sum(line.startswith("*") for line in open("list"))
    and [g["fitness"] for g in a] == sorted((g["fitness"] for g in a), reverse=True)')"
holds "sorted by a fact, from below" "felt lab show three --sort minutes --reverse --json | $(json '
    [g["facts"]["minutes"] for g in a] == sorted(g["facts"]["minutes"] for g in a)')"
holds "bounds, seats and genres leave games out" "
felt lab show three --json | $(json 'len(a) > 1') &&
felt lab show three --min skill=0.2,balance=0.1 --max minutes=60 --seats 2 --json | $(json '
    all(g["metrics"]["skill"][0] >= 0.2 and g["facts"]["minutes"] <= 60 and g["players_min"] == 2 for g in a)') &&
felt lab show three --genre Poker --json | $(json 'all(g["genre"] == "poker" for g in a)') &&
felt lab show three --good --pareto --json | $(json 'all(g["good"] for g in a)') &&
felt lab show three --min skill=1.5 | grep -q 'no game is like that'"
holds "more than asked for is counted" "felt lab show three --top 1 | grep -Eq '^  and [0-9]+ more: --top [0-9]+\$'"
holds "one game, by any of its names" "
name=\$(felt lab show three --json --top 1 | python3 -c 'import json, sys; print(json.load(sys.stdin)[0][\"game\"])')
felt lab show three \$name >whole && felt lab show three \${name##*-} | cmp - whole && felt lab show three \${name%-*} | cmp - whole &&
    grep -Eq '^  skill +[01]\.[0-9]+ \+-' whole && grep -q '^  born ' whole && grep -q '^  nearest ' whole &&
    felt lab show three \$name --genome | felt lab validate - >/dev/null &&
    felt lab show three \$name --json | $(json 'a["good"] in (True, False) and a["ratings"] == 0 and a["stars"] is None')"
holds "a known game, to compare" "felt lab show three crazy-eights | grep -q '^Crazy Eights (crazy-eights), a known game\$'"
holds "a name that is nearly right" "felt lab show three crasy-eights 2>err; [ \$? = 2 ] && grep -q 'did you mean crazy-eights?' err"
holds "a search from one game, with something locked" "
felt lab evolve --generations 1 $tiny --from crazy-eights --lock deck,players --out locked --json --quiet | $(json 'a["elites"] >= 0') &&
    python3 -c '
import json
a = json.load(open(\"locked/archive.json\"))
players = a[\"plan\"][\"start\"][\"players\"]
assert a[\"plan\"][\"locks\"] and all(e[\"genome\"][\"players\"] == players for e in a[\"elites\"])'"
holds "ratings go along, and shift the weights" "
game=\$(felt lab show three --json --top 1 | python3 -c 'import json, sys; print(json.load(sys.stdin)[0][\"game\"])')
felt lab rate three \$game 5 && felt lab show three \$game | grep -q '^  ratings   5.0 of 5 stars, by 1\$' &&
    felt lab evolve --resume three --generations 3 >/dev/null 2>err && grep -q '^1 rating shifts the weights:\$' err &&
    felt lab evolve --generations 1 $tiny --ratings three --out liked --quiet >/dev/null && cmp three/ratings.jsonl liked/ratings.jsonl"

# ---- helps and their examples ----

for command in evolve show; do
    holds "felt lab $command --help begins with its usage" \
        "felt lab $command --help | head -n 1 | grep -q '^Usage: felt lab $command'"
    while read -r line; do
        holds "$line" "{ $line; } >printed && grep -q . printed"
    done < <(felt lab $command --help | sed -n '/^Examples:/,$ s/^  \(felt .*\)/\1/p')
done

# ---- what cannot be done ----

mkdir files empty
echo mine >files/letter.txt
echo mine >file
cp -r two damaged
printf x | dd of=damaged/archive.json bs=1 seek=500 conv=notrunc 2>/dev/null
cp -r two cut
head -c 3000 two/archive.json >cut/archive.json
cp -r two other
echo '{"format":"felt.lab.archive","version":1}' >other/archive.json
cp -r two bomb
head -c 70000000 /dev/zero | tr '\0' '[' >bomb/archive.json
sums() { find . -type f ! -name '*.lock' ! -name before -print0 | sort -z | xargs -0 md5sum; }
find . -name .lock -delete
sums >before
fails() { # fails NAME COMMAND MESSAGE: exit code 1, nothing on stdout, this one line
    attempt "$2"
    if [ "$code" = 1 ] && [ ! -s "$scratch/out" ] && [ "$(cat "$scratch/err")" = "$3" ]; then
        report yes "$1"
    else
        echo "$3" >"$scratch/want"
        report no "$1"
    fi
}
go="felt lab evolve --generations 9 $tiny --quiet"
on="felt lab evolve --generations 9 --quiet --resume"
fails "a directory with files" "$go --out files" \
    "felt lab evolve: files: there are files already, and no archive; name a new directory"
fails "a file" "$go --out file" "felt lab evolve: file: this is no directory"
fails "an archive that is there" "$go --out two" \
    "felt lab evolve: two: an archive is there already; go on with it by --resume, or name a new directory by --out"
fails "a place within a file" "$go --out file/there" \
    "felt lab evolve: file/there: it cannot be made: Not a directory"
fails "nothing to go on with" "$on nothing" "felt lab evolve: nothing: there is no such directory"
fails "no archive to go on with" "$on files" \
    "felt lab evolve: files: this is no directory of felt lab evolve: it has no archive.json"
fails "an empty directory has none either" "$on empty" \
    "felt lab evolve: empty: this is no directory of felt lab evolve: it has no archive.json"
fails "a wrong byte" "$on damaged" \
    "felt lab evolve: damaged: archive.json: checksum: the text is damaged: it is not as it was written"
fails "an archive that was cut" "$on cut" \
    "felt lab evolve: cut: archive.json: checksum: the text was cut: its end is missing"
fails "another file of that name" "$on other" \
    "felt lab evolve: other: archive.json: checksum: the text was cut: its end is missing"
fails "a bomb" "timeout 600 $on bomb" \
    "felt lab evolve: bomb: archive.json: format: this is no archive of felt lab evolve"
fails "looking at a damaged one" "felt lab show damaged" \
    "felt lab show: damaged: archive.json: checksum: the text is damaged: it is not as it was written"
fails "looking at no archive" "felt lab show files" \
    "felt lab show: files: this is no directory of felt lab evolve: it has no archive.json"
fails "ratings of nobody" "$go --ratings two --out rated" "felt lab evolve: two: there are no ratings"
export -f sums
holds "none of it changed a file" "sums | cmp - before"
if [ "$(id -u)" = 0 ]; then
    echo "# root may write everywhere: no case of a directory that may not be written"
else
    mkdir locked-away && chmod 500 locked-away
    fails "a place that may not be written" "$go --out locked-away/x" \
        "felt lab evolve: locked-away/x: it cannot be made: Permission denied"
fi
holds "a disk that is full: the archive stays as it was" "
cp -r two full && cp full/archive.json kept
( trap '' XFSZ; ulimit -f 8; felt lab evolve --resume full --generations 3 --quiet ) >out 2>err; [ \$? = 1 ] &&
    grep -q '^felt lab evolve: full: .*: File too large' err && felt lab show full >/dev/null && ! ls full | grep -q '\.new\$'"
holds "output that cannot be written is an error" \
    "felt lab show two >/dev/full 2>err; [ \$? = 1 ] && grep -q 'No space left' err"

# ---- wrong options ----

bad "felt lab evolve now" 'felt lab evolve: "now": felt lab evolve takes options only; a directory is --out or --resume, a genome --from'
bad "felt lab evolve --preset balance" "felt lab evolve: there is no preset balance; did you mean balanced?"
bad "felt lab evolve --preset xyzzy" \
    "felt lab evolve: there is no preset xyzzy; take balanced, strategic, bluffing, party or trick"
bad "felt lab evolve --minutes 0" "felt lab evolve: --minutes 0: take a number from 0.01 to 20160"
bad "felt lab evolve --generations 0" "felt lab evolve: --generations 0: take a whole number from 1 to 1000000"
bad "felt lab evolve --candidates 257" "felt lab evolve: --candidates 257: take a whole number from 1 to 256"
bad "felt lab evolve --effort 0" "felt lab evolve: --effort 0: take a number from 0.01 to 100"
bad "felt lab evolve --lock deck" "felt lab evolve: --lock keeps sections of a game; name it by --from"
bad "felt lab evolve --lock rules --from war" "felt lab evolve: there is no section rules; take players, deck, setup, session, hand_evaluation, effects, card_scoring, win_conditions, phases or a type of phases"
bad "felt lab evolve --from warr" "felt lab evolve: warr: there is no such file or game; did you mean war?"
bad "felt lab evolve --resume two --seed 4" "felt lab evolve: --resume goes on as it was begun; leave out --seed"
bad "felt lab show" "felt lab show: name a directory that felt lab evolve wrote, and a game of it if you like"
bad "felt lab show two --sort skil" "felt lab show: there is no key skil; did you mean skill?"
bad "felt lab show two --min skill" "felt lab show: --min skill: take KEY=NUMBER, as in skill=0.5"
bad "felt lab show two --max skill=x" "felt lab show: --max x: take a number behind =, as in skill=0.5"
bad "felt lab show two --genre pokre" "felt lab show: there is no genre pokre; did you mean poker?"
bad "felt lab show two --seats 7" "felt lab show: --seats 7: take a whole number from 2 to 6"
bad "felt lab show two war --good" "felt lab show: --good is about lists; leave it out, or the game's name"
bad "felt lab show two --genome" "felt lab show: --genome writes one game; name it"
bad "felt lab show two qwertz" "felt lab show: there is no game qwertz; felt lab show two lists them"
finish
