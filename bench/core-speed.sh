#!/usr/bin/env bash
# bench/core-speed.sh [CORE] [SECONDS]: how fast a core is, second by second, for work that nobody interrupts: 25,000 rounds of six sums that do not wait for each
# other, twenty times a second (0.1 % of the core), in microseconds of the thread's own CPU time: mean/least/most. Where the mean moves and the counters of
# the machine (/proc/stat: steal) do not, somebody else uses the other half of the same physical core. Last line: the means' 5th, 50th and 95th percentile.
set -euo pipefail
core=${1:-0} seconds=${2:-60}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/work.c" <<'C'
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double cpu_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

int main(int argc, char **argv) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(atoi(argv[1]), &cores);
    if (sched_setaffinity(0, sizeof cores, &cores) != 0) return perror("pin"), 1;
    for (int second = 0; second < atoi(argv[2]); second++) {
        double sum = 0, least = 1e9, most = 0;
        for (int i = 0; i < 20; i++) {
            usleep(50000);
            double before = cpu_us();
            unsigned long a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
            for (int j = 0; j < 25000; j++) {
                a += b ^ j; b += j * 3; c ^= j + 7; d += c >> 1; e += j; f ^= j;
                asm volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
            }
            double took = cpu_us() - before;
            sum += took;
            if (took < least) least = took;
            if (took > most) most = took;
        }
        printf("%.0f %.0f %.0f\n", sum / 20, least, most);
        fflush(stdout);
    }
}
C
cc -O2 -o "$dir/work" "$dir/work.c"
before=$(awk '/^cpu / { print $9 }' /proc/stat)
"$dir/work" "$core" "$seconds" | tee "$dir/seconds" | awk '{ printf "%d/%d/%d ", $1, $2, $3 } END { print "" }'
stolen=$(($(awk '/^cpu / { print $9 }' /proc/stat) - before))
sort -n "$dir/seconds" | awk -v stolen="$stolen" '{ v[NR] = $1 }
    function at(p) { i = int(p * (NR - 1) + 1.5); return v[i] }
    END { printf "mean of a second: %d, %d, %d us; stolen: %d hundredths of a second\n", at(0.05), at(0.5), at(0.95), stolen }'
