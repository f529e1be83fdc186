#!/usr/bin/env bash
# complete.sh -- what shells offer behind felt: felt complete.
#
# usage: complete.sh FELT SOURCE_ROOT
export NO_COLOR=1 LC_ALL=C
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"

# ---- what is asked ----

for command in $(felt --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    holds "felt $command: --help is offered, nothing is complained of" \
        "felt complete words $command 2>&1 >$scratch/list | cmp - /dev/null && grep -qx -- --help $scratch/list"
done
for command in lab narc; do
    for verb in $(felt complete words $command | grep -v '^-'); do
        holds "felt $command $verb: --help is offered" \
            "felt complete words $command $verb | grep -qx -- --help"
    done
done
works "commands of the operator" "felt complete words admin chips" <<'.'
--data
--store
--help
credit
debit
.
works "only options that the command takes, and those that are not there yet" \
    "felt complete words admin backup --store sqlite:x" <<'.'
--data
--json
--help
.
works "a file where the help says so" "felt complete words serve --cert" <<'.'
:files
.
works "nothing where only the user can know" "felt complete words serve --port" <<'.'
.
holds "names of games" "felt complete words eval --game | grep -qx omaha-hilo"
holds "names of variants" "felt complete words play | grep -qx badugi"
holds "what is offered is taken" \
    "for option in \$(felt complete words variants | grep -- --json); do felt variants \$option; done"
works "what nobody knows offers nothing" "felt complete words abacus --quick" <<'.'
.
bad "felt complete" "felt complete: name one shell: felt complete bash, zsh or fish"
bad "felt complete tcsh" "felt complete: there is nothing for tcsh; take bash, zsh or fish"

# ---- in shells ----

# offers WORD...: what bash makes of it; the last word is the one under the cursor.
cat >"$scratch.bash" <<'.'
source <(felt complete bash)
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_felt felt "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
.
works "bash: a command" "bash $scratch.bash felt eq" <<'.'
equity
.
works "bash: an option" "bash $scratch.bash felt serve --behind" <<'.'
--behind-proxy
.
works "bash: a verb" "bash $scratch.bash felt admin users di" <<'.'
disable
.
works "bash: a name" "bash $scratch.bash felt lab run crazy" <<'.'
crazy-eights
.
works "bash: a file with a blank in its name" \
    "cd $scratch && touch 'a game.phh' && bash $scratch.bash felt replay 'a '" <<'.'
a game.phh
.
for shell in bash zsh fish; do
    if command -v $shell >/dev/null; then
        holds "$shell understands its script" "felt complete $shell >$scratch/script && $shell -n $scratch/script"
    else
        echo "# $shell is not installed: its script was not looked at"
    fi
done
rm -f "$scratch.bash"
finish
