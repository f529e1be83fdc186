#!/usr/bin/env bash
# replay.sh -- felt replay: hands of every form, and what is said about bad ones.
#
# usage: replay.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"
root=$2
vectors=$root/tests/vectors/hands.jsonl
golden=$root/tests/golden/formats
real=${FELT_REAL_HANDS:-$root/../shared/phh/pluribus_sample.jsonl}
files=$(mktemp -d)
trap 'rm -rf "$scratch" "$files"' EXIT
cd "$files" || exit 1

# ---- hands of other people ----

gives 0 "all vectors agree" "felt replay '$vectors'" <<'.'
903 hands, 0 different, 0 skipped
--
.
if [ -f "$real" ]; then
    gives 0 "a thousand hands that were played for money agree" "felt replay '$real'" <<'.'
1000 hands, 0 different, 0 skipped
--
.
else
    cases=$((cases + 1))
    echo "ok $cases - a thousand hands that were played for money # SKIP there is no $real"
fi
gives 0 "files of every form, one after the other" \
    "felt replay '$golden/foreign.phh' '$golden/written.phh' '$golden/written.jsonl'" <<'.'
3 hands, 0 different, 0 skipped
--
.

# ---- small files ----

cat >two.phhs <<'.'
# Two hands of a Friday.

[1]
variant = "NT"
starting_stacks = [100, 200]
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
actions = [
  "d dh p1 AhAd", "d dh p2 KhKd",
  "p2 cbr 6", "p1 f",
]
finishing_stacks = [98, 202]

[2]
variant = "NT"
hand = "the second"
starting_stacks = [98, 202]
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
actions = ["d dh p1 7h7d", "d dh p2 ????", "p2 f"]
finishing_stacks = [98, 202]
.
gives 1 "a result that differs has file, line and name" "felt replay two.phhs" <<'.'
2 hands, 1 different, 0 skipped
--
two.phhs:15: hand the second: p1 ends with 99, recorded 98
.
gives 1 "the same from standard input" "felt replay - <two.phhs" <<'.'
2 hands, 1 different, 0 skipped
--
standard input:15: hand the second: p1 ends with 99, recorded 98
.
gives 1 "the same with line ends of another system" "sed 's/\$/\r/' two.phhs | felt replay -" <<'.'
2 hands, 1 different, 0 skipped
--
standard input:15: hand the second: p1 ends with 99, recorded 98
.
works "decisions are one object a hand" "felt replay --decisions two.phhs 2>/dev/null || test \$? = 1" <<'.'
{"id":"1","decisions":[{"call":1,"min_raise_to":4,"max_raise_to":200,"actor":1,"street":0,"pot":3},{"call":4,"min_raise_to":10,"max_raise_to":100,"actor":0,"street":0,"pot":8}],"final_stacks":[98,202]}
{"id":"the second","decisions":[{"call":1,"min_raise_to":4,"max_raise_to":202,"actor":1,"street":0,"pot":3}],"final_stacks":[99,201]}
.
gives 1 "the answer for a script" "felt replay --json two.phhs" <<'.'
{"bad":[{"file":"two.phhs","line":15,"id":"the second","reason":"p1 ends with 99, recorded 98"}],"skips":[],"hands":2,"different":1,"skipped":0}
--
two.phhs:15: hand the second: p1 ends with 99, recorded 98
.
holds "the answer for a script about many hands is JSON" \
    "felt replay --json '$vectors' 2>/dev/null | python3 -c 'import json, sys; a = json.load(sys.stdin)
