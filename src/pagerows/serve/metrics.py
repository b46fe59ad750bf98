"""How the server is doing, for Prometheus: counts and times by route, never what a page says."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

__all__ = ["CONTENT_TYPE", "Metrics"]

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """Counters of one server."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        labels = ("method", "route", "status")
        self._requests = Counter("pagerows_requests", "Requests answered", labels, registry=self._registry)
        self._seconds = Histogram(
            "pagerows_request_seconds",
            "Time until an answer was sent",
            ("route",),
            registry=self._registry,
            buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60),
        )

    def watch(self, name: str, text: str, value: Callable[[], float]) -> None:
        """Show a number that is asked for when somebody looks."""
        Gauge(name, text, registry=self._registry).set_function(value)

    def seen(self, scope: MutableMapping[str, Any], status: int, seconds: float) -> None:
        """Count a request; its route is the pattern, not the address."""
        route = getattr(scope.get("route"), "path", None) or "other"
        self._requests.labels(scope["method"] if len(scope["method"]) < 10 else "other", route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        """All numbers in Prometheus' words."""
        return generate_latest(self._registry)
