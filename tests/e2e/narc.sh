#!/usr/bin/env bash
# narc.sh -- felt narc sim: fixed runs byte for byte, threads, goals, pages, everything that is wrong.
#
# usage: narc.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"
root=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$scratch" "$work"' EXIT
cd "$work" || exit 1

# ---- fixed runs: random bots, so that better bots change nothing here ----

dice="--policy random,random,random --hands 64 --seed 5"
works "sim says what was played and how it ended" "felt narc sim --rules seed $dice | head -n 12" <<'.'
rules seed, cards back-room-curios, heat 0 (Cold), seed 5
policy random,random,random
216 hands in 64 sessions

                                                 value     95 % interval
  hands won                                       23.1 %       17.9 .. 28.4
  hands busted                                    29.2 %       23.7 .. 34.6
  saved by an insurance                            0.0 %        0.0 .. 5.6
  hands folded                                    47.7 %       40.8 .. 54.6
  safe without profit                              8.8 %        5.2 .. 12.4
  money per hand                                  12.1          7.1 .. 17.1
  money per session                               40.8         22.5 .. 59.1
.
works "a sweep's first value is the rule set itself" "felt narc sim --rules quick $dice --sweep cap=3,4" <<'.'
rules quick, cards back-room-curios, heat 0 (Cold), seed 5
policy random,random,random
183 hands in 64 sessions

                     won %  bust %  fold %  acts  money/session        change
  quick               33.3    33.9    29.5   7.3     44.1 +-19.8
  cap 3               33.3    33.9    29.5   7.3     44.1 +-19.8    +0.0 +-0.0
  cap 4               33.3    31.3    32.3   8.4     35.2 +-13.3    -8.9 +-15.4
  The first line is the rule set as it is; all lines play the same sessions.
.
works "two policies are compared in pairs" "felt narc sim --rules quick $dice --compare-policy ,,passive | sed -n 1,16p" <<'.'
A: random,random,random
rules quick, cards back-room-curios, heat 0 (Cold), seed 5
policy random,random,random
183 hands in 64 sessions
B: random,random,passive
rules quick, cards back-room-curios, heat 0 (Cold), seed 5
policy random,random,passive
96 hands in 64 sessions

                                A          B      B - A   95 % interval
  win                          33.3       33.3       +0.0   -10.8 .. +10.8
  bust                         33.9       66.7      +32.8   +22.0 .. +43.6 *
  saved                         3.3        0.0       -3.3   -5.8 .. -0.8 *
  fold                         29.5        0.0      -29.5   -37.6 .. -21.4 *
  fold_round:1                 18.6        0.0      -18.6   -24.8 .. -12.4 *
  fold_round:2                 10.9        0.0      -10.9   -14.9 .. -6.9 *
.

# ---- what does not matter, and what does ----

# same NAME COMMAND COMMAND: both print the same, and something
same() { holds "$1" "a=\$($2) && b=\$($3) && [ -n \"\$a\" ] && [ \"\$a\" = \"\$b\" ]"; }

for mode in "" "--json" "--sweep fold_price=0..2" "--compare seed,house" "--run 4"; do
    same "threads do not matter: ${mode:-plain}" "felt narc sim --hands 1k --threads 1 $mode" \
        "felt narc sim --hands 1k --threads 3 $mode"
done
same "compare takes its names either way" "felt narc sim --hands 200 --compare seed house" \
    "felt narc sim --hands 200 --compare seed,house"
holds "another seed is another run" \
    "[ \"\$(felt narc sim --hands 300 --seed 1)\" != \"\$(felt narc sim --hands 300 --seed 2)\" ]"
holds "a rule set compared with itself differs in nothing" \
    "felt narc sim --hands 300 --compare house house | grep -q ' +0.0   +0.0 .. +0.0$' &&
     ! felt narc sim --hands 300 --compare house house | grep -q ' \*$'"
holds "nothing is wider than a terminal" \
    "for mode in '' '--sweep cap=2..5' '--compare seed,house' '--run 3' '--report validations'; do
         ! felt narc sim --hands 400 \$mode | grep -E '.{81}' || exit 1
     done"
holds "heat chooses the Narc's deck" "felt narc sim --hands 200 --heat 260 | grep -q 'heat 260 (Hot)'"
holds "four validations are answered" \
    "[ \$(felt narc sim --report validations --hands 100 | grep -c '^  \(Yes\|No\), where yes') = 4 ]"

