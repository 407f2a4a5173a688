#!/usr/bin/env bash
# bench/cold-starts.sh CASE VARIANT: what the gate makes of cold starts of a specimen, beside a wait of 60 s and one for 240 requests. The service of the
# variant is started anew STARTS (10) times beside the one that `bench --serve` keeps (idle), on the same core, with its command and environment and a port of its
# own; load comes from the other core. LENGTH (150s) is how long each start is loaded, RATE (200) requests a second. The kept one is warmed up for WARM (120s) first, and then sent a quarter of
# the same at the same time: what makes both slower is the machine (`--beside`; TWIN=0 leaves that out). Prints what `warm calibrate --json` tells, and rows of a table.
# CMD and URL in place of a specimen, with a warm one of its kind at BESIDE: URL=http://127.0.0.1:PORT/path BESIDE=127.0.0.1:PORT2 bench/cold-starts.sh -- COMMAND...
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(realpath "${TIGHTSPOT:-target/release/tightspot}")
out=$(realpath "${OUT:-$(mktemp --suffix .json)}")
limits=(--starts "${STARTS:-10}" --length "${LENGTH:-150s}" --json --seed "${SEED:-1}" --rate "${RATE:-200}")
# what is sent, to the place that is named: for long enough that it is warm
warm() {
    local place=$1
    shift
    taskset -c "${LOAD_CORE:-1}" "$tool" load "$@" --connect-to "::$place" --rate "${RATE:-200}" -z "${WARM:-120s}" --quiet --store "$(mktemp -d)" >/dev/null 2>&1 || true
    limits+=(--beside "$place")
}
if [ "${1:-}" = -- ]; then
    name=${NAME:-${URL:?the address}}
    shift
    [ -z "${BESIDE:-}" ] || warm "$BESIDE" "$URL"
    taskset -c "${LOAD_CORE:-1}" "$tool" warm calibrate "$URL" "${limits[@]}" -- taskset -c "${SERVICE_CORE:-0}" "$@" >"$out" || [ -s "$out" ]
else
    case=$1 variant=$2
    name="$case $variant"
    . bench/serve.sh
    serve "$variant" "$case"
    mapfile -d '' -t command <"/proc/$pid/cmdline"
    mapfile -d '' -t environment <"/proc/$pid/environ"
    folder=$(readlink "/proc/$pid/cwd")
    what=$([ -n "$scenario" ] && grep -om1 'http://[^/"]*' "$scenario" || echo "$url")
    port=$(sed -E 's,^http://[^:/]*:([0-9]+).*,\1,' <<<"$what")
    free=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    moved() { printf '%s\0' "$@" | sed -z "s/\b$port\b/$free/g"; }
    mapfile -d '' -t command < <(moved "${command[@]}")
    mapfile -d '' -t environment < <(moved "${environment[@]}")
    asked=$(mktemp --suffix .toml)
    trap 'rm -f "$asked"; stop' EXIT
    if [ -n "$scenario" ]; then
        # a file beside the scenario's own may be named in it
        sed "s/:$port/:$free/g; s,\"\./,\"$(dirname "$scenario")/,g" "$scenario" >"$asked"
        request=(-s "$asked")
    else
        request=("${url/:$port/:$free}" ${data:+--data "$data"})
    fi
    cd "$folder"
    [ "${TWIN:-1}" = 0 ] || warm "127.0.0.1:$port" "${request[@]}"
    taskset -c "${LOAD_CORE:-1}" "$tool" warm calibrate "${request[@]}" --allow-unsafe "${limits[@]}" -- \
        taskset -c "${SERVICE_CORE:-0}" env -i "${environment[@]}" "${command[@]}" >"$out" || [ -s "$out" ]
    cd "$OLDPWD"
fi
# A start that never became steady makes no recipe (exit 1), and is told all the same. Early: before the service is steady. Late: more than two windows after the shortest proof, which takes 25 s from the moment at which it
# is steady and has answered what is asked, and 65 s where the machine varies: both are told.
jq -r --arg name "$name" '
    def percent: . * 1000 | round / 10 | "\(.) %";
    def middle: sort | .[length / 2 | floor];
    (.starts | length) as $of
    | [.starts[] | select(.steady_since_s != null)] as $steady
    | ["gate", "time", "answers"][] as $rule
    | [$steady[] | . as $s | .rules[] | select(.rule == $rule) | . + {steady: $s.steady_since_s, enough: $s.answered_enough_s}] as $all
    | def late(after): [$all[] | select(.opens_s == null or .opens_s > ([.steady, .enough // 0] | max) + after)] | length;
      [$name, $rule, "\($steady | length) of \($of)",
       "\([$all[].opens_s | values] | if length > 0 then middle else "-" end) s",
       "\([$all[] | select(.opens_s != null and .opens_s < .steady)] | length) early",
       "\(late(35)) late (\(late(75)) by the longer proof)",
       ([$all[].slower_after | values] | if length > 0 then "\(map(.mean) | middle | percent) (\(map(.low) | min | percent) to \(map(.high) | max | percent))" else "-" end)]
    | join(" | ")' "$out"
# of each start and route, in each ten seconds, how many times as long as beside it answers took: the median of the seconds
jq -r '.starts | to_entries[] | .key as $start | .value.seconds as $all | range(0; ($all[0].p50_ms | length)) as $route
    | [range(0; ($all | length); 10) as $i
        | [$all[$i:$i + 10][] | select(.p50_ms[$route] != null and .beside_p50_ms != null and .beside_p50_ms[$route] != null) | .p50_ms[$route] / .beside_p50_ms[$route]]
        | if length > 0 then sort[length / 2 | floor] * 100 | round / 100 else "-" end]
    | "start \($start + 1), route \($route + 1), against the one beside it: \(map(tostring) | join(" "))"' "$out"
echo "$out" >&2
