#!/bin/sh
# bench/attaching.sh [TIMES] [CASE] [VARIANT]: attaches to a specimen under load, samples, detaches, so many times; what is left each time.
set -eu
cd "$(dirname "$0")/.."
times=${1:-500} case=${2:-judge-signup} variant=${3:-submit-healthy}
tool=${TIGHTSPOT:-target/release/tightspot}
[ -x "$tool" ] || cargo build --locked --release
attaching=${ATTACHING:-$(cargo build --locked --release -p probe --example attaching --message-format=json | sed -nE 's/.*"executable":"([^"]+)".*/\1/p' | tail -n 1)}
. bench/serve.sh
serve "$variant" "$case"
if [ -n "$scenario" ]; then set -- --scenario "$scenario"; else set -- "$url" --data "$data"; fi
"$tool" load "$@" -c 16 -z 6h --quiet >/dev/null 2>&1 &
load=$!
trap 'kill -INT $load 2>/dev/null; wait $load || true; stop' EXIT
"$attaching" "$pid" "$times"
kill -0 "$load" # the load ran until now
kill -0 "$pid"
ss -Hltnp | grep "pid=$pid," | awk '{print "listens on", $4}'
