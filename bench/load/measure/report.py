"""RESULTS.md from the rows that were kept: medians, and ratios to ours with intervals. Holds no figure of its own."""

import json
import statistics

from . import model, scenarios
from .compare import median, paired, ratio

QUANTILES = ("mean", "p50", "p95", "p99", "p99.9")

METHOD = """
Regenerate with `bench/load/run.sh` ([how it is measured](README.md)). Figures are medians over repetitions. A ratio is ours divided by the
peer's, paired by repetition: geometric mean and 95 % interval (t, of the logarithms). Requests are counted by the server, the same for all
tools; CPU is user and system time of the whole generator from start to end; MB is the largest resident memory. A mark `!` says that another
process or the host of the virtual machine took more than 3 % of a core in at least one repetition.
"""


def text(results):
    parts = ["# Results of the load engine", METHOD.strip()]
    for name in scenarios.ALL:
        path = results / f"{name}.jsonl"
        if not path.exists():
            continue
        machine, *rows = [json.loads(line) for line in path.read_text().splitlines()]
        parts.append(f"## {name}\n\n{about(machine)}")
        for leg in dict.fromkeys(row["leg"] for row in rows):
            found = section([row for row in rows if row["leg"] == leg])
            # A scenario of one leg needs no second heading.
            parts.append(found if leg == name else f"### {leg}\n\n{found}")
    return "\n\n".join(parts) + "\n"


def about(machine):
    state = " with changes" if machine["changed"] else ""
    return (
        f"{machine['date']}, commit {machine['commit']}{state} (`{machine['ours']}`), Linux {machine['kernel']}, {machine['cpu']}, "
        f"{machine['memory_gb']} GB; generator on core {machine['cores']['generator']}, target on core {machine['cores']['target']}. "
        f"{'; '.join(machine['versions'])}."
    )


def section(all_rows):
    rows = [row for row in all_rows if "failed" not in row]
    lost = {row["tool"]: row["failed"] for row in all_rows if "failed" in row}
    work, target = all_rows[0]["work"], all_rows[0]["target"]
    repetitions = len({row["repetition"] for row in all_rows})
    out = [f"{describe(work)} against {target_name(target)}; repetitions: {repetitions}."]
    if rows:
        table = {"cost": cost, "evenness": evenness, "latency": latency, "startup": startup, "memory": memory}[all_rows[0]["shows"]]
        out.append(markdown(*table(rows)))
    out += [f"Without {tool}: {why}." for tool, why in lost.items()]
    return "\n\n".join(out)


def cost(rows):
    planned = plan(rows)
    head = ["tool", "of plan" if planned else "requests/s", "CPU us/request", "MB", "errors", "connections", "server busy"]
    head += [] if planned else ["requests/s, ours to it"]
    head += ["CPU/request, ours to it"]
    body = []
    for tool in tools(rows):
        done = percent(median(rows, tool, lambda r: r["requests"] / planned)) if planned else number(median(rows, tool, per_s), 0)
        cells = [mark(rows, tool), done, number(median(rows, tool, cpu_us), 1), number(median(rows, tool, lambda r: r["peak_mb"]), 1)]
        cells += [number(median(rows, tool, lambda r: r[key]), 0) for key in ("errors", "connections")]
        cells.append(percent(median(rows, tool, lambda r: r["target_cpu_s"] / r["wall_s"])))
        cells += [] if planned else [against(rows, tool, per_s)]
        body.append([*cells, against(rows, tool, cpu_us)])
    return head, body


def evenness(rows):
    head = ["tool", "of plan", "gap, standard deviation us", "gap off plan us p50", "p99", "bunched", "CPU us/request", "deviation, ours to it"]
    planned, body = plan(rows), []
    rows = [row for row in rows if row.get("evenness")]
    for tool in tools(rows):
        of = lambda key: median(rows, tool, lambda r: r["evenness"][key])
        cells = [mark(rows, tool), percent(median(rows, tool, lambda r: r["requests"] / planned))]
        cells += [number(of(key), 1) for key in ("gap_sd_us", "gap_off_p50_us", "gap_off_p99_us")] + [percent(of("bunched"))]
        body.append([*cells, number(median(rows, tool, cpu_us), 1), against(rows, tool, lambda r: r["evenness"]["gap_sd_us"])])
    return head, body


