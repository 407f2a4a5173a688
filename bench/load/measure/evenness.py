"""How evenly requests arrive, seen at the receiver, by the same arithmetic for all tools."""

import statistics

# The start, where connections are made, is left out, and so is the end.
SKIP_START_S = 1.0
SKIP_END_S = 0.2


def of(arrivals_ns, rate):
    """Spread of the gaps between arrivals around the planned gap `1 / rate`, in microseconds; nothing when there is too little to say."""
    if len(arrivals_ns) < 10:
        return {}
    arrivals = sorted(arrivals_ns)
    begin, end = arrivals[0] + SKIP_START_S * 1e9, arrivals[-1] - SKIP_END_S * 1e9
    kept = [a for a in arrivals if begin <= a <= end]
    if len(kept) < 100:
        kept = arrivals
    plan_us = 1e6 / rate
    gaps = [(b - a) / 1e3 for a, b in zip(kept, kept[1:])]
    off = sorted(abs(gap - plan_us) for gap in gaps)
    return {
        "gap_sd_us": statistics.pstdev(gaps, plan_us),
        "gap_off_p50_us": off[len(off) // 2],
        "gap_off_p99_us": off[min(len(off) - 1, int(len(off) * 0.99))],
        # 0 when even, near 1 when all come in bunches
        "bunched": sum(gap < plan_us / 10 for gap in gaps) / len(gaps),
        "rate": 1e6 / statistics.fmean(gaps),
    }
