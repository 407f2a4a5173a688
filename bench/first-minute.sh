#!/usr/bin/env bash
# bench/first-minute.sh [ROUNDS]: the first minute of deal-brands with no gate (variant cold), after its own runner (own-runner) and behind `tightspot warm wait`
# (cold again), by turns, ROUNDS (3) starts of each. The service is on one core; gate, load and database are on the other, and nothing watches the service. Prints a
# row a start: its age when it is opened, then of the 60 s after that answers, failures, time limits of the pool, p50, p95 and p99 in ms, and for how long
# a connection was held, in ms, as the service's own pool counts it (hikaricp.connections.usage). SEED (11) and SECONDS_OF_LOAD (60) may be set.
set -euo pipefail
cd "$(dirname "$0")/.."
tool=${TIGHTSPOT:-target/release/tightspot}
[ -x "$tool" ] || cargo build --locked --release
export SEED=${SEED:-11}
. bench/serve.sh
store=$(mktemp -d)
metric() { curl -sf "$service/actuator/metrics/$1" || echo '{"measurements":[]}'; }
# sum and count of the times for which connections were held, and how often the pool's time limit was reached
held() { metric hikaricp.connections.usage | jq -c '[.measurements[] | select(.statistic == "TOTAL_TIME", .statistic == "COUNT").value]'; }
limits() { metric hikaricp.connections.timeout | jq '[.measurements[].value] | add // 0'; }
row() { printf '%-8s %9s %8s %7s %9s %8s %8s %9s %8s\n' "$@"; }
row way opened_s answers failed no_conn p50_ms p95_ms p99_ms held_ms
for _ in $(seq "${1:-3}"); do
    for way in none runner gate; do
        serve "$([ "$way" = runner ] && echo own-runner || echo cold)" deal-brands
        service=$(grep -om1 'http://[^/"]*' "$scenario")
        if [ "$way" = gate ]; then
            taskset -c "${LOAD_CORE:-1}" "$tool" warm wait -s "$scenario" --json >"$store/gate.json" || true
        fi
        opened=$(ps -o etimes= -p "$pid" | tr -d ' ')
        before=$(held) refused=$(limits)
        taskset -c "${LOAD_CORE:-1}" "$tool" load -s "$scenario" -z "${SECONDS_OF_LOAD:-60}s" --json --store "$store" >"$store/out.json" || true
        after=$(held) refused=$(jq -n "$(limits) - $refused")
        hold=$(jq -nr "$before as \$b | $after as \$a | if \$a[0] == null then \"-\" else ((\$a[1] - (\$b[1] // 0)) / ([\$a[0] - (\$b[0] // 0), 1] | max) * 10000 | round / 10) end")
        mapfile -t figures < <(jq -r '.requests.total | .count, .errors, (.latency_ms | .p50, .p95, .p99 | . * 10 | round / 10)' "$store/out.json")
        row "$way" "$opened" "${figures[0]}" "${figures[1]}" "$refused" "${figures[2]}" "${figures[3]}" "${figures[4]}" "$hold"
        stop
    done
done
rm -rf "$store"
