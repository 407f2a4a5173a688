#!/bin/sh
# Fuzzes the reader of answers, guided by coverage, on stable Rust: run.sh [SECONDS]. Needs g++ (libFuzzer is compiled from its sources).
# A finding is written to crash-* in the working folder; `run.sh 0 crash-...` repeats it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
seconds=${1:-300}
[ $# -gt 0 ] && shift
host=$(rustc -vV | sed -n 's/^host: //p')
work=${FUZZ_WORK:-${CARGO_TARGET_DIR:-$here/target}/fuzz}
mkdir -p "$work/corpus"
# What cargo-fuzz sets, less the sanitizers, which want nightly and find nothing in safe code.
export RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1"
# With --target the flags reach the fuzzed code only, not build scripts.
cargo build --release --manifest-path "$here/Cargo.toml" --target "$host" --target-dir "$work/target"
cd "$work"
if [ $# -gt 0 ]; then exec "target/$host/release/answer" "$@"; fi
exec "target/$host/release/answer" -dict="$here/answer.dict" -max_total_time="$seconds" -max_len=4096 -print_final_stats=1 \
    corpus "$here/seeds"
