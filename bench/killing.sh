#!/bin/sh
# bench/killing.sh [TIMES]: ends a sweep of the live pool of member-lookup at random moments, by kill -9 and by Ctrl-C in turns. After a kill the
# guardian must put the pool back within 10 s, without another command; after Ctrl-C the sweep itself must have. At the end the database is asked how many connections the
# service keeps, by which the tool's own word is checked. The state folder is one of its own.
set -eu
cd "$(dirname "$0")/.."
times=${1:-50}
tool=${TIGHTSPOT:-target/release/tightspot}
[ -x "$tool" ] || cargo build --locked --release
. bench/serve.sh
serve before
XDG_STATE_HOME=$(mktemp -d)
export XDG_STATE_HOME
journal=$XDG_STATE_HOME/tightspot/changes.journal
psql=${PSQL:-psql}
lines() { wc -l 2>/dev/null <"$journal" || echo 0; }
kept() { "$psql" "$db" -Atc "select count(*) from pg_stat_activity where usename = 'member'" 2>/dev/null || echo unknown; }
before=$(kept)
by_guardian=0 by_itself=0 finished=0
for n in $(seq "$times"); do
    noted=$(lines)
    "$tool" sweep "$url" --data "$data" --knob pool-size=15,20 --warmup none -c 32 --measure 1 --no-probes --quiet >/dev/null 2>&1 &
    sweep=$!
    while [ "$(lines)" -le "$noted" ] && kill -0 $sweep 2>/dev/null; do sleep 0.05; done
    # up to 6 s after the first note: two trials with the changes between them
    sleep "$(awk -v n="$n" 'BEGIN { srand(n); printf "%.2f", rand() * 6 }')"
    if [ $((n % 2)) = 1 ]; then signal=KILL; else signal=INT; fi
    kill -s $signal $sweep 2>/dev/null || true
    code=0
    wait $sweep 2>/dev/null || code=$?
    open() { grep -c '"open"' "$journal" || true; }
    closed() { grep -c '"closed"' "$journal" || true; }
    for _ in $(seq 100); do [ "$(open)" = "$(closed)" ] && break; sleep 0.1; done
    said=$("$tool" runs list 2>&1 >/dev/null)
    case $signal:$code:$said in
    KILL:137:) by_guardian=$((by_guardian + 1)) ;;
    INT:130:) by_itself=$((by_itself + 1)) ;;
    *:0:) finished=$((finished + 1)) ;;
    *) echo "end $n: $signal, exit $code: $said"; exit 1 ;;
    esac
    # every note of this turn is closed
    [ "$(open)" = "$(closed)" ] || { echo "end $n: $(open) changes noted, $(closed) closed"; exit 1; }
done
left=$("$tool" restore)
# the pool fills up or shrinks by its own housekeeping, every 30 s
sleep 35
echo "$times times: $by_guardian as before within 10 s of kill -9 by the guardian or unchanged, $by_itself restored at once by Ctrl-C, $finished had finished; $left"
echo "connections of the service, by the database: $before before, $(kept) after"
