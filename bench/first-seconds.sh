#!/usr/bin/env bash
# bench/first-seconds.sh CASE VARIANT...: the first ten seconds of variants of a start, by turns, each on a service that has just become
# ready. Prints one line a start: answers, failures, mean, median and 95th percentile in ms of an open rate (RATE, 100 requests a second).
# ROUNDS (4), SECONDS_OF_LOAD (10) and SEED (1) may be set.
set -euo pipefail
cd "$(dirname "$0")/.."
case=$1
shift
tool=${TIGHTSPOT:-target/release/tightspot}
[ -x "$tool" ] || cargo build --locked --release
. bench/serve.sh
store=$(mktemp -d)
printf '%-24s %8s %8s %10s %10s %10s\n' variant answers failed mean_ms p50_ms p95_ms
for _ in $(seq "${ROUNDS:-4}"); do
    for variant in "$@"; do
        serve "$variant" "$case"
        # the address that the variant has stands in the scenario, the rate here
        taskset -c "${LOAD_CORE:-1}" "$tool" load -s "$scenario" --rate "${RATE:-100}" -z "${SECONDS_OF_LOAD:-10}s" --json --store "$store" >"$store/out.json" || true
        jq -r --arg v "$variant" '.requests.total | [$v, .count, .errors, .latency_ms.mean, .latency_ms.p50, .latency_ms.p95] | @tsv' "$store/out.json" |
            awk -F'\t' '{printf "%-24s %8d %8d %10.1f %10.1f %10.1f\n", $1, $2, $3, $4, $5, $6}'
        stop
    done
done
rm -rf "$store"
