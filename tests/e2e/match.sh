#!/usr/bin/env bash
# match.sh -- felt match: answers, threads, going on later, recorded hands, wrong input.
#
# usage: match.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"
# Files that a case leaves for the next one.
dir=$(mktemp -d)
trap 'rm -rf "$scratch" "$dir"' EXIT

# json EXPRESSION: a Python expression about the answer `a` on stdin must hold
json() { echo "python3 -c 'import json, sys; a = json.load(sys.stdin); p = a[\"pairings\"]; sys.exit(not ($1))'"; }

# ---- answers ----

works "a duel" "felt match zoo:call zoo:fold --hands 200 --futures 0" <<'.'
Hold'em, no limit, 2 players, unit 100, stacks 10,000
200 hands in 100 groups of 1 deal, seed 1, not adjusted for luck

  zoo:call      +19.00 bb/100                   | -------o-------
            95 % interval +4.03 .. +33.97
            one look      +9.30 .. +28.70
            as played     +19.00, +4.03 .. +33.97
            groups        46 won, 0 drawn, 54 lost

  zoo:fold      -19.00 bb/100   -------o------- |
            95 % interval -33.97 .. -4.03
            one look      -28.70 .. -9.30
            as played     -19.00, -33.97 .. -4.03
            groups        54 won, 0 drawn, 46 lost

  showdowns     50.0 % of hands; 0.0 % were adjusted for luck
.
works "a league" "felt match zoo:call zoo:fold zoo:shove --hands 2k --variant kuhn" <<'.'
Kuhn poker, fixed limit, a league of 3, unit 100, stacks 10,000
2,000 hands of each pair in 1,000 groups of 1 deal, seed 1

                 rating   95 % interval      bb/100      won    drawn     lost
   1  zoo:shove    +131    +131 ..   +132      +50.00     1000     1000        0
   2  zoo:call       +0      +0 ..     +0       +0.00        0     2000        0
   3  zoo:fold     -131    -132 ..   -131      -50.00        0     1000     1000

      bb/100            1          2          3
   1  zoo:shove         -      +0.00    +100.00*
   2  zoo:call      +0.00          -      +0.00
   3  zoo:fold    -100.00*     +0.00          -

  Each row against each column; * is a 95 % interval without 0.  Ratings count groups won,
  large or small; bb/100 counts chips.

  showdowns     66.7 % of hands; 0.0 % were adjusted for luck
.
holds "a few results that are all equal prove nothing" \
    "felt match zoo:shove zoo:fold --hands 1998 --variant kuhn | grep -c 'no interval yet' | grep -qx 6 &&
     felt match zoo:shove zoo:fold --hands 2k --variant kuhn | grep -q '95 % interval +100.00 .. +100.00'"
works "a table, with two stacks and deals in groups" \
    "felt match zoo:call zoo:fold zoo:call --table --deals 2 --stacks 500,700,900 --hands 13 --seed 2" <<'.'
Hold'em, no limit, 3 players, unit 100, stacks 500/700/900
24 hands in 2 groups of 2 deals, seed 2

  zoo:call      +12.50 bb/100                   |       o
            95 % interval no interval yet
            one look      no interval yet
            as played     +12.50, no interval yet
            groups        1 won, 1 drawn, 0 lost

  zoo:fold      -25.00 bb/100   o               |
            95 % interval no interval yet
            one look      no interval yet
            as played     -25.00, no interval yet
            groups        0 won, 1 drawn, 1 lost

  zoo:call      +12.50 bb/100                   |       o
            95 % interval no interval yet
            one look      no interval yet
            as played     +12.50, no interval yet
            groups        1 won, 1 drawn, 0 lost

  showdowns     100.0 % of hands; 0.0 % were adjusted for luck
.
holds "the list of players" "felt match --list | grep -q '^  zoo:call  *checks and calls'"
holds "the list as JSON" \
    "felt match --list --json | python3 -c 'import json, sys; assert {\"name\", \"title\", \"has_dials\"} == set(json.load(sys.stdin)[0])'"
