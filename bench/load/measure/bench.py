"""Where things are, and one measured run."""

import os
from dataclasses import dataclass
from pathlib import Path

from . import evenness, model, process
from .scenarios import NGINX
from .targets import Nginx, TruthServer

HERE = Path(__file__).resolve().parent.parent


@dataclass
class Bench:
    """What commands and targets are made of."""

    cache: Path
    ours: Path
    truth_server: Path
    scratch: Path
    core: int  # of the generator
    target_core: int
    url: str = ""
    scripts: Path = HERE / "scripts"

    @property
    def out(self):
        return self.scratch / "out"

    @property
    def err(self):
        return self.scratch / "err"

    @property
    def summary(self):
        return self.scratch / "summary.json"

    def program(self, name):
        return str(self.cache / "bin" / name)

    def target(self, leg):
        return Nginx(self, self.target_core) if leg.target == NGINX else TruthServer(self, self.target_core, leg.target)

    def measure(self, leg, tool, target):
        """One run of `tool`, as a row; nothing if it cannot do this work. What goes wrong with it is in the row, as `failed`."""
        self.url = target.url
        command = tool.command(leg.work, self)
        if command is None:
            return None
        argv, variables = command
        row = {"leg": leg.name, "tool": tool.name, "command": " ".join(map(self._plain, argv))}
        cores, own = process.core_s(), process.cpu_s("self")
        target.begin()
        try:
            ran = process.run(argv, self.core, self.target_core, self.out, self.err, {**os.environ, **variables}, leg.work.seconds * 2 + 60)
        except OSError as error:
            return {**row, "failed": f"{argv[0]}: {error.strerror}"}
        row |= target.end()
        row |= {"wall_s": ran.wall_s, "cpu_s": ran.cpu_s, "peak_mb": ran.peak_mb, "exit": ran.exit}
        row |= self._disturbance(cores, ran.cpu_s + row.get("target_cpu_s", 0) + process.cpu_s("self") - own, leg, ran.wall_s)
        try:
            told = tool.told(leg.work, self)
        except (ValueError, KeyError, IndexError, TypeError, AttributeError, OSError) as error:
            last = (self.err.read_text().splitlines() or self.out.read_text().splitlines() or ["it printed nothing"])[-1]
            return {**row, "failed": f"exit {ran.exit}, result not understood ({type(error).__name__}: {error}); its last line: {last[:300]}"}
        row |= {"told": told.requests, "errors": told.errors, "dropped": told.dropped, "seconds": told.seconds, "latency": told.latency}
        if leg.shows == "memory":
            row["memory"] = ran.memory
        if isinstance(target, TruthServer):
            row |= self._seen(target, leg, ran)
        return row

    def _seen(self, server, leg, ran):
        """What the server's log tells."""
        if not server.moments:
            return {}
        seen = {"first_request_ms": (min(received for received, _ in server.moments) - ran.started_ns) / 1e6}
        if leg.shows == "evenness":
            seen["evenness"] = evenness.of([received for received, _ in server.moments], leg.work.rate)
        if leg.shows == "latency":
            seen["did"] = model.did(leg, [(received / 1e6, done / 1e6) for received, done in server.moments])
        if leg.target.startswith("constant:"):
            service = float(leg.target.partition(":")[2]) * 1e6
            late = sorted(done - received - service for received, done in server.moments)
            # The server's own honesty: how late it was with its answers.
            seen["server_late_us"] = {"p50": late[len(late) // 2] / 1e3, "p99": late[int(len(late) * 0.99)] / 1e3}
        return seen

    def _disturbance(self, before, known_s, leg, wall_s):
        """Shares of our cores that went to others: processes that are no part of this, and the host of the virtual machine."""
        after, cores = process.core_s(), {self.core, self.target_core}
        busy, stolen = (sum(after[c][i] - before[c][i] for c in cores) for i in (0, 1))
        # The truth server spins, so a core of its own tells nothing about others.
        if leg.target != NGINX:
            busy = known_s
        return {"foreign": max(0.0, busy - known_s) / wall_s, "stolen": stolen / wall_s}

    def _plain(self, argument):
        """Without the paths of this machine."""
        for path, name in ((self.scratch, "SCRATCH"), (self.scripts, "scripts"), (self.cache, "CACHE")):
            argument = argument.replace(str(path), name)
        return argument.replace(str(self.ours), "tightspot" if self.ours.name == "tightspot" else f"examples/{self.ours.name}")
