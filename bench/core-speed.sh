#!/usr/bin/env bash
# bench/core-speed.sh [CORE] [SECONDS] [PID]: how fast a core is, second by second, for work that nobody interrupts, in microseconds of the thread's own CPU
# time: 25,000 rounds of six sums that do not wait for each other; as many multiplications of which each waits for the one before; and a thousand
# calls into half a megabyte of code, as the host probe does them. Twenty times a second (0.3 % of the core). For each second the mean of each. Last
# lines: the 5th, 50th and 95th percentile of these means. Where the first takes longer, the second does not and nothing is stolen
# (/proc/stat), the core shares what executes instructions with somebody.
# With PID it prints a row a second instead: the moment, its length, the three means, and the cores that the process used.
set -euo pipefail
core=${1:-0} seconds=${2:-60} pid=${3:-0}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/work.c" <<'C'
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef unsigned long word;
static double seconds(clockid_t clock) {
    struct timespec t;
    return clock_gettime(clock, &t) == 0 ? t.tv_sec + t.tv_nsec / 1e9 : 0;
}
C
awk 'BEGIN {
    for (i = 0; i < 4096; i++) printf "__attribute__((noinline)) static word f%d(word x) { x ^= x << %d; if (x & (1ul << %d)) x += %dul * 0x9E3779B97F4A7C15ul; x *= (%dul * 0xBF58476D1CE4E5B9ul) | 1; x ^= x >> %d; if (x & (1ul << %d)) x ^= %dul * 0x94D049BB133111EBul; return x + %d; }\n", i, 3 + i % 28, i % 13, i, i, 3 + i % 27, i % 11, i, i
    printf "static word (*const calls[4096])(word) = {"
    for (i = 0; i < 4096; i++) printf "f%d,", i
    print "};"
}' >>"$dir/work.c"
cat >>"$dir/work.c" <<'C'

int main(int argc, char **argv) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(atoi(argv[1]), &cores);
    if (sched_setaffinity(0, sizeof cores, &cores) != 0) return perror("pin"), 1;
    clockid_t process = CLOCK_PROCESS_CPUTIME_ID;
    int pid = atoi(argv[3]);
    if (pid > 0 && clock_getcpuclockid(pid, &process) != 0) return fprintf(stderr, "no process %d\n", pid), 1;
    word x = 1;
    for (int second = 0; second < atoi(argv[2]); second++) {
        double us[3] = {0, 0, 0}, began = seconds(CLOCK_REALTIME), used = seconds(process);
        int n = 0;
        while (seconds(CLOCK_REALTIME) < began + 1) {
            usleep(50000);
            double t[4];
            t[0] = seconds(CLOCK_THREAD_CPUTIME_ID);
            word a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
            for (int j = 0; j < 25000; j++) {
                a += b ^ j; b += j * 3; c ^= j + 7; d += c >> 1; e += j; f ^= j;
                asm volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
            }
            t[1] = seconds(CLOCK_THREAD_CPUTIME_ID);
            word y = a;
            for (int j = 0; j < 25000; j++) {
                y = y * 6364136223846793005ul + 1;
                asm volatile("" : "+r"(y));
            }
            t[2] = seconds(CLOCK_THREAD_CPUTIME_ID);
            for (int j = 0; j < 1000; j++) x = calls[x >> 7 & 4095](x);
            t[3] = seconds(CLOCK_THREAD_CPUTIME_ID);
            for (int i = 0; i < 3; i++) us[i] += (t[i + 1] - t[i]) * 1e6;
            n++;
        }
        double length = seconds(CLOCK_REALTIME) - began;
        printf("%.6f %.3f %.1f %.1f %.1f %.4f\n", began, length, us[0] / n, us[1] / n, us[2] / n, (seconds(process) - used) / length);
        fflush(stdout);
    }
    return x == 0;
}
C
cc -O1 -o "$dir/work" "$dir/work.c"
if [ "$pid" != 0 ]; then
    "$dir/work" "$core" "$seconds" "$pid"
    exit
fi
before=$(awk '/^cpu / { print $9 }' /proc/stat)
"$dir/work" "$core" "$seconds" 0 | tee "$dir/seconds" | awk '{ printf "%d/%d/%d ", $3, $4, $5 } END { print "" }'
stolen=$(($(awk '/^cpu / { print $9 }' /proc/stat) - before))
for kind in 3 4 5; do
    cut -d ' ' -f "$kind" "$dir/seconds" | sort -n | awk -v kind="$kind" '{ v[NR] = $1 }
        function at(p) { return v[int(p * (NR - 1) + 1.5)] }
        END { printf "%s: %d, %d, %d us\n", kind == 3 ? "sums" : kind == 4 ? "multiplications" : "calls", at(0.05), at(0.5), at(0.95) }'
done
echo "stolen: $stolen hundredths of a second"
