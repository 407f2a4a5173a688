#!/usr/bin/env bash
# bench/parts.sh CASE VARIANT RUN.tsr: the three largest parts of the CPU by the account of a run, beside those that async-profiler sees in its CPU mode
# on the same variant under 32 busy connections, once the compilers have used less than 3 % of a core for 5 s. SEED must be that of the run. Both are
# divided by the same tables: what is compared is the sampling.
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
# hundredths of a second that the compilers have used
compiling() { cat /proc/"$pid"/task/*/stat 2>/dev/null | sed -n 's/.*(C[12] CompilerThre) //p' | awk '{ n += $12 + $13 } END { print n + 0 }'; }
source bench/serve.sh
serve "$variant" "$case"
"$tool" load "${what[@]}" -c 32 -z 300s --quiet >/dev/null 2>&1 &
load=$!
used=15
for _ in $(seq 50); do
    [ "$used" -ge 15 ] || break
    before=$(compiling)
    sleep 5
    used=$(($(compiling) - before))
done
[ "$used" -lt 15 ] || echo "$case $variant: the compilers still use $((used / 5)) % of a core" >&2
profile start,event=ctimer,interval=2ms,threads # each thread by its own CPU time
sleep 14
profile "stop,file=$stacks,collapsed,threads"
kill $load
echo "$case $variant $($parts "$run" "$stacks")"
rm -f "$stacks"
