# shellcheck shell=bash
# lib.sh -- what ./dev and the scripts under tools/ share.  Source it; it moves to the project root.

export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

# shellcheck disable=SC2034 # used by those who source this
if [[ -t 1 && -z ${NO_COLOR:-} && ${TERM:-dumb} != dumb ]]; then
    red=$'\e[31m' green=$'\e[32m' bold=$'\e[1m' plain=$'\e[0m'
else
    red='' green='' bold='' plain=''
fi

say() { printf '%s%s%s\n' "$bold" "$*" "$plain"; }

die() {
    printf '%sdev: %s%s\n' "$red" "$*" "$plain" >&2
    exit 1
}

# packages GROUP...: the names under these headings of packages.txt.
packages() {
    awk -v groups=" $* " '
        /^\[.*\]$/ { wanted = index(groups, " " substr($0, 2, length($0) - 2) " "); next }
        wanted && NF && !/^#/ { print $1 }' tools/packages.txt
}

# installed NAME...: those of these packages that are there.
installed() {
    dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null |
        awk '$2 == "installed" { print $1 }'
}

# need GROUP...: install what is missing of these groups; without a network call if nothing is.
need() {
    local wanted missing as_root=()
    mapfile -t wanted < <(packages "$@")
    mapfile -t missing < <(printf '%s\n' "${wanted[@]}" |
        grep -vxF -f <(installed "${wanted[@]}"))
    ((${#missing[@]})) || return 0

    command -v apt-get >/dev/null || die "no apt-get here.  Install: ${missing[*]}"
    if ((EUID != 0)); then
        command -v sudo >/dev/null || die "not root and no sudo.  Install: ${missing[*]}"
        as_root=(sudo)
    fi
    say "installing ${missing[*]}"
    local log=.dev/log/apt.txt
    # Mirrors fail now and then, and somebody else may be installing.
    local patient=(-o Acquire::Retries=5 -o DPkg::Lock::Timeout=300)
    # A machine that is thrown away need not survive a loss of power.
    [[ -z ${CI:-} ]] || patient+=(-o Dpkg::Options::=--force-unsafe-io)
    mkdir -p .dev/log
    if ! { "${as_root[@]}" apt-get -qq "${patient[@]}" update &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get -qq "${patient[@]}" install -y --no-install-recommends "${missing[@]}"; } \
        </dev/null >"$log" 2>&1; then
        tail -n 30 "$log" >&2
        die "apt-get failed (whole output: $log)"
    fi
}

# setup DIR ARGUMENT...: meson setup, silent unless it fails.
setup() {
    local log=.dev/log/setup-$1.txt
    mkdir -p .dev/log
    meson setup "$@" </dev/null >"$log" 2>&1 && return
    grep -E 'ERROR|error' "$log" >&2 || true
    die "meson setup $1 failed (whole output: $log)"
}

# by_turns DIR FUNCTION ARGUMENT...: two areas may want to set up the same folder: one at a time.
by_turns() {
    mkdir -p .dev/log
    (
        flock 9
        "${@:2}"
    ) 9>".dev/log/setup-$1.lock" || exit
}

# configure DIR OPTION...: set DIR up with these Meson options; from scratch if they changed.
# CC and CXX of the caller count as options.
configure() { by_turns "$1" configure_now "$@"; }
configure_now() {
    local dir=$1 options="${CC:-} ${CXX:-} ${*:2}"
    if [[ -f $dir/build.ninja && $(cat "$dir/options.felt" 2>/dev/null) == "$options" ]]; then
        return
    fi
    rm -rf "$dir"
    setup "$@"
    printf '%s\n' "$options" >"$dir/options.felt"
}

# compile DIR [TARGET...]: ninja; quiet unless it talks to a person.
compile() {
    local dir=$1
    shift
    # Two runs may want the same folder: one at a time.
    if [[ -t 1 ]]; then
        flock "$dir" ninja -C "$dir" "$@" </dev/null
    else
        flock "$dir" ninja -C "$dir" --quiet "$@" </dev/null | sed '/^ninja: no work to do/d; /^Cleaning/d'
    fi
}

# The release build, link-time optimised: what a user gets.  `product` is the program and the libraries.
build_product() {
    need build
    by_turns build setup_release none
    compile build product
}

# The release build with tests of the program and of whole decks; keeps what build_product made.
# build_release [TARGET...]
build_release() {
    need build test
    by_turns build setup_release program
    compile build "$@"
}
setup_release() {
    case $(cat build/options.felt 2>/dev/null) in
    program | "$1") [[ ! -f build/build.ninja ]] || return 0 ;;
    none) setup build --reconfigure "-Dtests=$1" && echo "$1" >build/options.felt && return ;;
    esac
    rm -rf build
    setup build "-Dtests=$1"
    echo "$1" >build/options.felt
}

# The development build: compiled in a minute or two, with every test (docs/HACKING.md, "Builds").
# build_dev [TARGET...]
build_dev() {
    need build test
    configure build-dev -Dtests=all -Db_lto=false -Doptimization=0 -Ddebug=false -Dc_args=-g1
    compile build-dev "$@"
}

# Tests of every module, optimised, for proofs that take long (./dev soak).  build_soak [TARGET...]
build_soak() {
    need build test
    configure build-soak -Dtests=all -Db_lto=false
    compile build-soak "$@"
}

# node_is_good: is there a Node that can build the web client, and npm?
node_is_good() {
    command -v npm >/dev/null && [[ $(node -p 'parseInt(process.versions.node)' 2>/dev/null || echo 0) -ge 18 ]]
}

# need_web: Node and the packages of web/package-lock.json.  Debian's Node is only installed if there
# is none; packages only if they are not those of the lock file.  No package runs scripts of its own.
need_web() {
    node_is_good || need web
    hash -r
    node_is_good || die "the web client needs Node 18 or newer, and npm"
    cmp -s web/package-lock.json web/node_modules/.felt-lock && return
    say "installing the packages of web/package-lock.json"
    local log=.dev/log/npm.txt
    mkdir -p .dev/log
    if ! (cd web && npm ci --ignore-scripts --no-audit --no-fund --fetch-retries 5) </dev/null >"$log" 2>&1; then
        tail -n 30 "$log" >&2
        die "npm ci failed (whole output: $log)"
    fi
    cp web/package-lock.json web/node_modules/.felt-lock
}

# The web client, build/web; only if one of its sources is newer.
build_web() {
    need_web
    mkdir -p .dev/log build/web
    (
        flock 9
        local newest
        newest=$(find web -name node_modules -prune -o -name tests -prune -o -name e2e -prune -o \
            -type f -newer build/web/index.html -print -quit 2>/dev/null || echo none)
        [[ ! -f build/web/index.html || -n $newest ]] || exit 0
        (cd web && node build.mjs) </dev/null >.dev/log/web.txt 2>&1 || {
            cat .dev/log/web.txt >&2
            die "the web client cannot be built"
        }
        touch build/web/index.html
    ) 9>.dev/log/web.lock
}

# The second compiler's build, with everything that looks for mistakes switched on: AddressSanitizer, UBSan,
# and the counters that libFuzzer wants.  Of C++ there are only tests: they are not looked into.  Reports
# need lines and no more of what debuggers want.  build_sanitized [TARGET...]
build_sanitized() {
    need build test check
    CC=clang CXX=clang++ configure build-sanitized -Dtests=all -Dfuzz=true -Db_lto=false -Db_lundef=false \
        -Doptimization=0 -Ddebug=false -Db_sanitize=address,undefined \
        -Dc_args='-fsanitize=fuzzer-no-link -fno-sanitize-recover=all -gline-tables-only' \
        -Dc_link_args=-fsanitize=fuzzer-no-link -Dcpp_link_args=-fsanitize=fuzzer-no-link \
        -Dcpp_args='-fno-sanitize=all -gline-tables-only'
    compile build-sanitized "$@"
}
export ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1

# All C and C++ files of ours, one a line.
sources() {
    local folders=(include src tests bench examples tools) there=() folder
    for folder in "${folders[@]}"; do [[ ! -d $folder ]] || there+=("$folder"); done
    find "${there[@]}" -type f \( -name '*.c' -o -name '*.h' -o -name '*.cpp' \) | sort
}

# run_tests DIR [ARGUMENT OF MESON TEST...]: run tests built in DIR; a line for each.  What happened is in
# DIR/meson-logs, and the names of the logs are added to the file $test_logs: tools/count-tests judges them.
run_tests() {
    local dir=$1 log
    log=$(date +tests-%H%M%S.%N)
    shift
    meson test -C "$dir" --no-rebuild --logbase "$log" "$@" </dev/null |
        grep --line-buffered -E '^ *[0-9]+/[0-9]+ ' || true
    log=$dir/meson-logs/$log.json
    [[ -f $log ]] || die "no test ran: is there one of that name?"
    # shellcheck disable=SC2154 # the caller sets it
    echo "$log" >>"$test_logs"
}
