#!/usr/bin/env bash
# bench/speed-follows.sh CASE VARIANT [SECONDS]: whether what a request takes of the CPU goes with the speed of the core, second by second, and by which kind
# of work that is told best. The service on core 0 under 32 busy connections; beside it the three kinds of work of core-speed.sh. Of each kind the
# correlation of its time with CPU per answer (both as logarithms), the power with which that goes, and by how much CPU per answer varies (standard
# deviation), as it is and with the kind taken out. With RATE=N the load is open, N requests a second, and in place of CPU per answer stands the median response of
# each second.
set -euo pipefail
cd "$(dirname "$0")/.."
case=$1 variant=$2 seconds=${3:-60}
tool=${TIGHTSPOT:-target/release/tightspot}
dir=$(mktemp -d)
source bench/serve.sh
serve "$variant" "$case"
began=$(date +%s.%N)
if [ -n "${RATE:-}" ]; then busy=(--rate "$RATE") figure="the median response"; else busy=(-c 32) figure="CPU per answer"; fi
"$tool" load "${what[@]}" "${busy[@]}" -z $((seconds + 40))s --quiet -o "$dir/load.csv" >/dev/null 2>&1 &
load=$!
sleep 30 # compilers
bench/core-speed.sh 0 "$seconds" "$pid" >"$dir/work"
wait $load
awk -v began="$began" -v figure="$figure" -v rate="${RATE:-0}" '
    FNR == NR { if (FNR == 1) { split($0, names, ","); for (i in names) at[names[i]] = i; next }
        split($0, v, ","); ends[++n] = began + v[at["t_s"]] + v[at["span_s"]]; answers[n] = answers[n - 1] + v[at["answered"]]; p50[n] = v[at["p50_ms"]]; next }
    function until(t,  i) { for (i = 1; i <= n && ends[i] < t; i++); if (i == 1 || i > n) return -1
        return answers[i - 1] + (answers[i] - answers[i - 1]) * (t - ends[i - 1]) / (ends[i] - ends[i - 1]) }
    function median_at(t,  i) { for (i = 1; i <= n && ends[i] < t; i++); return i > n ? 0 : p50[i] }
    { split($0, v, " "); a = until(v[1]); b = until(v[1] + v[2]); if (a < 0 || b <= a) next
        y[m + 1] = rate > 0 ? median_at(v[1] + v[2] / 2) : v[6] * v[2] / (b - a); if (y[m + 1] <= 0) next
        m++; y[m] = log(y[m]); sum[0] += y[m]; for (k = 1; k <= 3; k++) { x[k, m] = log(v[k + 2]); sum[k] += x[k, m] } }
    function diffs(k,  i, xx, xy, yy, dx, dy) { for (i = 2; i <= m; i++) { dx = x[k, i] - x[k, i - 1]; dy = y[i] - y[i - 1]; xx += dx * dx; xy += dx * dy; yy += dy * dy }
        return sprintf("from second to second: correlation %.2f, power %.2f, %.1f %% and %.1f %%", xy / sqrt(xx * yy), xy / xx, 100 * sqrt(yy / 2 / (m - 1)), 100 * sqrt((yy - xy * xy / xx) / 2 / (m - 1))) }
    END { split("sums multiplications calls", kind, " ")
        for (k = 1; k <= 3; k++) { xx = xy = yy = 0
            for (i = 1; i <= m; i++) { dx = x[k, i] - sum[k] / m; dy = y[i] - sum[0] / m; xx += dx * dx; xy += dx * dy; yy += dy * dy }
            printf "%s: correlation %.2f, power %.2f, %d seconds, %s varies by %.1f %%, by %.1f %% with it taken out; %s\n",
                kind[k], xy / sqrt(xx * yy), xy / xx, m, figure, 100 * sqrt(yy / m), 100 * sqrt((yy - xy * xy / xx) / m), diffs(k) } }
' FS=, "$dir/load.csv" FS=" " "$dir/work"
rm -rf "$dir"
