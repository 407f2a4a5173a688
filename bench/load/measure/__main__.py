"""Runs scenarios, keeps the raw rows, and writes the report. Started by run.sh, which builds what is needed first."""

import argparse
import json
import os
import resource
import sys
import tempfile
import time
from pathlib import Path

from . import about, ours, peers, report, scenarios
from .bench import HERE, Bench


def main():
    args = arguments()
    cache = Path(os.environ.get("TIGHTSPOT_BENCH_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tightspot-bench")
    # Only full measurements are results; the others are for looking.
    results = HERE / "results" if args.size == "full" else cache / f"results-{args.size}"
    if not args.report:
        measure(args, cache, results)
    text = report.text(results)
    if args.size == "full":
        (HERE / "RESULTS.md").write_text(text)
        say(f"written: {HERE / 'RESULTS.md'}")
    else:
        print(text)


def arguments():
    parser = argparse.ArgumentParser(prog="bench/load/run.sh", description="Measures load generators side by side.")
    parser.add_argument("scenario", nargs="*", help=f"of {', '.join(scenarios.ALL)} (all)")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", dest="size", action="store_const", const="quick", default="full", help="twice, a few seconds each; no result is kept")
    size.add_argument("--smoke", dest="size", action="store_const", const="smoke", help="a handful of requests, to see that all command lines work")
    parser.add_argument("--repeat", type=int, help="repetitions instead of the scenario's own")
    parser.add_argument("--tools", help="only these, with commas between")
    parser.add_argument("--cores", default="1,0", help="generator's and target's core (1,0)")
    parser.add_argument("--report", action="store_true", help="only write the report again, from the rows that are kept")
    parser.add_argument("--ours", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--truth-server", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    unknown = [name for name in args.scenario if name not in scenarios.ALL]
    if unknown:
        parser.error(f"there is no scenario {', '.join(unknown)}; there are {', '.join(scenarios.ALL)}")
    return args


def measure(args, cache, results):
    core, target_core = map(int, args.cores.split(","))
    allow_files()
    os.sched_setaffinity(0, {target_core})
    results.mkdir(parents=True, exist_ok=True)
    chosen = args.scenario or list(scenarios.ALL)
    with tempfile.TemporaryDirectory(prefix="tightspot-bench-") as scratch:
        bench = Bench(cache, args.ours, args.truth_server, Path(scratch), core, target_core)
        tools = {tool.name: tool for tool in ours.tools(args.ours) + peers.ALL}
        if args.tools:
            unknown = [name for name in args.tools.split(",") if name not in tools]
            if unknown:
                sys.exit(f"error: there is no tool {', '.join(unknown)}; there are {', '.join(tools)}")
            tools = {name: tools[name] for name in args.tools.split(",")}
        for name in chosen:
            scenario = {"full": lambda s: s, "quick": scenarios.quick, "smoke": scenarios.smoke}[args.size](scenarios.ALL[name])
            # Rows are kept as they come, so that a run that was broken off has not been for nothing.
            with open(results / f"{name}.jsonl", "w") as file:
                keep(file, about.machine(HERE, args, core, target_core))
                run(bench, scenario, args.repeat or scenario.repetitions, tools, file)


def run(bench, scenario, repetitions, tools, file):
    """All tools in turn, then all of them again: what the machine does in the meantime meets all alike."""
    failed = set()
    for repetition in range(repetitions):
        for leg in scenario.legs:
            names = [name for name in leg.tools if name in tools]
            # Nobody is always the first, or always after the same one.
            turn = repetition % max(1, len(names))
            for name in names[turn:] + names[:turn]:
                if (leg.name, name) in failed:
                    continue
                target = bench.target(leg)
                try:
                    row = bench.measure(leg, tools[name], target)
                finally:
                    target.stop()
                if row is None:
                    row = {"leg": leg.name, "tool": name, "failed": "cannot do this work"}
                row |= {"repetition": repetition, "shows": leg.shows, "target": leg.target, "work": vars(leg.work)}
                if "failed" in row:
                    failed.add((leg.name, name))
                keep(file, row)
                say(line(row))
                time.sleep(0.5)


def line(row):
    head = f"{row['leg']:<20} {row['repetition'] + 1:>2}  {row['tool']:<22}"
    if "failed" in row:
        return f"{head} SKIPPED from here on: {row['failed']}"
    cost = row["cpu_s"] / max(1, row["requests"]) * 1e6
    text = f"{head} {row['requests']:>9} requests  {row['errors']} errors  {cost:8.1f} us CPU each  {row['peak_mb']:7.1f} MB"
    for share, what in (("foreign", "was used by other processes"), ("stolen", "was taken by the host")):
        if row[share] > 0.03:
            text += f"  DISTURBED: {row[share]:.0%} of a core {what}"
    return text


def allow_files():
    """As many open files as we may have, for us and all that we start."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if hard < 10_500:
        say(f"only {hard} files may be open: crowd-10000 will fail; try `ulimit -n 20000` as root")


def keep(file, row):
    file.write(json.dumps(row) + "\n")
    file.flush()


def say(text):
    print(text, file=sys.stderr, flush=True)


main()
