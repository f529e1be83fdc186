#!/usr/bin/env bash
# shuffle.sh -- the committed shuffle: the Python of docs/PROTOCOL.md agrees with its example, and
# felt replay --verify-shuffle finds every kind of cheating.
#
# usage: shuffle.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"
document=$2/docs/PROTOCOL.md
files=$(mktemp -d)
trap 'rm -rf "$scratch" "$files"' EXIT
cd "$files" || exit 1

key=86fd2cfc90cf4fc55579f2232866f7c3a222eea3bba902bdbe00fcd98d0fb206
commit=76e30a6a35cc4ca775262b4c2a6bdce03b6b922ba091a8961577a7eb18adeead

# ---- the document ----

# The first Python there is: a later one goes on from it.
awk '/^```python$/ { inside = ++blocks == 1; next } /^```/ { inside = 0 } inside' "$document" >verify.py
awk -F' *\\| *' '$2 == "commit" || $2 == "seed" || $2 == "deck" { gsub("`", "", $3); print $3 }' \
    "$document" | tail -3 >example
works "the Python of the document gives its example" "python3 verify.py $key" <example
holds "the key of the example is the one we use" "grep -q '^| K | .$key.' '$document'"

# ---- a match ----

awk '/^```json$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$document" >frames
# Of the arena's frames: those of the room have no version, and tell no key.
grep '"v":1' frames | grep -E '"type":"start_hand"|"reason":"hand_limit"' >match.json
cat >hand.phh <<'.'
_id = "H-2025-10-17-00123"
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [10000, 8000, 10000]
actions = ["d dh p1 3s8d", "d dh p2 9cQd", "d dh p3 QsQh", "p3 cbr 300", "p1 f", "p2 cc", "d db 7hTd4s", "p2 cc", "p3 cbr 400", "p2 cc", "d db 9h", "p2 cbr 2000", "p3 cbr 9300", "p2 cc", "d db 5d"]
.
works "the hand of the samples has the cards of its key" \
    "felt replay --verify-shuffle match.json hand.phh" <<.
H-2025-10-17-00123  seed 414052013  commit $commit
1 keys, 1 follow from the secret; 1 commitments, 1 hands with 11 cards compared; 0 hands not compared; 0 wrong
.
works "hands may be missing" "felt replay --verify-shuffle match.json" <<.
H-2025-10-17-00123  seed 414052013  commit $commit
1 keys, 1 follow from the secret; 1 commitments, 0 hands with 0 cards compared; 0 hands not compared; 0 wrong
.
python3 -c 'import json, sys
print(json.dumps({"end": json.loads(sys.argv[1]), "phh": open("hand.phh").read()}))' \
    "$(tail -1 match.json)" >answer.json
works "an answer of the server holds frame and hands" \
    "felt replay --verify-shuffle answer.json" <<.
H-2025-10-17-00123  seed 414052013  commit $commit
1 keys, 1 follow from the secret; 0 commitments, 1 hands with 11 cards compared; 0 hands not compared; 0 wrong
.
grep '"reveal":"86fd' frames >told.json
works "the key that came with the hand will do" \
    "felt replay --verify-shuffle told.json hand.phh" <<.
H-2025-10-17-00123  seed 414052013  commit $commit
1 keys, 0 follow from the secret; 0 commitments, 1 hands with 11 cards compared; 0 hands not compared; 0 wrong
.
sed 's/00123/00999/' hand.phh >other.phh
works "a hand without a key is not compared" \
    "felt replay --verify-shuffle told.json other.phh" <<.
H-2025-10-17-00123  seed 414052013  commit $commit
1 keys, 0 follow from the secret; 0 commitments, 0 hands with 0 cards compared; 1 hands not compared; 0 wrong
.

# ---- cheating ----

sed 's/QsQh/QsKh/' hand.phh >hole.phh
gives 1 "another hole card" "felt replay --verify-shuffle told.json hole.phh | tail -1; exit \${PIPESTATUS[0]}" <<'.'
1 keys, 0 follow from the secret; 0 commitments, 1 hands with 6 cards compared; 0 hands not compared; 1 wrong
--
felt replay: hand H-2025-10-17-00123: its cards are not those of its key
.
sed 's/d db 5d/d db 5c/' hand.phh >river.phh
gives 1 "another river" "felt replay --verify-shuffle told.json river.phh | tail -1; exit \${PIPESTATUS[0]}" <<'.'
1 keys, 0 follow from the secret; 0 commitments, 1 hands with 11 cards compared; 0 hands not compared; 1 wrong
--
felt replay: hand H-2025-10-17-00123: its cards are not those of its key
.
sed 's/"key":"86fd/"key":"86fe/' match.json >key.json
gives 1 "another key" "felt replay --verify-shuffle key.json | tail -1; exit \${PIPESTATUS[0]}" <<'.'
1 keys, 0 follow from the secret; 1 commitments, 0 hands with 0 cards compared; 0 hands not compared; 2 wrong
--
felt replay: hand H-2025-10-17-00123: its key does not follow from the secret
felt replay: hand H-2025-10-17-00123: its key is not the one that was committed to
.
sed 's/"seed":414052013/"seed":414052014/' match.json >seed.json
gives 1 "another seed" "felt replay --verify-shuffle seed.json | tail -1; exit \${PIPESTATUS[0]}" <<'.'
1 keys, 1 follow from the secret; 1 commitments, 0 hands with 0 cards compared; 0 hands not compared; 1 wrong
--
felt replay: hand H-2025-10-17-00123: its seed is not the end of its commitment
.

# ---- cards that are dealt anew ----

holds "a match with redeals: what came from the deck is right" \
    "felt arena --variant the-bitch --seats 3 --stack 1000000 --max-hands 60 --with zoo:call+zoo:call+zoo:call \
        --once --data anew --port 0 >/dev/null 2>&1 && felt replay --verify-shuffle anew/matches/*.json |
        grep -q '^60 keys, 60 follow .* 60 hands with .*; 0 wrong'"

# ---- mistakes ----

bad "felt replay --verify-shuffle hand.phh" \
    "felt replay: there are no keys: give a file with a match_end frame, or with an answer of /api/arena/matches/ID"
bad "felt replay --verify-shuffle nowhere.json" "felt replay: cannot read nowhere.json"
bad "felt replay --verify-shuffle match.json --json" \
    "felt replay: --verify-shuffle takes neither --decisions nor --json"
echo '{"type":"match_end","reveals":[{"hand_id":"H-1","key":"zz"}]}' >zz.json
bad "felt replay --verify-shuffle zz.json" \
    "felt replay: there are no keys: give a file with a match_end frame, or with an answer of /api/arena/matches/ID"

finish
