#!/usr/bin/env bash
# bench/shares.sh CASE RESULTS VARIANT...: the share of the CPU that a run tells of the fault of each variant, beside what switching it off gives.
# RESULTS is the folder that `tightspot bench CASE --results` wrote, SEED the seed of that round, TIGHTSPOT_STORE where its runs are kept. ROUNDS rounds of
# 4 s of each side, by turns, 64 connections, all busy. Two shares, each the median of the pairs of rounds: of the CPU that an answer costs, which holds also
# where without the fault something else is full, and of the throughput, where a share s of a full core makes 1 / (1 - s). One row each: CASE VARIANT SWITCH
# CAUSE TOLD BY-CPU (LOWEST HIGHEST) BY-THROUGHPUT (LOWEST HIGHEST) RATES VERDICT. A variant that the round did not judge is skipped, and said to be.
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
        jq -r --arg c "$truth" '[.findings[], .hypotheses[] | select(.cause == $c) | .claims[]? | select(.metric == "cpu_share" or .metric == "site_share") | .value][0] // ([.hypotheses[] | select(.cause == $c) | .observed | .. | objects | select(has("share") and has("ms")) | .share.share] | last) // empty')
    weighed=$("$tool" bench "$case" --weigh "$rounds" --variants "$variant" --seed "${SEED:?the seed of the round}" --json --quiet)
    jq -r --arg case "$case" --arg truth "$truth" --arg told "${told:--}" --argjson row "$row" '
        def median: sort | if length % 2 == 1 then .[length / 2 | floor] else (.[length / 2 - 1] + .[length / 2]) / 2 end;
        def percent: . * 100 | round | "\(.) %";
        def shares(of): [[.with[] | of], [.without[] | of]] | transpose | map(select(.[0] != null and .[1] != null)) | map(1 - .[1] / .[0]);
        def told: if length == 0 then "-" else "\(median | percent) (\(min | percent) to \(max | percent))" end;
        .[] | select(.with | length > 0) | . as $w
        | [$case, .variant, .switch, $truth, (if $told == "-" then "-" else ($told | tonumber | percent) end),
           ($w | shares(.cpu_ms) | told), ($w | shares(if .good_per_s > 0 then 1 / .good_per_s else null end) | told),
           "\([.with[].good_per_s] | median | round) to \([.without[].good_per_s] | median | round)/s",
           "\($row.verdict) \($row.cause // "")"] | join(" | ")' <<<"$weighed"
done
