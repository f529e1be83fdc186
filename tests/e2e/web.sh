#!/usr/bin/env bash
# web.sh -- the web client: its model in Node, or the whole of it in chromium against a real server.
#
# usage: web.sh FELT SOURCE_ROOT model|browser
#
# The client is built afresh from web/.  Without Node, its packages or chromium the cases are skipped,
# but fail where CI is set; ./dev test installs all three.  Cases of one file alone:
#     node web/e2e/run.mjs build/felt build/web play
set -euo pipefail
export LC_ALL=C.UTF-8
felt=$(realpath "$1") root=$2 part=$3
skip() {
    [[ -n ${CI:-} ]] || { echo "1..0 # SKIP $*" && exit 0; }
    printf '1..1\nnot ok 1 - %s\n' "$*"
    exit 1
}
major=$(node -p 'parseInt(process.versions.node)' 2>/dev/null || echo 0)
((major >= 18)) || skip "there is no Node 18: ./dev web installs it"
[[ -d $root/web/node_modules/esbuild ]] || skip "there are no packages in web/: ./dev web installs them"
if [[ $part == model ]]; then
    cd "$root/web"
    # Meson knows no cases within cases.
    node tests/run.mjs | sed "/^ /d"
    exit
fi
command -v chromium >/dev/null || skip "there is no chromium"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$root/web"
node build.mjs "$scratch/web" | sed 's/^/# /'
node e2e/run.mjs "$felt" "$scratch/web"
