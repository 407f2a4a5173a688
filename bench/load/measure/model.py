"""The latency that is true: an open load against the servers whose behaviour is known, computed, not measured.

The server answers a request `SERVICE` after receipt, however many wait, except that it answers nobody in a freeze; see
crates/testkit/examples/truth_server.rs. The client plans a request each `1 / rate`. With a cap on its connections a request waits, first in
first out, until one is free. Latency counts from the plan. Transport takes no time here.
"""

import heapq
import math
import statistics

SERVICE, FREEZE, PERIOD, FIRST = 1.0, 200.0, 2000.0, 1000.0  # ms
# The plan may fall anywhere between two requests relative to a freeze: the truth is the average over these.
PHASES = 20


def answered(received, service, freezes):
    """When a request that was received then is answered."""
    due = received + service
    into = (due - FIRST) % PERIOD if freezes and due >= FIRST else FREEZE
    return due - into + FREEZE if into < FREEZE else due


def latencies(rate, seconds, cap=None, service=SERVICE, freezes=True, overhead=0.0):
    """Of all requests, sorted, in ms. `overhead` is what transport adds to each."""
    gap, found = 1000.0 / rate, []
    for phase in range(PHASES):
        free = [0.0] * (cap or 0)
        for k in range(round(rate * seconds)):
            plan = (k + (phase + 0.5) / PHASES) * gap
            sent = max(plan, heapq.heappop(free)) if cap else plan
            done = answered(sent + overhead / 2, service, freezes) + overhead / 2
            if cap:
                heapq.heappush(free, done)
            found.append(done - plan)
    return sorted(found)


def did(leg, moments):
    """The same of what the server did, from its log: pairs of ms (received, answered) in the order of receipt.

    A server of the same rules can be late with an answer, because writing takes time and because its core may be taken from it. Where requests
    do not wait for a connection, what they took is what it held them. With a cap the line that forms depends on it: the client of the
    model stands in that line again, and each answer is as late as the server's was.
    """
    work, freezes = leg.work, leg.target == "freeze"
    service = SERVICE if freezes else float(leg.target.partition(":")[2])
    first = moments[0][0]
    moments = [(received - first, done - first) for received, done in moments]
    # What was sent before the plan begins, to see whether anybody answers, comes first.
    extra = len(moments) - round(work.rate * work.seconds) if work.rate else 0
    if extra < 0:
        return None
    moments = moments[extra:]
    if not work.rate or work.uncapped:
        return summary(sorted(done - received for received, done in moments))
    gap, late = 1000.0 / work.rate, [done - answered(received, service, freezes) for received, done in moments]
    # Most requests find a free connection, so the median knows when the plan began.
    began = statistics.median(received - k * gap for k, (received, _) in enumerate(moments))
    free, found = [0.0] * work.connections, []
    for k, behind in enumerate(late):
        plan = began + k * gap
        done = answered(max(plan, heapq.heappop(free)), service, freezes) + behind
        heapq.heappush(free, done)
        found.append(done - plan)
    return summary(sorted(found))


def summary(found):
    at = lambda q: found[max(0, math.ceil(q * len(found)) - 1)]
    return {"mean": sum(found) / len(found), "p50": at(0.5), "p95": at(0.95), "p99": at(0.99), "p99.9": at(0.999), "max": found[-1]}


def truth(leg):
    """Of a leg with known latency, else nothing."""
    work = leg.work
    if leg.target == "freeze":
        return summary(latencies(work.rate, work.seconds, None if work.uncapped else work.connections))
    if leg.target.startswith("constant:"):
        service = float(leg.target.partition(":")[2])
        # As long as the cap is not reached, and in a closed loop, each request takes just that.
        return dict.fromkeys(("mean", "p50", "p95", "p99", "p99.9", "max"), service)
    return None
