#!/usr/bin/env bash
# bench/trust/inspector.sh [TIMES]: whether a second user of the machine finds the inspector that is opened to attach to a Node service, on every `node` that NODES names (the one in
# the path). Service and prober are users of their own; the prober (prober.c) looks every 5 ms at what listens for the service's user, tries to reach it at the addresses of the
# machine that are not loopback, and in a second row reads its page; in a third it holds its connection. Under load; TIMES (100) attaches and detaches each, then as many
# that are ended by kill -9 at a random moment while they attach, and a sweep of the size of a pool. Needs root (to be others) and a C compiler.
set -euo pipefail
cd "$(dirname "$0")/../.."
times=${1:-100}
skipped() {
    echo "SKIPPED (1): the inspector was not looked for: $1" >&2
    exit 0
}
[ "$(id -u)" = 0 ] || skipped "to be a second user takes root"
command -v cc >/dev/null || skipped "there is no C compiler"
command -v ip >/dev/null || skipped "there is no ip (iproute2)"
tool=${TIGHTSPOT:-target/release/tightspot}
[ -x "$tool" ] || cargo build --locked --release
attaching=${ATTACHING:-$(cargo build --locked --release -p probe --example attaching --message-format=json | sed -nE 's/.*"executable":"([^"]+)".*/\1/p' | tail -n 1)}
work=$(mktemp -d)
service='' load='' prober='' dummy=''
stop() {
    [ -z "$load" ] || { kill -INT "$load" 2>/dev/null && wait "$load" || true; }
    for pid in $prober $service; do { kill "$pid" && wait "$pid"; } 2>/dev/null || true; done
    service='' load='' prober=''
}
trap 'stop; [ -z "$dummy" ] || ip link del "$dummy"; rm -rf "$work"' EXIT
RANDOM=${SEED:-1}
export XDG_STATE_HOME=$work/state TMPDIR=$work/scratch

# numbers that no user of the machine has
owner=64001 stranger=64002
as() { # UID COMMAND...: in place of a shell that was started for it
    local user=$1
    shift
    exec setpriv --reuid="$user" --regid="$user" --clear-groups "$@"
}
chmod 711 "$work"
mkdir -m 755 "$work/bin" "$work/scratch"
install -d -o $owner -g $owner -m 700 "$work/service"
install -m 644 bench/trust/service.js bench/trust/knobs.js "$work/bin"
cc -O2 -Wall -o "$work/bin/prober" bench/trust/prober.c

addresses=$(ip -o addr show scope global up | awk '{ sub("/.*", "", $4); print $4 }')
if [ -z "$addresses" ]; then
    # an address for documentation, at an interface that leads nowhere
    dummy=tightspot-trust
    { ip link add $dummy type dummy && ip addr add 192.0.2.1/32 dev $dummy && ip link set $dummy up; } || skipped "the machine has no address but loopback"
    addresses=192.0.2.1
fi

serve() { # NODE SCRIPT: under load
    port=$((23000 + RANDOM % 5000))
    (TMPDIR=$work/service as $owner "$1" "$work/bin/$2" $port) >"$work/service.log" 2>&1 &
    service=$!
    until curl -sf "http://127.0.0.1:$port/" >/dev/null; do
        kill -0 $service || { cat "$work/service.log" >&2; exit 1; }
        sleep 0.1
    done
}
under_load() {
    "$tool" load "http://127.0.0.1:$port/" -c 8 -q 300 -z 6h --quiet >/dev/null 2>&1 &
    load=$!
}
probe() { # looks|reads|holds
    # shellcheck disable=SC2086
    (as $stranger "$work/bin/prober" $owner "$port" "$1" $addresses) >"$work/seen" &
    prober=$!
}

row() { # WHAT DONE
    local looks gap seen longest over off pages
    sleep 2 # what was opened last may close
    kill $prober
    wait $prober || true
    prober=''
    read -r looks gap seen longest over off pages <"$work/seen"
    echo "| $name | $1 | $2 | $looks ($gap) | $seen | $longest | $over | $off | $pages |"
    stop
}

open_ports() { ss -Hltnp | grep "pid=$service," | grep -cv ":$port " || true; }

attached() { # looks|reads|holds TIMES WHAT
    serve "$node" service.js
    under_load
    probe "$1"
    "$attaching" $service "$2" 50 >"$work/attach.log" 2>&1 || tail -n 1 "$work/attach.log" >&2
    row "$3" "$2 attaches"
}

killed() {
    local left=0
    serve "$node" service.js
    under_load
    probe looks
    for _ in $(seq "$times"); do
        "$attaching" $service 1 100 >/dev/null 2>&1 &
        sleep "0.$(printf %03d $((RANDOM % 250)))"
        kill -9 $! 2>/dev/null || true
        wait $! 2>/dev/null || true
        sleep 1.5
        if [ "$(open_ports)" != 0 ]; then
            left=$((left + 1))
            # what the next command is for
            "$tool" doctor >/dev/null 2>&1 || true
            for _ in $(seq 150); do [ "$(open_ports)" != 0 ] || break; sleep 0.1; done
        fi
    done
    row "looks, attaches are killed" "$times attaches, $left left it open until the next command"
}

resized() {
    serve "$node" knobs.js
    probe looks
    "$tool" sweep "http://127.0.0.1:$port/" --knob pool-size=5,20 --warmup none -c 2 --measure 0.3 --no-probes >"$work/sweep.log" 2>&1 &
    local sweep=$!
    sleep 40
    kill -INT $sweep 2>/dev/null || true
    wait $sweep 2>/dev/null || true
    row "looks, a pool is resized" "sweep of 40 s"
}

echo "## Whether others find the inspector"
echo
echo "$("$tool" --version), Linux $(uname -r), $(nproc) CPUs, $(date +%F)"
echo
echo "| service | second user | done | looks (longest pause, ms) | times seen open | longest, ms | longer than 1 s | off loopback | pages read |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
for node in ${NODES:-$(command -v node)}; do
    name="Node $("$node" --version)"
    # one that lies in a home of root is not for others
    if ! (as $owner "$node" --version) >/dev/null 2>&1; then
        install -D -m 755 "$node" "$work/bin/$("$node" --version)/node"
        node=$work/bin/$("$node" --version)/node
    fi
    attached looks "$times" looks
    attached reads "$times" "reads the page"
    attached holds 2 "holds its connection"
    killed
    resized
done
