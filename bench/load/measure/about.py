"""What was measured with, and on what: versions, kernel, cores. No names of machines, no paths."""

import os
import platform
import subprocess
import time


def machine(here, args, core, target_core):
    # Each line is a tool and what it says of itself, or that it is missing.
    peers = [line.split(maxsplit=1) for line in output([str(here / "peers.sh"), "--check"], here).splitlines()]
    with open("/proc/cpuinfo") as info:
        models = [line.partition(":")[2].strip() for line in info if line.startswith("model name")]
    return {
        "about": "machine",
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "kernel": ".".join(platform.release().split(".")[:2]),
        "cpu": f"{os.cpu_count()} x {models[0] if models else platform.machine()}",
        "memory_gb": round(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30),
        "cores": {"generator": core, "target": target_core},
        "commit": output(["git", "rev-parse", "--short", "HEAD"], here).strip(),
        "changed": bool(output(["git", "status", "--porcelain", "--untracked-files=no", "--", ":/crates"], here).strip()),
        "ours": args.ours.name,
        "versions": [f"no {tool}" if said.startswith("MISSING") else said for tool, said in peers],
    }


def output(argv, directory):
    return subprocess.run(argv, cwd=directory, capture_output=True, text=True).stdout
