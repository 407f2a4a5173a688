#!/usr/bin/env python3
"""Reads `perf script -F comm,time,ip,sym,dso` of a service that is watched by turns, and tells what is more while it is. See watching-where.sh."""

import re
import sys
from collections import Counter

ROW = re.compile(r"\s*(.+?)\s+(\d+\.\d+):\s+[0-9a-f]+\s+(.*) \((.*)\)\s*$")
QUARTERS = 4  # of a second
JAVA = "compiled Java"


def where(symbol, file):
    if file.startswith(("[JIT", "/tmp/perf-")) or "perf-" in file.rsplit("/", 1)[-1]:
        return JAVA
    return "kernel" if "kernel" in file else file.rsplit("/", 1)[-1]


rows, idle, samples, stacks = [], Counter(), Counter(), Counter()
for line in sys.stdin:
    if not (found := ROW.match(line)):
        continue
    thread, at, symbol, file = found.groups()
    quarter = int(float(at) * QUARTERS)
    samples[quarter] += 1
    if thread.startswith("swapper"):
        idle[quarter] += 1
        continue
    stacks[quarter] += "walkVM" in symbol or "VMMethod" in symbol
    # what the tool and perf do on this core is not the service
    if (place := where(symbol, file)) != "tightspot" and not thread.startswith(("ts-", "kdamond", "perf")):
        rows.append((quarter, place, symbol.split("+")[0]))

# the core is full, and stacks are read all around, or nowhere near
full = [q for q in samples if idle[q] < 0.06 * samples[q]]
watched = {q for q in full if sum(stacks[q + d] for d in range(-2, 3)) >= 3}
alone = {q for q in full if not any(stacks[q + d] for d in range(-4, 5))}
with_it, without = Counter(), Counter()
for quarter, place, symbol in rows:
    for side, quarters in ((with_it, watched), (without, alone)):
        if quarter in quarters:
            side[place, symbol if place != JAVA else ""] += 1

java = with_it[JAVA, ""], without[JAVA, ""]
if not all(java):
    sys.exit(f"too few samples: of compiled Java {java[0]} watched, {java[1]} alone")
service = sum(without.values()) / java[1]
more = {k: 100 * (with_it[k] / java[0] - without[k] / java[1]) / service for k in with_it | without}
places = Counter()
for (place, _), percent in more.items():
    places[place] += percent
print(f"{sum(with_it.values())} samples watched, {sum(without.values())} alone: {sum(places.values()):+.1f} % of the service's CPU")
for place, percent in places.most_common():
    if abs(percent) >= 0.05:
        most = sorted(((p, s) for (at, s), p in more.items() if at == place), reverse=True)[:4]
        print(f"  {percent:+.2f} %  {place}: " + ", ".join(f"{s.strip()} {p:+.2f}" for p, s in most if s))
