"""What an operator wants to know about a node, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    """The figures of one node."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.sockets = Gauge("sprawdzam_sockets", "Open sockets", registry=self.registry)
        self.tables = Gauge("sprawdzam_tables", "Tables in memory", registry=self.registry)
        self.driven = Gauge("sprawdzam_tables_driven", "Tables that this node drives", registry=self.registry)
        self.events = Counter("sprawdzam_events", "Events stored, by kind", ["kind"], registry=self.registry)
        self.requests = Counter("sprawdzam_requests", "Requests over sockets", ["outcome"], registry=self.registry)
        self.store = Histogram(
            "sprawdzam_store_seconds", "Time to store an event", buckets=BUCKETS, registry=self.registry
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
