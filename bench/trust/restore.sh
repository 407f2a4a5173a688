#!/usr/bin/env bash
# bench/trust/restore.sh [MOMENTS]: each of eight interventions, ended in five ways at MOMENTS (50) random moments after its first change: by SIGKILL, SIGHUP, a reader that goes
# away, SIGSTOP for ever, and a panic. Then the service itself is looked at: within 10 s all is to be as before, without another command, and
# nothing of the tool runs or lies about. Forced collections leave nothing and are left out. After that, once each: two tools at once, a target that is restarted, a disk
# that is full. JOBS (8) at a time, each with a service, ports from PORT (24000) on, a state folder and a lock of its own; nothing is measured but the time until it is restored. KINDS
# names some of the interventions (`heap-size pool-size-node`): then nothing is tried once.
set -euo pipefail
cd "$(dirname "$0")/../.."
moments=${1:-50} at_once=${JOBS:-8} seed=${SEED:-1} ports=${PORT:-24000}
tool=${TIGHTSPOT:-target/release/tightspot}
[ -x "$tool" ] || cargo build --locked --release
tool_file=$(readlink -f "$tool")
work=$(mktemp -d)
trap 'kill $(jobs -pr) 2>/dev/null || true; wait; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
ulimit -c 0
export LC_ALL=C
unset TIGHTSPOT_DB
source bench/trust/turn.sh
source bench/trust/once.sh

named() {
    case $1 in
    command-*) echo "command, hooks of ${1#command-} s" ;;
    cpu-share-cpus) echo "cpu-share, by CPUs" ;;
    cpu-share-quota) echo "cpu-share, by a quota" ;;
    pool-size-jvm) echo "pool-size, JVM" ;;
    pool-size-node) echo "pool-size, Node" ;;
    *) echo "$1" ;;
    esac
}
said_of() {
    case $1 in
    PIPE) echo "the reader goes away" ;;
    STOP) echo "SIGSTOP for ever" ;;
    PANIC) echo "a panic" ;;
    *) echo "SIG$1" ;;
    esac
}

strike() { # the end
    case $end in
    PIPE)
        kill -9 "$reader"
        wait "$reader" 2>/dev/null || true
        reader='' ;;
    PANIC) : >"$place/panic" ;;
    *) kill -s "$end" "$running" ;;
    esac
}

# One experiment, ended at a random moment. Adds to what the job has counted.
turn() { # NUMBER
    local struck took fresh=''
    start "$1"
    until_under_way
    pause $(((RANDOM * 32768 + RANDOM) % upto))
    strike
    struck=$(now)
    if within $((30000 + 2000 * hook)) is_as_before; then took=$(since "$struck"); else took=never; fi
    [ "$end" != STOP ] || kill -9 "$running"
    within $((30000 + 3000 * hook)) none_of_ours || true
    # what somebody undoes later counts as well
    within 2000 is_as_before || took=never
    left_over
    wait "$running" 2>/dev/null || true
    made=$((made + 1))
    if [ "$took" = never ]; then
        longest=never fresh=yes
    else
        [ "$took" -gt 10000 ] || good=$((good + 1))
        [ "$longest" = never ] || [ "$took" -le "$longest" ] || longest=$took
    fi
    [ -z "$fresh" ] || { renounce; rm -rf "$state"; serve; }
}

# what lies about when nobody of ours is to run any more; it is cleared away for the next turn
left_over() {
    local pid path
    for pid in $(ours); do
        kill -9 "$pid" 2>/dev/null || true
        processes=$((processes + 1))
    done
    for path in "$place"/tmp/* "/tmp/tightspot-$running-"*; do
        [ -e "$path" ] || continue
        rm -rf "$path"
        folders=$((folders + 1))
    done
    # the loop of the service has to come around for it
    if ! within 3000 no_inspector; then inspectors=$((inspectors + 1)) fresh=yes; fi
    if [ "$(entries open)" != "$(entries closed)" ]; then notes=$((notes + 1)) fresh=yes; fi
}

no_inspector() { [ -z "$(ss -Hltn "sport = :$((port + 3))")" ]; }

job() { # KIND END NUMBER: its row, whatever ends it
    local number
    turns=${share[$1]} end=$2 made=0 good=0 longest=0 processes=0 folders=0 inspectors=0 notes=0
    begin "$1" "$3"
    trap 'report; renounce' EXIT
    for number in $(seq "$turns"); do turn "$number"; done
}

report() {
    local left='' what
    [ "$longest" = never ] || longest=$((longest / 1000)).$((longest % 1000 / 100))
    for what in processes folders inspectors notes; do [ "${!what}" = 0 ] || left="$left ${!what} $what"; done
    [ "$made" = "$turns" ] || left="$left (ended after $made of $turns)"
    echo "| $(named "$kind") | $(said_of "$end") | $turns | $good | $longest |${left:- nothing} |"
}

# Moments of one intervention, dealt out to its ways.
declare -A share=()
deal() {
    local n=0 kind
    for kind in "$@"; do
        share[$kind]=$(((moments + $# - 1 - n) / $#))
        n=$((n + 1))
    done
}
deal command-0 command-5 command-30
for kind in concurrency-cap edge-delay heap-size variable; do deal "$kind"; done

# which ways there are on this machine
live=''
repository=${M2:-$HOME/.m2/repository}
classes=$work/classes
for jar in com/zaxxer/HikariCP org/apache/tomcat/embed/tomcat-embed-core org/slf4j/slf4j-api; do
    newest=$(find "$repository/$jar" -name "${jar##*/}-*.jar" 2>/dev/null | sort -V | tail -n 1)
    classes=$classes${newest:+:$newest}
