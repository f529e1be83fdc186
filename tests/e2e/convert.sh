#!/usr/bin/env bash
# convert.sh -- felt convert: every form into every other, and what is said about hands left out.
#
# usage: convert.sh FELT SOURCE_ROOT
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

# ---- there and back ----

works "vectors come back from PHH" \
    "grep -v PO/8 '$vectors' | felt convert --to phh - 2>/dev/null | felt convert --to json - 2>/dev/null | cmp - <(grep -v PO/8 '$vectors')" </dev/null
works "hand histories of other people are written in our form" \
    "felt convert --to phh '$golden/foreign.phh' 2>/dev/null | tail -n +2 | cmp - '$golden/written.phh'" </dev/null
works "texts of PokerStars are written as PHH" \
    "felt convert --to phh '$golden/pokerstars.txt' 2>/dev/null | cmp - '$golden/pokerstars.phhs'" </dev/null
works "and mean the same there" "felt replay '$golden/pokerstars.phhs' 2>/dev/null" <<'.'
10 hands, 0 different, 1 skipped
.
if [ -f "$real" ]; then
    works "a thousand hands come back from ACPC" \
        "felt convert --to acpc '$real' 2>/dev/null | felt replay - --blinds 50/100 --stacks 10000 --format acpc" <<'.'
1000 hands, 0 different, 0 skipped
.
fi

# ---- Open Hand History ----

works "a hand as Open Hand History" \
    "felt convert --to ohh - --blinds 50/100 --stacks 20k 2>/dev/null <<<'STATE:1:r300f:AhAd|7c2d:-100|100:Ann|Bob'" <<.
{"ohh":{"spec_version":"1.4.6","internal_version":"$(felt --version | cut -d' ' -f2)","network_name":"Feltworks","site_name":"Feltworks","game_number":"1","start_date_utc":null,"table_name":"","game_type":"Holdem","bet_limit":{"bet_type":"NL","bet_cap":0},"table_size":2,"currency":"PPC","dealer_seat":2,"small_blind_amount":50,"big_blind_amount":100,"ante_amount":0,"flags":[],"players":[{"id":0,"seat":1,"name":"Ann","starting_stack":20000},{"id":1,"seat":2,"name":"Bob","starting_stack":20000}],"rounds":[{"id":0,"street":"Preflop","cards":[],"actions":[{"action_number":0,"player_id":0,"action":"Post BB","amount":100,"is_allin":false},{"action_number":1,"player_id":1,"action":"Post SB","amount":50,"is_allin":false},{"action_number":2,"player_id":0,"action":"Dealt Cards","cards":["Ah","Ad"]},{"action_number":3,"player_id":1,"action":"Dealt Cards","cards":["7c","2d"]},{"action_number":4,"player_id":1,"action":"Raise","amount":250,"is_allin":false},{"action_number":5,"player_id":0,"action":"Fold","amount":0,"is_allin":false}]}],"pots":[{"number":0,"amount":200,"rake":0,"player_wins":[{"player_id":1,"win_amount":200}]}]}}
.
# Chips of every hand, added up by a program that is not ours.
cat >count.py <<'.'
import json, sys
hands = 0
for block in sys.stdin.read().split("\n\n"):
    hand = json.loads(block)["ohh"]
    hands += 1
    cents = lambda amount: round(amount * 100)
    put = {p["id"]: 0 for p in hand["players"]}
    for number, part in enumerate(hand["rounds"]):
        assert part["id"] == number
        for at, action in enumerate(part["actions"]):
            assert action["action_number"] == at
            put[action["player_id"]] += cents(action.get("amount", 0))
    for player in hand["players"]:
        assert put[player["id"]] <= cents(player["starting_stack"])
    pots = sum(cents(pot["amount"]) for pot in hand["pots"])
    won = sum(cents(win["win_amount"]) for pot in hand["pots"] for win in pot["player_wins"])
    assert pots == won + sum(cents(pot["rake"]) for pot in hand["pots"])
    assert pots <= sum(put.values())
print(hands)
.
works "the chips of Open Hand Histories add up" \
    "felt convert --to ohh '$vectors' 2>/dev/null | python3 count.py" <<'.'
274
.
works "those of PokerStars' hands, with their rake" \
    "felt convert --to ohh '$golden/pokerstars.txt' 2>/dev/null | python3 count.py" <<'.'
9
.
holds "a hand run twice has its flag and its streets twice" \
    "felt convert --to ohh '$golden/pokerstars.txt' 2>/dev/null | grep Run_It_Twice | grep -o '\"street\":\"[A-Za-z]*\"' | tr -d '\n' | grep -qx '\"street\":\"Preflop\"\"street\":\"Flop\"\"street\":\"Turn\"\"street\":\"River\"\"street\":\"Flop\"\"street\":\"Turn\"\"street\":\"River\"\"street\":\"Showdown\"'"

# ---- what is left out ----

cat >some.phhs <<'.'
[1]
variant = "NT"
starting_stacks = [100, 200]
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
actions = ["d dh p1 AhAd", "d dh p2 KhKd", "p2 cbr 6", "p1 f"]

[2]
variant = "N2L1D"
starting_stacks = [100, 200]
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
actions = ["d dh p1 2h3h4h5h7c", "d dh p2 ??????????", "p2 f"]
.
gives 0 "what a form has no word for" "felt convert --to acpc some.phhs" <<'.'
STATE:0:r6f:AhAd|KhKd:-2|2:p1|p2
--
some.phhs:9: hand 2: skipped: ACPC has no word for games other than hold'em with no limit or fixed limit
2 hands, 1 skipped
.
gives 0 "the same in another form" "felt convert --to ohh some.phhs | wc -l" <<'.'
1
--
some.phhs:9: hand 2: skipped: Open Hand History has no word for games other than hold'em and Omaha
2 hands, 1 skipped
.
gives 1 "a hand that cannot be read" "(cat some.phhs; echo 'actions = 5') | felt convert --to json - >/dev/null" <<'.'
--
standard input:16: hand 2: skipped: the field actions is there twice
2 hands, 1 skipped
.
gives 1 "a game that nobody knows, and nothing else" \
    "felt convert --to phh - <<<'{\"variant\":\"QQ\",\"starting_stacks\":[9,9],\"actions\":[]}'" <<'.'
--
standard input:1: hand 1: skipped: variant "QQ" is not known
1 hands, 1 skipped
.

gives 0 "a file without hands" "felt convert --to phh /dev/null some.phhs | grep -c variant" <<'.'
2
--
/dev/null: no hands
2 hands, 0 skipped
.

# ---- wrong usage ----

bad "felt convert x" "felt convert: --to says what to write: phh, json, acpc or ohh"
bad "felt convert x --to pokerstars" \
    "felt convert: --to pokerstars: take phh, json, acpc or ohh"
bad "felt convert --to phh" "felt convert: name a file of hands, or - for standard input"
gives 2 "a file that is not there does not stop the others" "felt convert --to acpc none.phh some.phhs" <<'.'
STATE:0:r6f:AhAd|KhKd:-2|2:p1|p2
--
felt convert: none.phh: No such file or directory
some.phhs:9: hand 2: skipped: ACPC has no word for games other than hold'em with no limit or fixed limit
2 hands, 1 skipped
.

finish
