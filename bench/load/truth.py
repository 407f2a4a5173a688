#!/usr/bin/env python3
"""Prints the true latency of 500 requests a second against the freezing server, with and without a cap on connections.

Usage: bench/load/truth.py [OVERHEAD_MS]
"""

import sys

from measure import model

overhead = float(sys.argv[1]) if len(sys.argv) > 1 else 0.0
print(f"500/s for 20 s, answered {model.SERVICE:g} ms after receipt, frozen {model.FREEZE:g} ms every {model.PERIOD:g} ms, {overhead:g} ms transport")
for cap in (None, 250, 50, 10, 5):
    parts = model.summary(model.latencies(500, 20, cap, overhead=overhead)).items()
    print(f"{'no cap' if cap is None else cap:>7} connections  " + "  ".join(f"{name} {value:7.2f}" for name, value in parts) + "  ms")
