"""What is measured: each scenario is a list of legs, each leg one target and one work, done by several tools."""

from dataclasses import dataclass, replace

from .work import Work

NGINX = "nginx"


@dataclass(frozen=True)
class Leg:
    name: str
    target: str  # NGINX, or a manner of the truth server
    work: Work
    # What the report shows of it: cost, evenness, latency, startup or memory.
    shows: str
    tools: tuple


@dataclass(frozen=True)
class Scenario:
    repetitions: int
    legs: tuple


CLOSED = ("ours", "wrk", "oha", "autocannon", "hey", "k6", "locust")
RATE = ("ours", "ours-precise", "oha", "autocannon", "hey", "k6", "locust")
USERS = ("ours", "oha", "oha-pool", "autocannon", "hey", "k6", "locust")
TRUTH = ("ours", "ours-precise", "oha", "oha-corrected", "autocannon", "autocannon-uncorrected", "hey", "k6", "k6-users", "locust")
LONG = ("ours", "wrk", "oha")


def rate(per_s, seconds):
    # Cost where the server is quick and polite, evenness where the receiver notes each arrival.
    work = Work(seconds, connections=50, rate=per_s, uncapped=True)
    cost, evenness = Leg(f"rate-{per_s}", NGINX, work, "cost", RATE), Leg(f"rate-{per_s}-evenness", "instant", work, "evenness", RATE)
    return Scenario(6, (cost, evenness))


def crowd(users, every, seconds, repetitions):
    return Scenario(repetitions, (Leg(f"crowd-{users}", NGINX, Work(seconds, users=users, every=every), "cost", USERS),))


# A freeze makes 101 requests wait at once, so 250 connections are as good as no limit. 20 s are ten periods of the freezing server.
FREEZE = Work(20, connections=250, rate=500, uncapped=True)
CONSTANT = Work(10, connections=5, rate=500)

ALL = {
    "saturation": Scenario(8, (Leg("saturation", NGINX, Work(10, connections=50), "cost", CLOSED),)),
    "rate-2000": rate(2_000, 10),
    "rate-10000": rate(10_000, 10),
    "crowd-2500": crowd(2_500, 1.0, 20, 5),
    "crowd-10000": crowd(10_000, 5.0, 20, 3),
    "truth": Scenario(
        3,
        (
            Leg("freeze-uncapped", "freeze", FREEZE, "latency", TRUTH),
            Leg("freeze-5", "freeze", replace(FREEZE, connections=5, uncapped=False), "latency", TRUTH),
            Leg("constant", "constant:1", CONSTANT, "latency", TRUTH),
            Leg("constant-closed", "constant:1", replace(CONSTANT, rate=None), "latency", CLOSED),
        ),
    ),
    # The server answers after 100 ms: the first request is what counts.
    "startup": Scenario(20, (Leg("startup", "constant:100", Work(1, connections=1), "startup", CLOSED),)),
    # Long enough for 20 million requests at 67,000 a second.
    "endurance": Scenario(1, (Leg("endurance", NGINX, Work(300, connections=50), "memory", LONG),)),
}


def quick(scenario):
    """A first look: twice, a few seconds each, where there is a freeze three of them."""

    def short(leg):
        return replace(leg, work=replace(leg.work, seconds=min(leg.work.seconds, 6 if leg.target == "freeze" else 4)))

    return Scenario(2, tuple(short(leg) for leg in scenario.legs))


def smoke(scenario):
    """Does every command line work, and is every output understood? A handful of requests; closed loops go to a server that takes its time."""

    def small(leg):
        work = replace(leg.work, seconds=2, connections=min(2, leg.work.connections))
        if work.rate:
            work = replace(work, rate=10)
        elif work.users:
            work = replace(work, users=4, every=1.0)
        elif leg.target == NGINX or leg.target.startswith("constant"):
            return replace(leg, target="constant:200", work=work)
        return replace(leg, work=work)

    return Scenario(1, tuple(small(leg) for leg in scenario.legs))
