# shellcheck shell=bash
# bare-root.sh -- a fresh Debian 12 in a directory, for proofs that need one.  Source it behind lib.sh.
#
#   bare_open DIR      installs it (debootstrap), with apt set up as on this machine; needs root.  It
#                      is unmounted when the script ends
#   bare_close DIR     removes it
#   bare_run DIR COMMAND ARGUMENT...    runs a command in it, without input
#   bare_feed DIR COMMAND ARGUMENT...   the same, with our input
#
# Packages come from where this machine gets its own: the mirror, the suites and the network settings
# are read from apt at run time.

bare_keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# One line for each suite of Debian 12: "deb ADDRESS SUITE main".
bare_suites() {
    # shellcheck disable=SC2016 # apt fills these in
    apt-get indextargets --format '$(ORIGIN) $(REPO_URI) $(RELEASE) $(COMPONENT)' \
        'Created-By: Packages' |
        awk -v key="$bare_keyring" '$1 == "Debian" && $3 ~ /^bookworm/ && $4 == "main" {
            print "deb [signed-by=" key "] " $2 " " $3 " main" }' | sort -u
}

bare_unmount() {
    local place
    for place in dev/pts proc; do
        ! mountpoint -q "$1/$place" || umount "$1/$place"
    done
}

bare_open() {
    local root=$1 mirror
    ((EUID == 0)) || die "this needs root: it makes a chroot"
    need soak
    # shellcheck disable=SC2064 # this directory, now
    trap "bare_unmount '$root'" EXIT
    [[ -n $(bare_suites) ]] || apt-get -qq update </dev/null
    mirror=$(bare_suites | awk '$4 == "bookworm" { print $3; exit }')
    [[ -n $mirror ]] || die "apt on this machine knows no Debian 12 mirror"
    bare_close "$root"
    mkdir -p "$root" .dev/log
    say "installing a bare Debian 12 into ${root#"$PWD/"}"
    debootstrap --variant=minbase --keyring="$bare_keyring" bookworm "$root" "$mirror" \
        </dev/null >.dev/log/debootstrap.txt 2>&1 ||
        { tail -n 20 .dev/log/debootstrap.txt >&2 && die "debootstrap failed"; }
    bare_suites >"$root/etc/apt/sources.list"
    apt-config dump | grep -E '^Acquire::(http|https|Check-Valid-Until)' \
        >"$root/etc/apt/apt.conf.d/90host" || true
    cp /etc/resolv.conf /etc/hosts "$root/etc/"
    # What this machine trusts: the way to npm's packages may have a certificate of its own.
    mkdir -p "$root/etc/ssl"
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/host.crt" 2>/dev/null || true
    mount -t proc proc "$root/proc"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts" # tests of the terminal
}

bare_close() {
    bare_unmount "$1"
    rm -rf --one-file-system "$1"
}

bare_run() { bare_feed "$@" </dev/null; }
bare_feed() {
    local root=$1
    shift
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root CI=true LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive NODE_EXTRA_CA_CERTS=/etc/ssl/host.crt \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
        chroot "$root" "$@"
}
