# To be sourced by restore.sh and once.sh: a small service, an experiment on it, an end of the tool, and whether the service is as before. A kind is an intervention with its
# way: command-30 (hooks of 30 s), pool-size-node. Each job is a subshell with a folder, ports, a state folder and a lock of its own. All times are milliseconds.

now() { echo $((${EPOCHREALTIME/[.,]/} / 1000)); }
since() { echo $(($(now) - $1)); }
pause() { sleep "$(($1 / 1000)).$(printf %03d $(($1 % 1000)))"; }
knob() { curl -sf -m 2 "http://127.0.0.1:$port/knobs/$1" || true; }
within() { # MILLISECONDS COMMAND...: waits for it
    local began most=$1
    began=$(now)
    shift
    until "$@"; do
        [ "$(since "$began")" -le "$most" ] || return 1
        sleep 0.1
    done
}
entries() { # open, closed: how many the journal has
    local number
    number=$(grep -c "^{\"$1\"" "$journal" 2>/dev/null) || true
    echo "${number:-0}"
}

begin() { # KIND NUMBER: what belongs to a job
    kind=$1 place=$work/$2 port=$((ports + 10 * $2))
    state=$place/state journal=$place/state/tightspot/changes.journal
    service='' edge='' running='' reader='' group='' base='' hook=0
    [[ $kind != command-* ]] || hook=${kind#command-}
    RANDOM=$((seed * 1000 + $2))
    trap renounce EXIT
    trap 'exit 143' INT TERM
    mkdir -p "$place/tmp" "$place/service-tmp" "$place/runs"
    its=(XDG_STATE_HOME="$state" TIGHTSPOT_STORE="$place/runs" TIGHTSPOT_LOCK="$place/lock" TIGHTSPOT_LANG=en TMPDIR="$place/tmp")
    serve
    before=$(reading)
}

# processes of the tool and all that it has started, which inherit where its state lies; not the edge, which is ours
ours() {
    local file pid
    for file in $(grep -lszxF "XDG_STATE_HOME=$state" /proc/[0-9]*/environ 2>/dev/null); do
        pid=${file#/proc/} pid=${pid%/environ}
        [ "$pid" = "$edge" ] || echo "$pid"
    done
}
none_of_ours() { [ -z "$(ours)" ]; }
# those of them that are not the tool: the service, where the tool has started it
started_by_it() {
    local pid
    for pid in $(ours); do [ "$(readlink "/proc/$pid/exe")" = "$tool_file" ] || echo "$pid"; done
}

serve() { # [SIZE]: starts the service; of another size than the usual one where the old process is to be told from the new one
    local size=${1:-10}
    echo 10 >"$place/knob"
    node_service=(node "--inspect-port=$((port + 3))" bench/trust/knobs.js "$port")
    case $kind in
    heap-size | variable*) return ;; # the tool starts it
    pool-size-jvm | worker-threads)
        started=(java -Xmx64m -XX:+UseSerialGC "-Dpool=$size" "-Dworkers=$((size + 6))" -cp "$classes" Knobs "$port") ;;
    *) started=("${node_service[@]}") ;;
    esac
    [[ $kind != cpu-share-cpus || -z ${1:-} ]] || started=(taskset -c "$(taskset -pc $$ | sed -E 's/.*: ([0-9]+).*/\1/')" "${started[@]}")
    POOL=$size PEER=http://127.0.0.1:$((port + 1))/ TMPDIR=$place/service-tmp "${started[@]}" >>"$place/service.log" 2>&1 &
    service=$!
    within 30000 serves || { tail -n 5 "$place/service.log" >&2; exit 1; }
    if [ "$kind" = cpu-share-quota ]; then own_group; fi
    if [ "$kind" = edge-delay ]; then stand_between; fi
}
serves() { [ "$(knob pid)" = "$service" ]; }

# the service calls another one over an edge; what it can do is measured once, so that each turn begins with the experiment
stand_between() {
    node bench/trust/knobs.js $((port + 2)) >>"$place/service.log" 2>&1 &
    env "${its[@]}" "$tool" edge --listen 127.0.0.1:$((port + 1)) --to 127.0.0.1:$((port + 2)) >"$place/edge.log" 2>&1 &
    edge=$!
    within 30000 is_at_once || { tail -n 5 "$place/edge.log" >&2; exit 1; }
    rm -f "$place/runs"/*
    env "${its[@]}" "$tool" why "http://127.0.0.1:$port/call" --warmup none --max-connections 4 >"$place/said" 2>&1 || true
    base=$(find "$place/runs" -name '*.tsr' | sort | tail -n 1)
    [ -n "$base" ] || { tail -n 5 "$place/said" >&2; exit 1; }
}

# a control group of the service's own, where one can be made
own_group() {
    local root
    for root in /sys/fs/cgroup/cpu,cpuacct /sys/fs/cgroup/cpu /sys/fs/cgroup; do
        group=$root/tightspot-trust-$$-$port
        mkdir "$group" 2>/dev/null || continue
        if [ -w "$group/cpu.max" ] || [ -w "$group/cpu.cfs_quota_us" ]; then
            if echo "$service" 2>/dev/null >"$group/cgroup.procs"; then return; fi
        fi
        rmdir "$group"
    done
    group=''
    return 1
}

# what can be changed, as the service itself or the kernel has it
reading() {
    local first
    case $kind in
    command-*) cat "$place/knob" ;;
    pool-size-*) knob pool ;;
    worker-threads) knob workers ;;
    cpu-share-cpus) sed -nE 's/^Cpus_allowed_list:\s*//p' /proc/"$service"/task/*/status 2>/dev/null | sort -u ;;
    cpu-share-quota) cat "$group"/cpu.max 2>/dev/null || cat "$group"/cpu.cfs_period_us "$group"/cpu.cfs_quota_us ;;
    edge-delay) if is_at_once; then echo at once; else echo late; fi ;;
    heap-size | variable*) echo "$(started_by_it | wc -l) started by the tool" ;;
    concurrency-cap) # no request is inside, and none comes
        first=$(knob asked)
        sleep 0.3
        echo "$(knob inside) inside, $(($(knob asked) - ${first:-0})) more" ;;
    esac
}
# the doses are 300 and 600 ms; eight services share the CPUs
is_at_once() { curl -sf -m 5 -o /dev/null -w '%{time_total}\n' "http://127.0.0.1:$port/call" | awk '{ late = ($1 > 0.15) } END { exit (NR == 0 || late) }'; }
is_as_before() { [ "$(reading)" = "$before" ]; }
is_changed() { ! is_as_before; }

