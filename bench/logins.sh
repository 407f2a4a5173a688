#!/bin/bash
# bench/logins.sh [MINUTES] [STAGE...]: event-login as its report measured it: 200 users for MINUTES (5) with both faults, 300 without the credentials, 300 without the notices either;
# and the service's public code with 200. A user logs in as soon as he was let in; before it half a minute of the same. Service on one core, all else on the other.
# A second counts as at zero when nobody was let in.
set -euo pipefail
cd "$(dirname "$0")/.."
minutes=${1:-5}
[ $# -eq 0 ] || shift
tool=${TIGHTSPOT:-target/release/tightspot}
[ -x "$tool" ] || cargo build --locked --release
. bench/serve.sh
out=$(mktemp -d)
load() { # USERS FOR
    sed -E "s/^users = .*/users = $1/; s/^duration = .*/duration = \"$2\"/" "$scenario" >"$scenario.stage.toml"
    taskset -c "${LOAD_CORE:-1}" "$tool" load -s "$scenario.stage.toml" --quiet --json --out "$out/seconds.csv"
}
echo "| stage | users | answers/s | most in a second | p50, ms | p95, ms | max, ms | seconds at zero | failed | how |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
one() { # VARIANT USERS
    serve "$1" event-login
    load "$2" 30s >/dev/null
    load "$2" "${minutes}m" >"$out/run.json"
    most=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { n = $at["done"] - $at["errors"]; if (n > most) most = n; if (n == 0) zero++ } END { print most + 0, zero + 0 }' "$out/seconds.csv")
    jq -r --arg v "$1" --arg u "$2" --arg most "${most% *}" --arg zero "${most#* }" \
        'def two: . * 10 | round / 10;
         .requests.total as $t | [$v, $u, (.load.achieved_per_s | two), $most, ($t.latency_ms | (.p50, .p95, .max) | two), $zero, $t.errors,
          ($t.errors_by_outcome | to_entries | map("\(.value) \(.key)") | join(", "))] | "| " + (map(tostring) | join(" | ")) + " |"' "$out/run.json"
    stop
    trap - EXIT
}
stages=("$@")
[ ${#stages[@]} -gt 0 ] || stages=(before:200 after-credentials:300 client-token:300 before-public-code:200)
for stage in "${stages[@]}"; do one "${stage%:*}" "${stage#*:}"; done
rm -rf "$out"
