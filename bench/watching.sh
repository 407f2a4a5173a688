#!/usr/bin/env bash
# What watching costs: interleaved pairs of saturated load on a specimen, probes on and off. Usage: [CASE=judge-signup] bench/watching.sh [VARIANT] [PAIRS]
set -euo pipefail
cd "$(dirname "$0")/.."
variant=${1:-by-id-healthy}
pairs=${2:-8}
tool=${TIGHTSPOT:-target/release/tightspot}
source bench/serve.sh
serve "$variant" "${CASE:-member-lookup}"
"$tool" why "${what[@]}" --db "$db" --cost-of-watching "$pairs" "${@:3}"