done
if [ "$(tr -cd : <<<"$classes" | wc -c)" = 3 ] && javac -d "$work/classes" -cp "$classes" bench/trust/Knobs.java; then
    deal pool-size-jvm pool-size-node
    deal worker-threads
    live="pool-size-jvm worker-threads"
else
    echo "SKIPPED (2): worker-threads and the pool of a JVM: no HikariCP, Tomcat and slf4j in $repository; a build of specimens/member-lookup brings them" >&2
    deal pool-size-node
fi
live="$live pool-size-node"
sleep 600 &
service=$! port=$ports group=''
by=()
if own_group; then by+=(cpu-share-quota); else echo "SKIPPED (1): cpu-share by a quota: no control group can be made here" >&2; fi
kill "$service"
wait "$service" 2>/dev/null || true
[ -z "$group" ] || rmdir "$group"
if [ "$(nproc)" -gt 1 ]; then by+=(cpu-share-cpus) live="$live cpu-share-cpus"; else echo "SKIPPED (1): cpu-share by CPUs: there is one" >&2; fi
[ ${#by[@]} = 0 ] || deal "${by[@]}"

# some of them only
if [ -n "${KINDS:-}" ]; then
    for kind in $KINDS; do [ "${share[$kind]:-0}" != 0 ] || { echo "KINDS: there is no $kind here; there are: ${!share[*]}" >&2; exit 2; }; done
    for kind in "${!share[@]}"; do [[ " $KINDS " == *" $kind "* ]] || share[$kind]=0; done
fi

# rows stand in this order
kinds=(command-0 command-5 command-30 concurrency-cap cpu-share-cpus cpu-share-quota edge-delay heap-size pool-size-jvm pool-size-node variable worker-threads)
ends=(KILL HUP PIPE STOP PANIC)
declare -A row_of=()
for kind in "${kinds[@]}"; do
    for end in "${ends[@]}"; do row_of[$kind-$end]=$((${#row_of[@]} + 1)); done
done
mkdir "$work/rows"
begun=" "
# those that take longest begin first
for kind in command-30 edge-delay command-5 "${kinds[@]}"; do
    if [ "${share[$kind]:-0}" = 0 ] || [[ $begun == *" $kind "* ]]; then continue; fi
    begun="$begun$kind "
    for end in "${ends[@]}"; do
        while [ "$(jobs -pr | wc -l)" -ge "$at_once" ]; do wait -n || true; done
        row=$work/rows/${row_of[$kind-$end]}
        job "$kind" "$end" "${row_of[$kind-$end]}" >"$row" 2>"$row.log" &
    done
done
wait

echo "## As before, whatever ends the tool"
echo
echo "$("$tool" --version), Linux $(uname -r), $(nproc) CPUs, $(date +%F); $at_once at a time."
echo
echo "| intervention | ended by | moments | as before within 10 s | longest, s | left behind |"
echo "| --- | --- | --- | --- | --- | --- |"
for kind in "${kinds[@]}"; do
    [ "${share[$kind]:-0}" != 0 ] || continue
    for end in "${ends[@]}"; do
        row=$work/rows/${row_of[$kind-$end]}
        [ -s "$row" ] || echo "| $(named "$kind") | $(said_of "$end") | ${share[$kind]} | 0 | | could not begin |" >"$row"
        cat "$row"
        if grep -qE 'ended after|could not begin' "$row"; then tail -n 8 "$row.log" >&2; fi
    done
done | tee "$work/table"
echo
read -r all good <<<"$(awk -F '|' '{ all += $4; good += $5 } END { print all, good }' "$work/table")"
echo "In all $good of $all. \`longest\` is from the end to the first look at which the service was as before; what undoes it later counts as never. A restore of the user has begun within"
echo "these 10 s, however long it takes. \`left behind\` is what is there when no process of the tool should run any more: processes, folders, open inspectors, notes of changes."
[ -z "${KINDS:-}" ] || { [ "$good" = "$all" ] && exit 0 || exit 1; }
echo
echo "### Once each"
echo
once 100 | tee "$work/once"
[ "$good" = "$all" ] && ! grep -q '| no |' "$work/once"