# ---- for scripts ----

# json OPTIONS TEST: the JSON of a run is JSON, and the test (Python, d is the value) holds
json() {
    holds "--json of ${1:-a plain run}" \
        "felt narc sim --hands 200 $1 --json | python3 -c 'import json,sys; d=json.load(sys.stdin); assert $2'"
}
json "" "abs(sum(d[\"cases\"][0][\"metrics\"][k][\"value\"] for k in [\"win\",\"bust\",\"saved\",\"fold\"])-100)<0.001"
json "--sweep cap=2..5" "[c[\"label\"] for c in d[\"cases\"]][1:]==[\"cap 2\",\"cap 3\",\"cap 4\",\"cap 5\"]"
json "--compare seed,house" "d[\"cases\"][1][\"differences\"][\"win\"][\"low\"]<100"
json "--report validations" "[v[\"name\"] for v in d[\"validations\"]]==[\"escalation\",\"actions\",\"initiative\",\"order\"]"

# ---- pages ----

for mode in "" "--sweep cap=3..4" "--compare seed,house" "--report validations"; do
    holds "a page of ${mode:-a plain run}" \
        "felt narc sim --hands 200 $mode --html page.html >/dev/null &&
         python3 -c 'import xml.dom.minidom as m; t=open(\"page.html\").read(); m.parseString(t[t.index(\"<html\"):])' &&
         ! grep -qi '<script' page.html && grep -q '<svg' page.html"
done

# ---- goals ----

