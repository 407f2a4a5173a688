#!/usr/bin/env bash
# bench/parts.sh CASE VARIANT RUN.tsr: the three largest parts of the CPU by the account of a run, beside those that async-profiler sees in its CPU mode
# on the same variant under 32 busy connections. SEED must be that of the run. Both are divided by the same tables: what is compared is the sampling.
set -euo pipefail
cd "$(dirname "$0")/.."
case=$1 variant=$2 run=$3
tool=${TIGHTSPOT:-target/release/tightspot}
parts=${PARTS:-cargo run --locked -q --release -p tightspot --example parts --}
lib=$(ls "${XDG_CACHE_HOME:-$HOME/.cache}"/tightspot/lib/*/libasyncProfiler.so | head -n 1)
stacks=$(mktemp --suffix .collapsed)
# jcmd takes a word with `=` for an option of its own, unless it has quotes of its own
profile() {
    local said
    said=$(jcmd "$pid" JVMTI.agent_load "$lib" "\"$1\"")
    [[ $said == *"return code: 0"* ]] || { echo "async-profiler: $1: $said" >&2; exit 1; }
}
source bench/serve.sh
serve "$variant" "$case"
if [ -n "$scenario" ]; then what=(--scenario "$scenario"); else what=("$url" --data "$data"); fi
"$tool" load "${what[@]}" -c 32 -z 40s --quiet >/dev/null 2>&1 &
load=$!
sleep 22 # the code is compiled by then
profile start,event=itimer,interval=2ms,threads
sleep 14
profile "stop,file=$stacks,collapsed,threads"
wait $load
echo "$case $variant $($parts "$run" "$stacks")"
rm -f "$stacks"
