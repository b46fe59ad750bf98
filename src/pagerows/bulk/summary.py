"""What a run has come to, for a person and for a log."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

__all__ = ["Summary"]

#: Hosts that are told apart: a crawl has millions, and their counts have to fit in memory.
MOST_HOSTS: Final = 100_000


@dataclass(slots=True)
class Summary:
    """Counts over all shards of one run; shards that an earlier run did are counted as such alone."""

    shards: int = 0
    done: int = 0
    earlier: int = 0
    #: Shards that could not be read, with the reason.
    unread: dict[str, str] = field(default_factory=dict)
    pages: int = 0
    records: int = 0
    empty: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    damaged: int = 0
    #: Seconds of work and failures by host.
    slow: dict[str, float] = field(default_factory=dict)
    failing: Counter[str] = field(default_factory=Counter)
    begun: float = field(default_factory=time.monotonic)

    def count(self, url: str | None, seconds: float, failed: bool) -> None:
        """Note the host of a page."""
        host = _host(url)
        if host not in self.slow and len(self.slow) >= MOST_HOSTS:
            host = "others"
        self.slow[host] = self.slow.get(host, 0.0) + seconds
        self.failing[host] += failed

    def plain(self) -> dict[str, Any]:
        """The counts so far as plain values."""
        seconds = max(1e-9, time.monotonic() - self.begun)
        return {
            "seconds": round(seconds, 1),
            "shards": self.shards,
            "shards_done": self.done,
            "shards_done_earlier": self.earlier,
            "shards_unread": len(self.unread),
            "pages": self.pages,
            "pages_per_second": round(self.pages / seconds, 2),
            "records": self.records,
            "empty": self.empty,
            "failed": sum(self.failed.values()),
            "left_out": sum(self.left_out.values()),
            "damaged": self.damaged,
        }

    def line(self) -> str:
        """The counts so far in a line."""
        now = self.plain()
        return (
            f"{self.earlier + self.done} of {self.shards} shards; "
            f"{self.pages:,} pages ({now['pages_per_second']:,}/s), "
            f"{self.records:,} records, {self.empty:,} without records, {now['failed']:,} failed"
        )

    def closing(self) -> list[str]:
        """What there is to say at the end, a line each."""
        lines = [self.line()]
        if self.earlier:
            lines.append(f"{self.earlier} shards were done by an earlier run")
        if self.left_out:
            told = ", ".join(f"{reason} {count:,}" for reason, count in sorted(self.left_out.items()))
            lines.append(f"left out by filters: {told}")
        if self.damaged:
            lines.append(f"{self.damaged:,} damaged places skipped: the manifest has their offsets")
        lines += [f"{count:,} failed: {reason}" for reason, count in self.failed.most_common(5)]
        slowest = sorted(self.slow.items(), key=lambda item: -item[1])[:3]
        if slowest:
            lines.append(f"slowest hosts: {', '.join(f'{host} {seconds:,.1f} s' for host, seconds in slowest)}")
        if failing := [(host, count) for host, count in self.failing.most_common(3) if count]:
            lines.append(f"failing hosts: {', '.join(f'{host} {count:,}' for host, count in failing)}")
        return lines + [f"{name}: not read: {reason}" for name, reason in self.unread.items()]


def _host(url: str | None) -> str:
    try:
        return (urlsplit(url or "").hostname or "-").lower()
    except ValueError:
        return "-"
