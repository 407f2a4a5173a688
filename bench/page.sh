#!/usr/bin/env bash
# bench/page.sh [TIMES]: how large the pages of nine recorded runs are and how fast Chromium opens them, TIMES openings each (9), and two pages of many points; prints
# the table that is kept as bench/page/RESULTS.md. CHROMIUM names the browser, TIGHTSPOT the tool. Nothing else should run meanwhile; nothing is pinned.
set -euo pipefail
cd "$(dirname "$0")/.."
. bench/page/prepare.sh
node build/browser/times.mjs --check
cat <<'TEXT'
# Results of the page

Regenerate with `bench/page.sh >bench/page/RESULTS.md`. Figures are medians over openings, each in a tab of its own, from a file on a disk. The clock begins with
the opening. `first paint` is the first text on the screen; `charts alive` is when all charts and the flame graph are drawn and answer; `scripts` is the part of it
that begins when the script looks for its data. `points` are places in lines, some of them empty. `a zoom` is from a key to all charts drawn anew. Goals: first paint below 1,000 ms; 100,000 points alive within 300 ms of scripts.

TEXT
processor=$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1)
memory=$(awk '/MemTotal/ { print int($2 / 1000000) }' /proc/meminfo)
read -r busy _ </proc/loadavg
echo "$("$tool" --version), Linux $(uname -r | cut -d. -f1,2), $(nproc) x $processor, $memory GB, Node $(node --version), load average before: $busy$(awk -v b="$busy" -v n="$(nproc)" 'BEGIN { if (b > n / 2) print " (other work ran: every time is too long)" }'),"
node build/browser/times.mjs "${1:-9}"
