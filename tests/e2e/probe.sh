#!/usr/bin/env bash
# probe.sh -- felt match --probe: answers, threads, files, wrong input; felt bench house.
#
# usage: probe.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"
# Files that a case leaves for the next one.
dir=$(mktemp -d)
trap 'rm -rf "$scratch" "$dir"' EXIT

# json EXPRESSION: a Python expression about the answer `a` on stdin, and its probe `q`, must hold
json() { echo "python3 -c 'import json, sys; a = json.load(sys.stdin); q = a.get(\"probe\"); sys.exit(not ($1))'"; }

# ---- what it says ----

works "all blinds are won from who folds" \
    "felt match --probe lbr zoo:fold --hands 2k --asked 8 | sed -n '1,4p;\$p'" <<'.'
Hold'em, no limit, 2 players, unit 100, stacks 10,000
2,000 hands in 1,000 groups of 1 deal, seed 1

  lbr           +75.00 bb/100                   |               o
  local best response wins +75.00 bb/100 (+75.00 .. +75.00) from zoo:fold: it can be beaten by at least that
.
works "too few hands have no interval" "felt match --probe lbr zoo:fold --hands 20 | tail -1" <<'.'
  local best response wins +75.00 bb/100 (no interval yet) from zoo:fold
.
holds "what is not proved is not claimed" "felt match --probe lbr:turn zoo:lag --hands 200 --asked 8 --seed 2 |
    tail -1 | grep -q ': no proof that it can be beaten\$'"
holds "who calls everything loses a lot" "felt match --probe lbr zoo:call --hands 400 --json |
    $(json 'q["name"] == "lbr" and q["player"] == "zoo:call" and q["bb100"] > 500 and q["interval"][0] > 0')"
holds "who plays by the rank of the made hand loses a lot" "felt match --probe lbr:river house-classic --hands 400 --json |
    $(json 'q["street"] == 3 and q["asked"] == 100 and q["bb100"] > 100')"
holds "both players of the answer" "felt match --probe lbr:flop zoo:call --hands 20 --json |
    $(json '[p["kind"] for p in a["players"]] == ["lbr", "zoo:call"] and a["players"][0]["name"] == "lbr:flop" and a["form"] == "duel"')"
holds "a match without a probe has none" "felt match zoo:call zoo:fold --hands 20 --json | $(json 'q is None')"
holds "2,000 hands are played if nothing else is said" "felt match --probe lbr zoo:fold --json | $(json 'a["hands_planned"] == 2000')"

# ---- the same again ----

lag="felt match --probe lbr zoo:lag --hands 100 --asked 20"
holds "results do not depend on threads" "$lag --threads 1 >'$dir/1' && $lag --threads 3 >'$dir/3' && cmp '$dir/1' '$dir/3'"
holds "another seed, another result" "$lag --seed 2 >'$dir/2'; ! cmp -s '$dir/1' '$dir/2'"
holds "it goes on where it ended" "
    ${lag/100/40} --resume '$dir/file' >/dev/null && $lag --resume '$dir/file' >'$dir/2' && tail -1 '$dir/1' >'$dir/a' &&
    tail -1 '$dir/2' | cmp - '$dir/a'"
holds "a file of another probe is refused" "${lag/--asked 20/--asked 21} --resume '$dir/file' 2>&1 |
    grep -q 'it is of another match: players was \"lbr:street=0,asked=20,'"
holds "recorded hands are replayed" "$lag --phh '$dir/x.phh' >/dev/null &&
    felt replay '$dir/x.phh' | grep -q '^100 hands, 0 different, 0 skipped\$'"
holds "manners are counted" "$lag --manners --json | $(json 'len(a["players"]) == 2')"
for options in "--limit fl" "--limit pl" "--variant short-deck" "--variant royal" "--stacks 150" "--futures 0"; do
    holds "it plays $options" "felt match --probe lbr zoo:random $options --hands 40 | tail -1 | grep -q '^  local best response wins'"
done

# ---- wrong input ----

bad "felt match --probe lbr" "felt match: --probe takes one player; these are 0"
bad "felt match --probe lbr zoo:call zoo:fold" "felt match: --probe takes one player; these are 2"
bad "felt match --probe lbr:turm zoo:call" "felt match: there is no probe lbr:turm; take lbr:turn"
bad "felt match --probe best zoo:call" "felt match: there is no probe best; take lbr, lbr:flop, lbr:turn or lbr:river"
bad "felt match --probe lbr zoo:cal" 'felt match: there is no player "zoo:cal"; did you mean zoo:call?'
bad "felt match --probe lbr zoo:call --asked 7" "felt match: --asked 7: take a whole number from 8 to 1326"
bad "felt match zoo:call zoo:fold --asked 20" "felt match: --asked belongs to --probe, as in --probe lbr --asked 200"
bad "felt match --probe lbr zoo:call --deals 2" "felt match: a player that is probed remembers nothing; leave out --deals"
bad "felt match --probe lbr zoo:call --table" "felt match: a probe plays one player; leave out --table"
for variant in omaha holdem-jokers leduc stud 27-triple; do
    bad "felt match --probe lbr zoo:call --variant $variant" \
        "felt match: a probe needs a game that is dealt like hold'em, without jokers"
done

# ---- how long the house thinks ----

holds "felt bench house" "felt bench house --only kuhn --rounds 9 --json |
    $(json 'a["bench"] == "house" and a["yardstick_us"] > 0 and [r["variant"] for r in a["rows"]] == ["kuhn"] and all(0 < r["p50_us"] <= r["p99_us"] <= r["max_us"] and r["decisions"] > r["hands"] > 0 for r in a["rows"])')"
holds "hold'em has three tables" "felt bench house --only holdem --rounds 9 | grep -Ec '^holdem +[269] ' | grep -qx 3"
bad "felt bench house --only hodem" 'felt bench: there is no variant "hodem"; did you mean holdem?'
bad "felt bench house --hands 9" "felt bench: --only belongs to hands, house, lab and narc, --hands to signature and to --only of hands, lab and narc"
finish
