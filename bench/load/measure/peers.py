"""The peers: the command line that does a piece of work in the way that is best for the tool, and what its output means.

A tool is a class with `command(work, bench)`, which gives the arguments and variables, or None where the tool cannot do the work, and
`told(work, bench)`, which reads the outcome. The choice of flags is explained in README.md.
"""

import json
import re

from .work import Told

QUANTILES = ("p50", "p95", "p99", "p99.9")


class Wrk:
    name = "wrk"

    def command(self, work, bench):
        if work.rate or work.users:
            return None
        # The library may be beside the unpacked program.
        variables = {"LD_LIBRARY_PATH": str(bench.cache / "lib")}
        limits = ["-t1", f"-c{work.connections}", f"-d{whole(work.seconds)}s"]
        return [bench.program("wrk"), *limits, "-s", str(bench.scripts / "wrk.lua"), bench.url], variables

    def told(self, work, bench):
        said = json.loads(bench.out.read_text().splitlines()[-1])
        latency = {name: said[name] / 1e3 for name in ("mean", *QUANTILES, "max")}
        return Told(said["requests"], said["errors"], said["us"] / 1e6, latency)


class Oha:
    def __init__(self, corrected=False, pool=False):
        # For users: the usual 50 connections for all of them, in place of one for each.
        self.corrected, self.pool = corrected, pool
        self.name = "oha-corrected" if corrected else "oha-pool" if pool else "oha"

    def command(self, work, bench):
        if self.corrected and not work.rate or self.pool and not work.users:
            return None
        argv = [bench.program("oha"), "--no-tui", "--output-format", "json", "-z", f"{work.seconds:g}s"]
        # It would start a thread for each core of the machine, not for each that it may use.
        argv += ["--worker-threads", "1"]
        # Users are a shared pool here: as many connections, and the rate of all of them together.
        rate = work.users / work.every if work.users else work.rate
        connections = work.users if work.users and not self.pool else work.connections
        argv += ["-c", str(connections)] + (["-q", f"{rate:g}"] if rate else [])
        return [*argv, *(["--latency-correction"] if self.corrected else []), bench.url], {}

    def told(self, work, bench):
        said = json.loads(bench.out.read_text())
        errors = {kind: n for kind, n in said["errorDistribution"].items() if "deadline" not in kind}
        statuses = said["statusCodeDistribution"]
        good = sum(n for code, n in statuses.items() if code.startswith("2"))
        summary, quantiles = said["summary"], said["latencyPercentiles"]
        seconds = {"mean": summary["average"], "max": summary["slowest"], **{q: quantiles.get(q) for q in QUANTILES}}
        latency = {name: value * 1e3 for name, value in seconds.items() if value is not None}
        return Told(good, sum(errors.values()) + sum(statuses.values()) - good, summary["total"], latency)


class Hey:
    name = "hey"

    def command(self, work, bench):
        connections = work.users or work.connections
        rate = work.users / work.every if work.users else work.rate
        # The rate of one of its workers.
        limit = ["-q", f"{rate / connections:g}"] if rate else []
        return [bench.program("hey"), "-z", f"{work.seconds:g}s", "-c", str(connections), *limit, bench.url], {}

    def told(self, work, bench):
        text = bench.out.read_text()
        number = lambda pattern: next((float(found) for found in re.findall(pattern, text)), None)
        statuses = {code: int(n) for code, n in re.findall(r"\[(\d{3})\]\s+(\d+) responses", text)}
        good = sum(n for code, n in statuses.items() if code.startswith("2"))
        broken = sum(int(n) for n in re.findall(r"^\s+\[(\d+)\]\s+\S", text.partition("Error distribution:")[2], re.M))
        seconds = {"mean": number(r"Average:\s+([\d.]+)"), "max": number(r"Slowest:\s+([\d.]+)")}
        seconds |= {f"p{q}": number(rf"{q}%+ in ([\d.]+) secs") for q in (50, 95, 99)}
        latency = {name: value * 1e3 for name, value in seconds.items() if value is not None}
        return Told(good, broken + sum(statuses.values()) - good, number(r"Total:\s+([\d.]+)"), latency)


