#!/usr/bin/env bash
# bench/page.sh [TIMES]: how large the pages of nine recorded runs are and how fast Chromium opens them, TIMES openings each (9), and two pages of many points; prints
# the table that is kept as bench/page/RESULTS.md. CHROMIUM names the browser, TIGHTSPOT the tool. Nothing else should run meanwhile; nothing is pinned.
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(realpath "${TIGHTSPOT:-target/release/tightspot}")
[ -x "$tool" ] || cargo build --locked --release
export TIGHTSPOT=$tool
cd web
[ -d node_modules/puppeteer-core ] || npm ci --silent --no-audit --no-fund
node build.mjs --browser
cat <<'TEXT'
# Results of the page

Regenerate with `bench/page.sh >bench/page/RESULTS.md`. Figures are medians over openings, each in a tab of its own, from a file on a disk. The clock begins with
the opening. `first paint` is the first text on the screen; `charts alive` is when all charts and the flame graph are drawn and answer; `scripts` is the part of it
from the first line of the script on. `a zoom` is from a key to all charts drawn anew. Goals: first paint below 1,000 ms; 100,000 points alive within 300 ms of scripts.

TEXT
processor=$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1)
memory=$(awk '/MemTotal/ { print int($2 / 1000000) }' /proc/meminfo)
read -r busy _ </proc/loadavg
echo "$("$tool" --version), Linux $(uname -r | cut -d. -f1,2), $(nproc) x $processor, $memory GB, Node $(node --version), load average before: $busy,"
node build/browser/times.mjs "${1:-9}"
read -r after _ </proc/loadavg
printf '\nLoad average afterwards: %s; of more than 2, other work ran at the same time and every time is too long.\n' "$after"
