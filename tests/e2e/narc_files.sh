#!/usr/bin/env bash
# narc_files.sh -- felt narc list, cards, rules, check and replay: what there is, what is wrong with a
# file, and a run told again.
#
# usage: narc_files.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"
root=$2
golden=$root/tests/golden/narc_json
dir=$(mktemp -d)
trap 'rm -rf "$scratch" "$dir"' EXIT
cd "$dir" || exit

# json EXPRESSION: a Python expression about the answer `a` of a command on stdin must hold
json() { echo "python3 -c 'import json, sys; a = json.load(sys.stdin); sys.exit(not ($1))'"; }

# ---- what there is ----

names=$(felt narc list --json | python3 -c 'import json, sys; print(*(r["name"] for r in json.load(sys.stdin)["rules"]))')
holds "the list has every rule set of data/narc" \
    "cmp <(printf '%s\n' $names | sort) <(cd '$root/data/narc' && grep -l '\"felt.narc.rules\"' *.json | sed 's/\.json\$//' | sort)"
holds "every rule set has a title" "felt narc list --json | $(json 'all(r["title"] for r in a["rules"]) and a["cards"][0]["cards"] == 50')"
for command in list cards "cards --texts" rules "rules seed" "rules full-answers"; do
    holds "narc $command: at most 80 columns, no colours" \
        "felt narc $command >out && [ -s out ] && ! grep -q '.\{81\}' out && ! grep -q \$'\e' out"
done
holds "what the program knows is what the files say" "
cmp <(felt narc cards --json) '$root/data/narc/cards.json' || exit 1
for name in $names; do cmp <(felt narc rules \$name --json) '$root/data/narc/'\$name.json || exit 1; done"
holds "a catalogue is known by the name it has within too" "cmp <(felt narc cards) <(felt narc cards --cards back-room-curios)"
holds "every card is in the table" \
    "for name in 'Bootleg Records' 'Dawn Visit' 'Meet at the Garden Gate'; do felt narc cards | grep -q \"\$name\" || exit 1; done"
holds "without tiers the Narc has one deck" "felt narc cards --rules seed | grep -q '^Narc' && ! felt narc cards --rules seed | grep -q 'Dawn Visit'"
bad "felt narc rules huose" "felt narc rules: huose: there is no such file or rule set; did you mean house?"
bad "felt narc rules zzzzz" "felt narc rules: zzzzz: there is no such file or rule set; felt narc list lists them"
bad "felt narc cards --cards ./none.json" "felt narc cards: ./none.json: No such file or directory"
bad "felt narc cards --cards '$golden/cards-unknown-field.json'" \
    "felt narc cards: $golden/cards-unknown-field.json: there is no field \"tiercards\"; did you mean tier_cards?"
bad "felt narc rules '$golden/rules-cap-2.json'" \
    "felt narc rules: $golden/rules-cap-2.json: /cap: 2 is below the three seats: not everybody would get to act; take 3 to 6"

# ---- check ----

holds "files of ours are in order" "felt narc check cards $names | grep -vc ': ok, ' | grep -qx 0"
gives 1 "one wrong file among others" "felt narc check house '$golden/rules-answers-typo.json' quick" <<END
house: ok, rule set house: The usual game: leaving a hand costs the Player a card
$golden/rules-answers-typo.json: /answers: there is no "behnd"; did you mean behind?
quick: ok, rule set quick: Two rounds instead of three
--
END
holds "every malformed file is refused, with its name" "
for file in '$golden'/*.json; do
    case \$file in */good-*) continue ;; esac
    felt narc check \"\$file\" --rules '$golden/good-rules.json' --cards '$golden/good-cards.json' >out && exit 1
    grep -q \"^\$file: \" out || exit 1
done"
holds "good files are in order" \
    "felt narc check '$golden'/good-{cards,rules}.json --rules '$golden/good-rules.json' --cards '$golden/good-cards.json'"
holds "for a script" "felt narc check house '$golden/cards-empty.json' --json | $(json 'a[0]["ok"] and not a[1]["ok"] and "line 1" in a[1]["error"]')"
holds "another format" "echo '{\"format\":\"felt.genome\"}' | felt narc check - | grep -q '^standard input: /format: this is no file of Narc'"
holds "a file that never ends" "! felt narc check /dev/zero >out; grep -q 'at most' out"
holds "a folder" "! felt narc check '$dir' >out; grep -q 'Is a directory' out"

# ---- replay ----

# A run of known names whose hash is not known here: the program says that of its rules.
hash=$(felt narc rules house | awk '$1 == "hash" { print $2 }')
cat >run <<END
{"format":"felt.narc.run","version":1,"rules":"house","cards":"back-room-curios","hash":"$hash","seed":"7",
"sessions":[{"heat":130,"cash":5,"hands":["Nc Cc Pc | Pg Nc Cc Pc | Pf","Nc Cc"]},{"heat":0,"cash":0,"hands":["Nc"]}]}
END
gives 1 "a hand that is not finished before another session" "felt narc replay run" <<'END'
--
felt narc replay: run: /sessions/1/hands/0: the hand before it is not finished
END
sed -i 's/"Nc Cc"\]/"Nc Cc Pf"]/' run
holds "a run is in order" "felt narc check run | grep -qx 'run: ok, run by house with back-room-curios, sessions 2, hands 3, actions 12'"
holds "a run is told" "
felt narc replay run >out
grep -qx 'Session 1, hand 1 (heat 130, Warm; cash 5)' out && grep -q 'The Player folds' out || exit 1
tail -n 1 out | grep -qx 'Sessions 2, hands 3, actions 12; the last hand is not finished.'"
holds "all cards are open" "felt narc replay run | grep -q 'The Narc draws [A-Z]'"
holds "but not to a seat" "! felt narc replay run --view player | grep -q 'The Narc draws [A-Z]' && felt narc replay run --view player | grep -q 'You draw [A-Z]'"
holds "an object for each hand" "felt narc replay run --json | python3 -c '
import json, sys
hands = [json.loads(line) for line in sys.stdin]
ends = [h[\"end\"] for h in hands]
sys.exit(ends != [\"folded\", \"folded\", \"playing\"] or [h[\"session\"] for h in hands] != [1, 1, 2])'"
holds "step by step, until q" "[ \"\$(printf '\n\nq\n' | felt narc replay run --step | grep -c 'checks')\" = 2 ]"
holds "step by step, the rest in one go at the end of the input" "cmp <(felt narc replay run) <(felt narc replay run --step </dev/null)"
holds "a tampered run" "! sed 's/Pg/Pc/' run | felt narc replay - 2>err; grep -q 'word 5 is \"Pc\"' err"
holds "a run of other rules" "! sed 's/$hash/0123456789abcdef/' run | felt narc replay - 2>err; grep -q '/hash: it was played by other rules' err"
holds "a run of unknown rules opens no file" "touch plain; ! sed 's/\"house\"/\"plain\"/' run | felt narc replay - 2>err; grep -q 'none of felt narc list; name its file with --rules' err"
bad "felt narc replay" "felt narc replay: name one file of a run, or -"
bad "felt narc replay run --view dealer" "felt narc replay: --view \"dealer\": take narc, customer or player"

# ---- what the helps promise ----

for command in list cards rules check replay; do
    while IFS= read -r example; do
        holds "$example" "$example"
    done < <(felt narc $command --help | sed -n '/^Examples:/,$ s/^  \(felt .*\)/\1/p')
done

finish
