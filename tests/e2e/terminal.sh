#!/usr/bin/env bash
# terminal.sh -- what happens on a terminal and not elsewhere, and when the output goes nowhere.
#
# usage: terminal.sh FELT SOURCE_ROOT
export LC_ALL=C TERM=xterm
unset NO_COLOR
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

escape=$'\e'

# ---- colour ----

holds "no colour in a pipe" "! felt eval As Kd | grep -q '$escape'"
holds "no colour in a file" "felt eval As Kd >'$scratch/file'; ! grep -q '$escape' '$scratch/file'"

# script(1) gives a program a terminal; it is part of Debian's base system.
if command -v script >/dev/null; then
    on_terminal() { echo "script -qec \"$1\" /dev/null </dev/null"; }
    holds "colour on a terminal" "$(on_terminal 'felt eval As Kd') | grep -q '$escape'"
    holds "no colour with NO_COLOR" "! NO_COLOR=1 $(on_terminal 'felt eval As Kd') | grep -q '$escape'"
    holds "no colour with TERM=dumb" "! TERM=dumb $(on_terminal 'felt eval As Kd') | grep -q '$escape'"
    holds "an empty NO_COLOR does not count" \
        "NO_COLOR= $(on_terminal 'felt eval As Kd') | grep -q '$escape'"
    export NO_COLOR=1
    works "a caret points at the wrong character of a range" \
        "$(on_terminal 'felt equity QQ+,AKx KK; true') | tr -d '\r'" <<'.'
felt equity: "AKx": after two ranks comes s (suited), o (offsuit) or nothing
    QQ+,AKx
          ^
.
    works "a caret points at the wrong character of a card" \
        "$(on_terminal 'felt eval As Ks Qx; true') | tr -d '\r'" <<'.'
felt eval: "Qx" is not a card: "x" is not a suit, suits are c d h s
    As Ks Qx
           ^
.
    works "a caret points behind a text that ends too early" \
        "$(on_terminal 'felt equity JJ- KK; true') | tr -d '\r'" <<'.'
felt equity: "JJ-": a pair range needs its other end, as in JJ-77
    JJ-
       ^
.
    # No machine is quick enough for this one; it is ended when it has shown something.
    holds "a bar shows the progress of long work" "cd '$scratch'
        script -qefc 'echo \$\$ >pid; exec felt equity 22+ 33+ --samples 900G' /dev/null </dev/null >shown & script=\$!
        for _ in {1..3000}; do
            tr '\r' '\n' <shown | grep -Eq '[#.]{30} +[0-9]+ %' && break
            sleep 0.1
        done
        kill \$(cat pid); wait \$script
        tr '\r' '\n' <shown | grep -Eq '[#.]{30} +[0-9]+ %'"
    # Work that took long, because the machine was busy, proves nothing: it is done again, and if it is never quick there is
    # nothing to see.
    holds "quick work shows no bar" "
        for _ in {1..20}; do
            began=\${EPOCHREALTIME/./}
            $(on_terminal 'felt equity AA KK') >'$scratch/shown'
            tr '\r' '\n' <'$scratch/shown' | grep -Eq '[#.]{30}' || exit 0
            ((\${EPOCHREALTIME/./} - began > 1900000)) || exit 1
        done"
    unset NO_COLOR
fi
holds "no progress without a terminal" \
    "timeout 4 felt equity 22+ 33+ --samples 900G 2>&1 >/dev/null | (! grep -q .)"

# ---- output that does not arrive ----

ends() { # ends NAME CODE COMMAND
    attempt "$3"
    if [ "$code" = "$2" ]; then report yes "$1"; else report no "$1"; fi
}

for command in "--help" "--version" "help eval" "eval As Ks" "eval As Ks --json" "games" \
    "games --json" "equity AA KK" "equity AA KK --json" "play --seed 1" "tour"; do
    ends "felt $command with a closed stdout fails" 1 "felt $command >&-"
    ends "felt $command on a full disk fails" 1 "felt $command >/dev/full"
    ends "felt $command into a pipe that ended fails" 1 \
        "exec 3> >(true); wait \$!; felt $command >&3"
done
holds "a full disk is named" "felt games 2>&1 >/dev/full | grep -q 'No space left'"
holds "a closed stderr does no harm" "felt eval As Ks 2>&- | grep -q ace"
ends "a wrong argument stays exit 2 when stderr is closed" 2 "felt eval Ax 2>&-"

finish
