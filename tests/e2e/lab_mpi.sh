#!/usr/bin/env bash
# lab_mpi.sh -- felt-lab-mpi: islands with mpirun on one machine, in step and by the clock; one that
# is killed, a job that is ended, a mpirun that is killed, going on, bad directories.
#
# usage: lab_mpi.sh FELT SOURCE_ROOT FELT_LAB_MPI
export NO_COLOR=1 LC_ALL=C
skip() { echo "1..0 # SKIP $1" && exit 0; }
[ -x "${3:-}" ] || skip "felt-lab-mpi was not built: Open MPI is not there (libopenmpi-dev)"
command -v mpirun >/dev/null || skip "there is no mpirun (openmpi-bin)"
PATH=$(dirname "$(realpath "$3")"):$(dirname "$(realpath "$1")"):$PATH
# shellcheck source=tests/e2e/tap.sh
source "$2/tests/e2e/tap.sh"
dir=$(mktemp -d)
trap 'rm -rf "$scratch" "$dir"' EXIT
cd "$dir" || exit

# Four islands on whatever there is.  Its files are in a folder of ours, and no network is looked for.
export TMPDIR=$dir OMPI_MCA_btl=self,vader OMPI_MCA_plm=isolated OMPI_MCA_rmaps_base_oversubscribe=1
((EUID)) || export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mpirun="mpirun -n 4"
# Without --foreground, timeout would tell mpirun twice to end, and it would tell nobody.
islands="timeout --foreground -k 100 400 $mpirun"
# Told to end, islands have a second before they are killed.  A busy machine may need more; but mpirun
# waits for all of that time, whether they need it or not.
patient="env OMPI_MCA_odls_base_sigkill_timeout=90 $mpirun"
small="--candidates 2 --effort 0.01 --threads 1"
long="--minutes 60 --every 1 --patience 2 --threads 1" # until somebody ends it

