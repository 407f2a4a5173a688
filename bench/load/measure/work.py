"""What is asked of a load generator, and what it says of it. Knows no tool."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Work:
    """One of three shapes: closed (`connections` only), a rate, or users that each send one request every so many seconds."""

    seconds: float
    connections: int = 50
    rate: float | None = None
    # Tools that open connections as they need them may open any number; the others get `connections`, chosen to be enough.
    uncapped: bool = False
    users: int | None = None
    every: float | None = None

    def planned(self):
        """How many requests were asked for, if the work says so."""
        if self.users:
            return self.users / self.every * self.seconds
        return self.rate * self.seconds if self.rate else None


@dataclass
class Told:
    """What a tool says of its run. Latency in ms by name (mean, p50, p95, p99, p99.9, max), as far as the tool has it."""

    requests: int
    errors: int
    seconds: float | None = None
    latency: dict = field(default_factory=dict)
    # Planned and never sent, by tools that give up on a plan they cannot keep.
    dropped: int = 0
