"""Figures about a running server, for Prometheus and for those who run it only.

How long bots think gives hands away: so none of this is shown to players.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

QUICK = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Times:
    """How often something took how long."""

    def __init__(self) -> None:
        self.total = 0.0
        self._counts = [0] * (len(QUICK) + 1)

    def observe(self, seconds: float) -> None:
        """Take in one duration."""
        self.total += seconds
        self._counts[bisect_left(QUICK, seconds)] += 1

    def buckets(self) -> list[tuple[str, float]]:
        """The number of measurements up to each limit."""
        found, sum_so_far = [], 0
        for limit, count in zip([*map(str, QUICK), "+Inf"], self._counts, strict=True):
            sum_so_far += count
            found.append((limit, float(sum_so_far)))
        return found


class Metrics:
    """One server's figures: plain numbers, made into Prometheus' form only when asked for."""

    def __init__(self) -> None:
        self.tables = 0
        self.connections = 0
        self.refusals = 0
        self.errors = 0
        self.slow_connections = 0
        self.bot_failures = 0
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}
        """Figures that others know: by name, what they mean and how to ask for them."""
        self.requests: Counter[tuple[str, str]] = Counter()
        self.moves: Counter[str] = Counter()
        self.move_time = Times()
        self.bot_time = Times()

    def page(self) -> bytes:
        """All figures as Prometheus reads them."""
        # Imported only where it is needed: it would take a good part of the server's start.
        from prometheus_client import CollectorRegistry, generate_latest

        registry = CollectorRegistry()
        registry.register(self)
        return generate_latest(registry)

    def _counted(self) -> "Iterator[Metric]":
        """What is counted by kind."""
        from prometheus_client.core import CounterMetricFamily

        requests = CounterMetricFamily(
            "quartett_requests", "HTTP requests", labels=["path", "status"]
        )
        for (path, status), count in self.requests.items():
            requests.add_metric([path, status], count)
        yield requests
        moves = CounterMetricFamily("quartett_moves", "Actions played", labels=["game"])
        for game, count in self.moves.items():
            moves.add_metric([game], count)
        yield moves

    def collect(self) -> "Iterator[Metric]":
        """The figures as Prometheus' own library names them."""
        from prometheus_client.core import (
            CounterMetricFamily,
            GaugeMetricFamily,
            HistogramMetricFamily,
        )

        yield GaugeMetricFamily("quartett_tables", "Tables in memory", self.tables)
        yield GaugeMetricFamily("quartett_connections", "Open sockets", self.connections)
        yield CounterMetricFamily("quartett_refusals", "Refused requests", self.refusals)
        yield CounterMetricFamily("quartett_errors", "Unexpected failures", self.errors)
        slow = "Backlogs replaced by a snapshot"
        yield CounterMetricFamily("quartett_slow_guests", slow, self.slow_connections)
        weak = "Times a bot raised something or took too long"
        yield CounterMetricFamily("quartett_bot_failures", weak, self.bot_failures)
        for name, (about, ask) in self.gauges.items():
            yield GaugeMetricFamily(name, about, ask())
        yield from self._counted()
        took = "From taking an action up to handing it to all sockets"
        for name, about, times in (
            ("quartett_move_seconds", took, self.move_time),
            ("quartett_bot_seconds", "Time a bot took to choose", self.bot_time),
        ):
            yield HistogramMetricFamily(name, about, times.buckets(), times.total)
