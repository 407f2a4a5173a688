"""Runs one program pinned to a core and measures it from outside: processor time, memory over time. The same for all tools."""

import os
import select
import signal
import time
from dataclasses import dataclass, field

POLL_S = 0.25
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Ran:
    started_ns: int  # CLOCK_MONOTONIC just before the program was started
    wall_s: float
    cpu_s: float  # user and system, of the program and all it waited for
    peak_mb: float
    exit: int  # negative: the signal
    memory: list = field(default_factory=list)  # (seconds, MB resident)


def run(argv, core, own_core, out, err, env, limit_s):
    """Runs `argv` on `core` until it ends, at most `limit_s`; its output goes to the files `out` and `err`."""
    files = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, str(out), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
        (os.POSIX_SPAWN_OPEN, 2, str(err), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
    ]
    # A program inherits where its parent may run: pinning ourselves for a moment costs it no further exec, as taskset would.
    os.sched_setaffinity(0, {core})
    started_ns = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    # In a group of its own, so that all of it can be ended at once.
    pid = os.posix_spawnp(argv[0], argv, env, file_actions=files, setpgroup=0)
    os.sched_setaffinity(0, {own_core})
    memory, peak = _watch(pid, limit_s)
    _, status, usage = os.wait4(pid, 0)
    wall_s = (time.clock_gettime_ns(time.CLOCK_MONOTONIC) - started_ns) / 1e9
    # The kernel's own peak misses nothing between two polls, but begins at our size, which the program had before its exec.
    if usage.ru_maxrss > _own_peak_kb():
        peak = max(peak, usage.ru_maxrss / 1024)
    return Ran(started_ns, wall_s, usage.ru_utime + usage.ru_stime, peak, os.waitstatus_to_exitcode(status), memory)


def _watch(pid, limit_s):
    """Memory of the tree below `pid` until it ends, and the sum of the peaks of its processes."""
    ended = select.poll()
    fd = os.pidfd_open(pid)
    ended.register(fd, select.POLLIN)
    memory, peaks, begun = [], {}, time.monotonic()
    try:
        while not ended.poll(POLL_S * 1000):
            sizes = {p: _memory_kb(p) for p in tree(pid)}
            peaks.update({p: peak for p, (_, peak) in sizes.items()})
            memory.append((round(time.monotonic() - begun, 2), round(sum(now for now, _ in sizes.values()) / 1024, 2)))
            if time.monotonic() - begun > limit_s:
                os.killpg(pid, signal.SIGKILL)
    except BaseException:
        os.killpg(pid, signal.SIGKILL)
        raise
    finally:
        os.close(fd)
    return memory, sum(peaks.values()) / 1024


def tree(pid):
    """`pid` and all its descendants."""
    pids = [pid]
    for parent in pids:
        try:
            for task in os.listdir(f"/proc/{parent}/task"):
                with open(f"/proc/{parent}/task/{task}/children") as children:
                    pids += [int(child) for child in children.read().split()]
        except OSError:
            pass  # ended in between
    return pids


def _memory_kb(pid):
    found = {}
    try:
        with open(f"/proc/{pid}/status") as status:
            found = dict(line.split(":", 1) for line in status)
    except OSError:
        pass  # ended in between
    return tuple(int(found.get(key, "0 kB").split()[0]) for key in ("VmRSS", "VmHWM"))


def _own_peak_kb():
    return _memory_kb("self")[1]


def cpu_s(pid):
    """Processor time of one process so far, in ticks of 10 ms."""
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def core_s():
    """Seconds by core: busy, and stolen by the host of a virtual machine."""
    cores = {}
    with open("/proc/stat") as stat:
        for line in stat:
            name, *ticks = line.split()
            if name.startswith("cpu") and name != "cpu":
                user, nice, system, _idle, _wait, irq, softirq, steal = map(int, ticks[:8])
                cores[int(name[3:])] = ((user + nice + system + irq + softirq) / TICKS, steal / TICKS)
    return cores
