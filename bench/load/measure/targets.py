"""What is loaded: nginx, and a server of our own whose latency is known. Each is started with private files, and ended by what it was started with."""

import array
import http.client
import json
import os
import re
import resource
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from . import process

# One process that accepts all at once and logs nothing. The body is in the configuration, so that no file is opened for a request.
NGINX = """
daemon off;
master_process off;
error_log {prefix}/error.log warn;
pid {prefix}/nginx.pid;
events {{ worker_connections {files}; multi_accept on; }}
http {{
    access_log off;
    default_type text/plain;
    keepalive_requests 2000000000;
    keepalive_timeout 1h;
    client_body_temp_path {prefix}/body;
    proxy_temp_path {prefix}/proxy;
    fastcgi_temp_path {prefix}/fastcgi;
    uwsgi_temp_path {prefix}/uwsgi;
    scgi_temp_path {prefix}/scgi;
    server {{
        listen 127.0.0.1:{port} backlog=16384;
        location = / {{ return 200 "{body}"; }}
        location = /status {{ stub_status; }}
    }}
}}
"""
BODY = "0123456789" * 10


class Nginx:
    """Answers as fast as a server can. Counts what it answered, which is the count that all tools are held to."""

    def __init__(self, bench, core):
        self.prefix = Path(tempfile.mkdtemp(prefix="tightspot-bench-nginx-"))
        self.port = free_port()
        files = min(30_000, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
        (self.prefix / "nginx.conf").write_text(NGINX.format(prefix=self.prefix, port=self.port, files=files, body=BODY))
        argv = [bench.program("nginx"), "-p", str(self.prefix), "-c", "nginx.conf", "-e", str(self.prefix / "error.log")]
        self.process = started(argv, core, {"LD_LIBRARY_PATH": str(bench.cache / "lib")}, stdin=subprocess.DEVNULL)
        wait_for_port(self.port, self.process, self.prefix / "error.log")
        self.url = f"http://127.0.0.1:{self.port}/"
        self.before = self._status()

    def begin(self):
        """The counts start here."""
        self.before = self._status()

    def end(self):
        after, before = self._status(), self.before
        # Each question about the counts is itself counted once.
        count = {name: after[name] - before[name] - 1 for name in ("requests", "connections")}
        return {**count, "target_cpu_s": after["cpu_s"] - before["cpu_s"]}

    def _status(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        connection.request("GET", "/status", headers={"Connection": "close"})
        accepted, _, requests = map(int, re.search(r"(\d+) (\d+) (\d+)", connection.getresponse().read().decode()).groups())
        connection.close()
        return {"requests": requests, "connections": accepted, "cpu_s": process.cpu_s(self.process.pid)}

    def stop(self):
        self.process.terminate()
        self.process.wait(10)
        shutil.rmtree(self.prefix)


class TruthServer:
    """One process per run: its freezes are counted from the first request."""

    def __init__(self, bench, core, manner):
        self.port = free_port()
        self.log = bench.scratch / "moments"
        self.log.unlink(missing_ok=True)
        argv = [str(bench.truth_server), str(self.port), manner, str(self.log)]
        self.process = started(argv, core, {}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if not self.process.stdout.readline().startswith("listening"):
            raise RuntimeError(f"{bench.truth_server} did not start; try it by hand: {' '.join(argv)}")
        self.url = f"http://127.0.0.1:{self.port}/"
        # (received, answered), ns of CLOCK_MONOTONIC
        self.moments = []

    def begin(self):
        pass

    def end(self):
        out, _ = self.process.communicate(timeout=30)
        counted = json.loads(out.splitlines()[-1])
        flat = array.array("q", self.log.read_bytes())
        self.moments = list(zip(flat[::2], flat[1::2]))
        return counted

    def stop(self):
        if self.process.poll() is None:
            self.process.stdin.close()
            self.process.wait(10)


def started(argv, core, variables, **options):
    """Pinned as a program under measurement is: it inherits where we may run."""
    own = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        return subprocess.Popen(argv, env={**os.environ, **variables}, **options)
    finally:
        os.sched_setaffinity(0, own)


def free_port():
    """Below the range that the kernel gives to clients, so that no client of ours takes it first."""
    for port in range(21_000, 31_000):
        try:
            with socket.create_server(("127.0.0.1", port)):
                return port
        except OSError:
            continue
    raise RuntimeError("no free port between 21000 and 31000; `ss -ltn` shows who listens")


def wait_for_port(port, child, log):
    for _ in range(200):
        if child.poll() is not None:
            raise RuntimeError(f"nginx ended at once: {log.read_text()[-500:] if log.exists() else 'without a log'}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise RuntimeError(f"nginx does not listen on {port} after 4 s")

