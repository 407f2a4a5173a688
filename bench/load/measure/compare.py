"""Ratios with intervals, from repetitions that were run side by side."""

import math
import statistics

# 97.5 % quantiles of Student's t for 1, 2, ... degrees of freedom; the last one, a little too wide, serves for more.
T_975 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086]


def ratio(pairs):
    """The geometric mean of a / b over the pairs with its 95 % interval (nothing when there is no pair, no interval from a single one)."""
    logs = [math.log(a / b) for a, b in pairs if a and b and a > 0 and b > 0]
    if not logs:
        return None
    mean = statistics.fmean(logs)
    if len(logs) == 1:
        return math.exp(mean), None, None
    half = T_975[min(len(logs) - 1, len(T_975)) - 1] * statistics.stdev(logs) / math.sqrt(len(logs))
    return math.exp(mean), math.exp(mean - half), math.exp(mean + half)


def paired(rows, mine, theirs, value):
    """`value` of the rows of two tools, paired by repetition."""
    by = {(row["tool"], row["repetition"]): value(row) for row in rows}
    repetitions = sorted({row["repetition"] for row in rows})
    return [(by[mine, n], by[theirs, n]) for n in repetitions if (mine, n) in by and (theirs, n) in by]


def median(rows, tool, value):
    """The median of `value` over the repetitions of `tool`; nothing where there is none."""
    values = [v for v in (value(row) for row in rows if row["tool"] == tool) if v is not None]
    return statistics.median(values) if values else None
