#!/bin/sh
# bench/fixed.sh BEFORE AFTER [ARGUMENTS]: serves two variants of member-lookup side by side, on the same core, and verifies the second against the first.
# The same variant twice must come out as "same" or "inconclusive". Both have the parameters of the same seed.
set -eu
cd "$(dirname "$0")/.."
before=$1 after=$2
shift 2
tool=${TIGHTSPOT:-target/release/tightspot}
[ -x "$tool" ] || cargo build --locked --release
. bench/serve.sh
serve "$before"
against=$url first_server=$server first_log=$log
serve "$after"
trap 'stop; server=$first_server log=$first_log; stop' EXIT
"$tool" verify "$url" --against "$against" --data "$data" --no-probes "$@"
