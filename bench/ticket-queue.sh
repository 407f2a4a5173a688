#!/bin/sh
# bench/ticket-queue.sh [OPERATIONS] [SEED]: two instances of ticket-queue on one Redis, and many people who do random things. Every few seconds an
# instance is killed and started again, every third time Redis. The log of Redis reaches the disk before each answer, so nothing that was answered may be lost.
# Ports and folders are private; the service is built where SERVICE says, or into a folder of its own.
set -eu
cd "$(dirname "$0")/.."
operations=${1:-20000} seed=${2:-1} rate=${RATE:-400} every=${KILL_EVERY:-6}
idle=4s
here=$PWD/specimens/ticket-queue
work=$(mktemp -d)
port=${PORT:-$((20000 + $$ % 10000))}
one=$((port + 1)) two=$((port + 2))
service=${SERVICE:-$work/service/ticket-queue.jar}
redis= first= second= checking=
end() {
    for pid in $checking $first $second $redis; do kill "$pid" 2>/dev/null || true; done
    wait
    rm -rf "$work"
}
trap end EXIT
trap 'exit 130' INT TERM
[ -f "$service" ] || (cd "$here/service" && mvn -q -B -DskipTests -DbuildDirectory="$work/service" package)
(cd "$here/check" && go build -trimpath -o "$work/check" .)

answers() { curl -sf -m 1 "http://127.0.0.1:$1/health" >/dev/null; }
until_so() { for _ in $(seq 1200); do "$@" && return; sleep 0.1; done; echo "no answer: $*"; exit 1; }
start_redis() {
    redis-server --bind 127.0.0.1 --port "$port" --dir "$work" --save "" --appendonly yes --appendfsync always >>"$work/redis.log" 2>&1 &
    redis=$!
}
instance() { # port
    SERVER_PORT=$1 REDIS_PORT=$port TICKETS_STORE=redis TICKETS_IDLE_AFTER=$idle SERVER_TOMCAT_THREADS_MAX=50 \
        exec java -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar "$service" >>"$work/$1.log" 2>&1
}
start_first() { instance $one & first=$!; }
start_second() { instance $two & second=$!; }
pong() { [ "$(redis-cli -p "$port" ping 2>/dev/null)" = PONG ]; }

start_redis
until_so pong
start_first
start_second
until_so answers $one
until_so answers $two
"$work/check" -urls "http://127.0.0.1:$one,http://127.0.0.1:$two" -operations "$operations" -rate "$rate" -seed "$seed" -idle $idle &
checking=$!
killed=0 killed_redis=0
while kill -0 $checking 2>/dev/null; do
    # half of the time to one and a half, in steps of a tenth of a second
    steps=$(awk -v n=$((seed * 1000 + killed + killed_redis)) -v e="$every" 'BEGIN { srand(n); rand(); printf "%d", 10 * e * (0.5 + rand()) }')
    while [ "$steps" -gt 0 ] && kill -0 $checking 2>/dev/null; do sleep 0.1; steps=$((steps - 1)); done
    kill -0 $checking 2>/dev/null || break
    case $(((killed + killed_redis) % 3)) in
    0) kill -9 $first; wait $first 2>/dev/null || true; start_first; killed=$((killed + 1)); until_so answers $one ;;
    1) kill -9 $second; wait $second 2>/dev/null || true; start_second; killed=$((killed + 1)); until_so answers $two ;;
    2) kill -9 $redis; wait $redis 2>/dev/null || true; start_redis; killed_redis=$((killed_redis + 1)); until_so pong ;;
    esac
done
code=0
wait $checking || code=$?
checking=
echo "killed: instances $killed times, Redis $killed_redis times"
exit $code