assert (a[\"hands\"], a[\"different\"], a[\"skipped\"]) == (903, 0, 0)
assert a[\"skips\"] == []'"

# Every decision of the vectors, compared by a program that is not ours.
holds "decisions are those of the vectors" \
    "felt replay --decisions '$vectors' 2>/dev/null | python3 -c 'import json, sys
want = {}
for line in open(sys.argv[1]):
    hand = json.loads(line)
    want[hand[\"id\"]] = hand
seen = 0
for line in sys.stdin:
    hand = json.loads(line)
    other = want[hand[\"id\"]]
    assert hand[\"decisions\"] == other[\"decisions\"], hand[\"id\"]
    assert hand[\"final_stacks\"] == other[\"finishing_stacks\"], hand[\"id\"]
    seen += 1
assert seen == 903' '$vectors'"

cat >wrong.jsonl <<'.'
{"id":"a","variant":"NT","starting_stacks":[90,80],"blinds_or_straddles":[1,2],"min_bet":2,"actions":["d dh p1 ????","d dh p2 ????","p1 f"]}

{"id":"b","variant":"NT","starting_stacks":[90,80],"blinds_or_straddles":[1,2],"min_bet":2,"actions":["p2 x"]}
{"id":"c","variant":"NT","variant":"NT"}
{"id":"d\u001b[2J","variant":"NT","starting_stacks":[90,80],"blinds_or_straddles":[1,2],"min_bet":2,"actions":["d dh p1 AhAd","d dh p2 AhKd"]}
{"id":"e","variant":"NT","starting_stacks":[90,80],"blinds_or_straddles":[1,2],"min_bet":2,"actions":["d dh p1 ????","d dh p2 ????","p2 cbr 80","p1 cc"]}
{"id":"f","variant":"QQ","starting_stacks":[90,80],"actions":[]}
.
gives 1 "each bad hand has a line of its own" "felt replay wrong.jsonl" <<'.'
6 hands, 4 different, 2 skipped
--
wrong.jsonl:1: hand a: action 3, p1 f: another seat is to act; p2 may fold, call 1 or raise to 4 up to 80
wrong.jsonl:3: hand 2: action 1: "p2 x" is no action; a seat does f cc cbr pb sd or sm
wrong.jsonl:4: hand 3: this is not JSON: duplicate object key near '"variant"'
wrong.jsonl:5: hand d\x1B[2J: action 2, d dh p2 AhKd: Ah is there twice
1 skipped: there is a showdown, but the cards of p1 are not recorded (first: wrong.jsonl:6, hand e)
1 skipped: variant "QQ" is not known (first: wrong.jsonl:7, hand 6)
.
gives 0 "the first of several hands that are skipped for one reason" \
    "tail -n 1 wrong.jsonl >one.jsonl; cat one.jsonl one.jsonl | felt replay one.jsonl -" <<'.'
3 hands, 0 different, 3 skipped
--
3 skipped: variant "QQ" is not known (first: one.jsonl:1, hand 1)
.
printf '[1]\nvariant = "NT"\nstarting_stacks = [9, 9]\nactions = [\n  "p1 f",\n  "p1 g",\n]\n' >line.phh
gives 1 "a malformed hand has the line of the mistake" "felt replay line.phh" <<'.'
1 hands, 1 different, 0 skipped
--
line.phh:6: hand 1: action 2: "p1 g" is no action; a seat does f cc cbr pb sd or sm
.
gives 0 "nothing at all" "felt replay /dev/null" <<'.'
0 hands, 0 different, 0 skipped
--
/dev/null: no hands
.
gives 1 "bytes that are no text" "printf '\\xff\\x00x' | felt replay -" <<'.'
1 hands, 1 different, 0 skipped
--
standard input:1: hand 1: these bytes are not UTF-8
.

# ---- long files ----

gives 1 "a line that is too long is passed over" \
    "(head -n 1 '$vectors'; head -c 3000000 /dev/zero | tr '\\0' '{'; echo; head -n 2 '$vectors') | felt replay -" <<'.'
4 hands, 1 different, 0 skipped
--
standard input:2: hand 2: a hand has at most 524288 bytes
.
gives 1 "a hand history that is too long ends its file" \
    "(cat two.phhs; echo 'x = ['; head -c 3000000 /dev/zero | tr '\\0' '\\n') | felt replay - --format phh" <<'.'
2 hands, 1 different, 0 skipped
--
standard input:15: hand 2: a hand has at most 524288 bytes
.
holds "a long file of many hands" \
    "for i in 1 2 3 4 5 6; do cat '$vectors'; done | felt replay - 2>/dev/null | grep -qx '5418 hands, 0 different, 0 skipped'"
holds "a long file of many hand histories" \
    "for i in 1 2 3; do cat '$vectors'; done | felt convert --to phh - 2>/dev/null | felt replay - 2>/dev/null | grep -qx '2709 hands, 0 different, 0 skipped'"

# ---- ACPC ----

cat >match.log <<'.'
# name/game/hands/seed 2p.nolimit 3 1
STATE:0:f:5d5c|9hQd:50|-50:Ann|Bob
STATE:1:r300r20000c///:5d5c|9hQd/8dAs8s/4h/6d:20000|-20000:Bob|Ann
STATE:2:r300r900c/cr1000f:5d5c|9hQd/8dAs8s:900|-900:Ann|Bob
.
gives 1 "lines of the competition" "felt replay match.log --blinds 50/100 --stacks 20k" <<'.'
3 hands, 1 different, 0 skipped
--
match.log:4: hand 2: p1 ends with 19100, recorded 20900
.
gives 2 "lines that need blinds and stacks" "felt replay match.log" <<'.'
0 hands, 0 different, 0 skipped
--
felt replay: match.log: ACPC lines do not tell blinds and stacks; give --blinds and --stacks
.
gives 1 "lines of another limit" "felt replay match.log --blinds 50/100 --stacks 20k --limit fl" <<'.'
3 hands, 2 different, 0 skipped
--
match.log:3: hand 2: betting is written with f, c, r and /
match.log:4: hand 3: betting is written with f, c, r and /
.

# ---- PokerStars ----

gives 0 "texts of PokerStars" "cd '$golden' && felt replay pokerstars.txt" <<'.'
10 hands, 0 different, 1 skipped
--
1 skipped: there is a showdown, but the cards of p1 are not recorded (first: pokerstars.txt:214, hand 9100008)
.
gives 0 "the same from standard input, with other line ends and a mark at the beginning" \
    "(printf '\357\273\277'; sed 's/\$/\r/' '$golden/pokerstars.txt') | felt replay - 2>&1 | tail -n 1" <<'.'
10 hands, 0 different, 1 skipped
--
.
sed 's/^Bo: checks/Bo: naps/' "$golden/pokerstars.txt" >naps.txt
gives 0 "a deed nobody knows has a line" "felt replay naps.txt 2>&1 | grep '\"naps\"'" <<'.'
naps.txt:18: hand 1: "naps": a player folds, checks, calls, bets, raises, shows or mucks
--
.

# ---- wrong usage ----

bad "felt replay" "felt replay: name a file of hands, or - for standard input"
gives 2 "a file that is not there does not stop the others" "felt replay none.phh two.phhs" <<'.'
2 hands, 1 different, 0 skipped
--
felt replay: none.phh: No such file or directory
two.phhs:15: hand the second: p1 ends with 99, recorded 98
.
gives 2 "a directory is no file" "felt replay /" <<'.'
0 hands, 0 different, 0 skipped
--
felt replay: /: Is a directory
.
bad "felt replay x --json --decisions" "felt replay: take one of --decisions and --json"
bad "felt replay x --format xml" \
    "felt replay: --format xml: take phh, json, acpc or pokerstars"
bad "felt replay x --format ohh" \
    "felt replay: --format ohh: take phh, json, acpc or pokerstars"
bad "felt replay x --blinds 50" \
    "felt replay: --blinds 50: take the small and the big blind, as in 50/100"
bad "felt replay x --blinds 100/50" \
    "felt replay: --blinds 100/50: take the small and the big blind, as in 50/100"
bad "felt replay x --limit pl" "felt replay: --limit pl: ACPC lines are of nl or fl"

finish
