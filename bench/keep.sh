#!/usr/bin/env bash
# bench/keep.sh [COMMIT]: keeps the runs of a bench round as recorded runs, which every change of a rule is judged by. Of each line of bench/results that names a
# run of the store (of COMMIT only, where given) a small copy goes to crates/tightspot/tests/recorded/CASE-VARIANT-RUN.tsr, its truth to truth.txt. Runs in which
# the trial itself failed are left out, and so are those that are kept already. Afterwards UPDATE_VERDICTS=1 cargo test -p tightspot --test recorded_runs.
set -euo pipefail
cd "$(dirname "$0")/.."
store=${TIGHTSPOT_STORE:-${XDG_STATE_HOME:-$HOME/.local/state}/tightspot/runs}
kept=crates/tightspot/tests/recorded
cargo build --locked -q -p tightspot --example fixture
fixture=${CARGO_TARGET_DIR:-target}/debug/examples/fixture
number=0
while IFS=$'\t' read -r case variant run unpinned truth; do
    name=$case-$variant-$run
    [ "$unpinned" = true ] && name=shared-$name
    [ -f "$store/$run.tsr" ] && [ ! -e "$kept/$name.tsr" ] || continue
    "$fixture" "$store/$run.tsr" "$kept/$name.tsr"
    echo "$name: $truth" >>"$kept/truth.txt"
    number=$((number + 1))
done < <(cat bench/results/*.jsonl bench/results/unpinned/*.jsonl |
    jq -r --arg commit "${1:-}" 'select(.run and (.error | not) and ($commit == "" or .commit == $commit))
        | [.case, .variant, .run, (.unpinned // false), .truth[0]] | @tsv')
sort -o "$kept/truth.txt" "$kept/truth.txt"
echo "$number runs kept, $(find "$kept" -name '*.tsr' | wc -l) in all"
