#!/usr/bin/env bash
# What watching a JVM costs, by where the CPU of the service goes: samples of the kernel's clock (`perf record -e cpu-clock`) on its core while it is watched and
# while it is not, by turns. Compiled Java is taken to cost the same on both sides; what else is more while it is watched is the cost, in percent of the CPU of the
# service. What makes compiled Java itself slower (caches that are filled anew) is not
# seen by it: it is a part of the cost, and the pairs that it prints before are the whole. Needs perf and root. Usage: [CASE=member-lookup] bench/watching-where.sh [VARIANT] [PAIRS]
set -euo pipefail
cd "$(dirname "$0")/.."
variant=${1:-by-id-healthy}
pairs=${2:-8}
tool=${TIGHTSPOT:-target/release/tightspot}
source bench/serve.sh
serve "$variant" "${CASE:-member-lookup}"
cpu=$(taskset -cp "$pid" | sed 's/.*: //')
folder=$(mktemp -d)
trap 'rm -rf "$folder"; stop' EXIT
"$tool" why "${what[@]}" --db "$db" --cost-of-watching "$pairs" >"$folder/said" 2>&1 &
watching=$!
until grep -q 'pair  1' "$folder/said"; do kill -0 $watching; sleep 0.2; done
perf record -q -C "$cpu" -F 2999 -e cpu-clock -o "$folder/samples" &
perf=$!
wait $watching || true
kill -INT $perf; wait $perf || true
tail -n 7 "$folder/said"
perf script -i "$folder/samples" -F comm,time,ip,sym,dso 2>/dev/null | python3 bench/watching-where.py