# of RANK: the process of this island.  No process is started for those that are none: there may be
# hundreds, and no time.
# shellcheck disable=SC2317 # cases call it
of() {
    local folder name
    for folder in /proc/[0-9]*; do
        { read -r name <"$folder/comm"; } 2>/dev/null || continue
        [ "$name" = felt-lab-mpi ] || continue
        tr '\0' '\n' 2>/dev/null <"$folder/environ" |
            grep -cxE "TMPDIR=$dir|OMPI_COMM_WORLD_RANK=$1" | grep -qx 2 && echo "${folder#/proc/}"
    done
}
# until_true CONDITION: waits, five minutes at most
# shellcheck disable=SC2317
until_true() { for _ in {1..3000}; do eval "$1" && return; sleep 0.1; done; return 1; }
# under_way DIR: waits until each island has read its file there and saved it again, after `mark`
# shellcheck disable=SC2317
under_way() { until_true "[ \"\$(find $1 -name 'island-?.json' -newer mark | wc -l)\" = 4 ]"; }
# shellcheck disable=SC2317
all_saved() { ls "$1"/island-{0,1,2,3}.json && for file in "$1"/*.json; do python3 -m json.tool "$file" >/dev/null || return; done; }
export -f of until_true under_way all_saved
export dir

json() { echo "python3 -c 'import json, sys; a = json.load(open(sys.argv[1])); sys.exit(not ($1))'"; }

# ---- in step ----

step="--every 1 --migrants 3 --preset balanced,bluffing"
holds "four islands in step" "$islands felt-lab-mpi $step $small --generations 3 --out a >said 2>err &&
    grep -Eq '^4 islands, [0-9]+ games made, ' said && grep -q '^felt lab show a lists them' said"
holds "each island has its file, and all are merged" "ls a/island-{0,1,2,3}.json a/report.html a/index.json &&
    $(json 'a["preset"] == "balanced" and a["counts"]["generation"] == 3 and a["elites"]
        and len({e["id"] for e in a["elites"]}) == len(a["elites"])
        and len({(e["id"] - 1) % 4 for e in a["elites"]}) > 1') a/archive.json"
holds "presets go round, seeds differ" "$(json 'a["preset"] == "bluffing"') a/island-3.json &&
    [ \"\$(grep -ho '\"seed\":\"[0-9]*\"' a/island-?.json | sort -u | wc -l)\" = 4 ]"
holds "games of the one before were candidates" "
for i in 0 1 2 3; do $(json 'any(e["name"] == "guest" and e["tried"] for e in a["emitters"])') a/island-\$i.json || exit 1; done"
holds "felt reads what the islands left" "felt lab show a | grep -q ."
holds "the same again, stopped after a generation and gone on with, is the same archive" "
$islands felt-lab-mpi $step $small --generations 1 --out b >/dev/null 2>&1 &&
    $islands felt-lab-mpi --every 1 --migrants 3 --threads 1 --generations 3 --resume b >/dev/null 2>&1 &&
    cmp a/archive.json b/archive.json && cmp a/island-2.json b/island-2.json"

# ---- islands that are lost ----

[ "$failures" = 0 ] || { echo "# the rest needs what failed" && finish; }
# Going on costs less than beginning: the known games are measured.
for name in lost step ended stopped; do cp -r a $name; done
holds "with --enable-recovery the others go on without islands that were killed, also the first" "
rm -f err; $islands --enable-recovery felt-lab-mpi $long --resume lost >said 2>err & job=\$!
until_true 'grep -sq \"s, . island\" err' && kill -9 \$(of 2)
until_true 'grep -q \"island 2 is silent; going on without it\" err' && kill -9 \$(of 0)
until_true 'grep -q \"island 0 is silent; going on without it\" err' && kill \$(of 1) \$(of 3)
wait \$job
grep -q '^felt lab show lost lists them' said && tail -n 1 lost/progress.jsonl | grep -q done && felt lab show lost | grep -q ."
holds "in step too, and it is said that the result is not the usual one" "
rm -f err; $islands --enable-recovery felt-lab-mpi --generations 1000000 --every 1 --patience 2 --threads 1 --resume step >said 2>err & job=\$!
until_true 'grep -sq \"s, . island\" err' && kill -9 \$(of 1)
until_true 'grep -q \"island 2 goes on without games of island 1\" err' && kill \$(of 0) \$(of 2) \$(of 3)
wait \$job
grep -q '^felt lab show step lists them' said && tail -n 1 step/progress.jsonl | grep -q done"
holds "without it mpirun ends the job: everything is saved, and can be gone on with" "
rm -f err; $islands felt-lab-mpi $long --resume ended >said 2>err & job=\$!
until_true 'grep -sq \"s, . island\" err' && kill -9 \$(of 3)
wait \$job; code=\$?
[ \$code != 0 ] && [ \$code != 124 ] && felt lab show ended >/dev/null &&
    $islands felt-lab-mpi --resume ended --generations 3 --threads 1 >/dev/null 2>&1"
holds "a job that is ended keeps everything" "
touch mark; $patient felt-lab-mpi $long --resume stopped >said 2>err & job=\$!
under_way stopped && rm stopped/island-?.json
kill \$job; until_true 'all_saved stopped 2>/dev/null'; code=\$?
kill -9 \$job; [ \$code = 0 ] && felt lab show stopped >/dev/null"
# Then Open MPI ends them too, some seconds later: a machine that gives an island none of those has
# what was saved before.  It is tried up to ten times.
holds "as a rule also if mpirun is killed and tells nobody; what was saved before stays" "
for try in {1..10}; do
    cp -r ended killed-\$try; touch mark
    $mpirun felt-lab-mpi $long --resume killed-\$try >said 2>err & job=\$!
    under_way killed-\$try && touch mark
    kill -9 \$job; until_true '[ -z \"\$(of 0)\$(of 1)\$(of 2)\$(of 3)\" ]'
    all_saved killed-\$try && felt lab show killed-\$try >/dev/null || exit 1
    [ \$(find killed-\$try -name 'island-?.json' -newer mark | wc -l) != 4 ] || exit 0
done; exit 1"
holds "no process is left behind" "until_true '[ -z \"\$(of 0)\$(of 1)\$(of 2)\$(of 3)\" ]'"

# ---- one island, and what is refused ----

holds "without mpirun it is one island" \
    "felt-lab-mpi $small --generations 1 --out one 2>/dev/null | grep -q '^1 island, ' && cmp one/archive.json one/island-0.json"
gives 2 "an archive is not overwritten" "cd $dir && felt-lab-mpi $small --generations 1 --out one" <<'.'
--
felt-lab-mpi: one: an archive is there already; go on with it by --resume, or name a new directory by --out
.
holds "and mpirun does not wait for anybody then" "! $islands felt-lab-mpi $small --generations 1 --out one 2>err &&
    grep -c 'an archive is there already' err | grep -qx 1"
gives 2 "fewer islands than before" "cd $dir && felt-lab-mpi --resume a --generations 4" <<'.'
--
felt-lab-mpi: a: 4 islands are there; start as many or more (mpirun -n 4)
.
cp -r one damaged && sed -i 's/"generation":1/"generation":2/' damaged/island-0.json && cp -r damaged before
gives 2 "a damaged island" "cd $dir && felt-lab-mpi --resume damaged --generations 2 2>&1 | sed 's/json: .*/json: .../' >&2; exit \${PIPESTATUS[0]}" <<'.'
--
felt-lab-mpi: damaged/island-0.json: ...
.
holds "and nothing of it is changed" "rm -f damaged/.lock before/.lock && diff -r damaged before"
bad "felt-lab-mpi --presets party" "felt-lab-mpi: there is no option --presets; did you mean --preset?"
bad "felt-lab-mpi --preset party,bluf" "felt-lab-mpi: --preset: there is no preset bluf; did you mean bluffing?"
bad "felt-lab-mpi --minutes 1 --generations 1" "felt-lab-mpi: take one of --minutes and --generations"
bad "felt-lab-mpi --resume a --seed 3" "felt-lab-mpi: --resume goes on as it was begun; leave out --seed"
bad "felt-lab-mpi --migrants 17" "felt-lab-mpi: --migrants 17: take a whole number from 0 to 16"
bad "felt-lab-mpi war" 'felt-lab-mpi: "war": felt-lab-mpi takes no arguments'
bad "cd $dir && felt-lab-mpi --resume none" "felt-lab-mpi: none: there is no such directory"
holds "the help has examples" "felt-lab-mpi --help | grep -q '^  mpirun -n 4 felt-lab-mpi '"

finish
