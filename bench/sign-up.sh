#!/bin/bash
# bench/sign-up.sh [ROUNDS]: judge-signup as its report measured it: 100 users without a pause for 10 s, after 6 s of load by 16 users; before,
# after, and submissions at the same load, by turns. Service on one core, everything else on the other.
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-3}
tool=${TIGHTSPOT:-target/release/tightspot}
[ -x "$tool" ] || cargo build --locked --release
. bench/serve.sh
echo "round variant        answers/s   mean s    p95 s    max s  failed"
for round in $(seq "$rounds"); do
    for variant in before after submit-healthy; do
        serve "$variant" judge-signup
        "$tool" load --scenario "$scenario" -c 16 -z 6s --quiet >/dev/null 2>&1 || true
        "$tool" load --scenario "$scenario" -c 100 -z 10s --timeout 60s --quiet --json 2>/dev/null |
            jq -r --arg r "$round" --arg v "$variant" \
                '[$r, $v, .load.achieved_per_s, (.requests.total.latency_ms | .mean / 1e3, .p95 / 1e3, .max / 1e3), .requests.total.errors]
                 | "\(.[0])     \(.[1] + "              " | .[:14]) \(.[2:6] | map(. * 100 | round / 100 | tostring | (8 - length) * " " + .) | join(" ")) \(.[6])"' 
        stop
        trap - EXIT
    done
done