class Autocannon:
    def __init__(self, uncorrected=False):
        self.uncorrected = uncorrected
        self.name = "autocannon-uncorrected" if uncorrected else "autocannon"

    def command(self, work, bench):
        if self.uncorrected and not work.rate:
            return None
        rate = work.users / work.every if work.users else work.rate
        script = bench.cache / "autocannon/node_modules/autocannon/autocannon.js"
        argv = ["node", str(script), "--json", "--no-progress", "-d", str(whole(work.seconds)), "-c", str(work.users or work.connections)]
        argv += ["-R", f"{rate:g}"] if rate else []
        return [*argv, *(["-C"] if self.uncorrected else []), bench.url], {}

    def told(self, work, bench):
        said = json.loads(bench.out.read_text())
        names = {"average": "mean", "p50": "p50", "p99": "p99", "p99_9": "p99.9", "max": "max"}
        latency = {ours: said["latency"][theirs] for theirs, ours in names.items()}
        return Told(said["2xx"], said["errors"] + said["timeouts"] + said["non2xx"], said["duration"], latency)


class K6:
    def __init__(self, looping=False):
        # Users that sleep are how most scripts make a rate; the executor for rates is the better way.
        self.looping = looping
        self.name = "k6-users" if looping else "k6"

    def command(self, work, bench):
        if self.looping and not work.rate:
            return None
        seconds, every, users = f"{work.seconds:g}s", work.every or 0, work.users or work.connections
        if self.looping:
            every = work.connections / work.rate
        if work.rate and not self.looping:
            shape = {"executor": "constant-arrival-rate", "rate": whole(work.rate), "timeUnit": "1s", "duration": seconds}
            shape |= {"preAllocatedVUs": users, "maxVUs": users}
        else:
            shape = {"executor": "constant-vus", "vus": users, "duration": seconds}
        shape["gracefulStop"] = "1s"
        bench.summary.unlink(missing_ok=True)
        variables = {"SHAPE": json.dumps(shape), "EVERY": f"{every:g}", "URL": bench.url, "SUMMARY": str(bench.summary)}
        argv = [bench.program("k6"), "run", "--quiet", "--address", "", "--no-usage-report"]
        return [*argv, *(f"-e{name}={value}" for name, value in variables.items()), str(bench.scripts / "k6.js")], {}

    def told(self, work, bench):
        said = json.loads(bench.summary.read_text())
        values = lambda metric: said["metrics"].get(metric, {}).get("values", {})
        duration, requests = values("http_req_duration"), values("http_reqs").get("count", 0)
        names = {"avg": "mean", "med": "p50", "p(95)": "p95", "p(99)": "p99", "p(99.9)": "p99.9", "max": "max"}
        latency = {ours: duration[theirs] for theirs, ours in names.items() if theirs in duration}
        # A rate of "failed": what passes has failed.
        errors = values("http_req_failed").get("passes", 0)
        return Told(requests - errors, errors, said["ms"] / 1e3, latency, values("dropped_iterations").get("count", 0))


class Locust:
    name = "locust"

    def command(self, work, bench):
        users = work.users or work.connections
        every = work.every or (work.connections / work.rate if work.rate else 0)
        argv = [str(bench.cache / "locust/bin/locust"), "-f", str(bench.scripts / "locustfile.py"), "--headless", "--json"]
        argv += ["-u", str(users), "-r", str(users), "-t", f"{whole(work.seconds)}s", "--host", bench.url.rstrip("/")]
        return [*argv, "--loglevel", "WARNING", "--exit-code-on-error", "0"], {"EVERY": f"{every:g}"}

    def told(self, work, bench):
        # Its log may stand before the statistics.
        text = bench.out.read_text()
        entries = json.loads(text[text.index("[") :])
        requests, failed = (sum(e[key] for e in entries) for key in ("num_requests", "num_failures"))
        times = sorted((float(ms), n) for e in entries for ms, n in e["response_times"].items())
        latency = {f"p{q:g}": quantile(times, q / 100) for q in (50, 95, 99, 99.9)} if times else {}
        if requests:
            latency |= {"mean": sum(e["total_response_time"] for e in entries) / requests, "max": times[-1][0]}
        return Told(requests - failed, failed, None, latency)


def quantile(times, q):
    """Of sorted (value, count)."""
    left = q * sum(n for _, n in times)
    for value, n in times:
        left -= n
        if left <= 0:
            return value
    return times[-1][0]


def whole(number):
    """For tools that take whole numbers only: never less than asked."""
    return -int(-number // 1)


ALL = [
    Wrk(), Oha(), Oha(corrected=True), Oha(pool=True), Autocannon(), Autocannon(uncorrected=True), Hey(), K6(), K6(looping=True), Locust(),
]  # fmt: skip
