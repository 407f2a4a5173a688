#!/usr/bin/env bash
# What watching costs: interleaved pairs of saturated load on a specimen, probes on and off. Usage: bench/watching.sh [VARIANT] [PAIRS]
set -euo pipefail
cd "$(dirname "$0")/.."
variant=${1:-by-id-healthy}
pairs=${2:-8}
tool=${TIGHTSPOT:-target/release/tightspot}
source bench/serve.sh
serve "$variant"
"$tool" why "$url" --data "$data" --db "$db" --cost-of-watching "$pairs" "${@:3}"
