"""Figures about a running server, for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

QUICK = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """One server's figures; several servers in one process keep theirs apart."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.tables = Gauge("quartett_tables", "Tables in memory", registry=registry)
        self.guests = Gauge("quartett_connections", "Open sockets", registry=registry)
        self.moves = Counter("quartett_moves", "Actions played", ["game"], registry=registry)
        self.refusals = Counter("quartett_refusals", "Refused requests", registry=registry)
        self.errors = Counter("quartett_errors", "Unexpected failures", registry=registry)
        self.snapshots = Counter(
            "quartett_slow_guests", "Backlogs replaced by a snapshot", registry=registry
        )
        self.move_time = Histogram(
            "quartett_move_seconds",
            "From taking an action up to handing it to all sockets",
            buckets=QUICK,
            registry=registry,
        )
        self.bot_time = Histogram(
            "quartett_bot_seconds", "Time a bot took to choose", buckets=QUICK, registry=registry
        )

    def page(self) -> bytes:
        """All figures as Prometheus reads them."""
        return generate_latest(self.registry)
