#!/bin/sh
# bench/threads.sh [ARGUMENTS]: sweeps Tomcat's threads on member-lookup under a CPU quota (variant pod-limit) with 256 connections, live.
set -eu
cd "$(dirname "$0")/.."
tool=${TIGHTSPOT:-target/release/tightspot}
[ -x "$tool" ] || cargo build --locked --release
. bench/serve.sh
serve "${VARIANT:-pod-limit}"
"$tool" sweep "$url" --data "$data" --knob tomcat.threads=200,100,50,30,20 -c 256 "$@"
