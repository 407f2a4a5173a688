#!/bin/sh
# bench/decoy.sh [SIZE]: the fix that everybody tries first, as an experiment. The pool of member-lookup's `before` is raised, live, and must not
# come out as proof of "pool too small": throughput rises, and a connection held across a call predicts the same.
set -eu
cd "$(dirname "$0")/.."
tool=${TIGHTSPOT:-target/release/tightspot}
[ -x "$tool" ] || cargo build --locked --release
. bench/serve.sh
serve before
"$tool" prove "$url" --data "$data" --db "$db" --hypothesis connection-pool-too-small --knob "pool-size=${1:-30}"
