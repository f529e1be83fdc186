#!/usr/bin/env bash
# play_narc.sh -- felt play narc: a session as lines, byte for byte; options; and by play_narc.py the
# screen, the tutorial, runs that are kept, and what nobody may see.
#
# usage: play_narc.sh FELT SOURCE_ROOT
export LC_ALL=C TERM=xterm
unset NO_COLOR FELT_STATE XDG_STATE_HOME
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

root=$(realpath "$2")
golden=$root/tests/golden/play_narc
work=$(mktemp -d)
trap 'rm -rf "$scratch" "$work"' EXIT
export HOME=$work
cd "$work" || exit 1

# ---- a session of two hands ----

works "two hands as lines" \
    "felt play narc --rules '$golden/rules.json' --cards '$golden/cards.json' --seed 11 --hands 2 <'$golden/session.in'" \
    <"$golden/session.out"
holds "no line is longer than 80 columns" "! grep -E '.{81}' '$golden/session.out'"
holds "the same with --plain" \
    "felt play narc --rules '$golden/rules.json' --cards '$golden/cards.json' --seed 11 --hands 2 --plain <'$golden/session.in' | cmp - '$golden/session.out'"

# ---- options ----

holds "help names every option" \
    "felt play narc --help | tr ' |[' '\n\n\n' | grep -c -x -e --tutorial -e --seat -e --level -e --with -e --rules -e --cards -e --seed -e --hands -e --daily -e --watch -e --record -e --save -e --new -e --plain -e --fast | grep -qE '^[2-9][0-9]'"
holds "help has no line over 100 columns" "! felt play narc --help | grep -E '.{101}'"
bad "felt play narc --seat dealer" \
    'felt play: --seat: "dealer" is no seat: narc, customer, player, several with commas, or all'
bad "felt play narc --seat ''" 'felt play: --seat: name narc, customer, player or all'
bad "felt play narc --level 3 --with 1,1,1" \
    "felt play: --level and --with do not go together: both say how the others play"
bad "felt play narc --watch --seat narc" \
    "felt play: --watch and --seat do not go together: who watches has no seat"
bad "felt play narc --daily --seed 1" \
    "felt play: --daily and --seed do not go together: today has its own seed"
bad "felt play narc --with best,wary" \
    "felt play: --with: name a bot for Narc, Customer and Player each, as in best,wary,careful"
bad "felt play narc --new" \
    "felt play: --new is for a run that is saved: name it with --save FILE"
bad "felt play narc --tutorial --seed 1" "felt play: --seed is not for the tutorial; leave it out"
bad "felt play --seed 1 narc" "felt play: narc comes first: felt play narc [OPTIONS]"
bad "felt play narc house" 'felt play: "house" is one word too many'
holds "a level that is none" "felt play narc --level 5 2>&1 | grep -q -e '--level'"
holds "rules that are none" \
    "felt play narc --rules nothing 2>&1 >/dev/null | grep -q nothing; [ \${PIPESTATUS[0]} = 2 ]"
holds "a bot that is none" "felt play narc --with best,wary,bset 2>&1 >/dev/null | grep -q bset"
holds "a full disk is said" \
    "! felt play narc --seed 1 --watch >/dev/full 2>'$work/err' && grep -q 'No space' '$work/err'"

while IFS= read -r line; do
    holds "example: $line" "$line --fast </dev/null >/dev/null"
done < <(felt play narc --help | sed -n '/^Examples:/,$ s/^  \(felt .*\)/\1/p')

# ---- everything else ----

if command -v python3 >/dev/null; then
    python3 "$root/tests/e2e/play_narc.py" "$(command -v felt)" "$golden" "$work" >"$work/cases" 2>&1
    take "$work/cases"
else
    echo "# no python3: the screen is not looked at"
fi

finish
