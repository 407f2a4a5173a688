#!/usr/bin/env bash
# bench/stories.sh [SYSTEM...]: each of the five systems before and after its report's fix, as `compare` tells it: docs/stories/compared/SYSTEM.html (a page),
# SYSTEM.md (the tables of a pull request) and SYSTEM.story.md (in words, with drawings). One run each, one after the other, with the parameters of SEED (7); service
# and generator on different cores. Runs and results stay in KEPT (a new folder), which is printed. AGAIN=1 makes the pages alone, of the runs in KEPT.
set -euo pipefail
cd "$(dirname "$0")/.."
tool=${TIGHTSPOT:-target/release/tightspot}
[ -n "${TIGHTSPOT:-}" ] || cargo build --locked --release
kept=${KEPT:-$(mktemp -d)}
echo "runs: $kept/store"
export TIGHTSPOT_STORE=$kept/store
# what the report had, and what its fix made of it
declare -A before=([member-lookup]=before [deal-brands]=cold [judge-signup]=before [ticket-queue]=memory-event [event-login]=before)
declare -A after=([member-lookup]=after [deal-brands]=own-runner [judge-signup]=after [ticket-queue]=memory-none [event-login]=client-token)
out=docs/stories/compared
mkdir -p "$out" "$TIGHTSPOT_STORE"
run_of() { jq -r "select(.variant == \"$2\") | .run // empty" "$kept/bench/results/$1.jsonl" | tail -n 1; }
[ $# -gt 0 ] || set -- member-lookup deal-brands judge-signup ticket-queue event-login
for system in "$@"; do
    [ -n "${AGAIN:-}" ] || "$tool" bench "$system" --variants "${before[$system]},${after[$system]}" --seed "${SEED:-7}" --results "$kept"
    first=$(run_of "$system" "${before[$system]}") next=$(run_of "$system" "${after[$system]}")
    [ -n "$first" ] && [ -n "$next" ] || { echo "$system: a run is missing in $kept" >&2; exit 1; }
    # runs that were made one after the other are no verdict (3)
    "$tool" compare "$first" "$next" -o "$out/$system.html" -o "$out/$system.md" -o "$out/$system.story.md" || [ $? -eq 3 ]
    # paths of this machine help nobody else
    sed -i "s#$kept#RUNS#g; s#${XDG_CACHE_HOME:-$HOME/.cache}#~/.cache#g; s#$HOME#~#g" "$out/$system".*
done
