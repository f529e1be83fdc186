#!/usr/bin/env bash
# python.sh -- the Python package over the library of this build: its tests, its examples, and its
# installation by pip without a network.
#
# usage: python.sh FELT SOURCE_ROOT EXAMPLE_PROGRAM...
export LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
PATH=$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"
root=$(realpath "$2")
FELT_LIBRARY=$(dirname "$(realpath "$1")")/src/libfelt.so.0
export FELT_LIBRARY

# A library built with AddressSanitizer wants its run-time to be there first.
if nm -D "$FELT_LIBRARY" | grep -q ' U __asan_init'; then
    runtime=$(clang -print-file-name="libclang_rt.asan-$(uname -m).so")
    [ -f "$runtime" ] || {
        echo "1..0 # SKIP there is no run-time of AddressSanitizer that can be preloaded"
        exit 0
    }
    export ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0:verify_asan_link_order=0"
    preload="LD_PRELOAD=$runtime"
fi
python="env PYTHONPATH=$root/python ${preload:-} python3"

# The tests of the package, one case each.
# shellcheck disable=SC2086 # words of a command
while IFS= read -r line; do
    case $line in
    "ok "*"# SKIP"*) ;;
    "ok "*) report yes "${line#* - }" ;;
    "not ok "*) report no "${line#* - }" ;;
    "1.."*) planned=${line#1..} ;;
    *) printf '# %s\n' "${line#\# }" ;;
    esac
done < <($python "$root/python/tests/tap.py" 2>&1)
holds "the tests of the package ran to the end" "[ ${planned:-0} -gt 50 ]"

# examples/python
examples=$root/examples/python
works "evaluate.py names a hand" "$python $examples/evaluate.py 'As Ks Qs Js Ts'" <<'.'
As Ks Qs Js Ts: royal flush
.
works "evaluate.py shares a pot out" \
    "$python $examples/evaluate.py AsKs QhQd --board '2c 7d Kh Qs 3s'" <<'.'
As Ks: pair of kings, ace, queen and seven kickers
Qh Qd: three of a kind, queens, king and seven kickers
the pot: 0 %, 100 %
.
works "evaluate.py says what is wrong" "$python $examples/evaluate.py AsKx 2>&1 || true" <<'.'
evaluate.py: "Kx" is not a card: "x" is not a suit, suits are c d h s
.
works "equity.py counts" "$python $examples/equity.py AA KK" <<'.'
AA                81.95 %
KK                18.05 %
exact, 61642944 match-ups
.
holds "equity.py samples" "$python $examples/equity.py AA KK QQ --trials 5000 | grep -q '+-'"
holds "play_hand.py tells a hand" \
    "$python $examples/play_hand.py | tee $scratch/hand | grep -q '^the hand is over'"
holds "play_hand.py is the same each time" \
    "[ \"\$($python $examples/play_hand.py 3 5)\" = \"\$($python $examples/play_hand.py 3 5)\" ]"
for example in "$examples"/*.py; do
    most=60
    [ "$(basename "$example")" != arena_bot.py ] || most=150 # a whole program: tests/e2e/arena_bots.sh
    holds "$(basename "$example") is short" "[ \"\$(wc -l <'$example')\" -lt $most ]"
done

# A sanitizer has nothing to say about pip: the plain build tries that.
[ -z "${preload:-}" ] || finish

# Installed: pip has no network, no index and nothing but this folder; and the folder stays clean.
unset FELT_LIBRARY
venv=$(mktemp -d)
trap 'rm -rf "$scratch" "$venv"' EXIT
library=$(dirname "$(realpath "$1")")/src/libfelt.so.0
offline="env -u http_proxy -u https_proxy -u HTTP_PROXY -u HTTPS_PROXY -u PIP_FIND_LINKS"
holds "a fresh environment" "python3 -m venv '$venv/new'"
holds "pip installs without a network" \
    "$offline FELT_LIBRARY='$library' '$venv/new/bin/pip' install -q --no-index \
        --disable-pip-version-check '$root/python'"
works "import felt works elsewhere, with the library of the package" \
    "cd / && '$venv/new/bin/python' -c '
import felt, os
print(felt.evaluate(\"AsKsQsJsTs\").name)
print(os.path.dirname(felt.library_path) == os.path.dirname(felt.__file__))'" <<'.'
royal flush
True
.
holds "pip removes it again" "'$venv/new/bin/pip' uninstall -q -y felt &&
    ! '$venv/new/bin/python' -c 'import felt'"
holds "nothing is left in the sources" "! find '$root/python' '$root/examples' \
    -name '*.egg-info' -o -name '*.whl' -o -name build -type d | grep ."

finish
