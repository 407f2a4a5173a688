#!/usr/bin/env bash
# bench/picture.sh [RUN]: draws what `tightspot report RUN` prints as docs/verdict.svg (and docs/verdict.ko.svg), the picture of the README. RUN is a real run of
# member-lookup that is kept with the tests, unless another one is named. Lines that only this machine understands (the place of the run file) are left out.
set -euo pipefail
cd "$(dirname "$0")/.."
run=${1:-crates/tightspot/tests/recorded/before.tsr}
cargo build --locked -q -p tightspot
tool=${CARGO_TARGET_DIR:-target}/debug/tightspot
for language in en ko; do
    name=docs/verdict.svg
    [ "$language" = en ] || name=docs/verdict.$language.svg
    "$tool" report "$run" --color always --lang "$language" | grep -v "\.tsr " | cargo xtask picture "tightspot why http://localhost:8080/members/42" >"$name"
    echo "wrote $name"
done
