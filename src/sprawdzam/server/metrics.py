"""What an operator wants to know about a node, for Prometheus.

Processes that share a port write their figures into one folder, and whichever is asked tells the sum of all. The folder
is named by a variable that the library reads when it is loaded, so it has to be there before a process begins.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

SHARED = "PROMETHEUS_MULTIPROC_DIR"

BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    """The figures of one node."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.sockets = self._gauge("sprawdzam_sockets", "Open sockets")
        self.tables = self._gauge("sprawdzam_tables", "Tables in memory")
        self.driven = self._gauge("sprawdzam_tables_driven", "Tables that are driven here")
        events = Counter("sprawdzam_events", "Events stored, by kind", ["kind"], registry=self.registry)
        requests = Counter("sprawdzam_requests", "Requests over sockets", ["outcome"], registry=self.registry)
        self.events: Callable[[str], Counter] = cache(events.labels)  # there are few, and finding one takes a while
        self.requests: Callable[[str], Counter] = cache(requests.labels)
        self.store = Histogram(
            "sprawdzam_store_seconds", "Time to store an event", buckets=BUCKETS, registry=self.registry
        )

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(name, text, registry=self.registry, multiprocess_mode="livesum")  # of the processes that live

    def text(self) -> bytes:
        if SHARED not in os.environ:
            return generate_latest(self.registry)
        everybodys = CollectorRegistry()
        MultiProcessCollector(everybodys)  # type: ignore[no-untyped-call]
        return generate_latest(everybodys)


def count_no_more(process: int) -> None:
    """A process has ended: its events have happened, but its sockets are closed."""
    mark_process_dead(process)  # type: ignore[no-untyped-call]
