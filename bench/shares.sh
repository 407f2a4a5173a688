#!/usr/bin/env bash
# bench/shares.sh CASE RESULTS VARIANT...: the share of the CPU that a run tells of the fault of each variant, beside what switching it off gives.
# RESULTS is the folder that `tightspot bench CASE --results` wrote, SEED the seed of that round, TIGHTSPOT_STORE where its runs are kept. ROUNDS rounds of
# 4 s of each side, by turns, 64 connections, all busy: where a core is full, a share s of the CPU makes 1 / (1 - s) of the throughput. One row each:
# CASE VARIANT CAUSE TOLD SWITCHED-OFF (LOWEST HIGHEST) VERDICT. A variant that the round did not judge is skipped, and said to be.
set -euo pipefail
cd "$(dirname "$0")/.."
case=$1 results=$2
shift 2
tool=${TIGHTSPOT:-target/release/tightspot}
rounds=${ROUNDS:-6}
for variant in "$@"; do
    row=$(jq -c "select(.variant == \"$variant\")" "$results/bench/results/$case.jsonl" | tail -n 1)
    run=$(jq -r '.run // empty' <<<"$row")
    [ -n "$run" ] || { echo "$case $variant: not judged in $results" >&2; continue; }
    truth=$(jq -r '.truth[0]' <<<"$row")
    told=$("$tool" report "$run" --json |
        jq -r --arg c "$truth" '[.hypotheses[] | select(.cause == $c) | .observed | .. | objects | .share? | objects | .share][0] // empty')
    weighed=$("$tool" bench "$case" --weigh "$rounds" --variants "$variant" --seed "${SEED:?the seed of the round}" --json --quiet)
    jq -r --arg case "$case" --arg truth "$truth" --arg told "${told:--}" --argjson row "$row" '
        def median: sort | if length % 2 == 1 then .[length / 2 | floor] else (.[length / 2 - 1] + .[length / 2]) / 2 end;
        def percent: . * 100 | round | "\(.) %";
        .[] | select(.with | length > 0) | [.with[].good_per_s] as $with | [.without[].good_per_s] as $without
        | [$case, .variant, .switch, $truth, (if $told == "-" then "-" else ($told | tonumber | percent) end),
           (1 - ($with | median) / ($without | median) | percent),
           "(\(1 - ($with | max) / ($without | min) | percent) to \(1 - ($with | min) / ($without | max) | percent))",
           "\($row.verdict) \($row.cause // "")"] | join(" | ")' <<<"$weighed"
done
