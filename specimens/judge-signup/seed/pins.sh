#!/bin/sh
# Loads PINS (Redis's protocol) and leaves them in OUT/pins.rdb, from which each start of Redis reads them: sh pins.sh PINS OUT
set -eu
for program in redis-server redis-cli; do
    command -v $program >/dev/null || {
        echo "$program is missing: install redis-server (Debian: apt-get install redis-server)" >&2
        exit 1
    }
done
socket=$2/redis.sock
redis-server --port 0 --unixsocket "$socket" --dir "$2" --dbfilename pins.rdb --save "" --daemonize no >"$2/redis.log" &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
tries=0
until redis-cli -s "$socket" ping >/dev/null 2>&1; do
    kill -0 $server 2>/dev/null && [ $tries -lt 100 ] || { tail -n 5 "$2/redis.log" >&2; exit 1; }
    tries=$((tries + 1))
    sleep 0.1
done
redis-cli -s "$socket" --pipe <"$1"
redis-cli -s "$socket" save
