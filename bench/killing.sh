#!/bin/sh
# bench/killing.sh [KILLS]: kills a sweep of the live pool of member-lookup at random moments, and checks each time that the next command puts
# the pool back. The state folder is one of its own.
set -eu
cd "$(dirname "$0")/.."
kills=${1:-50}
tool=${TIGHTSPOT:-target/release/tightspot}
[ -x "$tool" ] || cargo build --release
. bench/serve.sh
serve before
XDG_STATE_HOME=$(mktemp -d)
export XDG_STATE_HOME
journal=$XDG_STATE_HOME/tightspot/changes.journal
lines() { wc -l 2>/dev/null <"$journal" || echo 0; }
restored=0
nothing=0
for n in $(seq "$kills"); do
    before=$(lines)
    "$tool" sweep "$url" --data "$data" --knob pool-size=15,20 --warmup none -c 32 --measure 1 --no-probes --quiet >/dev/null 2>&1 &
    sweep=$!
    while [ "$(lines)" -le "$before" ] && kill -0 $sweep 2>/dev/null; do sleep 0.05; done
    # up to 4 s into the trials
    sleep "$(awk -v n="$n" 'BEGIN { srand(n); printf "%.2f", rand() * 4 }')"
    kill -KILL $sweep 2>/dev/null || true
    wait $sweep 2>/dev/null || true
    said=$("$tool" runs list 2>&1 >/dev/null)
    case $said in
    *"restored now, and checked"*) restored=$((restored + 1)) ;;
    "") nothing=$((nothing + 1)) ;;
    *) echo "kill $n: $said"; exit 1 ;;
    esac
done
left=$("$tool" restore)
echo "$kills kills: $restored times restored by the next command, $nothing times nothing was changed; $left"
