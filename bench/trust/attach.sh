#!/usr/bin/env bash
# bench/trust/attach.sh [TIMES]: attaches to small services under load and detaches, TIMES each (100): on every JDK under /usr/lib/jvm with three collectors, and on
# every `node` that NODES names (the one in the path). Each fifth is ended by kill -9 at a random moment. Five seconds after the last there must be nothing of ours that
# runs; requests that failed, threads, open files and memory stand in the table. Nothing is pinned.
set -euo pipefail
cd "$(dirname "$0")/../.."
times=${1:-100}
tool=${TIGHTSPOT:-target/release/tightspot}
[ -x "$tool" ] || cargo build --locked --release
attaching=${ATTACHING:-$(cargo build --locked --release -p probe --example attaching --message-format=json | sed -nE 's/.*"executable":"([^"]+)".*/\1/p' | tail -n 1)}
work=$(mktemp -d)
service='' load='' code=0
stop() {
    [ -z "$load" ] || { kill -INT "$load" 2>/dev/null && wait "$load" || true; }
    [ -z "$service" ] || { kill "$service" 2>/dev/null && wait "$service" 2>/dev/null || true; }
    service='' load=''
}
trap 'stop; rm -rf "$work"' EXIT
RANDOM=${SEED:-1}

threads() { ls "/proc/$service/task" | wc -l; }
files() { ls "/proc/$service/fd" | wc -l; }
memory() { awk '/VmRSS/ { print int($2 / 1024) }' "/proc/$service/status"; }
# threads of ours, and ports on which the service listens beside its own
ours() {
    cat "/proc/$service/task/"*/comm | grep -cE '^(tightspot|Async-profiler)' || true
    ss -Hltnp | grep "pid=$service," | grep -cv ":$port " || true
}

echo "## What attaching leaves behind"
echo
echo "$("$tool" --version), Linux $(uname -r), $(nproc) CPUs, $(date +%F)"
echo
echo "| service | attached | killed | refused | requests | failed | threads | open files | memory, MiB | threads and ports of ours |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
one() { # NAME COMMAND...
    name=$1
    shift
    port=$((23000 + RANDOM % 5000))
    "$@" "$port" >"$work/service.log" 2>&1 &
    service=$!
    until curl -sf "http://127.0.0.1:$port/" >/dev/null; do
        kill -0 $service || { cat "$work/service.log" >&2; exit 1; }
        sleep 0.1
    done
    "$tool" load "http://127.0.0.1:$port/" -c 8 -q 300 -z 6h --json >"$work/load.json" 2>/dev/null &
    load=$!
    "$attaching" $service 3 50 >/dev/null # what is made once
    before="$(threads) $(files) $(memory)"
    killed=0 refused=0
    for n in $(seq "$times"); do
        if [ $((n % 5)) = 0 ]; then
            "$attaching" $service 1 100 >/dev/null 2>&1 &
            sleep "0.$(printf %03d $((RANDOM % 400)))"
            if kill -9 $! 2>/dev/null; then killed=$((killed + 1)); fi
            wait $! 2>/dev/null || true
        elif ! "$attaching" $service 1 50 >"$work/attach.log" 2>&1 || grep -q failed: "$work/attach.log"; then
            refused=$((refused + 1))
            cp "$work/attach.log" "$work/refused.log"
        fi
    done
    "$attaching" $service 1 50 >/dev/null 2>&1 || true
    sleep 5
    after="$(threads) $(files) $(memory)"
    left=$(ours | paste -sd ' ')
    kill -INT $load
    wait $load || true
    load=''
    read -r t0 f0 m0 <<<"$before"
    read -r t1 f1 m1 <<<"$after"
    answers=$(jq -r '[.requests.total.count, .requests.total.errors] | @tsv' "$work/load.json")
    read -r sent failed <<<"$answers"
    echo "| $name | $times | $killed | $refused | $sent | $failed | $t0 -> $t1 | $f0 -> $f1 | $m0 -> $m1 | $left |"
    [ "$left" = "0 0" ] || code=1
    [ "$refused" = 0 ] || grep failed: "$work/refused.log" | head -3 >&2
    stop
}

for java in /usr/lib/jvm/*/bin/java; do
    version=$("$java" -version 2>&1 | sed -nE 's/.*version "([0-9.]+).*/\1/p')
    case " ${done:-} " in *" $version "*) continue ;; esac
    done="${done:-} $version"
    for collector in G1 Parallel Z; do
        one "JDK $version, ${collector}" "$java" "-XX:+Use${collector}GC" -Xms256m -Xmx256m -XX:+AlwaysPreTouch -Dsun.net.httpserver.nodelay=true bench/trust/Service.java
    done
done
for node in ${NODES:-$(command -v node)}; do
    one "Node $("$node" --version)" "$node" bench/trust/service.js
done
exit $code
