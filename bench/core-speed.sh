#!/usr/bin/env bash
# bench/core-speed.sh [CORE] [SECONDS]: how fast a core is, second by second, for work that nobody interrupts, in microseconds of the thread's own CPU time:
# 25,000 rounds of six sums that do not wait for each other, and as many multiplications of which each waits for the one before; twenty times a second
# (0.2 % of the core). For each second the mean of both. Last lines: the 5th, 50th and 95th percentile of these means. Where the sums take longer, the
# multiplications do not and nothing is stolen (/proc/stat), the core shares what executes instructions with somebody.
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
        double sums = 0, chain = 0;
        for (int i = 0; i < 20; i++) {
            usleep(50000);
            double before = cpu_us();
            unsigned long a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
            for (int j = 0; j < 25000; j++) {
                a += b ^ j; b += j * 3; c ^= j + 7; d += c >> 1; e += j; f ^= j;
                asm volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
            }
            double between = cpu_us();
            unsigned long x = a;
            for (int j = 0; j < 25000; j++) {
                x = x * 6364136223846793005UL + 1;
                asm volatile("" : "+r"(x));
            }
            sums += between - before;
            chain += cpu_us() - between;
        }
        printf("%.0f %.0f\n", sums / 20, chain / 20);
        fflush(stdout);
    }
}
C
cc -O2 -o "$dir/work" "$dir/work.c"
before=$(awk '/^cpu / { print $9 }' /proc/stat)
"$dir/work" "$core" "$seconds" | tee "$dir/seconds" | awk '{ printf "%d/%d ", $1, $2 } END { print "" }'
stolen=$(($(awk '/^cpu / { print $9 }' /proc/stat) - before))
for kind in 1 2; do
    cut -d ' ' -f "$kind" "$dir/seconds" | sort -n | awk -v kind="$kind" '{ v[NR] = $1 }
        function at(p) { return v[int(p * (NR - 1) + 1.5)] }
        END { printf "%s: %d, %d, %d us\n", kind == 1 ? "sums" : "multiplications", at(0.05), at(0.5), at(0.95) }'
done
echo "stolen: $stolen hundredths of a second"