# the experiment of the kind, and until when after its first change the tool is ended. A reader that goes away is told by the next line that is printed, so there the trials
# are as long as those of users.
aim() { # SEED
    local url=http://127.0.0.1:$port/ measure=0.3
    upto=$((9000 + 2000 * hook))
    if [ "$end" = PIPE ]; then measure=10 upto=$((upto + 12000)); fi
    local usual=(--warmup none -c 4 --no-probes --measure "$measure" --seed "$1")
    case $kind in
    command-*) # a change comes at the end of its command, what was there at the beginning of its own: whoever outlives the tool undoes that
        experiment=(sweep "$url" --apply "sleep $hook; echo {value} >$place/knob" --restore "echo 10 >$place/knob; sleep $hook" --doses 10,20,30 "${usual[@]}") ;;
    concurrency-cap) experiment=(sweep "$url" --knob concurrency=1,2 "${usual[@]}") ;;
    cpu-share-cpus) experiment=(sweep "$url" --knob cpu-share=1 "${usual[@]}") ;;
    cpu-share-quota) experiment=(sweep "$url" --knob cpu-share=0.5,1 "${usual[@]}") ;;
    edge-delay)
        upto=24000
        experiment=(prove "${url}call" --run "$base" --knob remote-delay-ms=300,600 --warmup none --no-probes --max-connections 4 --seed "$1") ;;
    heap-size) experiment=(sweep "$url" --knob heap-mb=64,128 "${usual[@]}" --ready /knobs/pid -- "${node_service[@]}") ;;
    pool-size-*) experiment=(sweep "$url" --knob pool-size=5,20 "${usual[@]}") ;;
    variable) experiment=(sweep "$url" --knob env.SIZE=2,3 "${usual[@]}" --ready /knobs/pid -- "${node_service[@]}") ;;
    variable-shell) experiment=(sweep "$url" --knob env.SIZE=2,3 "${usual[@]}" --ready /knobs/pid -- sh -c "${node_service[*]}; true") ;;
    worker-threads) experiment=(sweep "$url" --knob worker-threads=8,32 "${usual[@]}") ;;
    esac
}

start() { # SEED: the tool, with a reader that can go away
    local out=$place/said
    aim "$1"
    noted=$(entries open) first=''
    sent=$(knob asked)
    if [ "$end" = PIPE ]; then
        out=$place/out
        rm -f "$out"
        mkfifo "$out"
        cat "$out" >"$place/said" &
        reader=$!
    fi
    rm -f "$place/panic"
    env --default-signal=HUP,INT "${its[@]}" TIGHTSPOT_TEST_PANIC="$place/panic" "$tool" "${experiment[@]}" >"$out" 2>&1 </dev/null &
    running=$!
}

# the first change is noted or, of what needs no note, made: the service was started again, requests come
has_changed_something() {
    local pid
    case $kind in
    heap-size | variable*)
        pid=$(knob pid) first=${first:-$pid}
        [ -n "$pid" ] && [ "$pid" != "$first" ] ;;
    concurrency-cap) pid=$(knob asked); [ "${pid:-0}" -gt $((${sent:-0} + 20)) ] ;;
    *) [ "$(entries open)" -gt "$noted" ] ;;
    esac
}
is_under_way() { has_changed_something || ! kill -0 "$running" 2>/dev/null; }
until_under_way() {
    within 60000 is_under_way && kill -0 "$running" 2>/dev/null || { echo "$kind: no experiment:" >&2; tail -n 5 "$place/said" >&2; return 1; }
}

# everything of this job ends
renounce() {
    local pid
    for pid in $(ours) $(jobs -pr); do kill -9 "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    if mountpoint -q "$state"; then umount "$state"; fi
    if [ -n "$group" ]; then rmdir "$group" 2>/dev/null || true; fi
    service='' edge='' reader='' group=''
}
