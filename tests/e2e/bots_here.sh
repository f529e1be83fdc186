# shellcheck shell=bash
# bots_here.sh -- the example bots in Python, JavaScript and C, for those who source this with FELT SOURCE_ROOT
# EXAMPLE_PROGRAM...: sets $examples, $python, $node and $c_bot, or ends the test as one that is left out.

# shellcheck disable=SC2034 # used by those who source this
examples=$(realpath "$2")/examples
for program in "${@:3}"; do
    case $program in *example_arena_bot) c_bot=$(realpath "$program") ;; esac
done

# Debian's modules belong to Debian's interpreter, which need not be the first in PATH.
for python in python3 /usr/bin/python3; do
    "$python" -c 'import websockets' 2>/dev/null && break
    python=
done
node -e "module.paths.push('/usr/share/nodejs'); require('ws')" 2>/dev/null && node=node
if [ -z "$python" ] || [ -z "${node:-}" ] || [ -z "${c_bot:-}" ]; then
    echo "1..0 # SKIP python3-websockets, node-ws or the example in C is missing"
    exit 0
fi
