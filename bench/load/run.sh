#!/usr/bin/env bash
# Measures our load engine and its peers on the same work, in turns, and writes RESULTS.md.
# Usage: bench/load/run.sh [--quick | --smoke] [--repeat N] [--tools A,B] [--cores GENERATOR,TARGET] [--report] [SCENARIO...]
# TIGHTSPOT and TRUTH_SERVER name programs that are built already; TIGHTSPOT may be the example `hammer`.
set -euo pipefail
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "error: python3 is not there; try: apt-get install python3" >&2; exit 1; }
built=$(realpath -m "${CARGO_TARGET_DIR:-target}")/release
if [ -z "${TIGHTSPOT:-}" ]; then
    cargo build --release --quiet -p tightspot
    TIGHTSPOT=$built/tightspot
fi
if [ -z "${TRUTH_SERVER:-}" ]; then
    cargo build --release --quiet -p testkit --example truth_server
    TRUTH_SERVER=$built/examples/truth_server
fi
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=bench/load exec python3 -m measure \
    --ours "$(realpath "$TIGHTSPOT")" --truth-server "$(realpath "$TRUTH_SERVER")" "$@"
