#!/usr/bin/env bash
# signature.sh -- the engine does what it did: the hash of 20,000 fixed hands of each game under each
# limit is the one in tests/golden/signature.txt.  After a change of rules on purpose:
#   build/felt bench signature > tests/golden/signature.txt
#
# usage: signature.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

if grep -q __asan_init "$1"; then # under sanitizers: that it runs
    holds "felt bench signature" "felt bench signature --hands 500 | grep -q ."
else
    works "felt bench signature is that of tests/golden/signature.txt" "felt bench signature" \
        <"$2/tests/golden/signature.txt"
fi
holds "one line of JSON for scripts" "felt bench signature --hands 10 --json | python3 -m json.tool"
holds "felt bench hands --only plays a row" \
    "felt bench hands --only nlhe_6 --hands 100 | grep -Eq '^nlhe_6: 100 hands, [0-9]+ actions, result [0-9a-f]{16}$'"
refused "felt bench hands --only with an unknown row" "felt bench hands --only nlhe_7" <<'.'
felt bench: there is no row nlhe_7; take one of nlhe_2, nlhe_6, nlhe_9, nlhe_2_events, nlhe_6_events, nlhe_9_events, nlhe_2_copied, nlhe_6_copied, nlhe_9_copied, nlhe_2_public, nlhe_6_public, nlhe_9_public, flhe_6, plo_6, stud_6, stud8_6, 27td_6, badugi_6
.
refused "felt bench hands --only has no JSON" "felt bench hands --only nlhe_6 --json" <<'.'
felt bench: --only measures nothing that --json could write; leave one of them out
.
refused "felt bench with an unknown name" "felt bench hand" <<'.'
felt bench: there is no bench hand; give hands
.
refused "felt bench --only without hands" "felt bench eval --only nlhe_2" <<'.'
felt bench: --only belongs to hands, house, lab and narc, --hands to signature and to --only of hands, lab and narc
.
finish