def latency(rows):
    leg = scenarios.Leg("", rows[0]["target"], scenarios.Work(**rows[0]["work"]), "latency", ())
    true = model.truth(leg)
    body = [["**truth**, as told", *(number(true[q], 2) for q in QUANTILES), "", ""]]
    for tool in tools(rows):
        values = [median(rows, tool, lambda r: r["latency"].get(q)) for q in QUANTILES]
        cells = [off(value, true[q]) for value, q in zip(values, QUANTILES)]
        body.append([mark(rows, tool), *cells, number(median(rows, tool, lambda r: r["requests"]), 0), number(median(rows, tool, lambda r: r["dropped"]), 0)])
        # The server of each run had its own bad moments.
        if all(row.get("did") for row in rows if row["tool"] == tool):
            done = [median(rows, tool, lambda r: r["did"][q]) for q in QUANTILES]
            wrong = [median(rows, tool, lambda r: r["latency"][q] - r["did"][q] if q in r["latency"] else None) for q in QUANTILES]
            body.append(["&nbsp;&nbsp;what the server did", *(beside(d, w) for d, w in zip(done, wrong)), "", ""])
    return ["tool, ms", *QUANTILES, "requests", "dropped"], body


def startup(rows):
    first = lambda row: row.get("first_request_ms")
    body = []
    for tool in tools(rows):
        times = sorted(first(row) for row in rows if row["tool"] == tool and first(row) is not None)
        if times:
            body.append([mark(rows, tool), number(statistics.median(times), 1), number(times[0], 1), number(times[-1], 1), against(rows, tool, first)])
    return ["tool", "ms from exec to the first request, median", "least", "most", "ours to it"], body


def memory(rows):
    head, body = ["tool", "million requests", "MB at 10 % of the time", "at 50 %", "at 90 %", "peak", "CPU us/request"], []
    for tool in tools(rows):
        for row in (r for r in rows if r["tool"] == tool):
            at = lambda share: row["memory"][int(len(row["memory"]) * share)][1] if row["memory"] else None
            cells = [number(row["requests"] / 1e6, 1), *(number(at(share), 1) for share in (0.1, 0.5, 0.9)), number(row["peak_mb"], 1)]
            body.append([mark(rows, tool), *cells, number(cpu_us(row), 1)])
    return head, body


def cpu_us(row):
    return row["cpu_s"] / row["requests"] * 1e6 if row["requests"] else None


def per_s(row):
    return row["requests"] / (row["seconds"] or row["work"]["seconds"])


def plan(rows):
    return scenarios.Work(**rows[0]["work"]).planned()


def tools(rows):
    return list(dict.fromkeys(sorted((row["tool"] for row in rows), key=lambda tool: (not tool.startswith("ours"), tool))))


def against(rows, tool, value):
    """Ours divided by the tool's, with the interval."""
    found = None if tool == "ours" else ratio(paired(rows, "ours", tool, value))
    if not found:
        return ""
    middle, low, high = found
    return f"{middle:.3f}" + (f" ({low:.3f} .. {high:.3f})" if low else "")


def off(value, true):
    return "" if value is None else f"{value:.2f} ({value - true:+.2f}, {(value - true) / true:+.1%})"


def beside(did, wrong):
    """What the server did, and how far the tool was from it."""
    return number(did, 2) if wrong is None else f"{did:.2f} (tool {wrong:+.2f}, {wrong / did:+.1%})"


def mark(rows, tool):
    disturbed = any(row["foreign"] > 0.03 or row["stolen"] > 0.03 for row in rows if row["tool"] == tool)
    return f"{tool} !" if disturbed else tool


def describe(work):
    if work["users"]:
        return f"{work['users']:,} users, each once every {work['every']:g} s, for {work['seconds']:g} s"
    if not work["rate"]:
        return f"Connections: {work['connections']}, as fast as answered for {work['seconds']:g} s"
    cap = "or as many as the tool likes" if work["uncapped"] else "at most"
    return f"{work['rate']:,} requests/s for {work['seconds']:g} s over {work['connections']} connections {cap}"


def target_name(target):
    kind, _, ms = target.partition(":")
    return {"constant": f"a server that answers after {ms} ms", "instant": "a server that answers at once and notes each arrival"}.get(
        kind, {"freeze": "a server that answers after 1 ms and is frozen for 200 ms of every 2 s"}.get(kind, target)
    )


def number(value, digits):
    return "" if value is None else f"{value:,.{digits}f}"


def percent(share):
    return "" if share is None else f"{share:.1%}"


def markdown(head, body):
    lines = ["| " + " | ".join(map(str, cells)) + " |" for cells in [head, ["---"] * len(head), *body]]
    return "\n".join(lines)
