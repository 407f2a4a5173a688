#!/usr/bin/env bash
# bench/shots.sh FOLDER [RUN...]: pictures of the pages of nine recorded runs (or of those that are named), for eyes: wide, narrow, dark, on paper, in Korean, and
# with scripts blocked. A long page is cut into several. CHROMIUM names the browser, TIGHTSPOT the tool.
set -euo pipefail
[ $# -ge 1 ] || { echo "bench/shots.sh FOLDER [RUN...]" >&2; exit 2; }
to=$(realpath -m "$1")
shift
cd "$(dirname "$0")/.."
. bench/page/prepare.sh
exec node build/browser/shots.mjs "$to" "$@"