goals() { printf '{"format": "felt.narc.goals", "version": 1, "hands": 300, "goals": [%s]}' "$1" >"$2"; }
goals '{"about": "wins", "metric": "win", "min": 1, "max": 99}' met.json
goals '{"about": "wins", "metric": "win", "min": 1}, {"about": "wins too much", "metric": "win", "max": 2}' missed.json
holds "goals that are met" "felt narc sim --assert met.json | grep -q '^met    wins  *1..99 '"
holds "a goal that is missed is named, exit code 1" \
    "felt narc sim --assert missed.json >out.txt 2>err.txt; [ \$? = 1 ] &&
     grep -q '^MISSED wins too much  *\.\.2 ' out.txt && grep -q '^met    wins ' out.txt &&
     [ \"\$(cat err.txt)\" = 'felt narc sim: 1 of 2 goals missed' ]"
holds "--json of goals" \
    "felt narc sim --assert missed.json --json 2>/dev/null |
     python3 -c 'import json,sys; assert [g[\"met\"] for g in json.load(sys.stdin)[\"goals\"]]==[True,False]'"
holds "the goals of the design can be read" \
    "sed 's/\"hands\": [0-9]*/\"hands\": 64/' $root/data/narc/goals.json >few.json;
     felt narc sim --assert few.json >out.txt 2>/dev/null; [ \$(grep -c '^met \|^MISSED' out.txt) -ge 15 ]"
goals '{"metric": "wins", "min": 1}' word.json
goals '{"metric": "win", "min": 1, "player": "best"}' role.json
goals '{"metric": "win"}' band.json
echo '{' >broken.json

# ---- what is wrong ----

bad "felt narc smi" \
    "felt narc: there is no narc smi; take sim, list, cards, rules, check or replay"
bad "felt narc sim extra" \
    "felt narc sim: what is extra?  Two rule sets stand behind --compare, else there are only options"
bad "felt narc sim --nope" \
    "felt narc sim: there is no option --nope; felt narc sim --help lists them"
bad "felt narc sim --rules hous" \
    "felt narc sim: hous: there is no such file or rule set; did you mean house?"
bad "felt narc sim --cards none.json" \
    "felt narc sim: none.json: No such file or directory"
bad "felt narc sim --policy best,wary,carefull" \
    "felt narc sim: there is no bot \"carefull\"; did you mean careful?"
bad "felt narc sim --policy best,wary,careful,more" \
    "felt narc sim: a policy is three names, NARC,CUSTOMER,PLAYER; leave out the rest"
bad "felt narc sim --hands 0" \
    "felt narc sim: --hands 0: take a whole number from 1 to 10000000000"
bad "felt narc sim --hands many" \
    "felt narc sim: --hands many: take a whole number from 1 to 10000000000"
bad "felt narc sim --heat -1" \
    "felt narc sim: --heat -1: take a whole number from 0 to 1000000"
bad "felt narc sim --run 0" \
    "felt narc sim: --run 0: take a whole number from 1 to 100"
bad "felt narc sim --threads 0" \
    "felt narc sim: --threads 0: take a whole number from 1 to 256"
bad "felt narc sim --seed x" \
    "felt narc sim: --seed x: take a whole number from 0 to 18446744073709551615"
bad "felt narc sim --compare seed" \
    "felt narc sim: name two rule sets, as in --compare seed house"
bad "felt narc sim --compare seed house open" \
    "felt narc sim: name two rule sets, as in --compare seed house"
bad "felt narc sim --compare seed house --rules house" \
    "felt narc sim: --compare names both rule sets; leave out --rules"
bad "felt narc sim --compare seed house --sweep cap=3" \
    "felt narc sim: --compare and --sweep are two questions; ask one of them"
bad "felt narc sim --compare-policy best,,x" \
    "felt narc sim: there is no bot \"x\"; take a level, 1 to 4, or a name like careful"
bad "felt narc sim --sweep cap" \
    "felt narc sim: a sweep is an option and its values, as in cap=2..5"
bad "felt narc sim --sweep cup=3" \
    "felt narc sim: there is no option cup to sweep; did you mean cap?"
bad "felt narc sim --sweep cap=9" \
    "felt narc sim: cap is a number of 0 to 6, not 9"
bad "felt narc sim --sweep cap=0" \
    "felt narc sim: cap 0: /cap: 0 is out of range; take 1 to 6"
bad "felt narc sim --sweep order=PPP" \
    "felt narc sim: order has no PPP; it is NCP or NPC, ..."
bad "felt narc sim --report x" \
    "felt narc sim: there is no report x; there is validations"
bad "felt narc sim --report validations --run 3" \
    "felt narc sim: --report looks at single sessions; leave out --run"
bad "felt narc sim --assert none.json" \
    "felt narc sim: none.json: No such file or directory"
bad "felt narc sim --assert broken.json" \
    "felt narc sim: broken.json: this is not JSON: string or '}' expected near end of file"
bad "felt narc sim --assert word.json" \
    "felt narc sim: word.json: /goals/0/metric: there is no metric wins; did you mean win?"
bad "felt narc sim --assert role.json" \
    "felt narc sim: role.json: /goals/0/player: best does not play the Player; take careful, or a level, 1 to 4"
bad "felt narc sim --assert band.json" \
    "felt narc sim: band.json: /goals/0: give min, max or both"
bad "felt narc sim --assert met.json --heat 3" \
    "felt narc sim: goals say themselves at what heat; leave out --heat"
bad "felt narc sim --assert met.json --policy ,,dump" \
    "felt narc sim: goals say themselves who plays; leave out --policy"
bad "felt narc sim --assert met.json --hands 3" \
    "felt narc sim: goals say themselves how many hands; leave out --hands"
bad "felt narc sim --assert met.json --html page.html" \
    "felt narc sim: goals have no page; leave out --html"
holds "a page that cannot be written is said, exit code 1" \
    "felt narc sim --hands 64 --html no/such/page.html >/dev/null 2>err.txt; [ \$? = 1 ] &&
     [ \"\$(cat err.txt)\" = 'felt narc sim: no/such/page.html cannot be written: No such file or directory' ]"

# ---- what docs/NARC.md tells to do ----

cp -r "$root/data" .
while IFS= read -r line; do
    line=${line%%#*}
    [[ $line != *"narc sim"* || $line == *--hands* || $line == *--assert* ]] || line+=" --hands 200"
    [[ $line == *--assert* ]] || holds "docs/NARC.md: $line" "$line" # the goals are an area of ./dev check
done < <(grep -E '^felt narc ' "$root/docs/NARC.md")

# ---- felt bench narc ----

holds "a row plays the same hands every time" \
    "a=\$(felt bench narc --only house --hands 500) && [ \"\$a\" = \"\$(felt bench narc --only house --hands 500)\" ] &&
     [[ \$a == 'house: 500 hands, '* ]]"
bad "felt bench narc --only nothing" \
    "felt bench: there is no row nothing; take one of house, house_events, house_counted, seed, random, rollout"

finish