holds "JSON of a duel" "felt match zoo:call zoo:random --hands 1k --json | $(json 'len(p) == 1 and p[0]["hands"] == 1000 and a["end"] == "hands" and a["rating"] is None and sum(x["won_milli"] for x in p[0]["players"]) == 0')"
holds "JSON of a league" "felt match zoo:call zoo:random zoo:fold zoo:shove --hands 200 --json | $(json 'len(p) == 6 and len(a["rating"]) == 4 and len({q["seed"] for q in p}) == 6')"
holds "JSON of a short match has no intervals" \
    "felt match zoo:call zoo:random --hands 10 --json | $(json 'p[0]["players"][0]["interval"] == [None, None]')"
works "few samples for each decision" "felt match house zoo:call --samples 10 --hands 20 | head -2" <<'.'
Hold'em, no limit, 2 players, unit 100, stacks 10,000
20 hands in 10 groups of 1 deal, seed 1, at most 10 samples a decision
.
holds "samples change what a player does, and 0 are as many as it likes" "
    one() { felt match house zoo:tag --hands 100 --json \"\$@\" | sed 's/\"samples\":[0-9]*,//'; }
    [ \"\$(one)\" = \"\$(one --samples 0)\" ] && [ \"\$(one)\" != \"\$(one --samples 1)\" ]"
holds "JSON has the samples" "felt match house zoo:call --samples 10 --hands 20 --json | $(json 'a["samples"] == 10')"
holds "a pairing of a league is the duel with its seed" "
    felt match zoo:call zoo:random zoo:shove --hands 300 --json >'$dir/league'
    seed=\$(python3 -c 'import json; print(json.load(open(\"$dir/league\"))[\"pairings\"][2][\"seed\"])')
    felt match zoo:random zoo:shove --hands 300 --seed \$seed --json | python3 -c 'import json, sys
league = json.load(open(\"$dir/league\"))[\"pairings\"][2][\"players\"]
duel = json.load(sys.stdin)[\"pairings\"][0][\"players\"]
assert [x[\"adjusted_milli\"] for x in league] == [x[\"adjusted_milli\"] for x in duel]'"

# ---- manners ----

works "how players behaved, over all their duels" \
    "felt match zoo:call zoo:fold zoo:shove --hands 200 --futures 0 --manners | tail -5" <<'.'

  manners        hands   entered   raised  aggression  folds to bets  showdowns   bluffs
  zoo:call         400    75.0 %    0.0 %        0.00          0.0 %     75.0 %        -
  zoo:fold         400     0.0 %    0.0 %           -        100.0 %     25.0 %        -
  zoo:shove        400    75.0 %   75.0 %    no calls              -     50.0 %        -
.
holds "nothing else is printed for them, and nothing without them" "
    felt match zoo:tag zoo:lag zoo:call --table --hands 60 --manners | head -n -5 >'$dir/1'
    felt match zoo:tag zoo:lag zoo:call --table --hands 60 | cmp - '$dir/1' &&
    felt match zoo:tag zoo:lag --hands 60 --manners --json | sed 's/,\"manners\":{[^}]*}//g' >'$dir/1'
    felt match zoo:tag zoo:lag --hands 60 --json | cmp - '$dir/1'"
holds "manners as JSON" "felt match zoo:tag zoo:call --hands 2k --manners --json |
    $(json '[x["manners"]["hands"] for x in p[0]["players"]] == [2000, 2000] and
        p[0]["players"][1]["manners"]["aggression_factor"] == 0 and
        p[0]["players"][0]["manners"]["raised_share"] == round(p[0]["players"][0]["manners"]["raised"] / 2000, 4) and
        p[0]["players"][0]["manners"]["weak"] > p[0]["players"][0]["manners"]["bluffs"] > 0 and
        p[0]["players"][1]["manners"]["bluff_share"] is None')"
holds "manners do not depend on threads, nor on recording" "
    felt match zoo:random zoo:tag --hands 1k --manners --threads 3 >'$dir/1'
    felt match zoo:random zoo:tag --hands 1k --manners --threads 1 --phh '$dir/manners.phh' | cmp - '$dir/1'"
# Intervals are made for the length of the first run: only the manners are the same.
holds "a match that goes on has the manners of all its hands, asked for or not" "
    play() { felt match zoo:random zoo:tag \"\$@\" | tail -3; }
    play --hands 1k --manners >'$dir/1'; play --hands 300 --resume '$dir/manners' >/dev/null
    play --hands 1k --resume '$dir/manners' --manners | cmp - '$dir/1' &&
    play --hands 1k --resume '$dir/manners' --manners | cmp - '$dir/1'"

# ---- what the result must be ----

for player in zoo:call zoo:shove zoo:random zoo:tag; do
    holds "$player against itself wins nothing" "felt match $player $player --hands 3k --json |
        $(json 'p[0]["players"][0]["interval"][0] <= 0 <= p[0]["players"][0]["interval"][1]')"
done
holds "who always calls beats who always folds" "felt match zoo:call zoo:fold --hands 4k --json |
    $(json 'p[0]["players"][0]["interval"][0] > 0')"
holds "luck is taken out" "felt match zoo:shove zoo:threshold --hands 4k --json |
    $(json 'p[0]["adjusted_hands"] > 100 and p[0]["players"][0]["bb100"] != p[0]["players"][0]["bb100_played"]')"
holds "other cards with another seed" "
    felt match zoo:random zoo:call --hands 100 --json >'$dir/1'
    felt match zoo:random zoo:call --hands 100 --seed 2 --json >'$dir/2'
    ! cmp -s '$dir/1' '$dir/2'"
for options in "zoo:random zoo:call --hands 5k" "zoo:random zoo:call zoo:shove --hands 1k" \
    "zoo:random zoo:call zoo:shove --table --hands 1k --variant omaha" \
    "zoo:random zoo:fold --sprt 0,20 --hands 50k" "zoo:random zoo:call --deals 7 --hands 1k"; do
    holds "three threads answer as one does: $options" "
        felt match $options --json --threads 1 >'$dir/1' && felt match $options --json --threads 3 >'$dir/3' &&
        cmp '$dir/1' '$dir/3'"
done

# ---- a test that stops early ----

holds "a clear case is decided early" "felt match zoo:random zoo:fold --sprt 0,20 --hands 100k --json |
    $(json 'a["end"] == "sprt" and a["sprt"]["verdict"] == "high" and p[0]["hands"] < 10000')"
holds "the other way round too" "felt match zoo:fold zoo:random --sprt 0,20 --hands 100k --json |
    $(json 'a["end"] == "sprt" and a["sprt"]["verdict"] == "low"')"
holds "an unclear case is not" "felt match zoo:random zoo:random --sprt 0,0.1 --hands 1k --json |
    $(json 'a["end"] == "hands" and a["sprt"]["verdict"] == "open"')"

# ---- going on later ----

match="felt match zoo:random zoo:threshold --json"
holds "a match in three parts is the match in one" "
    $match --hands 20k --resume '$dir/whole' >'$dir/1'
    for hands in 3001 7k 20k; do $match --hands \$hands --resume '$dir/parts' >'$dir/2' || exit 1; done
    python3 -c 'import json
one, parts = json.load(open(\"$dir/1\")), json.load(open(\"$dir/2\"))
assert one[\"interval_plan\"] == 5000 and parts[\"interval_plan\"] == 750
assert [x[\"adjusted_milli\"] for x in one[\"pairings\"][0][\"players\"]] == \
    [x[\"adjusted_milli\"] for x in parts[\"pairings\"][0][\"players\"]]
assert one[\"pairings\"][0][\"players\"][0][\"interval_one_look\"] == \
    parts[\"pairings\"][0][\"players\"][0][\"interval_one_look\"]'"
holds "a match that is over is not played again" "
    cp '$dir/whole' '$dir/before'; $match --hands 20k --resume '$dir/whole' | cmp - '$dir/1' && cmp '$dir/whole' '$dir/before'"
# The test looks at scores where chunks of 64 groups end, and nowhere else.
tested="felt match zoo:call zoo:random --variant leduc --sprt 30,40 --json"
holds "a test in parts is decided where it is decided in one" "
    $tested --hands 20k >'$dir/1'
    for hands in \$(seq 202 14 2000) 20k; do $tested --hands \$hands --resume '$dir/tested' >'$dir/2' || exit 1; done
    python3 -c 'import json
one, parts = json.load(open(\"$dir/1\")), json.load(open(\"$dir/2\"))
assert one[\"end\"] == parts[\"end\"] == \"sprt\" and one[\"sprt\"] == parts[\"sprt\"]
assert 256 <= one[\"pairings\"][0][\"groups\"] == parts[\"pairings\"][0][\"groups\"] <= 1000'"
# started FILE [PATTERN]: waits until a match has saved some groups, or what is asked for
cat >"$dir/started" <<'.'
for _ in $(seq 6000); do
    grep -q "${2:-\"groups\":[1-9]}" "$1" 2>/dev/null && exit 0
    sleep 0.05
done
exit 1
.
# broken SIGNAL NAME: a signal comes in the middle of a match; prints how many hands it is of.  If
# it was over before, because we were late, a longer one is taken.
cat >"$dir/broken" <<'.'
cd "$(dirname "$0")" || exit 1
for hands in 200000 2000000 20000000; do
    rm -f "$2"
    felt match zoo:random zoo:threshold --json --hands $hands --threads 1 --resume "$2" >"$2.out" 2>"$2.err" & pid=$!
    bash started "$2"; kill "-$1" $pid; wait $pid 2>/dev/null; echo $? >"$2.code"
    grep -q "\"groups\":$((hands / 2))\b" "$2" || { echo $hands; exit 0; }
done
exit 1
.
holds "a match that was killed goes on" "
    long=\"$match --hands \$(bash '$dir/broken' KILL killed)\" && grep -qx 137 '$dir/killed.code' &&
    \$long --resume '$dir/killed' --threads 2 >'$dir/2' && \$long --threads 1 >'$dir/1' && cmp '$dir/1' '$dir/2'"
holds "a match that is interrupted says what it has, and goes on" "
    long=\"$match --hands \$(bash '$dir/broken' TERM broken)\" && grep -qx 1 '$dir/broken.code' || exit 1
    grep -q '\"end\":\"interrupted\"' '$dir/broken.out' || exit 1
    grep -q '^felt match: interrupted after [0-9,]* of 20*,[0,]* hands; the same command goes on\$' '$dir/broken.err' || exit 1
    \$long --resume '$dir/broken' >'$dir/2' && \$long >'$dir/1' && cmp '$dir/1' '$dir/2'"
endless="$match --hands 100M"
# The folder goes away in one step: the match may be writing into it.
holds "a match that cannot be saved any more ends" "
    mkdir '$dir/sub'; cd '$dir'
    $endless --resume sub/x >2 2>err & pid=\$!
    bash started sub/x; mv sub gone; wait \$pid; [ \$? = 1 ] && [ ! -s 2 ] &&
    echo 'felt match: sub/x: it cannot be written: No such file or directory' | cmp - err"
league="felt match zoo:random zoo:threshold zoo:call --hands 60k --json"
holds "a league that was killed goes on" "
    $league --threads 1 --resume '$dir/killed3' >/dev/null & pid=\$!
    bash '$dir/started' '$dir/killed3'; kill -9 \$pid; wait \$pid 2>/dev/null
    $league --resume '$dir/killed3' >'$dir/2' && $league >'$dir/1' && cmp '$dir/1' '$dir/2'"

holds "a league that is interrupted before all have played has no ratings" "
    felt match \$(yes house | head -20) --hands 1M --threads 1 --samples 2000 --resume '$dir/rated' >'$dir/2' 2>'$dir/err' & pid=\$!
    bash '$dir/started' '$dir/rated'; kill -TERM \$pid; wait \$pid; [ \$? = 1 ] && [ \$(grep -c 'no interval yet' '$dir/2') = 20 ]"
# A group takes a good part of a second, a job of 64 of them a minute.
holds "an interrupted match ends after the group under way" "
    felt match \$(yes house | head -9) --table --hands 1M --deals 20 --threads 2 --samples 20k --json --resume '$dir/under' >'$dir/2' 2>'$dir/err' & pid=\$!
    bash '$dir/started' '$dir/under' groups; kill -TERM \$pid; wait \$pid; [ \$? = 1 ] &&
    $(json 'a["end"] == "interrupted" and p[0]["groups"] < 64') <'$dir/2'"
holds "very large numbers are numbers in JSON" "
    felt match zoo:random zoo:call --unit 1 --stacks 100M --futures 0 --json --hands 200 |
        $(json 'p[0]["players"][1]["interval"][1] > 2e9')"
holds "a file with more hands than are asked for is told" "
    felt match zoo:call zoo:fold --hands 400 --resume '$dir/more' >/dev/null &&
    felt match zoo:call zoo:fold --hands 200 --resume '$dir/more' 2>&1 >/dev/null | grep -q 'more hands than --hands asks for'"

# ---- one file, several matches ----

holds "of six matches that share a file one writes it" "cd '$dir'
    said='another match is writing it; wait for it, or name another file'
    for i in 1 2 3 4 5 6; do
        $endless --threads 1 --resume shared >shared.out\$i 2>shared.err\$i & pid[i]=\$!
    done
    for _ in \$(seq 3000); do [ \$(cat shared.err? | grep -c \"\$said\") = 5 ] && break; sleep 0.1; done
    for i in 1 2 3 4 5 6; do [ -s shared.err\$i ] || kill -TERM \${pid[i]}; done
    codes=; for i in 1 2 3 4 5 6; do wait \${pid[i]}; codes+=\"\$?\n\"; done
    [ \"\$(printf \"\$codes\" | sort | tr -d '\n')\" = 122222 ] && [ \$(cat shared.err? | grep -c \"\$said\") = 5 ] &&
    [ ! -e shared.lock ] && [ ! -e shared.part ] && $match --hands 60k --resume shared"
holds "a lock of a match that was killed bars nobody" "
    $endless --threads 1 --resume '$dir/left' >/dev/null & pid=\$!
    bash '$dir/started' '$dir/left'; kill -9 \$pid; wait \$pid 2>/dev/null
    [ -e '$dir/left.lock' ] && $match --hands 200 --resume '$dir/left' && [ ! -e '$dir/left.lock' ]"
holds "a link to a file stays a link" "cd '$dir'; mkdir deep; ln -s deep/real linked
    $match --hands 200 --resume linked && $match --hands 400 --resume linked && [ -L linked ] && [ -f deep/real ]"
holds "a pipe or a folder in the way is named" "cd '$dir'; mkfifo way.part; mkdir way2.part
    for name in way way2; do
        timeout 600 $match --hands 4 --resume \$name >out 2>err; [ \$? = 2 ] || exit 1
        grep -qx \"felt match: \$name: it cannot be written: \$name.part beside it is no regular file; remove it\" err || exit 1
    done; [ -p way.part ] && [ -d way2.part ] && [ ! -e way ]"
holds "a full disk is no mistake of the user" "cd '$dir'
    (trap '' XFSZ; ulimit -f 0; $match --hands 4 --resume full 2>&1; echo code \$?) | cat >out
    printf 'felt match: full: it cannot be written: File too large\\ncode 1\\n' | cmp - out && [ ! -e full ]"

small="felt match zoo:call zoo:fold --hands 100"
felt match zoo:call zoo:fold --hands 100 --resume "$dir/good" >"$dir/out"
# unfit NAME COMMAND-TO-SPOIL MESSAGE: a file that is refused and left alone
unfit() {
    cp "$dir/good" "$dir/bad"
    bash -c "cd '$dir' && $2"
    cp "$dir/bad" "$dir/bad.before"
    refused "$1" "cd '$dir' && $small --resume bad" <<<"felt match: --resume bad: $3; name another file, or remove it to begin anew"
    holds "$1, and not touched" "cmp '$dir/bad' '$dir/bad.before' && [ ! -e '$dir/bad.part' ]"
}
unfit "an empty file" ": >bad" "it is empty"
unfit "a file that ends early" "head -c 300 good >bad" "it is damaged, or not a file of felt match"
unfit "a file of something else" "echo '{\"format\": 1}' >bad" "it is not a file of felt match"
unfit "a file with a wrong digit" "sed 's/\"groups\":50/\"groups\":51/' good >bad" \
    "it is damaged: its checksum is wrong"
unfit "a file of another version" "sed 's/\"version\":2/\"version\":1/' good >bad" \
    "it is of another version of felt; this one reads version 2"
unfit "a file of another seed" "rm bad; $small --seed 2 --resume bad >out" \
    'it is of another match: seed was "2" there, here it is "1"'
unfit "a file of other players" "rm bad; felt match zoo:call zoo:shove --hands 100 --resume bad >out" \
    'it is of another match: players was "zoo:call zoo:shove" there, here it is "zoo:call zoo:fold"'
unfit "a file of another search" "rm bad; felt match mcts:3 zoo:fold --hands 2 --resume bad >out" \
    'it is of another match: players was "mcts:3 zoo:fold" there, here it is "zoo:call zoo:fold"'
bad "felt match zoo:call zoo:fold --resume /dev/null" \
    "felt match: --resume /dev/null: it is no regular file; name another file"
unfit "a file of other samples" "rm bad; $small --samples 7 --resume bad >out" \
    'it is of another match: samples was "7" there, here it is "0"'
bad "felt match zoo:call zoo:fold --resume ''" "felt match: --resume : it has no name; name another file"
bad "felt match zoo:call zoo:fold --resume /nowhere/x" \
    "felt match: /nowhere/x: it cannot be written: No such file or directory"
bad "felt match zoo:call zoo:fold --resume x --phh y" \
    "felt match: --phh and --resume do not go together: recorded hands would have gaps; take one of them"

# ---- recorded hands ----

for options in "zoo:random zoo:call" "zoo:random zoo:call zoo:shove" \
    "zoo:random zoo:call zoo:shove zoo:random --table --variant stud" \
    "zoo:random zoo:call zoo:random --table --variant the-bitch" \
    "zoo:random zoo:threshold --variant 27-triple --deals 3"; do
    holds "recorded hands are replayed: $options" "
        rm -f '$dir/1.phh' '$dir/2.phh'
        felt match $options --hands 150 --threads 1 --phh '$dir/1.phh' >'$dir/out' &&
        felt match $options --hands 150 --threads 3 --phh '$dir/2.phh' >'$dir/out' &&
        cmp '$dir/1.phh' '$dir/2.phh' && felt replay '$dir/1.phh' | grep -q '^[0-9]* hands, 0 different, 0 skipped\$' &&
        [ \$(grep -c '^players = \\[\"zoo:' '$dir/1.phh') -ge 150 ]"
done
works "hands have numbers, names, groups and legs" "
    rm -f '$dir/1.phh'; felt match zoo:call zoo:fold --hands 4 --phh '$dir/1.phh' >'$dir/out'
    grep '^\[\|^players\|^_' '$dir/1.phh'" <<'.'
[1]
players = ["zoo:call", "zoo:fold"]
_group = 0
_leg = 0
[2]
players = ["zoo:fold", "zoo:call"]
_group = 0
_leg = 1
[3]
players = ["zoo:call", "zoo:fold"]
_group = 1
_leg = 0
[4]
players = ["zoo:fold", "zoo:call"]
_group = 1
_leg = 1
.
holds "an empty file may be recorded to" ": >'$dir/3.phh'; felt match zoo:call zoo:fold --hands 4 --phh '$dir/3.phh' && cmp '$dir/1.phh' '$dir/3.phh'"
bad "felt match zoo:call zoo:fold --phh '$dir/3.phh' 2>&1 >&- | sed 's,$dir,DIR,' >&2; exit 2" \
    "felt match: --phh DIR/3.phh: it is there already, and not empty; name another file, or remove it"
holds "and is as it was" "cmp '$dir/1.phh' '$dir/3.phh'"
bad "felt match zoo:call zoo:fold --phh /nowhere/x" "felt match: --phh /nowhere/x: No such file or directory"
bad "cd '$dir' && felt match zoo:call zoo:fold --deals 10001 --phh x" \
    "felt match: --phh keeps the hands of a group until it ends; take at most 10000 deals with it"
if [ -e /dev/full ]; then
    gives 1 "hands that cannot be written" "felt match zoo:call zoo:fold --hands 4k --phh /dev/full" <<'.'
--
felt match: /dev/full: No space left on device
.
fi

# ---- personas in files ----

echo '{"name": "rock", "tightness": 9, "aggression": 2}' >"$dir/rock.json"
echo '{"name": "rock", "tightness": 99}' >"$dir/wild.json"
holds "a persona in a file is the same as its dials" "cd '$dir'
    rm -f a b; felt match house:@rock.json zoo:call --hands 20 --resume a >out &&
    felt match house:tight=9,aggr=2 zoo:call --hands 20 --resume b >out && cmp a b"
holds "dials behind a file change it" "cd '$dir'
    rm -f a b; felt match house:@rock.json,tight=3 zoo:call --hands 20 --resume a >out &&
    felt match house:tight=3,aggr=2 zoo:call --hands 20 --resume b >out && cmp a b"
bad "cd '$dir' && felt match house:@wild.json zoo:call" \
    "felt match: wild.json: tightness: take a number from 1 to 10"
bad "felt match house:@nowhere.json zoo:call" \
    "felt match: nowhere.json cannot be read: No such file or directory"
bad "felt match zoo:tag:@rock.json zoo:call" \
    "felt match: zoo:tag has no dials that a file could set; name it alone"

bad "felt match \$'house:@a\e[31m.json' zoo:call" \
    'felt match: "house:@a\x1B[31m.json": name a player, and its file, in UTF-8 without control characters'
bad "felt match \$'house:@\xff.json' zoo:call" \
    'felt match: "house:@\xFF.json": name a player, and its file, in UTF-8 without control characters'
bad "felt match house:@ä.json zoo:call" "felt match: ä.json cannot be read: No such file or directory"

# ---- wrong input ----

bad "felt match" "felt match: name two players, as in felt match zoo:tag zoo:call; felt match --list lists the players"
bad "felt match zoo:tag" "felt match: one player is no match: name another one; felt match --list lists the players"
bad "felt match zoo:tga zoo:call" 'felt match: there is no player "zoo:tga"; did you mean zoo:tag?'
bad "felt match house:tight=70 zoo:call" "felt match: tightness: take a number from 1 to 10"
bad "felt match house:tigt=7 zoo:call" 'felt match: there is no dial "tigt"; did you mean tight?'
bad "felt match --list zoo:tag" 'felt match: --list takes no players; leave out "zoo:tag"'
bad "felt match zoo:call zoo:call zoo:call --table --variant kuhn" \
    "felt match: Kuhn poker is for 2 players; these are 3"
bad "felt match \$(yes zoo:call | head -11) --table" \
    "felt match: 11 players are too many; a table has at most 10"
bad "felt match \$(yes zoo:call | head -65)" \
    "felt match: 65 players are too many; a league has at most 64"
bad "felt match zoo:call zoo:fold --variant kun" 'felt match: there is no variant "kun"; did you mean kuhn?'
bad "felt match zoo:call zoo:fold --stacks 200M" \
    "felt match: a stack of 200000000 chips is too large for a match; the largest is 100000000"
bad "felt match zoo:call zoo:fold --stacks 100M --deals 3" \
    "felt match: 200000000 chips on the table are too many for groups of 6 hands; take smaller stacks or fewer deals"
bad "felt match zoo:call zoo:fold --stacks 100M --hands 1G" \
    "felt match: so many hands with such stacks are too much to add up; take at most 23058430 hands, or smaller stacks"
bad "felt match zoo:call zoo:fold --stacks 1,2,3" \
    "felt match: 3 stacks for 2 seats; name one stack for all, or 2"
bad "felt match zoo:call zoo:fold --hands 0" \
    "felt match: --hands 0: take a whole number from 1 to 1000000000000"
bad "felt match zoo:call zoo:fold --threads 0" \
    "felt match: --threads 0: take a whole number from 1 to 256"
bad "felt match zoo:call zoo:fold --deals 0" \
    "felt match: --deals 0: take a whole number from 1 to 1000000"
bad "felt match zoo:call zoo:fold --futures -1" \
    "felt match: --futures -1: take a whole number from 0 to 1000000"
bad "felt match zoo:call zoo:fold --samples 1000001" \
    "felt match: --samples 1000001: take a whole number from 0 to 1000000"
bad "felt match zoo:call zoo:fold zoo:tag --sprt 0,5" "felt match: --sprt compares two players; these are 3"
for text in 5,0 0 0,5,7 1,1.0000000000000002 x,y 0,nan "''"; do
    bad "felt match zoo:call zoo:fold --sprt $text" \
        "felt match: --sprt \"${text//\'/}\": take two rising numbers of bb/100, as in 0,5"
done
bad "felt match zoo:call zoo:fold --on-illegal stop" \
    'felt match: --on-illegal "stop": take fold or error'

finish
