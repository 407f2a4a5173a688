# To be sourced: `serve VARIANT [CASE]` starts a variant (of member-lookup) and sets url or scenario, data, pid and db, and what, the load as arguments of the
# tool; it is stopped when the script ends. SEED chooses its parameters, as `bench --seed` does.
serve() {
    log=$(mktemp)
    "$tool" bench "${2:-member-lookup}" --variants "$1" --seed "${SEED:-1}" --serve 2>"$log" &
    server=$!
    trap stop EXIT
    until grep -q 'stop it with' "$log"; do
        kill -0 $server 2>/dev/null || { cat "$log" >&2; exit 1; }
        sleep 0.2
    done
    value() { sed -nE "s/^ *[0-9]+:[0-9]+  $1 +(.*)$/\1/p" "$log" | tail -n 1; }
    url=$(value url) scenario=$(value scenario) data=$(value data) pid=$(value pid) db=$(value db)
    if [ -n "$scenario" ]; then what=(--scenario "$scenario"); else what=("$url" --data "$data"); fi
}

stop() {
    kill -INT $server 2>/dev/null || true
    wait $server 2>/dev/null || true
    rm -f "$log"
}
