"""Our own tool. `tools` is the one place that decides which program stands for it."""

import json
import re

from .work import Told


def tools(program):
    """Our tool, economical and precise, for the program at hand."""
    kind = Hammer if program.name == "hammer" else Tightspot
    return [kind(), kind(precise=True)]


class Tightspot:
    def __init__(self, precise=False):
        self.precise = precise
        self.name = "ours-precise" if precise else "ours"

    def command(self, work, bench):
        argv = [str(bench.ours), "load", bench.url, "--json", "-z", f"{work.seconds:g}s"]
        if work.users:
            argv += ["--users", str(work.users), "--every", f"{work.every:g}s"]
        elif work.rate:
            argv += ["-q", f"{work.rate:g}/s"] + ([] if work.uncapped else ["-c", str(work.connections)])
        else:
            argv += ["-c", str(work.connections)]
        return [*argv, *(["--precise"] if self.precise else [])], {}

    def told(self, work, bench):
        total = json.loads(bench.out.read_text())["requests"]["total"]
        names = {"mean": "mean", "p50": "p50", "p95": "p95", "p99": "p99", "p99_9": "p99.9", "max": "max"}
        latency = {name: total["latency_ms"][key] for key, name in names.items() if total["latency_ms"].get(key) is not None}
        return Told(total["count"] - total["errors"], total["errors"], None, latency)


class Hammer(Tightspot):
    """The engine without the tool around it: an example of the crate `load`. It has no users."""

    def command(self, work, bench):
        if work.users:
            return None
        cap = "" if work.uncapped else f",{work.connections}"
        shape = f"r={work.rate:g}{cap}" if work.rate else f"c={work.connections}"
        pacing = [] if self.precise else ["economical"]
        return [str(bench.ours), bench.url, shape, f"{work.seconds:g}", str(bench.core), *pacing], {}

    def told(self, work, bench):
        text = bench.out.read_text()
        answered, errors = map(int, re.search(r"(\d+) answered, (\d+) errors", text).groups())
        response = re.search(r"response +mean ([\d.]+) ms, p50 ([\d.]+), p95 ([\d.]+), p99 ([\d.]+), p99.9 ([\d.]+), max ([\d.]+)", text)
        latency = dict(zip(("mean", "p50", "p95", "p99", "p99.9", "max"), map(float, response.groups())))
        return Told(answered - errors, errors, None, latency)
