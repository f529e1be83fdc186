#!/usr/bin/env bash
# lab.sh -- felt lab: list, validate, run, mutate; what they say of wrong genomes, and how fast.
#
# usage: lab.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"
root=$2
dir=$(mktemp -d)
trap 'rm -rf "$scratch" "$dir"' EXIT
cd "$dir" || exit

# json EXPRESSION: a Python expression about the answer `a` of a command on stdin must hold
json() { echo "python3 -c 'import json, sys; a = json.load(sys.stdin); sys.exit(not ($1))'"; }

# ---- the known games ----

holds "the list has every file of data/genomes" \
    "cmp <(felt lab list | awk '{ print \$1 }') <(cd '$root/data/genomes' && printf '%s\n' *.json | sed 's/\.json\$//')"
holds "the list for scripts" \
    "felt lab list --json | $(json 'len(a) >= 16 and all(2 <= g["players_min"] <= g["players_max"] <= 6 and g["title"] for g in a)')"
holds "every known game is in order" \
    "felt lab validate \$(felt lab list | awk '{ print \$1 }') | grep -vc ': ok, ' | grep -qx 0"
holds "what the program knows is what the files say" "
for file in '$root'/data/genomes/*.json; do
    name=\${file##*/}
    cmp <(felt lab validate \"\${name%.json}\" --canonical) <(felt lab validate \"\$file\" --canonical) || exit 1
done"
holds "the canonical form is its own canonical form" "
for game in \$(felt lab list | awk '{ print \$1 }'); do
    felt lab validate \$game --canonical >one && felt lab validate one --canonical >two && cmp one two || exit 1
    felt lab validate - --repair <one >two && cmp one two || exit 1
done"
holds "names in any case" "felt lab validate WAR | grep -q 'ok, War'"

# ---- running ----

# of COMMAND: its answer without what depends on the machine
of() { echo "felt lab run $* | sed '/^  speed/d'"; }

for game in war crazy-eights betting-war hearts cheat; do
    holds "$game: any number of threads gives the same answer" "
one=\$($(of $game --games 200 --threads 1))
for threads in 2 3; do [ \"\$one\" = \"\$($(of $game --games 200 --threads \$threads))\" ] || exit 1; done"
done
holds "players of two kinds: any number of threads gives the same answer" "
one=\$($(of leduc --players mcts:25,greedy --games 60 --threads 1))
for threads in 2 3; do
    [ \"\$one\" = \"\$($(of leduc --players mcts:25,greedy --games 60 --threads \$threads))\" ] || exit 1
done"
works "what is printed, but for figures" \
    "felt lab run simple-poker --players greedy,random --games 100 | sed 's/[-+]*[0-9][0-9,.]*/N/g; s/  */ /g; s/result .*/result/'" <<'.'
Simple Poker: N games of N seed N

 won N % interval chips a game N % interval
 greedy N % too few games N too few games
 random N % too few games N too few games

 seats N % N %, balance N
 ended N by rule, N after N hands; N drawn
 length N turns, N hands
 decisions N a game, among N moves
 betting a hand has N bets and raises, N folds, N all-ins; N % are shown down
 speed N games/s, N turns/s
 result
.
holds "what is printed for scripts" "felt lab run simple-poker --players greedy,random --games 300 --json | $(json '
    a["games"] == sum(a["ended"].values()) == 300 and a["seats"] == 2 and len(a["seats_won"]) == 2
    and [p["name"] for p in a["players"]] == ["greedy", "random"]
    and abs(sum(p["won"]["mean"] for p in a["players"]) - 1) < 1e-5
    and abs(sum(p["payoff"]["mean"] for p in a["players"])) < 1e-5
    and all(p["won"]["low"] <= p["won"]["mean"] <= p["won"]["high"] for p in a["players"])
    and a["watched"]["games"] == 300 and a["watched"]["words"]["bet"] > 0
    and a["games_per_second"] > 0 and len(a["result"]) == 16')"
holds "in War everybody wins half of all games, exactly: deals are played twice" \
    "felt lab run war --players greedy,random --games 50 --json | $(json 'all(p["won"]["mean"] == 0.5 for p in a["players"])')"
holds "three names have all six orders" \
    "felt lab run crazy-eights --players random,greedy,random/never-fold --games 7 --json | $(json 'a["games"] == 12 and a["seats"] == 3')"
holds "fewer names than seats are repeated" \
    "felt lab run hearts --players greedy,random --games 10 --json | $(json 'a["games"] == 10 and [p["games"] for p in a["players"]] == [20, 20]')"
holds "of many games each sixteenth deal is watched" \
    "felt lab run kuhn --games 32k --json | $(json 'a["games"] == 32000 and a["watched"]["games"] == 2000')"
holds "another seed plays other games" \
    "[ \"\$($(of kuhn --seed 1))\" != \"\$($(of kuhn --seed 2))\" ]"
holds "greedy beats random" \
    "felt lab run simple-poker --players greedy,random --games 1k --json | $(json 'a["players"][0]["payoff"]["low"] > 0')"

felt lab validate war --canonical | sed 's/"max_turns": *[0-9]*/"max_turns":30/' >short-war.json
holds "a game that does not end is cut, and counted" \
    "felt lab run short-war.json --games 20 --json | $(json 'a["ended"] == {"rule": 0, "hands_cap": 0, "turns_cap": 20} and a["turns"] == 600')"
holds "and it is said" "felt lab run - --games 20 <short-war.json | grep -q '^  ended .*20 cut at 30 turns'"

holds "Ctrl-C ends early, with what there is" "
felt lab run spades --games 1G >out 2>err & pid=\$!
worked \$pid && kill -INT \$pid; wait \$pid; [ \$? = 1 ] &&
    grep -Eq '^felt lab run: interrupted after [0-9,]+ games\$' err && grep -q '^  result  ' out"

# ---- transcripts ----

works "a transcript tells who plays, and every move" \
    "felt lab run kuhn --transcript --players greedy,random --seed 4 | sed 's/[0-9JQK][shdc]/XX/g' | head -n 5" <<'.'
Kuhn Poker, seed 4: A greedy, B random
hand 1, A starts
A is dealt XX
B is dealt XX
A antes 1
.
for game in $(felt lab list | awk '{ print $1 }'); do
    holds "a transcript of $game has an end, and no line is too long" "
felt lab run $game --transcript >told && tail -n 1 told | grep -Eq ' wins? the game\$|^nobody wins' && ! grep -Eq '.{101}' told"
done
holds "the same seed tells the same game" \
    "cmp <(felt lab run scopa --transcript --seed 3) <(felt lab run scopa --transcript --seed 3)"

# ---- rulebooks ----

holds "every known game has a rulebook, with a hand as it was played" "
for game in \$(felt lab list | awk '{ print \$1 }'); do
    felt lab rules \$game --no-hints >told && grep -q '^# ' told && grep -q '^hand 1, ' told || exit 1
done"
holds "a rulebook as a page has the same rules" "
felt lab rules hearts --html --no-hints | grep -q 'Whoever holds the two of clubs leads it' &&
    felt lab rules hearts --no-hints | grep -q 'Whoever holds the two of clubs leads it'"
holds "the same seed writes the same rulebook, hints and all" \
    "cmp <(felt lab rules leduc --seed 3) <(felt lab rules leduc --seed 3)"
gives 1 "a rulebook overwrites nothing" "echo mine >mine.md && felt lab rules war --no-hints --out mine.md" <<'.'
--
felt lab rules: mine.md is there already; name another file
.
holds "and leaves the file as it was" "grep -qx mine mine.md"

# ---- other games made from one ----

holds "what comes of a known game is in order" "
for game in \$(felt lab list | awk '{ print \$1 }'); do
    felt lab mutate \$game --count 12 --steps 3 --out made >/dev/null && felt lab validate made/*.json >/dev/null || exit 1
done"
holds "the same seed makes the same game, another one another" "
felt lab mutate whist --seed 5 >one && felt lab mutate whist --seed 5 >two && cmp one two &&
    felt lab mutate whist --seed 6 >two && ! cmp -s one two"
holds "a betting phase is added, and chips for it" \
    "felt lab mutate crazy-eights --op AddBettingPhase --json | $(json '
    len(a) == 1 and a[0]["operators"] == ["AddBettingPhase"] and a[0]["genome"]["setup"]["starting_chips"] > 0
    and [p["side_pots"] for p in a[0]["genome"]["turn_structure"]["phases"] if p["type"] == "BettingPhase"] == [True]')"
holds "what is locked stays" "felt lab mutate five-card-draw --count 20 --steps 5 --lock setup,phases --json | $(json '
    len({json.dumps([m["genome"]["setup"], m["genome"]["turn_structure"]]) for m in a}) == 1
    and len({json.dumps(m["genome"]) for m in a}) > 5')"
holds "a child has phases of both" "felt lab mutate hearts --with simple-poker --count 20 --json | $(json '
    any({"TransferPhase", "BettingPhase"} <= {p["type"] for p in m["genome"]["turn_structure"]["phases"]} for m in a)')"
holds "what comes of it can be run" "felt lab mutate open-pit --steps 4 | felt lab run - --games 10"
gives 1 "an operator that finds nothing to change" "felt lab mutate war --op RemoveBettingPhase" <<'.'
--
felt lab mutate: there was nothing to change; take another operator, or fewer locks
.

# ---- helps and their examples ----

for command in list mutate rules run validate; do
    holds "felt lab $command --help begins with its usage" \
        "felt lab $command --help | head -n 1 | grep -q '^Usage: felt lab $command'"
    while read -r line; do
        holds "$line" "{ $line; } >printed && grep -q . printed"
    done < <(felt lab $command --help | sed -n '/^Examples:/,$ s/^  \(felt .*\)/\1/p')
done

# ---- wrong genomes ----

cat >poor.json <<'.'
{"format": "betlab.genome", "version": 1, "name": "Poor", "players": {"min": 2, "max": 4},
 "setup": {"cards_per_player": 5, "starting_chips": 100},
 "turn_structure": {"phases": [{"type": "BettingPhase", "min_bet": 500, "max_raises": 3},
                               {"type": "ShowdownPhase"}]},
 "win_conditions": [{"type": "most_chips"}]}
.
attempt "cd $dir && felt lab validate war poor.json"
if [ "$code" = 1 ] && grep -q '^war: ok, War, 2 players$' "$scratch/out" &&
    grep -Eq '^poor.json: /turn_structure/phases/0/min_bet: .* \[min_bet\]$' "$scratch/out" &&
    grep -Eq '^poor.json: .* \[evaluation\]$' "$scratch/out"; then
    report yes "what is wrong is told with its place and a code"
else
    report no "what is wrong is told with its place and a code"
fi
holds "the same for scripts" "felt lab validate war poor.json --json | $(json '
    [g["ok"] for g in a] == [True, False] and {e["code"] for e in a[1]["errors"]} >= {"min_bet", "evaluation"}
    and any(e["pointer"] == "/turn_structure/phases/0/min_bet" and e["reason"] for e in a[1]["errors"])')"
holds "it can be mended" "felt lab validate poor.json --repair >good.json && felt lab validate good.json && felt lab run good.json --games 20"
holds "it is not written as it is" "! felt lab validate poor.json --canonical >out 2>err && [ ! -s out ] && grep -q min_bet err"
holds "and not played" "felt lab run poor.json 2>err; [ \$? = 2 ] && grep -Eq '^felt lab run: poor.json: /.*felt lab validate shows [0-9]+ more' err"

echo '{"name": "x", ' >broken.json
echo '[1, 2]' >list.json
echo '{"turn_structure": {"phases": [{"type": "NapPhase"}]}}' >nap.json
head -c 10000000 /dev/zero | tr '\0' ' ' >huge.json
printf '[%.0s' {1..60000} >deep.json
printf '\x1b[2J\xff' >terminal.json
: >empty.json
printf '{"name": "\\u001b[2Jx", "setup": {"cards_per_player": 5}}' >name.json
mkdir folder
for file in broken list nap huge deep terminal empty name; do
    attempt "cd $dir && ulimit -t 60 && timeout 600 felt lab validate $file.json"
    if [ "$code" = 1 ] && [ "$(wc -c <"$scratch/out")" -lt 5000 ] && grep -q "^$file.json: ." "$scratch/out" &&
        ! grep -q $'\e' "$scratch/out"; then
        report yes "$file.json is refused, soon and in few words"
    else
        report no "$file.json is refused, soon and in few words"
    fi
    attempt "cd $dir && ulimit -t 60 && timeout 600 felt lab run $file.json"
    if [ "$code" = 2 ] && [ ! -s "$scratch/out" ] && [ "$(wc -l <"$scratch/err")" = 1 ] && ! grep -q $'\e' "$scratch/err"; then
        report yes "$file.json is not run"
    else
        report no "$file.json is not run"
    fi
done
gives 1 "an unknown phase has a pointer" "felt lab validate nap.json | grep -q '^nap.json: /turn_structure/phases/0/type: '; exit \${PIPESTATUS[0]}" <<'.'
--
.
gives 1 "files that are not there" "felt lab validate none.json warr folder" <<'.'
none.json: No such file or directory
warr: there is no such file or game; did you mean war?
folder: Is a directory
--
.

# ---- wrong options ----

bad "felt lab" "felt lab: say what to do: evolve, show, report, rules, rate, taste, measure, run, validate, mutate or list"
bad "felt lab validat" "felt lab: there is no lab validat; did you mean validate?"
bad "felt lab xyzzy" "felt lab: there is no lab xyzzy; take evolve, show, report, rules, rate, taste, measure, run, validate, mutate or list"
bad "felt lab --json" "felt lab: there is no option --json; felt lab --help lists them"
bad "felt lab list war" 'felt lab list: "war": felt lab list takes no arguments'
bad "felt lab validate" "felt lab validate: name a genome: a file, -, or a name of felt lab list"
bad "felt lab validate - -" "felt lab validate: - is standard input, which can be read once; name it once"
bad "felt lab validate war --json --repair" "felt lab validate: take one of --canonical, --repair and --json"
bad "felt lab validate war hearts --canonical" "felt lab validate: --canonical writes one genome; these are 2"
bad "felt lab run" "felt lab run: name one genome: a file, -, or a name of felt lab list"
bad "felt lab run war hearts" "felt lab run: name one genome: a file, -, or a name of felt lab list"
bad "felt lab run xyzzy" "felt lab run: xyzzy: there is no such file or game; felt lab list lists the games"
bad "felt lab run none.json" "felt lab run: none.json: No such file or directory"
bad "felt lab run war --games 0" "felt lab run: --games 0: take a whole number from 1 to 1000000000000"
bad "felt lab run war --threads 0" "felt lab run: --threads 0: take a whole number from 1 to 256"
bad "felt lab run war --seats 7" "felt lab run: --seats 7: take a whole number from 2 to 6"
bad "felt lab run hearts --seats 2" "felt lab run: Hearts is for 4 players; these are 2"
bad "felt lab run fan-tan --seats 2" "felt lab run: Fan Tan is for 3 to 6 players; these are 2"
bad "felt lab run crazy-eights --seats 2 --players random,random,greedy" \
    "felt lab run: --seats 2: there are 3 players"
bad "felt lab run war --players random,random,greedy" "felt lab run: War is for 2 players; these are 3"
holds "an unknown player is named" "felt lab run war --players gredy 2>err; [ \$? = 2 ] && grep -q '^felt lab run: --players: .*gredy' err"
holds "a search of no iterations is refused" "felt lab run war --players mcts:0 2>err; [ \$? = 2 ] && grep -q '^felt lab run: --players: ' err"
holds "a missing name is refused" "felt lab run war --players random, 2>err; [ \$? = 2 ] && grep -q '^felt lab run: --players: ' err"
bad "felt lab run war --players random,random,random,random,random,random,random" \
    "felt lab run: --players: name at most 6 players"
bad "felt lab run war --transcript --json" "felt lab run: --transcript tells one game; leave out --json"
bad "felt lab run war --transcript --games 3" "felt lab run: --transcript tells one game; leave out --games"
bad "felt lab run war --gmaes 3" "felt lab run: there is no option --gmaes; did you mean --games?"

bad "felt lab mutate" "felt lab mutate: name one genome: a file, -, or a name of felt lab list"
bad "felt lab mutate war --op AddBetingPhase" \
    "felt lab mutate: there is no operator AddBetingPhase; did you mean AddBettingPhase?"
bad "felt lab mutate war --op Evolve" "felt lab mutate: there is no operator Evolve; felt lab mutate --list names them"
bad "felt lab mutate war --lock rules" "felt lab mutate: there is no section rules; take players, deck, setup, session, hand_evaluation, effects, card_scoring, win_conditions, phases or a type of phases"
bad "felt lab mutate war --count 3" "felt lab mutate: 3 genomes need --out DIR or --json"
bad "felt lab mutate war --out x --json" "felt lab mutate: take one of --out and --json"
bad "felt lab mutate war --with xyzzy" \
    "felt lab mutate: xyzzy: there is no such file or game; felt lab list lists the games"
holds "a folder that cannot be written is named" \
    "felt lab mutate war --out none/there 2>err; [ \$? = 1 ] && grep -q '^felt lab mutate: none/there: ' err"

# ---- what docs/LAB.md tells to do ----

holds "the evolved games of docs/LAB.md can be played" "felt lab validate '$root'/docs/lab/*.json"

awk '/^```json/ { on = !n++; next } /^```/ { on = 0 } on' "$root/docs/LAB.md" >three.json
while IFS= read -r line; do
    holds "docs/LAB.md: $line" "$line"
done < <(grep -E '^felt (lab|play) ' "$root/docs/LAB.md")

# ---- the bench ----

holds "felt bench lab --only plays a row" \
    "felt bench lab --only war --hands 10 | grep -Eq '^war: 10 games, [0-9]+ turns, result [0-9a-f]{16}$'"
bad "felt bench lab --only wra" \
    "felt bench: there is no row wra; take one of war, betting-war, crazy-eights, simple-poker, five-card-draw, hearts"
bad "felt bench lab --only war --json" \
    "felt bench: --only measures nothing that --json could write; leave one of them out"
finish
