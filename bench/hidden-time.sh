#!/usr/bin/env bash
# 30 ms hidden between client and service: they must show up as unexplained, and nothing in the service may be blamed for them.
# Usage: bench/hidden-time.sh [VARIANT] [MS]
set -euo pipefail
cd "$(dirname "$0")/.."
variant=${1:-after}
hidden=${2:-30}
tool=${TIGHTSPOT:-target/release/tightspot}
source bench/serve.sh
serve "$variant"
port=$(sed -E 's|.*://[^:]*:([0-9]+)/.*|\1|' <<<"$url")
front=$((port + 1000 > 60000 ? port - 1000 : port + 1000))
hop=$(find "${TIGHTSPOT_SPECIMEN_CACHE:-/var/cache/tightspot-specimens}" "${XDG_CACHE_HOME:-$HOME/.cache}/tightspot-specimens" -path '*/hop/hop' -type f 2>/dev/null | head -n 1 || true)
[ -n "$hop" ] || { echo "error: the relay of the specimen is not built yet" >&2; exit 1; }
# the relay adds half of its round trip in each direction
HOP_LISTEN=127.0.0.1:$front HOP_UPSTREAM=127.0.0.1:$port HOP_RTT_MS=$hidden taskset -c 1 "$hop" &
relay=$!
trap 'kill $relay 2>/dev/null; stop' EXIT
for _ in $(seq 100); do curl -so /dev/null "http://127.0.0.1:$front/health" && break; sleep 0.05; done
"$tool" why "${url/:$port/:$front}" --pid "$pid" --data "$data" --db "$db" --ledger "${@:3}"
