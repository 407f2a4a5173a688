#!/bin/bash
# bench/waiting-room.sh [MINUTES] [ROUNDS]: ticket-queue as its report measured it, before and after: 2,500 users for MINUTES (15), by turns, each time after half a minute of
# the same. In memory each asks every second, at fixed moments or, as Locust does, a second after the answer; in Redis every other second, since
# one core does here what several pods did there. Service on one core, load and all else on the other (LOAD_CORE, 1). TURNS names some of the turns.
set -euo pipefail
cd "$(dirname "$0")/.."
minutes=${1:-15} rounds=${2:-1}
tool=${TIGHTSPOT:-target/release/tightspot}
[ -x "$tool" ] || cargo build --locked --release
. bench/serve.sh
load() { # FOR, further words
    sed -E "s/users = [0-9]+/users = 2500/g; s/for = \"[0-9]+m\"/for = \"$1\"/" "$scenario" >"$scenario.$1.toml"
    taskset -c "${LOAD_CORE:-1}" "$tool" load -s "$scenario.$1.toml" --quiet --json
}
echo "| round | queue | asks | event for each poll | answers/s | p50, ms | p95, ms | p99, ms | failed | CPU, ms a request | core |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
one() { # VARIANT QUEUE ASKS EVENT
    case " ${TURNS:-$1} " in *" $1 "*) ;; *) return 0 ;; esac
    serve "$1" ticket-queue
    load 30s >/dev/null
    ticks() { awk '{ print $14 + $15 }' "/proc/$pid/stat"; }
    before=$(ticks) began=$(date +%s.%N)
    load "${minutes}m" >"$scenario.json"
    used=$(awk -v t=$(($(ticks) - before)) -v hz="$(getconf CLK_TCK)" 'BEGIN { print t / hz }')
    took=$(awk -v a="$began" -v b="$(date +%s.%N)" 'BEGIN { print b - a }')
    jq -r --arg r "$round" --arg q "$2" --arg a "$3" --arg e "$4" --argjson used "$used" --argjson took "$took" \
        'def two: . * 100 | round / 100;
         .requests.total as $t | [$r, $q, $a, $e, (.load.achieved_per_s | round), ($t.latency_ms | (.p50, .p95, .p99) | two),
          $t.errors, ($used * 1000 / $t.count | two), ($used / $took | two)] | "| " + (map(tostring) | join(" | ")) + " |"' "$scenario.json"
    stop
    trap - EXIT
}
for round in $(seq "$rounds"); do
    one memory-event "in memory" "at fixed moments" yes
    one memory-none "in memory" "at fixed moments" no
    one memory-event-after-the-answer "in memory" "a second after the answer" yes
    one memory-none-after-the-answer "in memory" "a second after the answer" no
    one redis-both "in Redis, records as entries" "at fixed moments" yes
    one redis-none "in Redis" "at fixed moments" no
done
