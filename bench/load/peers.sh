#!/usr/bin/env bash
# Finds or installs the tools that we measure ourselves against, at pinned versions, in a cache outside the clone, and prints what it has.
# Nothing is installed into the system and no service is started: Debian packages are unpacked in the cache.
# A tool that cannot be had is named, with the reason, and the others go on. Usage: bench/load/peers.sh [--check] [TOOL...]
set -uo pipefail

cache=${TIGHTSPOT_BENCH_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/tightspot-bench}
# wrk and nginx are what the distribution has.
declare -A pinned=([oha]=1.16.0 [k6]=v1.8.1 [hey]=v0.1.5 [autocannon]=9.0.0 [locust]=2.47.0)
all=(nginx wrk oha k6 hey autocannon locust)

mkdir -p "$cache/bin" "$cache/logs"
cache=$(cd "$cache" && pwd)

need() { command -v "$1" >/dev/null || { echo "$1 is not there: $2" >&2; return 1; }; }

# Takes the system's own program, or unpacks the packages: `apt-get install` would start nginx as a service on port 80.
from_debian() { # PROGRAM PACKAGE...
    local program=$1 found
    if found=$(PATH=$PATH:/usr/sbin:/sbin command -v "$program"); then
        ln -sf "$found" "$cache/bin/$program"
        return
    fi
    need apt-get "install $program by hand, so that it is on the PATH" && need dpkg-deb "install dpkg" || return
    mkdir -p "$cache/packages" && cd "$cache/packages" || return
    apt-get download "${@:2}" || { echo "apt-get cannot get ${*:2}: try apt-get update" >&2; return 1; }
    for package in "${@:2}"; do
        dpkg-deb -x "$(ls -t "${package}"_*.deb | head -n 1)" "$cache/debian" || return
    done
    ln -sf "$(find "$cache/debian" -type f -name "$program" -perm -u+x | head -n 1)" "$cache/bin/$program"
    # what the unpacked programs link to is beside them, not where the loader looks
    find "$cache/debian" -name '*.so.*' -exec ln -sf {} "$cache/lib/" \;
}

from_go() { # MODULE@VERSION
    need go "install Go from https://go.dev/dl" || return
    GOBIN=$cache/bin GOPATH=$cache/go GOFLAGS="-modcacherw -trimpath" go install "$1"
}

install_nginx() { from_debian nginx nginx; }
install_wrk() { from_debian wrk libluajit-5.1-2 wrk; }
install_oha() {
    need cargo "install Rust from https://rustup.rs" || return
    CARGO_TARGET_DIR=$cache/build cargo install oha --version "${pinned[oha]}" --locked --root "$cache"
}
install_k6() { from_go "go.k6.io/k6@${pinned[k6]}"; }
install_hey() { from_go "github.com/rakyll/hey@${pinned[hey]}"; }
install_autocannon() {
    need npm "install Node.js 20 or later from https://nodejs.org" || return
    npm install --no-audit --no-fund --no-save --prefix "$cache/autocannon" "autocannon@${pinned[autocannon]}"
}
install_locust() {
    need python3 "install Python 3.10 or later" || return
    python3 -m venv "$cache/locust" && "$cache/locust/bin/pip" install --quiet "locust==${pinned[locust]}"
}

# What the program itself says; fails when it is not there.
version() {
    export LD_LIBRARY_PATH=$cache/lib
    case $1 in
        nginx) [ -x "$cache/bin/nginx" ] && "$cache/bin/nginx" -v 2>&1 | sed 's/.*: //' ;;
        # prints its usage with the version and fails, whatever it is asked
        wrk) [ -x "$cache/bin/wrk" ] && { "$cache/bin/wrk" -v 2>&1 || true; } | sed -n '1s/ \[.*//p' ;;
        oha) "$cache/bin/oha" --version ;;
        k6) "$cache/bin/k6" version | head -n 1 ;;
        # has no flag for its version; the toolchain wrote it into the program
        hey) [ -x "$cache/bin/hey" ] && go version -m "$cache/bin/hey" | awk '$1 == "mod" { print "hey " $3 }' ;;
        autocannon) node "$cache/autocannon/node_modules/autocannon/autocannon.js" --version | sed -n 1p ;;
        locust) "$cache/locust/bin/locust" --version | sed 's/ from .*//' ;;
    esac 2>/dev/null
}

check_only=
[ "${1:-}" = --check ] && { check_only=1; shift; }
mkdir -p "$cache/lib"
for tool in "${@:-${all[@]}}"; do
    if [[ " ${all[*]} " != *" $tool "* ]]; then
        echo "error: $tool is not one of ${all[*]}" >&2
        exit 2
    fi
    said=$(version "$tool")
    if [[ -z $said || $said != *"${pinned[$tool]:-}"* ]] && [ -z "$check_only" ]; then
        echo "installing $tool (log: $cache/logs/$tool.log)" >&2
        ("install_$tool") >"$cache/logs/$tool.log" 2>&1 </dev/null
        said=$(version "$tool")
        [ -n "$said" ] || tail -n 5 "$cache/logs/$tool.log" | sed 's/^/    /' >&2
    fi
    printf '%-11s %s\n' "$tool" "${said:-MISSING: its scenarios are skipped; try bench/load/peers.sh $tool}"
done
